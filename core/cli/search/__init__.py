"""Commands of ``search``, a file a mode, and ``union``."""
