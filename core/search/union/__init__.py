"""Union search: tables ranked by how well their rows can be appended to the query."""
