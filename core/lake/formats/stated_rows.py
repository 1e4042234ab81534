"""Header and rows that stand where they were said to: lines of a text, rows of a sheet."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

from core.amounts import amount
from core.errors import UnreadableTableError
from core.lake.formats.base import LONGEST_LINE_SHOWN
from core.lake.formats.header_row import ROWS_LOOKED_AT, Row
from core.lake.formats.read_as import ReadAs

_HINT = "Say another line, or have it guessed."


def top_line(read_as: ReadAs) -> int:
    """Return the line that the table begins with, from 1: the header's, else the first row's."""
    return read_as.header or read_as.rows_from or 1


def refuse_too_few(read_as: ReadAs, lines: int, where: str) -> None:
    """Refuse a header or a first row below the last line.

    Raises
    ------
    UnreadableTableError
        If there are fewer lines.
    """
    for line, what in ((read_as.header, "header"), (read_as.rows_from, "first row")):
        if line and line > lines:
            raise UnreadableTableError(
                f"The {what} was said to be in line {line:,}, and {where} has "
                f"{amount(lines, 'line')}.",
                _HINT,
            )


def refuse_empty(read_as: ReadAs, header: Row) -> None:
    """Refuse a header without a name.

    Raises
    ------
    UnreadableTableError
        If all of its cells are blank.
    """
    if all(not cell or cell.isspace() for cell in header):
        raise UnreadableTableError(
            f"The header was said to be in line {read_as.header:,}, and that line is empty.", _HINT
        )


def first_row(read_as: ReadAs, begins: int) -> int:
    """Return the line of the first row, from 1.

    Parameters
    ----------
    begins
        Line behind the header, or behind all that is above.

    Raises
    ------
    UnreadableTableError
        If the header, whose cells may have several lines, reaches to the line that was said.
    """
    if read_as.rows_from is None:
        return begins
    if read_as.rows_from < begins:
        raise UnreadableTableError(
            f"The first row was said to be in line {read_as.rows_from:,}, and the header reaches "
            f"to line {begins - 1:,}.",
            _HINT,
        )
    return read_as.rows_from


def left_out(read_as: ReadAs, above: int, between: int) -> Iterator[str]:
    """Say how many lines that are not empty are left out above the header and below it."""
    places = (
        (above, "above the header" if read_as.header else "above the rows"),
        (between, "between the header and the rows"),
    )
    for lines, place in places:
        if lines:
            yield f"{amount(lines, 'line')} {place} {'was' if lines == 1 else 'were'} left out."


def header_without_names(rows: Sequence[Row]) -> list[str]:
    """Return a header of nameless columns, as many as most of the first rows have cells."""
    widths = Counter(len(row) for row in rows[:ROWS_LOOKED_AT])
    if not widths:
        raise UnreadableTableError("The file has no row below what was left out.", _HINT)
    return [""] * max(widths, key=lambda width: (widths[width], width))


def lines_of(text: str) -> list[str]:
    r"""Cut a text into its lines, with their ends, as an editor counts them.

    Examples
    --------
    >>> lines_of("a\r\nb\rc\x0b\n")
    ['a\r\n', 'b\r', 'c\x0b\n']
    """
    return list(io.StringIO(text, newline=""))


def text_lines(text: str) -> Callable[[int], list[tuple[int, str]]]:
    """Return what gives the first lines of a text with their numbers, cut to what can be shown."""

    def first(most: int) -> list[tuple[int, str]]:
        some = islice(io.StringIO(text, newline=""), most)
        return list(enumerate((line.rstrip("\r\n")[:LONGEST_LINE_SHOWN] for line in some), 1))

    return first


def filled(lines: Iterable[str]) -> int:
    """Count the lines that are not blank."""
    return sum(not line.isspace() for line in lines)
