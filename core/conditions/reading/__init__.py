"""The tree of a parsed text as a typed condition."""
