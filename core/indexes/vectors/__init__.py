"""Vectors of a data lake's columns and tables, for unions: made, made again, opened, searched."""
