"""Join tables to a query: counted before, looked at, made."""
