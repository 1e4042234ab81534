"""Carry on whose size is told: "the result must have at least 300 rows and at most 30 columns"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lark import Token

from core.conditions.words.kind_sets import LIST_LINKS, SIZES
from core.conditions.words.kinds import CLASSES
from core.conditions.words.tokens import token

_BEYOND = CLASSES["OR_BEYOND"]
_AMOUNT = CLASSES["COMPARE"] | CLASSES["NUM"] | _BEYOND | {"BETWEEN", "FROM", "TO", "AND"}
_MEASURED = SIZES | {"MY_ROWS"}
_TOLD = _AMOUNT | _MEASURED | {"WITH", "OF", "IS", "NOT", "GIVES", "FILL", "NEW", "PERCENT", "OR"}
_ENDS = {"STOP", "COMMA", "AND", "OR", "FILL"}
_HAVING = {"has", "have"}
_BOUNDS = {"GT", "GE", "LT", "LE", "UP_TO"}
_AT_MOST = {"LT", "LE", "UP_TO"}
_TELLING_MORE = _BEYOND | _BOUNDS | {"ABOUT", "NAMED", "ON", "OF", "TO", "EQ", "NEAR"}
_PAIR = ("NUMBER", "EXTENT", "AND", "NUMBER", "EXTENT")
_OF_EACH = re.compile(
    r"\s*(?:(?:in|of|for) (?:each|every|any|all(?: the)?) (?:tables?|data ?sets?|files?|sheets?)\b|"
    r"per (?:table|data ?set|file|sheet)\b|apiece\b)",
    re.IGNORECASE,
)
"""What says of a size that each table has it: "over 9 columns in each table"."""


def results_again(row: Sequence[Token], text: str) -> list[Token]:
    """Say of each size that is joined to one of the result that it is the result's, too."""
    found: list[Token] = []
    told: Token | None = None
    for place, one in enumerate(row):
        kind = str(one.type)
        if kind == "RESULT":
            told = one
        joins = kind in LIST_LINKS and not _joins(row, place + 1)
        joins = joins and _is_after_size(row, place) and _has_size(row, place + 1)
        joins = joins and not _is_of_each(row, place + 1, text)
        goes_on = joins or kind in _TOLD or (kind == "COMMA" and _joins(row, place + 1))
        if kind != "RESULT" and not goes_on:
            told = None
        found.append(one)
        if told is not None and joins:
            begins = row[place + 1].start_pos
            found.append(token("RESULT", str(told), begins, begins))
    return found


def _joins(row: Sequence[Token], place: int) -> bool:
    return place < len(row) and str(row[place].type) in LIST_LINKS


def _is_after_size(row: Sequence[Token], place: int) -> bool:
    """Whether a size ends before a place: "300 rows and", "300 rows or more in all, and"."""
    before = [str(one.type) for one in row[:place]]
    while before and before[-1] in {"COMMA", "FILL", *_BEYOND}:
        before.pop()
    return before[-1:] != [] and before[-1] in _MEASURED


def _has_size(row: Sequence[Token], place: int) -> bool:
    """Whether nothing but a size is told at a place, with or without its verb.

    It is in "30 columns or fewer" and "should not have over 30 columns", not in "3 columns on X",
    nor in "with 3 columns", which the tables may have.
    """
    while place < len(row) and _leads_to_size(row[place]):
        place += 1
    kinds = [str(one.type) for one in row[place:]]
    ends = next((i for i, kind in enumerate(kinds) if kind in SIZES), len(kinds))
    if not 0 < ends < len(kinds) or not _AMOUNT.issuperset(kinds[:ends]):
        return False
    behind = [kind for kind in kinds[ends + 1 :] if kind not in _BEYOND]
    return not behind or behind[0] in _ENDS


def _is_of_each(row: Sequence[Token], place: int, text: str) -> bool:
    """Whether each table has a size that is told at a place."""
    ends = next(at for at in range(place, len(row)) if str(row[at].type) in SIZES)
    while ends + 1 < len(row) and str(row[ends + 1].type) in _BEYOND:
        ends += 1
    return _OF_EACH.match(text, row[ends].end_pos or 0) is not None


def _leads_to_size(one: Token) -> bool:
    having = str(one.type) == "WITH" and str(one).split()[-1] in _HAVING
    return having or str(one.type) in {"IS", "NOT"}


def bounds_again(row: Sequence[Token]) -> list[Token]:
    """Say of two sizes what bounds the first from above: "I can handle 60 rows and 5 columns".

    One from below is said of the first alone: "at least 100 rows and 5 columns" has just five.
    "At most 60 rows and 5 columns or more" says of each its own.
    """
    found = list(row)
    kinds = ["EXTENT" if str(one.type) in SIZES else str(one.type) for one in row]
    for place in range(len(row) - len(_PAIR) - 1, -1, -1):
        second = place + len(_PAIR) - 1
        behind = kinds[second + 2 : second + 3]
        if kinds[place] not in _AT_MOST or tuple(kinds[place + 1 : second + 2]) != _PAIR:
            continue
        columns = [str(row[at].type) == "COLUMNS" for at in (place + 2, second + 1)]
        refused = {"NOT", "WITHOUT", "EXCEPT", "NEITHER"} & set(kinds[:place])
        if columns[0] != columns[1] and not refused | set(behind) & _TELLING_MORE:
            begins = row[second].start_pos
            found.insert(second, token(kinds[place], str(row[place]), begins, begins))
    return found
