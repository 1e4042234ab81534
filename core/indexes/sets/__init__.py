"""Columns of a data lake as sets of folded values, for joins: made, made again, looked up."""
