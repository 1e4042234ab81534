"""Rows of delimited text: how they are cut into cells, fitted to a header, and streamed."""

from __future__ import annotations

import csv
import io
import itertools
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import UnreadableTableError
from core.lake.formats.base import BATCH_ROWS, Columns, Limits, Reading
from core.lake.formats.compression import open_bytes

if TYPE_CHECKING:
    import _csv

    import pyarrow as pa

_MOST_CELL_CHARACTERS = 32 * 1024 * 1024
_MOST_LINE_CHARACTERS = 64 * 1024 * 1024
# The csv module holds a cell several times over at four bytes a character.
csv.field_size_limit(_MOST_CELL_CHARACTERS)

_END = "\0"
"""A line behind the last, which no text has: nul characters are taken out. It stands in a row of
its own unless a quote is open."""

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

        given = 0
        try:
            for batch in self._by_arrow():
                skipped = max(self.rows_before - given, 0)
                given += batch.num_rows
                yield [column.slice(skipped) for column in batch.columns]
        except (pa.ArrowInvalid, UnicodeDecodeError):
            # Ragged rows, stray quotes or broken text: what the csv module is there for.
            yield from self.tolerant(max(given - self.rows_before, 0))

    def _by_arrow(self) -> Iterator[pa.RecordBatch]:
        """Give pyarrow's batches; the last is refused if a quote may be open at its end."""
        import pyarrow as pa
        from pyarrow import csv as arrow_csv

        names = [str(i) for i in range(len(self.header))]
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
            held = None
            for batch in reader:
                if held is not None:
                    yield held
                held = batch if batch.num_rows else held
            if held is not None:
                last = held.columns[-1][-1].as_py() or ""
                if "\n" in last or "\r" in last:
                    raise pa.ArrowInvalid("The last cell may hold all rows behind an open quote.")
                yield held

    def tolerant(self, already_given: int) -> Iterator[Columns]:
        """Read by the csv module whatever stands there, from body row `already_given` on.

        Where a quote is never closed, all from its row on is read once more without quotes.
        """
        with self._opened() as lines:
            table = itertools.islice(iter(lines), self.lines_before, None)
            reader = self.dialect.rows(itertools.chain(table, [_END]))
            rows = _Rows(reader, lines, len(self.header))
            body = itertools.islice(rows, self.rows_before + already_given, None)
            yield from self._batches(body, lines)
            if rows.open_lines:
                yield from self._from_open_quote(rows)
            else:
                self.reading.notes += lines.notes_on_quotes(self.dialect)
        self.reading.notes += lines.notes(self.dialect)

    @contextmanager
    def _opened(self) -> Iterator[_Lines]:
        with (
            open_bytes(self.path, self.limits) as file,
            io.TextIOWrapper(
                file, encoding=self.dialect.encoding, errors="replace", newline=""
            ) as text,
        ):
            yield _Lines(partial(text.readline, _MOST_LINE_CHARACTERS))

    def _batches(self, rows: Iterable[list[str]], lines: _Lines) -> Iterator[Columns]:
        most = max(1, min(BATCH_ROWS, _BATCH_CELLS // len(self.header)))
        batch: list[list[str]] = []
        begun_at = lines.characters
        for row in rows:
            batch.append(row)
            if len(batch) == most or lines.characters - begun_at > _BATCH_CHARACTERS:
                yield fitted(self.header, batch, self.reading)
                batch, begun_at = [], lines.characters
        if batch:
            yield fitted(self.header, batch, self.reading)

    def _from_open_quote(self, rows: _Rows) -> Iterator[Columns]:
        """Give what an open quote swallows: as rows without quotes if these fit, else as a cell."""
        count, misfits = rows.count, rows.misfits
        with self._opened() as lines:
            for row in self._literal(lines, rows.line):
                count += 1
                misfits += len(row) != len(self.header)
        together = rows.count + 1, rows.misfits + (len(rows.open) != len(self.header))
        if count > together[0] and misfits / count <= together[1] / together[0]:
            self.reading.notes.append(
                f"A quote in row {rows.count - self.rows_before + 1:,} is never closed, so quotes "
                "were read as plain characters from there on."
            )
            rows.open = []
            with self._opened() as lines:
                yield from self._batches(self._literal(lines, rows.line), lines)
        elif rows.too_long:
            raise _long_cell() from rows.too_long
        else:
            held = f"holds {rows.open_lines:,} lines"
            self.reading.notes.append(f"A quote is never closed, so one cell {held}.")
            yield fitted(self.header, [rows.open], self.reading)

    def _literal(self, lines: _Lines, line: int) -> Iterator[list[str]]:
        """Cut the lines behind so many of the table into rows, with quotes as any other sign."""
        dialect = Dialect(self.dialect.encoding, self.dialect.delimiter, quoting=csv.QUOTE_NONE)
        table = itertools.islice(iter(lines), self.lines_before + line, None)
        return (row for row in _refusing_long_cells(dialect.rows(table)) if row)


@dataclass
class _Rows:
    """The rows of a text that are not blank, up to one that a quote holds open to its end.

    Parameters
    ----------
    reader
        Of the lines, with `_END` behind the last.
    width
        Cells that a row should have.
    """

    reader: _csv.Reader
    lines: _Lines
    width: int
    count: int = 0
    misfits: int = 0
    line: int = 0
    """Lines before the row that is read."""
    open: list[str] = field(default_factory=list)
    """The row in which a quote is open; empty where it is too long to be held."""
    open_lines: int = 0
    too_long: csv.Error | None = None

    def __iter__(self) -> Iterator[list[str]]:
        reader, lines = self.reader, self.lines
        while True:
            self.line, quotes = reader.line_num, lines.quotes
            try:
                row = next(reader)
            except StopIteration:
                return
            except csv.Error as error:
                self._pass_over(quotes, error)
                return
            if row and row[-1].endswith(_END):
                if row == [_END]:
                    return
                row[-1] = row[-1].removesuffix(_END)
                lines_of_row = reader.line_num - 1 - self.line
                if lines_of_row > 1:
                    self.open, self.open_lines = row, lines_of_row
                    return
            if row:
                self.count += 1
                self.misfits += len(row) != self.width
                yield row

    def _pass_over(self, quotes: int, error: csv.Error) -> None:
        """Find whether the quote of a cell that is too long is ever closed."""
        for _ in self.lines:
            pass
        if (self.lines.quotes - quotes) % 2 == 0:
            raise _long_cell() from error
        self.open_lines, self.too_long = 1, error


def _refusing_long_cells(rows: Iterator[list[str]]) -> Iterator[list[str]]:
    try:
        yield from rows
    except csv.Error as error:
        raise _long_cell() from error


def _long_cell() -> UnreadableTableError:
    return UnreadableTableError(
        f"A cell must have at most {_MOST_CELL_CHARACTERS:,} characters; one has more.",
        "A quote may be open: close it, or take the cell out.",
    )


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

    def notes_on_quotes(self, dialect: Dialect) -> Iterator[str]:
        if self.quotes % 2 and dialect.escape is None:
            yield "A quote is never closed, so one cell may hold many rows."
