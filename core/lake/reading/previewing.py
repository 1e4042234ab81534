"""Look at a file as it would be read if something else were said of it; nothing is kept."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from core.errors import UnreadableTableError
from core.lake.formats import Limits, OpenTable, open_tables, sayable
from core.lake.formats.read_as import FileReadAs, ReadAs
from core.lake.labels import column_labels
from core.settings import Settings


@dataclass(frozen=True)
class Preview:
    """The start of a table as it would be read.

    Parameters
    ----------
    labels, rows
        Its columns and its first rows, cells as text, missing ones empty.
    header_line
        Line, or row of the sheet, of the header; 0 without one, none where a format keeps names
        apart from rows.
    encoding, delimiter
        As they were said or guessed; empty where the format has none.
    first_lines
        The file's first lines, or the sheet's first rows, as they stand, with their numbers.
    notes
        What was done to read it.
    """

    labels: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    header_line: int | None
    encoding: str
    delimiter: str
    first_lines: tuple[tuple[int, str], ...]
    notes: tuple[str, ...]


def preview(
    path: Path, name: str, read_as: ReadAs, settings: Settings, rows: int = 20, lines: int = 20
) -> Preview:
    """Read the start of a table as it is said; of a large file no more than that.

    Parameters
    ----------
    path
        The file.
    name
        Of the table inside it; empty for its only table or its first one.

    Raises
    ------
    UnreadableTableError
        If the file cannot be read so, or has no such table.
    """
    limits = Limits.of(settings)
    said = read_as.only(sayable(path))
    how = FileReadAs(said, ((name, said),) if name else ())
    with closing(_tables(path, limits, how)) as tables:
        for opened in tables:
            if name in ("", opened.name):
                return _start(opened, rows, lines)
    raise UnreadableTableError(f"It has no table {name!r}.", "Refresh the lake.")


def _tables(path: Path, limits: Limits, how: FileReadAs) -> Generator[OpenTable, None, None]:
    yield from open_tables(path, limits, how)


def _start(opened: OpenTable, rows: int, lines: int) -> Preview:
    first = next(opened.batches, None)
    # Notes on the last rows and on what was counted stand once all is read, if there is no more.
    is_all = first is None or next(opened.batches, None) is None
    reading = opened.reading
    counted = (
        (reading.rows_padded, "shorter than the header and filled with empty cells"),
        (reading.rows_cut, "longer than the header and cut"),
    )
    told = [f"Rows {what}: {number:,}." for number, what in counted if number and is_all]
    shown = [] if first is None else _rows(first, rows)
    return Preview(
        tuple(column_labels(opened.header)),
        tuple(tuple(cell or "" for cell in row) for row in shown),
        opened.header_line,
        reading.encoding,
        reading.delimiter,
        tuple(opened.first_lines(lines)) if opened.first_lines else (),
        (*told, *reading.notes_on_file, *reading.notes),
    )


def _rows(batch: Sequence[Sequence[str | None]], most: int) -> list[tuple[str | None, ...]]:
    columns = (column[:most] for column in batch)
    some = (c.to_pylist() if hasattr(c, "to_pylist") else c for c in columns)
    return list(islice(zip(*some, strict=True), most))
