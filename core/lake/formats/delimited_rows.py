"""Rows of delimited text: how they are cut into cells, fitted to a header, and streamed."""

from __future__ import annotations

import csv
import io
import itertools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import UnreadableTableError
from core.lake.formats.base import BATCH_ROWS, Columns, Limits, Reading
from core.lake.formats.compression import open_bytes

if TYPE_CHECKING:
    import _csv

_MOST_CELL_CHARACTERS = 32 * 1024 * 1024
_MOST_LINE_CHARACTERS = 64 * 1024 * 1024
# The csv module holds a cell several times over at four bytes a character.
csv.field_size_limit(_MOST_CELL_CHARACTERS)

_ARROW_BLOCK_BYTES = 16 * 1024 * 1024
_BATCH_CELLS = 1_000_000
_BATCH_CHARACTERS = 16 * 1024 * 1024


@dataclass(frozen=True)
class Dialect:
    """How text is cut into rows and cells."""

    encoding: str
    delimiter: str
    quoting: int = csv.QUOTE_MINIMAL
    escape: str | None = None

    def rows(self, lines: Iterable[str]) -> _csv.Reader:
        """Cut lines into rows, blank lines included."""
        return csv.reader(
            lines,
            delimiter=self.delimiter,
            quoting=self.quoting,  # type: ignore[arg-type] # csv's constants are plain ints
            escapechar=self.escape,
        )


def fitted(header: list[str], body: list[list[str]], reading: Reading) -> Columns:
    """Turn rows into columns as wide as the header: shorter rows padded, longer ones cut."""
    width = len(header)
    if any(len(row) != width for row in body):
        body = [_fit(row, width, reading) for row in body]
    return list(zip(*body, strict=True)) if body else [() for _ in header]


def _fit(row: list[str], width: int, reading: Reading) -> list[str]:
    if len(row) < width:
        reading.rows_padded += 1
        return row + [""] * (width - len(row))
    if len(row) > width:
        # A trailing delimiter makes an empty further cell, which is nothing lost.
        reading.rows_cut += any(cell.strip() for cell in row[width:])
        return row[:width]
    return row


@dataclass
class RowStream:
    """The rows of a file that is too large to be held.

    Parameters
    ----------
    lines_before, rows_before
        Lines of the file, and then rows that are not blank, before the first row of the table.
    """

    path: Path
    limits: Limits
    dialect: Dialect
    header: list[str]
    lines_before: int
    rows_before: int
    reading: Reading

    def fast(self) -> Iterator[Columns]:
        """Read by pyarrow while the file is rectangular, then tolerantly from the same row."""
        import pyarrow as pa
        from pyarrow import csv as arrow_csv

        names = [str(i) for i in range(len(self.header))]
        given = 0
        try:
            with open_bytes(self.path, self.limits) as file:
                reader = arrow_csv.open_csv(
                    pa.PythonFile(file, mode="r"),
                    read_options=arrow_csv.ReadOptions(
                        use_threads=False,
                        block_size=_ARROW_BLOCK_BYTES,
                        skip_rows=self.lines_before,
                        column_names=names,
                        encoding=self.dialect.encoding.replace("-sig", ""),
                    ),
                    parse_options=arrow_csv.ParseOptions(
                        delimiter=self.dialect.delimiter, newlines_in_values=True
                    ),
                    convert_options=arrow_csv.ConvertOptions(
                        column_types=dict.fromkeys(names, pa.string()), strings_can_be_null=False
                    ),
                )
                for batch in reader:
                    skipped = max(self.rows_before - given, 0)
                    given += batch.num_rows
                    yield [column.slice(skipped) for column in batch.columns]
        except (pa.ArrowInvalid, UnicodeDecodeError):
            # Ragged rows, stray quotes or broken text: what the csv module is there for.
            yield from self.tolerant(max(given - self.rows_before, 0))

    def tolerant(self, already_given: int) -> Iterator[Columns]:
        """Read by the csv module whatever stands there, from body row `already_given` on."""
        with (
            open_bytes(self.path, self.limits) as file,
            io.TextIOWrapper(
                file, encoding=self.dialect.encoding, errors="replace", newline=""
            ) as text,
        ):
            lines = _Lines(partial(text.readline, _MOST_LINE_CHARACTERS))
            table = itertools.islice(iter(lines), self.lines_before, None)
            rows = (row for row in _refusing_long_cells(self.dialect.rows(table)) if row)
            body = itertools.islice(rows, self.rows_before + already_given, None)
            most = max(1, min(BATCH_ROWS, _BATCH_CELLS // len(self.header)))
            batch: list[list[str]] = []
            begun_at = lines.characters
            for row in body:
                batch.append(row)
                if len(batch) == most or lines.characters - begun_at > _BATCH_CHARACTERS:
                    yield fitted(self.header, batch, self.reading)
                    batch, begun_at = [], lines.characters
            if batch:
                yield fitted(self.header, batch, self.reading)
        self.reading.notes += lines.notes(self.dialect)


def _refusing_long_cells(rows: Iterator[list[str]]) -> Iterator[list[str]]:
    try:
        yield from rows
    except csv.Error as error:
        raise UnreadableTableError(
            f"A cell must have at most {_MOST_CELL_CHARACTERS:,} characters; one has more.",
            "A quote may be open: close it, or take the cell out.",
        ) from error


@dataclass
class _Lines:
    """The lines of a text without nul characters, and what is odd in them."""

    readline: Callable[[], str]
    characters: int = 0
    replaced: int = 0
    nul: int = 0
    quotes: int = 0

    def __iter__(self) -> Iterator[str]:
        for line in iter(self.readline, ""):
            if len(line) == _MOST_LINE_CHARACTERS:
                raise UnreadableTableError(
                    f"A line must have fewer than {_MOST_LINE_CHARACTERS:,} characters; one has "
                    "as many or more.",
                    "Check the line ends of the file.",
                )
            self.characters += len(line)
            self.quotes += line.count('"')
            if "\ufffd" in line:
                self.replaced += line.count("\ufffd")
            if "\0" in line:
                self.nul += line.count("\0")
                yield line.replace("\0", "")
            else:
                yield line

    def notes(self, dialect: Dialect) -> Iterator[str]:
        if self.replaced:
            yield (
                f"{self.replaced:,} characters are not valid {dialect.encoding} and were "
                "replaced by U+FFFD, or are that."
            )
        if self.nul:
            yield f"{self.nul:,} nul characters were taken out."
        if self.quotes % 2 and dialect.escape is None:
            yield "A quote is never closed, so one cell may hold many rows."
