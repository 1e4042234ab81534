"""A query and a table that was found made one: their join, or their union."""
