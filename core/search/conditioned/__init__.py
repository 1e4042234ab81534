"""Searches whose results satisfy a condition."""
