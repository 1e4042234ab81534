"""Put the numbers and dates of a text together with what they count and compare."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

from core.conditions.tagging.likely_parts import (
    NOT,
    LikelyName,
    LikelyNumber,
    LikelyPart,
    ranges,
)
from core.conditions.tagging.lines import Role
from core.conditions.tagging.placed import Placed, UnclearError, Wording
from core.conditions.types import (
    And,
    Comparison,
    Condition,
    Date,
    Extent,
    Measure,
    Not,
    Number,
    Or,
    Quantity,
    Result,
    Size,
    When,
)

_WHEN = {
    "<": When.BEFORE,
    ">": When.AFTER,
    ">=": When.SINCE,
    "<=": When.UNTIL,
    "=": When.IN,
    "between": When.BETWEEN,
}
_SAID_DATE = re.compile(r"(?P<name>\S*(?:\w_\w|[a-z]{2}[A-Z])\S*) (?i:dates?)")
"""The name of a column as columns alone have them, and what is said of it: "flown_on date"."""
_OR_OF_NUMBERS = re.compile(r"\bor\b(?! \w+ ?(?:,|and\b|but\b))", re.IGNORECASE)
"""Between two numbers: "below 5 or above 9", but "5 or more and 9 or less"."""
_NO_MORE_THAN_LINKING = re.compile(r"[\s,;/&|]*(?:(?:and|or|the|a|an|either|both)[\s,]*)*", re.I)
_LINKING = re.compile(r"[,;/&]|\b(?:and|but|or|yet|to|nor)\b", re.IGNORECASE)
_COLUMNS = re.compile(
    r"(?:cols|columns|fields|attributes|variables|features)\b|-col|wide", re.IGNORECASE
)


def sizes(wording: Wording, numbers: Sequence[LikelyNumber]) -> Iterator[Placed]:
    """Give what numbers say of the size of tables, and of what a union or a join gives."""
    for ends in ranges(numbers):
        quantity, refused = quantity_of(ends)
        of = ends[0].of
        if of == Extent.COLUMNS and not _COLUMNS.search(wording.text):
            raise UnclearError  # "a column with values over 5"
        made: Condition = (
            Result(Measure(of.removeprefix("result ")), quantity)
            if of.startswith("result ")
            else Size(Extent(of), quantity)
        )
        yield Placed(Not(made) if refused else made, ends)


def compared(wording: Wording, parts: Sequence[LikelyPart]) -> Iterator[Placed]:
    """Put names of columns and the numbers or dates that they are compared with together."""
    row = [
        part
        for part in parts
        if (isinstance(part, LikelyName) and part.role in {Role.NUMBERS, Role.DATES})
        or (isinstance(part, LikelyNumber) and part.of in {"cells", "average"})
    ]
    for names, numbers in _paired(wording, row):
        each = list(ranges(numbers))
        made = [_comparison(name, ends) for name in names for ends in each]
        joined: Condition = made[0]
        if len(made) > 1:
            several: list[LikelyPart] = [*names] if len(names) > 1 else [ends[0] for ends in each]
            between = [wording.between(one.last, two.first) for one, two in pairwise(several)]
            if not all(map(_LINKING.search, between)):
                raise UnclearError  # "above 90 blah 12"
            either = any(map(_OR_OF_NUMBERS.search, between))
            joined = Or(tuple(made)) if either else And(tuple(made))
        yield Placed(joined, (*names, *numbers))


def _paired(
    wording: Wording, row: Sequence[LikelyPart]
) -> Iterator[tuple[list[LikelyName], list[LikelyNumber]]]:
    """Give names with what stands behind them, or before where that comes first."""
    runs = [
        (is_name, list(run))
        for is_name, run in groupby(row, lambda part: isinstance(part, LikelyName))
    ]
    if len(runs) % 2:
        raise UnclearError
    names_first = runs[0][0] if runs else True
    for (_, one), (_, two) in zip(runs[::2], runs[1::2], strict=True):
        names, others = (one, two) if names_first else (two, one)
        if len(names) > 1 and not all(
            _NO_MORE_THAN_LINKING.fullmatch(wording.between(a.last, b.first))
            for a, b in pairwise(names)
        ):
            raise UnclearError
        yield names, others  # type: ignore[misc]


def _comparison(name: LikelyName, ends: tuple[LikelyNumber, ...]) -> Condition:
    if name.role is Role.NUMBERS:
        quantity, refused = quantity_of(ends)
        number = Number(name.text, quantity, average=ends[0].of == "average")
        return Not(number) if refused else number
    comparison = ends[0].comparison
    moments = [end.moments for end in ends]
    if any(one is None for one in moments) or ends[0].of == "average":
        raise UnclearError
    (first, until), *others = [one for one in moments if one is not None]
    when = _WHEN.get(comparison.removeprefix(NOT))
    if when is None:
        raise UnclearError
    said = _SAID_DATE.fullmatch(name.text)
    column = said["name"] if said is not None else name.text
    date: Condition
    if when is When.BETWEEN:
        date = Date(column, when, first, others[-1][1] if others else until)
    elif first != until and when is When.IN:
        date = Date(column, When.BETWEEN, first, until)
    else:
        date = Date(column, when, first if when in {When.BEFORE, When.SINCE} else until)
    return Not(date) if comparison.startswith(NOT) else date


def quantity_of(ends: tuple[LikelyNumber, ...]) -> tuple[Quantity, bool]:
    """Give a comparison, and whether it is refused."""
    comparison, refused = ends[0].comparison.removeprefix(NOT), ends[0].comparison.startswith(NOT)
    values = [end.value for end in ends if end.value is not None]
    if len(values) < len(ends):
        raise UnclearError
    return Quantity(Comparison(comparison), *values), refused
