"""Rows of delimited text: how they are cut into cells, fitted to a header, and streamed."""

from __future__ import annotations

import io
import itertools
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from core.amounts import amount
from core.errors import UnreadableTableError
from core.lake.formats.base import BATCH_ROWS, Columns, Limits, Reading
from core.lake.formats.compression import open_bytes
from core.lake.formats.dialect import Dialect, row_widths
from core.lake.formats.encoding_guess import encoding_behind_ascii, guess_told
from core.lake.formats.quoted_rows import (
    Lines,
    Rows,
    has_empty_row,
    long_cell,
    may_be_misread,
    refusing_long_cells,
    rows_to_the_last,
)

if TYPE_CHECKING:
    import pyarrow as pa

FAST_ENCODINGS = ("utf-8", "utf-8-sig", "cp1250", "cp1252", "latin-1", "iso8859-1", "iso8859-2")
"""Encodings in which pyarrow reads a stream."""

_ARROW_BLOCK_BYTES = 16 * 1024 * 1024
_BATCH_CELLS = 1_000_000
_BATCH_CHARACTERS = 16 * 1024 * 1024


_MOST_CELLS = 50_000_000
_MOST_CELLS_A_CHARACTER = 20
"""A table with more cells of both is short rows below a line that is none of it."""


def batches_of(
    header: list[str], body: list[list[str]], reading: Reading, characters: int
) -> Iterator[Columns]:
    """Give the rows of a text that is held, in batches of so many cells as a stream's.

    Raises
    ------
    UnreadableTableError
        If the rows are so short that filling them up is out of proportion to the text.
    """
    refuse_lopsided(header, body, len(body), characters)
    return _batches_of(header, body, reading)


def _batches_of(header: list[str], body: list[list[str]], reading: Reading) -> Iterator[Columns]:
    most = _rows_of_batch(header)
    for first in range(0, len(body) or 1, most):
        yield fitted(header, body[first : first + most], reading)
    reading.notes += empty_rows_told(reading)


def empty_rows_told(reading: Reading) -> Iterator[str]:
    """Say how many rows of delimiters alone were left out, if there are any."""
    if reading.rows_empty:
        verb = "was" if reading.rows_empty == 1 else "were"
        yield f"{amount(reading.rows_empty, 'row')} without a value {verb} left out."


def refuse_lopsided(header: list[str], some: list[list[str]], rows: int, characters: int) -> None:
    """Refuse a table of which nearly all cells would be filled in.

    Parameters
    ----------
    some
        Rows by which the commonest width is told.
    rows, characters
        How many there are until now, and of how much text.

    Raises
    ------
    UnreadableTableError
        If it is so.
    """
    cells = rows * len(header)
    if cells <= max(_MOST_CELLS, _MOST_CELLS_A_CHARACTER * characters):
        return
    ((width, _),) = row_widths(some).most_common(1)
    raise UnreadableTableError(
        f"The header has {amount(len(header), 'cell')} and most rows have {width:,}: filled up, "
        f"{characters:,} characters of text would be {cells:,} cells or more.",
        "Say which line is the header.",
    )


def _rows_of_batch(header: list[str]) -> int:
    return max(1, min(BATCH_ROWS, _BATCH_CELLS // len(header)))


def fitted(header: list[str], body: list[list[str]], reading: Reading) -> Columns:
    """Turn rows into columns as wide as the header: shorter rows padded, longer ones cut.

    Below several columns rows without a value, such as ``;;``, are left out.
    """
    width = len(header)
    if width > 1:
        body = _with_values(body, reading)
    if any(len(row) != width for row in body):
        body = [_fit(row, width, reading) for row in body]
    return list(zip(*body, strict=True)) if body else [() for _ in header]


def _with_values(body: list[list[str]], reading: Reading) -> list[list[str]]:
    # Nearly all rows have a first cell, and whole lakes are read.
    if all(row[0] and not row[0].isspace() for row in body):
        return body
    kept = [row for row in body if any(cell and not cell.isspace() for cell in row)]
    reading.rows_empty += len(body) - len(kept)
    return kept


def _fit(row: list[str], width: int, reading: Reading) -> list[str]:
    if len(row) < width:
        reading.rows_padded += 1
        return row + [""] * (width - len(row))
    if len(row) > width:
        # A trailing delimiter makes an empty further cell, which is nothing lost.
        reading.rows_cut += any(cell.strip() for cell in row[width:])
        return row[:width]
    return row


class _WholeLineEnds(io.RawIOBase):
    """A stream of which no block ends between CR and LF.

    pyarrow drops an LF at the start of a block behind a CR, though both stand in a quoted cell.
    """

    def __init__(self, stream: pa.NativeFile) -> None:
        self._stream = stream
        self._held = b""

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1, /) -> bytes:
        block = self._held + self._next(size - len(self._held))
        if block == b"\r":  # without what is behind it there would be none
            block += self._next(size - 1)
        self._held = b"\r" if len(block) > 1 and block.endswith(b"\r") else b""
        return block[: len(block) - len(self._held)]

    def _next(self, size: int) -> bytes:
        block: bytes = self._stream.read(max(size, 1) if size >= 0 else -1)
        return block


@dataclass
class RowStream:
    """The rows of a file that is too large to be held.

    Parameters
    ----------
    lines_before, rows_before
        Lines of the file, and then rows that are not blank, before the first row of the table.
    keeps_blank
        Whether a blank line between rows is a row with a missing cell.
    encoding_is_open
        Whether it is taken for UTF-8 because all that was looked at is ASCII.
    """

    path: Path
    limits: Limits
    dialect: Dialect
    header: list[str]
    lines_before: int
    rows_before: int
    reading: Reading
    keeps_blank: bool = False
    encoding_is_open: bool = False

    def fast(self, already_given: int = 0) -> Iterator[Columns]:
        """Read by pyarrow while the file is rectangular, then tolerantly from the same row."""
        import pyarrow as pa

        seen, given = 0, self.rows_before + already_given
        try:
            for batch in self._by_arrow():
                skipped = min(max(given - seen, 0), batch.num_rows)
                seen += batch.num_rows
                given = max(given, seen)
                if skipped < batch.num_rows:
                    yield [column.slice(skipped) for column in batch.columns]
        except (pa.ArrowInvalid, UnicodeDecodeError):
            # Ragged rows, stray quotes or broken text: what the csv module is there for.
            again = self._settles_encoding() and self.dialect.encoding in FAST_ENCODINGS
            read = self.fast if again else self.tolerant
            yield from read(given - self.rows_before)

    def _settles_encoding(self) -> bool:
        """Look for letters that tell the encoding where none was seen yet; say if it is another."""
        if not self.encoding_is_open:
            return False
        self.encoding_is_open = False
        with open_bytes(self.path, self.limits) as file:
            encoding = encoding_behind_ascii(file)
        if encoding.startswith("utf"):
            return False
        self.dialect = replace(self.dialect, encoding=encoding)
        self.reading.encoding = encoding
        self.reading.notes.append(guess_told(encoding))
        return True

    def _by_arrow(self) -> Iterator[pa.RecordBatch]:
        """Give pyarrow's batches; the last is refused if its end is in doubt."""
        import pyarrow as pa
        from pyarrow import csv as arrow_csv

        names = [str(i) for i in range(len(self.header))]
        encoding = self.dialect.encoding.replace("-sig", "")
        with open_bytes(self.path, self.limits) as file:
            stream = pa.PythonFile(file, mode="r")
            if encoding != "utf-8":
                stream = pa.transcoding_input_stream(stream, encoding, "utf-8")
            reader = arrow_csv.open_csv(
                pa.PythonFile(_WholeLineEnds(stream), mode="r"),
                read_options=arrow_csv.ReadOptions(
                    use_threads=False,
                    block_size=_ARROW_BLOCK_BYTES,
                    skip_rows=self.lines_before,
                    column_names=names,
                ),
                parse_options=arrow_csv.ParseOptions(
                    delimiter=self.dialect.delimiter,
                    newlines_in_values=True,
                    ignore_empty_lines=False,
                ),
                convert_options=arrow_csv.ConvertOptions(
                    column_types=dict.fromkeys(names, pa.string()), strings_can_be_null=False
                ),
            )
            held = None
            for batch in reader:
                self._refuse_odd(batch)
                if held is not None:
                    yield held
                held = batch if batch.num_rows else held
            if held is not None:
                last = held.columns[-1][-1].as_py() or ""
                if "\n" in last or "\r" in last or (self.keeps_blank and not last):
                    raise pa.ArrowInvalid("A quote may be open, or the last line blank.")
                yield held

    def _refuse_odd(self, batch: pa.RecordBatch) -> None:
        import pyarrow as pa

        if len(self.header) > 1 and has_empty_row(batch):
            raise pa.ArrowInvalid("A line may be blank.")
        if may_be_misread(batch, self.dialect.delimiter):
            raise pa.ArrowInvalid("It has nul characters, or quotes that may be stray or escaped.")

    def tolerant(self, already_given: int) -> Iterator[Columns]:
        """Read by the csv module whatever stands there, from body row `already_given` on.

        Where a quote is never closed, all from its row on is read once more without quotes.
        """
        self._settles_encoding()
        with self._opened() as lines:
            before = self.lines_before, self.rows_before
            rows = Rows(lines, *before, self.dialect, len(self.header), self.keeps_blank)
            body = itertools.islice(rows, self.rows_before + already_given, None)
            yield from self._batches(body, lines)
            if rows.open_lines:
                yield from self._from_open_quote(rows)
            self.reading.notes += rows.notes()
        self.reading.notes += lines.notes(self.dialect)
        self.reading.notes += empty_rows_told(self.reading)

    @contextmanager
    def _opened(self) -> Iterator[Lines]:
        with (
            open_bytes(self.path, self.limits) as file,
            io.TextIOWrapper(
                file, encoding=self.dialect.encoding, errors="replace", newline=""
            ) as text,
        ):
            yield Lines(text.readline)

    def _batches(self, rows: Iterable[list[str]], lines: Lines) -> Iterator[Columns]:
        most, count = _rows_of_batch(self.header), 0
        batch: list[list[str]] = []
        begun_at = lines.characters
        for row in rows:
            batch.append(row or [""])
            if len(batch) == most or lines.characters - begun_at > _BATCH_CHARACTERS:
                count += len(batch)
                refuse_lopsided(self.header, batch, count, lines.characters)
                yield fitted(self.header, batch, self.reading)
                batch, begun_at = [], lines.characters
        if batch:
            yield fitted(self.header, batch, self.reading)

    def _from_open_quote(self, rows: Rows) -> Iterator[Columns]:
        """Give what an open quote swallows: as rows without quotes if these fit, else as a cell."""
        count, misfits, blank = rows.count, rows.misfits, 0
        with self._opened() as lines:
            for row in self._literal(lines, rows.line):
                blank += not row
                count += bool(row)
                misfits += bool(row) and len(row) != len(self.header)
        together = rows.count + 1, rows.misfits + (len(rows.open) != len(self.header))
        if count > together[0] and misfits / count <= together[1] / together[0]:
            self.reading.notes.append(
                f"A quote in row {rows.count - self.rows_before + 1:,} is never closed, so quotes "
                "were read as plain characters from there on."
            )
            rows.open = []
            rows.blank += blank
            with self._opened() as lines:
                below = self._literal(lines, rows.line)
                kept = below if self.keeps_blank else filter(None, below)
                yield from self._batches(kept, lines)
        elif rows.too_long:
            raise long_cell() from rows.too_long
        else:
            held = f"holds {rows.open_lines:,} lines"
            self.reading.notes.append(f"A quote is never closed, so one cell {held}.")
            yield fitted(self.header, [rows.open], self.reading)

    def _literal(self, lines: Lines, line: int) -> Iterator[list[str]]:
        """Cut the lines behind so many of the table into rows, with quotes as any other sign.

        Blank lines between them are rows without cells.
        """
        table = itertools.islice(iter(lines), self.lines_before + line, None)
        rows = self.dialect.literally().rows(table)
        return rows_to_the_last(refusing_long_cells(rows))
