"""Cells of stored tables: where they lie, and the ways to read them."""
