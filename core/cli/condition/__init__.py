"""``condition parse``, and conditions in words behind ``--where``."""
