"""Readers, one a file format: a path in, open tables out.

Heavy libraries are imported by the reader that needs them when it first reads, so importing this
package is cheap.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

from core.errors import UnreadableTableError
from core.lake.formats.base import Columns, Limits, OpenTable, Reading
from core.lake.formats.compression import COMPRESSED, format_suffix

__all__ = [
    "SUPPORTED",
    "Columns",
    "Limits",
    "OpenTable",
    "Reading",
    "is_supported",
    "open_tables",
]

SUPPORTED: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "delimited text": (".csv", ".tsv", ".tab", ".psv"),
        "JSON Lines": (".jsonl", ".ndjson"),
        "JSON": (".json",),
        "Parquet": (".parquet", ".pq"),
        "Arrow and Feather": (".arrow", ".arrows", ".feather", ".ipc"),
        "spreadsheet": (".xlsx", ".xlsm", ".xls", ".xlsb", ".ods"),
        "SQLite": (".sqlite", ".sqlite3", ".db"),
    }
)
"""Suffixes of each format; delimited text and JSON may also end in ``.gz`` or ``.zst``."""

_MODULES = {
    "delimited text": "delimited",
    "JSON Lines": "json_records",
    "JSON": "json_records",
    "Parquet": "columnar",
    "Arrow and Feather": "columnar",
    "spreadsheet": "excel",
    "SQLite": "sqlite_file",
}
_STREAMED = ("delimited text", "JSON Lines", "JSON")
"""Formats that are read from front to back, so that they may be compressed."""


def is_supported(path: Path) -> bool:
    """Say whether a file's name is that of a format that is read.

    Parameters
    ----------
    path
        Only the name is looked at; upper and lower case are one.

    Returns
    -------
    bool
        Whether `open_tables` has a reader for it; the file may still be unreadable.

    Examples
    --------
    >>> is_supported(Path("Sales.CSV.gz")), is_supported(Path("a.parquet.gz"))
    (True, False)
    """
    return _format_of(path) is not None


def open_tables(path: Path, limits: Limits) -> Iterator[OpenTable]:
    """Read the tables of one file, whatever its format.

    Parameters
    ----------
    path
        A file; its suffix says the format.
    limits
        How far a compressed file may unpack.

    Yields
    ------
    OpenTable
        One after the other: taking the next one ends the batches of the one before. A file that
        is one table gives one with the name ``""``; a workbook with several sheets and a database
        give one for each, in which ``%`` and ``/`` of the name are written ``%25`` and ``%2F``.

    Raises
    ------
    UnreadableTableError
        If the suffix is unknown or the file cannot be read; for some faults only when the batches
        are consumed.
    """
    kind = _format_of(path)
    if kind is None:
        suffix = "".join(path.suffixes[-2:]) if path.suffix.lower() in COMPRESSED else path.suffix
        raise UnreadableTableError(
            f'"{suffix}" is not a table format that is read.'
            if suffix
            else "A file without a suffix is not a table format that is read.",
            f"Formats: {_listing()}.",
        )
    reader = importlib.import_module(f"{__name__}.{_MODULES[kind]}")
    yield from reader.read(path, limits)


def _format_of(path: Path) -> str | None:
    suffix = format_suffix(path)
    for kind, suffixes in SUPPORTED.items():
        if suffix in suffixes:
            packed = path.suffix.lower() in COMPRESSED
            return None if packed and kind not in _STREAMED else kind
    return None


def _listing() -> str:
    kinds = (f"{kind} ({', '.join(suffixes)})" for kind, suffixes in SUPPORTED.items())
    return f"{'; '.join(kinds)}; delimited text and JSON also with {' or '.join(COMPRESSED)}"
