"""Which reading of files the catalog is of."""

from __future__ import annotations

READER_VERSION = "30"
"""Changed whenever a file would be read or profiled differently; then everything is read again."""
