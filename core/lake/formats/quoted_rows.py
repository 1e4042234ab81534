"""Lines of delimited text cut into rows, where quotes may be stray and swallow the rows below."""

from __future__ import annotations

import csv
import itertools
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

from core.amounts import amount
from core.errors import UnreadableTableError
from core.lake.formats.dialect import Dialect

if TYPE_CHECKING:
    import _csv

    import pyarrow as pa

MOST_CELL_CHARACTERS = 32 * 1024 * 1024
_MOST_LINE_CHARACTERS = 64 * 1024 * 1024
# The csv module holds a cell several times over at four bytes a character.
csv.field_size_limit(MOST_CELL_CHARACTERS)

_END = "\0"
"""A line behind the last, which no text has: nul characters are taken out. It stands in a row of
its own unless a quote is open."""

ESCAPED_QUOTE = '\\"'
_LINE_END = r"\r\n?|\n"

_CLOSES_EARLY = "expected after"
"""What the csv module says, where it is strict, of a quote that closes where no cell ends."""


@dataclass
class Rows:
    """The rows of a text up to one that a quote holds open to its end, blank lines mostly left out.

    Where a stray quote swallows the rows below up to the next quote, which closes where no cell
    ends, its line is read with quotes as plain characters if all these lines fit so.

    Parameters
    ----------
    lines
        Of the text.
    lines_before, rows_before
        How many of them, and then rows, stand above the first row of the table.
    width
        Cells that a row should have.
    keeps_blank
        Whether a blank line between rows is given, as a row without cells.
    """

    lines: Lines
    lines_before: int
    rows_before: int
    dialect: Dialect
    width: int
    keeps_blank: bool = False
    count: int = 0
    misfits: int = 0
    line: int = 0
    """Lines before the row that is read."""
    open: list[str] = field(default_factory=list)
    """The row in which a quote is open; empty where it is too long to be held."""
    open_lines: int = 0
    too_long: csv.Error | None = None
    blank: int = 0
    """Blank lines between rows."""
    mended: int = 0
    """Rows with a stray quote that would have swallowed those below."""
    torn: int = 0
    """Rows of several lines with a quote that closes where no cell ends, and that stay so."""
    escaped: int = 0
    """Rows in which quotes fit only if they are escaped by backslashes."""
    taken: list[str] = field(default_factory=list)
    """The lines of the row that is read."""
    _table: Iterator[str] = field(init=False)
    _given_back: deque[str] = field(default_factory=deque)

    def __post_init__(self) -> None:
        self._table = itertools.islice(iter(self.lines), self.lines_before, None)
        self.lines.taken = self.taken

    def __iter__(self) -> Iterator[list[str]]:
        reader, taken, blank = self._reader(), self.taken, 0
        first_line = list(itertools.islice(self._table, 1))
        taken.clear()
        self._give_back(first_line)
        while True:
            self.line += len(taken)
            taken.clear()
            is_torn = False
            try:
                row = next(reader)
            except StopIteration:
                return
            except csv.Error as error:
                if not (found := self._leniently(error)):
                    return
                row, reader = self._unescaped() or found[0], found[1]
                is_torn = _CLOSES_EARLY in str(error) and len(taken) > 1
            if row and row[-1].endswith(_END):
                if row == [_END]:
                    return
                row[-1] = row[-1].removesuffix(_END)
                if len(taken) > 1:
                    yield from self._blank_ones(blank)
                    self.open, self.open_lines = row, len(taken)
                    return
                row = self._ended(row)
            elif is_torn:
                row = self._read_plainly() or row
            if row:
                if blank:
                    yield from self._blank_ones(blank)
                    blank = 0
                self.count += 1
                self.misfits += len(row) != self.width
                yield row
            else:
                blank += 1

    def notes(self) -> Iterator[str]:
        """Say what stray quotes and blank lines there were."""
        yield from self.quote_notes()
        if self.blank:
            yield blank_lines_told(self.blank, kept=self.keeps_blank)

    def quote_notes(self) -> Iterator[str]:
        """Say what stray quotes there were."""
        if self.mended:
            yield (
                f"A stray quote would swallow the rows below it: in {amount(self.mended, 'row')} "
                "quotes were read as plain characters."
            )
        if self.escaped:
            yield f"In {amount(self.escaped, 'row')} quotes are escaped by backslashes."
        if self.torn:
            yield (
                f"In {amount(self.torn, 'row')} a quote closes where no cell ends; a cell may hold "
                "many rows."
            )
        elif self.lines.quotes % 2 and not (
            self.mended or self.escaped or self.open_lines or self.dialect.escape
        ):
            yield "A quote is never closed, so one cell may hold many rows."

    def _blank_ones(self, blank: int) -> Iterator[list[str]]:
        if self.count < self.rows_before:
            return
        self.blank += blank
        if self.keeps_blank:
            self.count += blank
            yield from ([] for _ in range(blank))

    def _reader(self) -> _csv.Reader:
        return self.dialect.rows(self._left(), strict=True)

    def _left(self) -> Iterator[str]:
        back, taken = self._given_back, self.taken
        while back:
            taken.append(back.popleft())
            yield taken[-1]
        yield from self._table
        yield _END

    def _give_back(self, some: Sequence[str]) -> None:
        self._given_back.extendleft(reversed(some))

    def _leniently(self, error: csv.Error) -> tuple[list[str], _csv.Reader] | None:
        """Read a row once more in which quotes do not fit; none if it is too long."""
        try:
            if not _is_of_quotes(error):
                raise error
            self._give_back(self.taken)
            self.taken.clear()
            return next(self.dialect.rows(self._left())), self._reader()
        except csv.Error as too_long:
            self._pass_over(too_long)
            return None

    def _unescaped(self) -> list[str]:
        """Read a row in which quotes do not fit as if backslashes escape them, if they fit so."""
        if self.dialect.escape or not any(ESCAPED_QUOTE in line for line in self.taken):
            return []
        dialect = replace(self.dialect, escape="\\")
        try:
            rows = list(dialect.rows(self.taken, strict=True))
        except csv.Error:
            return []
        if [len(row) for row in rows] != [self.width]:
            return []
        self.escaped += 1
        return rows[0]

    def _ended(self, row: list[str]) -> list[str]:
        """Return the last row, whose last quote its own line leaves open."""
        (plain,) = self.dialect.literally().rows(self.taken)
        if len(row) == self.width or len(plain) != self.width:
            return row
        self.mended += 1
        return plain

    def _read_plainly(self) -> list[str]:
        """Read the first line of a row without quotes and give the others back, if all fit so."""
        plain = list(self.dialect.literally().rows(self.taken))
        last = next(self.dialect.rows(self.taken[-1:]))
        widths = {len(row) for row in plain[:-1] if row}
        fits = widths == {self.width} and self.width in {len(plain[-1]), len(last)}
        if not fits or self.width == 1:
            self.torn += 1
            return []
        self.mended += 1
        self._give_back(self.taken[1:])
        del self.taken[1:]
        return plain[0]

    def _pass_over(self, error: csv.Error) -> None:
        """Find whether the quote of a cell that is too long is ever closed."""
        quotes = sum(line.count('"') for line in (*self.taken, *self._given_back))
        before, self.lines.taken = self.lines.quotes, None
        for _ in self.lines:
            pass
        if (quotes + self.lines.quotes - before) % 2 == 0:
            raise long_cell() from error
        self.open_lines, self.too_long = 1, error


def rows_to_the_last(rows: Iterable[list[str]]) -> Iterator[list[str]]:
    """Give rows with the blank lines between them, as rows without cells; none behind the last.

    Examples
    --------
    >>> list(rows_to_the_last([["a"], [], ["b"], [], []]))
    [['a'], [], ['b']]
    """
    blank = 0
    for row in rows:
        if row:
            for _ in range(blank):
                yield []
            yield row
        blank = 0 if row else blank + 1


def blank_lines_told(count: int, kept: bool) -> str:
    """Say what became of blank lines between rows.

    Examples
    --------
    >>> blank_lines_told(1, kept=False), blank_lines_told(2, kept=True)
    ('1 blank line between rows was left out.', '2 blank lines between rows are missing cells.')
    """
    if kept:
        cells = "is a missing cell" if count == 1 else "are missing cells"
        return f"{amount(count, 'blank line')} between rows {cells}."
    return f"{amount(count, 'blank line')} between rows {'was' if count == 1 else 'were'} left out."


def is_torn(lines: Iterable[str], dialect: Dialect) -> bool:
    r"""Whether a quote closes where no cell ends.

    Examples
    --------
    >>> lines = ['1,"5 inch,2\n', '2,"7 inch,3\n']
    >>> is_torn(lines, Dialect("utf-8", ",")), is_torn(['"a\n', 'b",1\n'], Dialect("utf-8", ","))
    (True, False)
    """
    try:
        deque(dialect.rows(lines, strict=True), maxlen=0)
    except csv.Error as error:
        return _CLOSES_EARLY in str(error)
    return False


def _is_of_quotes(error: csv.Error) -> bool:
    return any(words in str(error) for words in (_CLOSES_EARLY, "unexpected end of data"))


def has_empty_row(batch: pa.RecordBatch) -> bool:
    """Whether all cells of some row are blank, as pyarrow reads a blank line."""
    import pyarrow.compute as pc

    empty = None
    for column in batch.columns:
        those = pc.or_(pc.equal(pc.binary_length(column), 0), pc.utf8_is_space(column))
        empty = those if empty is None else pc.and_(empty, those)
        if not pc.any(empty).as_py():
            return False
    return True


def may_be_misread(batch: pa.RecordBatch, delimiter: str) -> bool:
    """Whether rows may be read otherwise where lines are looked at closely.

    A cell has a nul character or a quote behind a backslash, or a row of several lines has in each
    of them as many delimiters as if it were rows.
    """
    import pyarrow.compute as pc

    has_lines = None
    for column in batch.columns:
        text = column.buffers()[2]
        held = text.to_pybytes() if text else b""
        if b"\0" in held:
            return True
        # A single sign is found much faster than two, and most texts have none.
        if b"\\" in held and ESCAPED_QUOTE.encode() in held:
            return True
        for end in "\n", "\r":
            if end.encode() in held:
                those = pc.match_substring(column, end)
                has_lines = those if has_lines is None else pc.or_(has_lines, those)
    if has_lines is None or batch.num_columns == 1:
        return False
    return _may_swallow_rows(batch.filter(has_lines), delimiter)


def _may_swallow_rows(batch: pa.RecordBatch, delimiter: str) -> bool:
    """Whether the lines of a row may be rows with a stray quote, as `Rows` would take them.

    Cells have lost their quotes, but what stands between their delimiters and line ends has not
    changed. All lines but the last, in which other quotes may hold delimiters, must be as wide as
    the table.
    """
    import pyarrow.compute as pc

    between = batch.num_columns - 1
    rows = pc.binary_join_element_wise(*batch.columns, delimiter)
    rows = rows.filter(pc.greater_equal(pc.count_substring(rows, delimiter), 2 * between))
    first = pc.list_element(pc.split_pattern_regex(rows, _LINE_END, max_splits=1), 0)
    rows = rows.filter(pc.equal(pc.count_substring(first, delimiter), between))
    for row in rows.to_pylist():
        *above, last = (line.count(delimiter) for line in re.split(_LINE_END, row) if line)
        if above and last >= between and all(count == between for count in above):
            return True
    return False


def refusing_long_cells(rows: Iterator[list[str]]) -> Iterator[list[str]]:
    """Give rows; a cell that the csv module refuses is told in a sentence."""
    try:
        yield from rows
    except csv.Error as error:
        raise long_cell() from error


def long_cell() -> UnreadableTableError:
    """Return what says that a cell is too long."""
    return UnreadableTableError(
        f"A cell must have at most {MOST_CELL_CHARACTERS:,} characters; one has more.",
        "A quote may be open: close it, or take the cell out.",
    )


@dataclass
class Lines:
    """The lines of a text without nul characters, and what is odd in them."""

    readline: Callable[[int], str]
    characters: int = 0
    replaced: int = 0
    nul: int = 0
    quotes: int = 0
    taken: list[str] | None = None
    """Whither lines are put, beside being given."""

    def __iter__(self) -> Iterator[str]:
        taken = self.taken
        for line in iter(partial(self.readline, _MOST_LINE_CHARACTERS), ""):
            if len(line) == _MOST_LINE_CHARACTERS:
                raise UnreadableTableError(
                    f"A line must have fewer than {_MOST_LINE_CHARACTERS:,} characters; one has "
                    "as many or more.",
                    "Check the line ends of the file.",
                )
            self.characters += len(line)
            if '"' in line:
                self.quotes += line.count('"')
            if "\ufffd" in line:
                self.replaced += line.count("\ufffd")
            if "\0" in line:
                self.nul += line.count("\0")
                line = line.replace("\0", "")  # noqa: PLW2901 - as any other from here on
            if taken is not None:
                taken.append(line)
            yield line

    def notes(self, dialect: Dialect) -> Iterator[str]:
        """Say what was replaced or taken out."""
        if self.replaced:
            yield (
                f"{self.replaced:,} characters are not valid {dialect.encoding} and were "
                "replaced by U+FFFD, or are that."
            )
        if self.nul:
            yield f"{self.nul:,} nul characters were taken out."
