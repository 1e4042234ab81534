"""What every reader of a file format gives: open tables with their cells as text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from core.settings import Settings

Columns: TypeAlias = list[Sequence[str | None]] | list[Any]
"""One batch of rows, column by column: sequences of text or `pyarrow.StringArray`, equal lengths.

An empty cell is ``None``. Numbers are written as Python writes them (``1``, ``0.5``), booleans as
``true``/``false``, times as ISO 8601, nested values as JSON.
"""


@dataclass
class Reading:
    """What happened while one table was read; complete once its batches are exhausted."""

    encoding: str = ""
    delimiter: str = ""
    rows_padded: int = 0
    rows_cut: int = 0
    rows_refused: int = 0
    rows_empty: int = 0
    """Rows of delimiters alone, left out."""
    notes: list[str] = field(default_factory=list)
    notes_on_file: list[str] = field(default_factory=list)
    """What holds of the whole file and of none of its tables; its first table has it."""


@dataclass
class OpenTable:
    """A table that is being read.

    Parameters
    ----------
    name
        Name of the table inside its file (a sheet, a database table); empty if the file is the
        table.
    header
        Column names as they stand in the file, one for each column of every batch.
    batches
        The rows, in batches that fit in memory. May raise `UnreadableTableError`.
    reading
        Filled while the batches are consumed.
    header_line
        Line of the file, or row of the sheet, that the header was taken from, from 1; 0 if there
        is none, none if the format keeps names apart from rows.
    first_lines
        Gives that many lines, or rows, as they stand, with their numbers; none as above.
    """

    name: str
    header: Sequence[str]
    batches: Iterator[Columns]
    reading: Reading
    header_line: int | None = None
    first_lines: Callable[[int], list[tuple[int, str]]] | None = None


@dataclass(frozen=True)
class Limits:
    """How far a compressed file may unpack before it is taken for a bomb."""

    max_unpacked_ratio: int = 200
    max_unpacked_bytes: int = 256 * 1024 * 1024

    @classmethod
    def of(cls, settings: Settings) -> Limits:
        """Those that settings have."""
        return cls(settings.max_unpacked_ratio, settings.max_unpacked_mb * 2**20)

    def as_text(self) -> str:
        """Return them as short text, which is another for other limits."""
        return f"{self.max_unpacked_ratio} times, {self.max_unpacked_bytes} bytes"


BATCH_ROWS = 50_000
"""Rows of one batch from a reader that streams."""

LONGEST_LINE_SHOWN = 400
"""Characters of a line that are shown to whoever says how a file is read."""

WHOLE_FILE_BYTES = 4 * 1024 * 1024
"""A file up to this size is read in one piece."""
