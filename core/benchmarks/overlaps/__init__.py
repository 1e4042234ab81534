"""Overlap of the two tables of a pair, and how far it gives labels away."""
