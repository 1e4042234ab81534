"""Where the header of a table stands: below titles, or nowhere."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

ROWS_LOOKED_AT = 100
"""Rows of a table's start that say where its header is."""

MOST_LINES_ABOVE = 20
"""Titles that a table may have."""

_LEAST_WIDTH = 3
"""With two columns, a lone cell may as well be a header whose second name is missing."""
_NUMBER = re.compile(r"[+-]?(\d+([.,]\d+)*|\.\d+)([eE][+-]?\d+)?")
_YEAR = re.compile(r"(19|20)\d\d")
_MANY = 0.6
_LEAST_ROWS_BELOW = 2
_PLAIN_NUMBER = re.compile(r"[+-]?(\d{1,15}|\d{1,3}(,\d{3}){1,4})(\.\d{1,15})?", re.ASCII)
_DAY = re.compile(r"\d{4}-\d\d-\d\d([T ].*)?|\d{1,2}([./])\d{1,2}\2\d{2,4}", re.ASCII)
_DIGIT_FIRST = re.compile(r"^\s*[+-]?[0-9]", re.MULTILINE)
_VALUES = {"number", "day"}

HEADER_OF_VALUES = (
    "The first row stands as the header but looks like values. If the table has no header, write "
    "one above it."
)

Row = Sequence[str | None]


def lines_above_header(rows: Sequence[Row]) -> int:
    """Count the rows above the header: titles, "key: value" lines, blank cells.

    There are some only if the first row that is not blank has a lone cell where most rows have
    three or more. The header is then the first row as full as the commonest, if it has names only:
    different texts that are not numbers, except for years behind a name. Otherwise the first row
    is the header.

    Parameters
    ----------
    rows
        The first rows of a table, at most `ROWS_LOOKED_AT` of which are looked at.

    Returns
    -------
    int
        The place of the header, from 0.

    Examples
    --------
    >>> lines_above_header([["Budget 2024", "", ""], ["in EUR", "", ""],
    ...                     ["team", "Q1", "Q2"], ["IT", "1", "2"], ["HR", "3", "4"]])
    2
    >>> lines_above_header([["team", "", ""], ["IT", "1", "2"], ["HR", "3", "4"]])
    0
    """
    some = rows[:ROWS_LOOKED_AT]
    first = next((place for place, row in enumerate(some) if filled(row)), 0)
    if not some or filled(some[first]) != 1:
        return 0
    widths = [filled(row) for row in some]
    counts = Counter(widths[first:])
    width = max(counts, key=lambda count: (counts[count], count))
    full = sum(count >= width for count in widths[first:])
    if width < _LEAST_WIDTH or full < _MANY * (len(widths) - first):
        return 0
    header = next(i for i, count in enumerate(widths) if count >= width)
    return header if header <= MOST_LINES_ABOVE and has_names_only(rows[header]) else 0


def filled(row: Row) -> int:
    """Count the cells of a row that are not blank.

    Examples
    --------
    >>> filled(["a", None, " ", "0"])
    2
    """
    return sum(1 for cell in row if cell and not cell.isspace())


def has_names_only(row: Row) -> bool:
    """Whether cells may name columns: different texts that are no numbers but years behind a name.

    Examples
    --------
    >>> has_names_only(["team", "2019", "2020"]), has_names_only(["IT", "7"])
    (True, False)
    """
    cells = [cell.strip() for cell in row if cell and not cell.isspace()]
    names = [cell for cell in cells if not _NUMBER.fullmatch(cell)]
    return (
        cells[:1] == names[:1]
        and len(set(cells)) == len(cells)
        and all(_YEAR.fullmatch(cell) for cell in cells if cell not in names)
    )


def is_of_values(header: Row, body: Sequence[Row]) -> bool:
    """Say whether what stands as the header looks like one more row of values.

    It does if some column has a number in the range of the numbers below it, widened by its
    length on both sides, or a day above days; if no column of numbers or days has a name; and if
    the numbers are neither years only nor steps of one size, as in a table with a column a year or
    month.

    Parameters
    ----------
    body
        The rows below, at most `ROWS_LOOKED_AT` of which are looked at.

    Examples
    --------
    >>> body = [["Bob", "Oslo", "45"], ["Cem", "Bern", "29"]]
    >>> is_of_values(["Ann", "Rome", "34"], body), is_of_values(["name", "city", "34"], body[:1])
    (True, False)
    """
    # Hardly a header has a cell that begins so, and whole lakes are read.
    if len(body) < _LEAST_ROWS_BELOW or not _DIGIT_FIRST.search("\n".join(filter(None, header))):
        return False
    if not any(_kind(cell) in _VALUES for cell in header):
        return False
    numbers, days = [], 0
    for place, cell in enumerate(header):
        below = [row[place] for row in body[:ROWS_LOOKED_AT] if place < len(row) and row[place]]
        kinds = {_kind(value) for value in below}
        if len(kinds) != 1 or not kinds <= _VALUES or not _kind(cell):
            continue
        if {_kind(cell)} != kinds:
            return False
        if kinds == {"day"}:
            days += 1
        elif _is_near(_size(cell), [_size(value) for value in below]):
            numbers.append(cell or "")
        else:
            return False
    return bool(days) or (bool(numbers) and not _are_steps(numbers))


def _kind(cell: str | None) -> str:
    text = (cell or "").strip()
    if _PLAIN_NUMBER.fullmatch(text):
        return "number"
    return "day" if _DAY.fullmatch(text) else text and "name"


def _size(cell: str | None) -> float:
    return float((cell or "").strip().replace(",", ""))


def _is_near(number: float, others: list[float]) -> bool:
    least, most = min(others), max(others)
    return 2 * least - most <= number <= 2 * most - least


def _are_steps(numbers: list[str]) -> bool:
    if all(_YEAR.fullmatch(number.strip()) for number in numbers):
        return True
    sizes = [_size(number) for number in numbers]
    steps = {round(later - earlier, 9) for earlier, later in pairwise(sizes)}
    return len(steps) == 1 and len(numbers) > 2  # noqa: PLR2004 - any two are a step apart
