"""Commands of ``lake``."""
