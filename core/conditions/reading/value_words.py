"""What the words of a value tell beside the value."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from lark import Token

from core.conditions.errors import ConditionError
from core.conditions.reading.quantities import COMPARISONS
from core.conditions.words.kind_sets import ALSO, QUANTITIES

_NOT_TELLING = {
    *("IS", "OF", "FOR", "IN", "ON", "AT", "TO", "FROM", "AS", "WITH", "AND", "OR"),
    "COMMA",
}
_COMPARING = {*COMPARISONS, "BETWEEN", "BEFORE", "AFTER", "SINCE", "UNTIL", "AVERAGE"}
_BUT_NOT = {("AND", "NOT"), ("COMMA", "NOT"), ("AND", "WITHOUT"), ("COMMA", "EXCEPT")}
_WORDS = re.compile(r"[^\W\d_]{3,}(?:[ -][^\W\d_]+)*")
_EMPTY = {"empty", "null", "nulls", "blank", "missing", "nan", "none"}


def but_not(tokens: Sequence[Token]) -> int:
    """Where "but not" or ", not" stands between two values; 0 where it does not."""
    types = [str(token.type) for token in tokens]
    pairs = enumerate(itertools.pairwise(types))
    cut = next((i for i, pair in pairs if pair in _BUT_NOT), 0)
    return cut if cut + 2 < len(types) else 0


def refused_in_a_row(tokens: Sequence[Token]) -> list[list[Token]]:
    """Cut what is refused apart where that is said again: "not A and not B", "isn't A nor B"."""
    rows: list[list[Token]] = [[]]
    for one in tokens:
        if str(one.type) not in {"NOT", "NOR"} or not rows[-1]:
            rows[-1].append(one)
            continue
        while len(rows[-1]) > 1 and str(rows[-1][-1].type) in ALSO:
            rows[-1].pop()
        rows.append([])
    return [row for row in rows if row]


def parted_by_slashes(value: str) -> list[str]:
    """Cut words with slashes between them apart, which stand for "or".

    Examples
    --------
    >>> parted_by_slashes("goat/sheep/water buffalo"), parted_by_slashes("n/a")
    (['goat', 'sheep', 'water buffalo'], ['n/a'])
    >>> parted_by_slashes("2019/20"), parted_by_slashes("km/h")
    (['2019/20'], ['km/h'])
    """
    parts = value.split("/")
    return parts if all(map(_WORDS.fullmatch, parts)) else [value]


def is_empty(tokens: Sequence[Token]) -> bool:
    """Whether a value is the want of one, as in "is not empty"."""
    return len(tokens) == 1 and str(tokens[0].type) == "WORD" and tokens[0].lower() in _EMPTY


def require_telling(tokens: Sequence[Token]) -> None:
    """Refuse a value that is more likely misread than meant.

    Of nothing but words such as "is" and "of", or a comparison with a number that was not read as
    one.
    """
    types = [str(token.type) for token in tokens]
    misread = types[0] in _COMPARING and not QUANTITIES.isdisjoint(types)
    said = all(str(one.type) == "FILL" and " " in one for one in tokens)
    if misread or said or all(one in _NOT_TELLING for one in types):
        raise ConditionError("put a value such as this one in quotation marks, or leave it out")
