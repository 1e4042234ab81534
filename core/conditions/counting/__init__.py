"""How many rows of tables satisfy a condition: SQL over cells, in DuckDB."""
