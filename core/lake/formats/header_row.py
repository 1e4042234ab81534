"""What may be the header of a table: names, and not one more row of values."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from core.lake.written.missing_values import MISSING, STAND_INS

ROWS_LOOKED_AT = 100
"""Rows of a table's start that say where its header is."""

MOST_LINES_ABOVE = 20
"""Titles that a table may have."""

_NUMBER = re.compile(r"[+-]?(\d+([.,]\d+)*\.?|\.\d+)([eE][+-]?\d+)?")
_YEAR = re.compile(r"(19|20)\d\d")
_VALUE = re.compile(r"[^\w]*\d[\d\s.,:/'’%−+-]*\D{0,6}")
_NEARLY_ALL = 0.9
_LEAST_ROWS_BELOW = 2
_PLAIN_NUMBER = re.compile(r"[+-]?(\d{1,15}|\d{1,3}(,\d{3}){1,4})(\.\d{1,15})?", re.ASCII)
_DAY = re.compile(r"\d{4}-\d\d-\d\d([T ].*)?|\d{1,2}([./])\d{1,2}\2\d{2,4}", re.ASCII)
_DIGIT_FIRST = re.compile(r"^\s*[+-]?[0-9]", re.MULTILINE)
_VALUES = {"number", "day"}

HEADER_OF_VALUES = (
    "The first row stands as the header but looks like values. If the table has no header, say so: "
    "by Change on its page, or with lake read-as and --header none. In a file outside a lake write "
    "one above it."
)

Row = Sequence[str | None]


def filled(row: Row) -> int:
    """Count the cells of a row that are not blank.

    Examples
    --------
    >>> filled(["a", None, " ", "0"])
    2
    """
    return sum(1 for cell in row if cell and not cell.isspace())


def reach(row: Row) -> int:
    """Count the cells up to the last one that is not blank.

    Examples
    --------
    >>> reach(["a", "", "0", " ", ""])
    3
    """
    for place in range(len(row), 0, -1):
        cell = row[place - 1]
        if cell and not cell.isspace():
            return place
    return 0


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


def has_names_above_values(row: Row, below: Sequence[Row]) -> bool:
    """Whether a row names values: by a name above nearly only values, or years above no years.

    Values are numbers and days, with or without a unit. One name is enough, but two years.

    Examples
    --------
    >>> body = [["IT", "5 %", "7"], ["HR", "6 %", "8"], ["PR", "-", "9"]]
    >>> has_names_above_values(["team", "share", "2020"], body)
    True
    >>> has_names_above_values(["IT", "6 %", "9"], body)
    False
    """
    names, years = _above_values(row, below)
    return names > 0 or years > 1


def names_above_values(row: Row, below: Sequence[Row]) -> int:
    """Count the columns in which a row has a name above nearly only values.

    Examples
    --------
    >>> names_above_values(["", "kg", "cm"], [["Ann", "70", "170"], ["Bob", "80", "180"]])
    2
    """
    return _above_values(row, below)[0]


def _above_values(row: Row, below: Sequence[Row]) -> tuple[int, int]:
    names = years = 0
    for place, cell in enumerate(row):
        text = (cell or "").strip()
        if not says_something(text) or _is_number(text):
            continue
        cells = [(other[place] or "").strip() for other in below if place < len(other)]
        told = [one for one in cells if says_something(one)]
        values = sum(map(is_value, told))
        if values < max(_LEAST_ROWS_BELOW, _NEARLY_ALL * len(told)):
            continue
        names += not is_value(text)
        years += is_value(text) and not all(map(_YEAR.fullmatch, told))
    return names, years


def _is_number(cell: str | None) -> bool:
    """Whether a cell is a value but no year, which may be a name."""
    text = (cell or "").strip()
    return is_value(text) and not _YEAR.fullmatch(text)


def is_value(text: str) -> bool:
    """Whether a cell is a number or a day, with or without a unit.

    Examples
    --------
    >>> [is_value(text) for text in ("1.234,50 €", "2020-01-31", "m3", "7 of 9 teams")]
    [True, True, False, False]
    """
    return bool(_VALUE.fullmatch(text))


def says_something(text: str) -> bool:
    """Whether a cell, without blanks around it, is neither empty nor stands for a missing one."""
    lower = text.lower()
    missing = lower in STAND_INS or lower.replace(" ", "") in STAND_INS
    return bool(text) and text not in MISSING and not missing


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
