"""Delimited text: small files in one piece, large ones as a stream.

For small files the cost is the call, not the bytes: Python's csv module reads the median web
table ten times faster than any columnar reader opens it. Large files go through pyarrow, which is
several times faster a byte but takes rectangular files only; where it stops, the csv module goes
on from the same row.
"""

from __future__ import annotations

import csv
import io
import itertools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from core.amounts import amount
from core.errors import UnreadableTableError
from core.lake.formats.base import (
    BATCH_ROWS,
    WHOLE_FILE_BYTES,
    Columns,
    Limits,
    OpenTable,
    Reading,
)
from core.lake.formats.compression import open_bytes
from core.lake.formats.dialect import (
    SAMPLE_CHARACTERS,
    guess_delimiter,
    guess_encoding,
    guess_escape,
    refuse_binary,
    row_widths,
    stated_delimiter,
)
from core.lake.formats.header_row import HEADER_OF_VALUES, is_of_values, lines_above_header
from core.lake.formats.odd_rows import odd_rows

_MOST_CELL_CHARACTERS = 32 * 1024 * 1024
_MOST_LINE_CHARACTERS = 64 * 1024 * 1024
# The csv module holds a cell several times over at four bytes a character.
csv.field_size_limit(_MOST_CELL_CHARACTERS)

TAB_SUFFIXES = (".tsv", ".tab")
SUFFIXES = (".csv", ".psv", *TAB_SUFFIXES)
"""Endings of delimited text, lower case."""

_ARROW_BLOCK_BYTES = 16 * 1024 * 1024
_BATCH_CELLS = 1_000_000
_BATCH_CHARACTERS = 16 * 1024 * 1024


@dataclass(frozen=True)
class _Dialect:
    encoding: str
    delimiter: str
    quoting: int = csv.QUOTE_MINIMAL
    escape: str | None = None

    def rows(self, lines: Iterable[str]) -> Iterator[list[str]]:
        return csv.reader(
            lines,
            delimiter=self.delimiter,
            quoting=self.quoting,  # type: ignore[arg-type] # csv's constants are plain ints
            escapechar=self.escape,
        )


def read(path: Path, limits: Limits) -> Iterator[OpenTable]:
    """Read a delimited text file (CSV, TSV and their kin), plain or compressed.

    Encoding and delimiter are guessed (see `dialect`). The first row that is not blank is the
    header; lines above it (titles, see `header_row`, or Excel's ``sep=;``) are skipped and noted,
    and so is a header that looks like values. A header one cell shorter than every row is that of
    all columns but the first, as R writes it. Rows shorter than the header are padded, longer ones
    cut, and both are counted.

    Raises
    ------
    UnreadableTableError
        If the file is empty, binary, or its compression is broken or a bomb.
    """
    with open_bytes(path, limits) as file:
        start = file.read(WHOLE_FILE_BYTES + 1)
    if not start.strip():
        raise UnreadableTableError("The file is empty.", "Remove it or fill it.")
    default = "\t" if set(TAB_SUFFIXES) & {s.lower() for s in path.suffixes} else ","
    if len(start) <= WHOLE_FILE_BYTES:
        yield read_whole(start, default)
    else:
        yield _stream(path, limits, start, default)


def read_whole(data: bytes, default_delimiter: str = ",") -> OpenTable:
    """Read delimited text from memory into one batch.

    Raises
    ------
    UnreadableTableError
        If the text is empty or binary.
    """
    reading = _begun(guess_encoding(data))
    text = data.decode(reading.encoding, errors="replace")
    if "\ufffd" in text and b"\xef\xbf\xbd" not in data:
        reading.notes.append(
            f"{text.count(chr(0xFFFD)):,} characters are not {reading.encoding} and were replaced."
        )
    refuse_binary(text, data)
    text = _without_nul(text, reading)
    dialect = _dialect(text[:SAMPLE_CHARACTERS], reading, default_delimiter)
    rows = [row for row in dialect.rows(io.StringIO(text, newline="")) if row]
    if text.count('"') % 2:
        dialect, rows = _without_stray_quotes(text, dialect, rows, reading)
    if not rows:
        raise UnreadableTableError("The file has blank lines only.", "Remove it or fill it.")
    skipped = _lines_above_header(rows, reading)
    header, body = rows[skipped], rows[skipped + 1 :]
    _note_values(header, body, reading)
    header = _with_row_names(header, body, reading)
    return OpenTable("", header, iter([_columns(header, body, reading)]), reading)


def _begun(encoding: str) -> Reading:
    """Begin with an encoding; one that no mark and no rule of its own proves is a guess."""
    reading = Reading(encoding=encoding)
    if not encoding.startswith("utf"):
        reading.notes.append(
            f"Nothing in the file tells its encoding; {encoding} is a guess. If letters are wrong, "
            "save it as UTF-8."
        )
    return reading


def _dialect(sample: str, reading: Reading, default: str) -> _Dialect:
    delimiter = stated_delimiter(sample) or guess_delimiter(sample, default)
    reading.delimiter = delimiter
    return _Dialect(reading.encoding, delimiter, escape=guess_escape(sample, delimiter))


def _without_nul(text: str, reading: Reading) -> str:
    if "\0" not in text:
        return text
    reading.notes.append(f"{text.count(chr(0)):,} nul characters were taken out.")
    return text.replace("\0", "")


def _without_stray_quotes(
    text: str, dialect: _Dialect, rows: list[list[str]], reading: Reading
) -> tuple[_Dialect, list[list[str]]]:
    """An odd number of quotes: if one swallows rows, take quotes as ordinary characters."""
    literal = _Dialect(dialect.encoding, dialect.delimiter, quoting=csv.QUOTE_NONE)
    literal_rows = [row for row in literal.rows(io.StringIO(text, newline="")) if row]
    if _misfits(literal_rows) <= _misfits(rows) and len(literal_rows) > len(rows):
        reading.notes.append("A quote is never closed, so quotes were read as plain characters.")
        return literal, literal_rows
    return dialect, rows


def _misfits(rows: list[list[str]]) -> float:
    width = len(rows[0]) if rows else 0
    return sum(len(row) != width for row in rows) / max(len(rows), 1)


def _lines_above_header(rows: list[list[str]], reading: Reading) -> int:
    stated = int(reading.delimiter.join(rows[0]) == f"sep={reading.delimiter}" and len(rows) > 1)
    titles = lines_above_header(rows[stated:]) or _lone_cells_above(rows[stated:])
    if titles:
        verb = "was" if titles == 1 else "were"
        reading.notes.append(f"{amount(titles, 'line')} above the header {verb} left out.")
    return stated + titles


def _lone_cells_above(rows: list[list[str]]) -> int:
    """Lines without a delimiter where most others have one."""
    if len(rows[0]) > 1 or len(rows) < 3:  # noqa: PLR2004 - fewer rows show no pattern
        return 0
    width, often = row_widths(rows).most_common(1)[0]
    if width == 1 or often < 0.6 * len(rows):
        return 0
    return next(i for i, row in enumerate(rows) if len(row) > 1)


def _note_values(header: list[str], body: list[list[str]], reading: Reading) -> None:
    if is_of_values(header, body):
        reading.notes.append(HEADER_OF_VALUES)
    reading.notes += odd_rows(header, body)


def _with_row_names(header: list[str], body: list[list[str]], reading: Reading) -> list[str]:
    """Give the column of row names, which R writes without a header, an empty one."""
    wider = len(header) + 1
    if not body or any(len(row) != wider for row in body) or not any(row[-1] for row in body):
        return header
    reading.notes.append("Every row has one cell more than the header: the first has no name.")
    return ["", *header]


def _columns(header: list[str], body: list[list[str]], reading: Reading) -> Columns:
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


def _stream(path: Path, limits: Limits, start: bytes, default: str) -> OpenTable:
    reading = _begun(guess_encoding(start, whole=False))
    text = start.decode(reading.encoding, errors="ignore")
    refuse_binary(text, start)
    has_nul = "\0" in text
    text = text.replace("\0", "")
    dialect = _dialect(text[:SAMPLE_CHARACTERS], reading, default)
    rows = [row for row in dialect.rows(io.StringIO(text, newline="")) if row][:-1]
    if not rows:
        raise UnreadableTableError(
            f"The first {WHOLE_FILE_BYTES // 2**20} MB hold no complete row.",
            "Check the line ends and quotes of the file.",
        )
    skipped = _lines_above_header(rows, reading)
    _note_values(rows[skipped], rows[skipped + 1 :], reading)
    header = _with_row_names(rows[skipped], rows[skipped + 1 :], reading)
    plain = not has_nul and not skipped and dialect.escape is None
    fast = plain and dialect.encoding in ("utf-8", "utf-8-sig", "cp1252", "latin-1")
    stream = _Stream(path, limits, dialect, header, skipped, reading)
    return OpenTable("", header, stream.fast() if fast else stream.tolerant(0), reading)


@dataclass
class _Stream:
    path: Path
    limits: Limits
    dialect: _Dialect
    header: list[str]
    skipped: int
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
                    columns = [column.slice(0 if given else 1) for column in batch.columns]
                    given += batch.num_rows
                    yield columns
        except (pa.ArrowInvalid, UnicodeDecodeError):
            # Ragged rows, stray quotes or broken text: what the csv module is there for.
            yield from self.tolerant(max(given - 1, 0))

    def tolerant(self, already_given: int) -> Iterator[Columns]:
        """Read by the csv module whatever stands there, from body row `already_given` on."""
        with (
            open_bytes(self.path, self.limits) as file,
            io.TextIOWrapper(
                file, encoding=self.dialect.encoding, errors="replace", newline=""
            ) as text,
        ):
            lines = _Lines(partial(text.readline, _MOST_LINE_CHARACTERS))
            rows = (row for row in _refusing_long_cells(self.dialect.rows(iter(lines))) if row)
            body = itertools.islice(rows, self.skipped + 1 + already_given, None)
            most = max(1, min(BATCH_ROWS, _BATCH_CELLS // len(self.header)))
            batch: list[list[str]] = []
            begun_at = lines.characters
            for row in body:
                batch.append(row)
                if len(batch) == most or lines.characters - begun_at > _BATCH_CHARACTERS:
                    yield _columns(self.header, batch, self.reading)
                    batch, begun_at = [], lines.characters
            if batch:
                yield _columns(self.header, batch, self.reading)
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

    def notes(self, dialect: _Dialect) -> Iterator[str]:
        if self.replaced:
            yield (
                f"{self.replaced:,} characters are not valid {dialect.encoding} and were "
                "replaced by U+FFFD, or are that."
            )
        if self.nul:
            yield f"{self.nul:,} nul characters were taken out."
        if self.quotes % 2 and dialect.escape is None:
            yield "A quote is never closed, so one cell may hold many rows."
