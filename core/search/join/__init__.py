"""Join search: tables ranked by what they share with a key of the query."""
