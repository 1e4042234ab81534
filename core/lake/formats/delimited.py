"""Delimited text: small files in one piece, large ones as a stream.

For small files the cost is the call, not the bytes: Python's csv module reads the median web
table ten times faster than any columnar reader opens it. Large files go through pyarrow, which is
several times faster a byte but takes rectangular files only; where it stops, the csv module goes
on from the same row.
"""

from __future__ import annotations

import io
import itertools
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from core.amounts import amount
from core.errors import UnreadableTableError
from core.lake.formats.base import WHOLE_FILE_BYTES, Limits, OpenTable, Reading
from core.lake.formats.compression import format_suffix, open_bytes
from core.lake.formats.delimited_rows import FAST_ENCODINGS, RowStream, batches_of
from core.lake.formats.dialect import (
    SAMPLE_CHARACTERS,
    Dialect,
    guess_delimiter,
    guess_escape,
    refuse_no_table,
    row_widths,
    stated_delimiter,
)
from core.lake.formats.encoding_guess import guess_encoding, guess_told
from core.lake.formats.encodings import encoding_title
from core.lake.formats.header_row import HEADER_OF_VALUES, is_of_values, reach
from core.lake.formats.lines_above import lines_above_header
from core.lake.formats.quoted_rows import (
    ESCAPED_QUOTE,
    Lines,
    Rows,
    blank_lines_told,
    is_torn,
    rows_to_the_last,
)
from core.lake.formats.read_as import GUESSED, ReadAs
from core.lake.formats.stated_rows import (
    filled,
    first_row,
    header_without_names,
    left_out,
    lines_of,
    refuse_empty,
    refuse_too_few,
    text_lines,
    top_line,
)

_TAB_SUFFIXES = {".tsv", ".tab"}
_BLANK = "The file has blank lines only.", "Remove it or fill it."
_NEVER_CLOSED = "A quote is never closed, so quotes were read as plain characters."
_NO_ROW = (
    f"The first {WHOLE_FILE_BYTES // 2**20} MB hold no complete row.",
    "Check the line ends and quotes of the file.",
)
_MOST_REPLACED = 0.01
"""Share of characters that may be none of the encoding that was said."""


def read(
    path: Path, limits: Limits, read_as: ReadAs = GUESSED, content: bytes | None = None
) -> Iterator[OpenTable]:
    """Read a delimited text file (CSV, TSV and their kin), plain or compressed.

    Encoding and delimiter are guessed (see `encoding_guess`, `dialect`). The first row that is not
    blank is the header; lines above it (see `lines_above`, or Excel's ``sep=;``) are skipped
    and noted, and so is a header that looks like values. A header one cell shorter than every row
    is that of all columns but the first, as R writes it; one shorter than most rows gets columns
    without a name. Rows shorter than the header are padded, longer ones cut, and both are counted.

    Parameters
    ----------
    read_as
        What is said of the file goes before what would be guessed.
    content
        The whole of the file, unpacked, where it was read already.

    Raises
    ------
    UnreadableTableError
        If the file is empty, binary, its compression is broken or a bomb, or it cannot be read as
        it was said.
    """
    start = content
    if start is None:
        with open_bytes(path, limits) as file:
            start = file.read(WHOLE_FILE_BYTES + 1)
    if not start.strip():
        raise UnreadableTableError("The file is empty.", "Remove it or fill it.")
    default = "\t" if format_suffix(path) in _TAB_SUFFIXES else ","
    if content is not None or len(start) <= WHOLE_FILE_BYTES:
        yield read_whole(start, default, read_as)
    else:
        yield _stream(path, limits, start, default, read_as)


def read_whole(data: bytes, default: str = ",", read_as: ReadAs = GUESSED) -> OpenTable:
    """Read delimited text from memory.

    Raises
    ------
    UnreadableTableError
        If the text is empty or binary, cannot be read as it was said, or has nearly no cells below
        a wide header.
    """
    reading = _begun(read_as.encoding or guess_encoding(data), said=bool(read_as.encoding))
    text = data.decode(reading.encoding, errors="replace")
    if replaced := _replaced(text, data, reading.encoding):
        if read_as.encoding:
            _refuse_wrong_encoding(text, reading.encoding)
        are = amount(replaced, "character", "is", "are")
        were = "was" if replaced == 1 else "were"
        reading.notes.append(f"{are} not {reading.encoding} and {were} replaced.")
    refuse_no_table(text, data)
    text = _without_nul(text, reading)
    table = _taken_apart(text, default, read_as, reading)
    batches = batches_of(table.header, table.body, reading, len(text))
    return OpenTable("", table.header, batches, reading, table.header_line, text_lines(text))


@dataclass(frozen=True)
class _Apart:
    """A text, or the start of one, taken apart: its header and the rows below."""

    dialect: Dialect
    header: list[str]
    header_line: int
    body: list[list[str]]
    lines_before: int
    rows_before: int
    keeps_blank: bool = True
    """Whether a blank line between rows is a row with a missing cell."""


def _taken_apart(
    text: str, default: str, read_as: ReadAs, reading: Reading, whole: bool = True
) -> _Apart:
    if read_as.header is not None:
        return _as_said(text, default, read_as, reading, whole)
    dialect = _dialect(text, reading, default, read_as.delimiter)
    dialect, records = _records(text, dialect, reading, whole)
    rows = _filled(records)
    if not rows:
        raise UnreadableTableError(*(_BLANK if whole else _NO_ROW))
    skipped = _lines_above_header(rows, reading)
    header, body = rows[skipped], rows[skipped + 1 :]
    if is_of_values(header, body):
        reading.notes.append(HEADER_OF_VALUES)
    header = _as_wide_as_rows(header, body, reading)
    line = _line_of(dialect, text, skipped) if skipped or text[:1].isspace() else 1
    apart = _Apart(dialect, header, line, body, 0 if skipped else line - 1, skipped + 1)
    return _with_blank_lines(records, apart, reading, whole)


def _as_said(text: str, default: str, read_as: ReadAs, reading: Reading, whole: bool) -> _Apart:
    lines = lines_of(text)
    start = "the file" if whole else f"the first {WHOLE_FILE_BYTES // 2**20} MB of the file"
    refuse_too_few(read_as, len(lines), start)
    top = top_line(read_as)
    sample = "".join(lines[top - 1 :])
    dialect = _dialect(sample, reading, default, read_as.delimiter)
    header, begins = [], top
    if read_as.header:
        reader = dialect.rows(lines[top - 1 :])
        header = next(reader)
        refuse_empty(read_as, header)
        begins += reader.line_num
    first = first_row(read_as, begins)
    below = "".join(lines[first - 1 :])
    dialect, records = _records(below, dialect, reading, whole)
    rows = _filled(records)
    reading.notes += left_out(
        read_as, filled(lines[: top - 1]), filled(lines[begins - 1 : first - 1])
    )
    header = _as_wide_as_rows(header, rows, reading) if header else header_without_names(rows)
    apart = _Apart(dialect, header, read_as.header or 0, rows, first - 1, 0)
    return _with_blank_lines(records, apart, reading, whole)


def _with_blank_lines(
    records: list[list[str]], apart: _Apart, reading: Reading, whole: bool
) -> _Apart:
    """Count the blank lines between rows, which in a table of one column are missing cells.

    They are not where all rows are spaced by them. What is below the last row is no row.
    """
    if all(records):
        return apart
    filled_ones = [place for place, record in enumerate(records) if record]
    first = filled_ones[apart.rows_before - 1] + 1 if apart.rows_before else 0
    below = records[first : filled_ones[-1] + 1]
    blank = below.count([])
    spaced = all(not one or not other for one, other in itertools.pairwise([apart.header, *below]))
    keeps = len(apart.header) == 1 and not (spaced and len(below) - blank > 1)
    if whole and blank:
        reading.notes.append(blank_lines_told(blank, kept=keeps))
        if keeps:
            return replace(apart, body=[record or [""] for record in below])
    return replace(apart, keeps_blank=keeps)


def _records(
    text: str, dialect: Dialect, reading: Reading, whole: bool
) -> tuple[Dialect, list[list[str]]]:
    """Cut a text into its rows, blank lines as rows without cells.

    Of the start of a text the last one may be cut off, and is left out.
    """
    reader = dialect.rows(io.StringIO(text, newline=""))
    records = list(reader)
    if not whole:
        return dialect, list(rows_to_the_last(records))[:-1]
    quotes, rows = text.count('"'), _filled(records)
    may_be_escaped = dialect.escape is None and ESCAPED_QUOTE in text
    if quotes and (may_be_escaped or reader.line_num > len(rows)):
        open_at = _line_left_open(text, dialect) if quotes % 2 else None
        if open_at is not None:
            return _without_open_quote(text, dialect, rows, open_at, reading)
        if is_torn(io.StringIO(text, newline=""), dialect):
            width, _ = row_widths(rows).most_common(1)[0]
            return dialect, _without_swallowed_rows(text, dialect, width, reading)
    return dialect, records


def _filled(records: list[list[str]]) -> list[list[str]]:
    return records if all(records) else list(filter(None, records))


def _cut(text: str, dialect: Dialect) -> list[list[str]]:
    return list(rows_to_the_last(dialect.rows(io.StringIO(text, newline=""))))


def _line_of(dialect: Dialect, text: str, place: int) -> int:
    """Line on which the row at a place begins, blank ones not counted among the rows."""
    reader = dialect.rows(io.StringIO(text, newline=""))
    begins = 1
    for row in reader:
        if row and not place:
            break
        place -= bool(row)
        begins = reader.line_num + 1
    return begins


def _begun(encoding: str, *, said: bool) -> Reading:
    """Begin with an encoding; one that no mark and no rule of its own proves is a guess."""
    guessed = not said and not encoding.startswith("utf")
    return Reading(encoding=encoding, notes=[guess_told(encoding)] if guessed else [])


def _replaced(text: str, data: bytes, encoding: str) -> int:
    """Count the characters that could not be decoded, without those that stand in the data."""
    if "\ufffd" not in text:
        return 0
    return text.count("\ufffd") - data.decode(encoding, errors="ignore").count("\ufffd")


def _refuse_wrong_encoding(text: str, encoding: str) -> None:
    wrong = text.count("\ufffd")
    if wrong > _MOST_REPLACED * len(text):
        raise UnreadableTableError(
            f"The file was said to be {encoding_title(encoding)}, and {wrong:,} of its "
            f"{len(text):,} characters are not.",
            "Say another encoding, or have it guessed.",
        )


def _dialect(text: str, reading: Reading, default: str, said: str) -> Dialect:
    sample = text[:SAMPLE_CHARACTERS]
    delimiter = said or stated_delimiter(sample) or guess_delimiter(sample, default)
    reading.delimiter = delimiter
    # A quote that is escaped may stand far behind the sample, in which others may be stray.
    escape = guess_escape(sample, delimiter) or guess_escape(text, delimiter)
    return Dialect(reading.encoding, delimiter, escape=escape)


def _without_nul(text: str, reading: Reading) -> str:
    if "\0" not in text:
        return text
    reading.notes.append(f"{text.count(chr(0)):,} nul characters were taken out.")
    return text.replace("\0", "")


def _line_left_open(text: str, dialect: Dialect) -> int | None:
    """Lines above the row in which a quote is open to the end of a text; none if all are closed."""
    end = "\0"  # a row of its own unless a quote is open; no text has it
    reader = dialect.rows(itertools.chain(io.StringIO(text, newline=""), [end]))
    above = 0
    for row in reader:
        if row == [end]:
            return None
        if row and row[-1].endswith(end):
            return above
        above = reader.line_num
    return None


def _without_open_quote(
    text: str, dialect: Dialect, rows: list[list[str]], open_at: int, reading: Reading
) -> tuple[Dialect, list[list[str]]]:
    """Where a quote is never closed, take it apart from the row on in which it opens."""
    swallowed = itertools.islice(io.StringIO(text, newline=""), open_at, None)
    below = _filled(_cut("".join(swallowed), dialect.literally()))
    width, _ = row_widths([*rows[:-1], *below]).most_common(1)[0]
    found = _without_swallowed_rows(text, dialect, width, reading)
    literal = dialect.literally()
    return (literal if _filled(found) == _filled(_cut(text, literal)) else dialect), found


def _without_swallowed_rows(
    text: str, dialect: Dialect, width: int, reading: Reading
) -> list[list[str]]:
    """Quotes that do not fit: where two of them swallow the rows between, take them apart.

    Blank lines are rows without cells.
    """
    lines = Lines(io.StringIO(text, newline="").readline)
    cut = Rows(lines, 0, 0, dialect, width, keeps_blank=True)
    found = list(cut)
    if cut.open_lines:
        as_one, apart = [cut.open], _cut("".join(cut.taken), dialect.literally())
        plain = _misfits([*found, *apart], width) <= _misfits([*found, *as_one], width)
        reading.notes += [_NEVER_CLOSED] * plain
        found += apart if plain else as_one
    reading.notes += cut.quote_notes()
    return found


def _misfits(records: list[list[str]], width: int) -> float:
    rows = _filled(records)
    return sum(len(row) != width for row in rows) / max(len(rows), 1)


def _lines_above_header(rows: list[list[str]], reading: Reading) -> int:
    stated = int(reading.delimiter.join(rows[0]) == f"sep={reading.delimiter}" and len(rows) > 1)
    titles = lines_above_header(rows[stated:]) or _lone_cells_above(rows[stated:])
    if titles:
        reading.notes.append(
            f"{amount(titles, 'line')} above the header {'was' if titles == 1 else 'were'} left "
            "out."
        )
    return stated + titles


def _lone_cells_above(rows: list[list[str]]) -> int:
    """Lines without a delimiter where most others have one."""
    if len(rows[0]) > 1 or len(rows) < 3:  # noqa: PLR2004 - fewer rows show no pattern
        return 0
    width, often = row_widths(rows).most_common(1)[0]
    if width == 1 or often < 0.6 * len(rows):
        return 0
    return next(i for i, row in enumerate(rows) if len(row) > 1)


def _as_wide_as_rows(header: list[str], body: list[list[str]], reading: Reading) -> list[str]:
    """Give columns without a name an empty one: that of row names, or those behind the header.

    R writes the row names without a header, which makes it one cell shorter than every row. Where
    more than half of the rows would be cut it is made as wide as the commonest of these.
    """
    wider = len(header) + 1
    if not any(len(row) >= wider for row in body):
        return header
    if all(len(row) == wider for row in body) and any(row[-1] for row in body):
        reading.notes.append("Every row has one cell more than the header: the first has no name.")
        return ["", *header]
    told = Counter(reach(row) for row in body)
    del told[0]
    longer = {width: often for width, often in told.items() if width >= wider}
    if 2 * sum(longer.values()) <= told.total():
        return header
    width = max(longer, key=lambda width: (longer[width], -width))
    more = width - len(header)
    columns = "column has" if more == 1 else f"{more:,} columns have"
    reading.notes.append(
        f"Most rows have more cells than the header: the last {columns} no name. If the header is "
        "in another line, say in which."
    )
    return [*header, *[""] * more]


def _stream(path: Path, limits: Limits, start: bytes, default: str, read_as: ReadAs) -> OpenTable:
    encoding = read_as.encoding or guess_encoding(start, whole=False)
    reading = _begun(encoding, said=bool(read_as.encoding))
    text = start.decode(encoding, errors="ignore")
    if read_as.encoding:
        _refuse_wrong_encoding(start.decode(encoding, errors="replace"), encoding)
    refuse_no_table(text, start)
    has_nul = "\0" in text
    text = text.replace("\0", "")
    table = _taken_apart(text, default, read_as, reading, whole=False)
    dialect = table.dialect
    fast = not has_nul and table.rows_before <= 1 and dialect.escape is None
    fast = fast and dialect.encoding in FAST_ENCODINGS
    fast = fast and (table.keeps_blank or len(table.header) > 1)
    before = table.lines_before, table.rows_before
    kept = table.keeps_blank and len(table.header) == 1
    is_open = not read_as.encoding and encoding == "utf-8" and text.isascii()
    stream = RowStream(path, limits, dialect, table.header, *before, reading, kept, is_open)
    batches = stream.fast() if fast else stream.tolerant(0)
    return OpenTable("", table.header, batches, reading, table.header_line, text_lines(text))
