"""Readers, one a file format: a path in, open tables out.

Heavy libraries are imported by the reader that needs them when it first reads, so importing this
package is cheap.
"""

from core.lake.formats.base import Columns, Limits, OpenTable, Reading
from core.lake.formats.opening import (
    SUPPORTED,
    holds_several,
    is_plain_text,
    is_supported,
    open_tables,
    sayable,
    write_ahead_log,
)

__all__ = [
    "SUPPORTED",
    "Columns",
    "Limits",
    "OpenTable",
    "Reading",
    "holds_several",
    "is_plain_text",
    "is_supported",
    "open_tables",
    "sayable",
    "write_ahead_log",
]
