"""Carry on whose size is told: "the result must have at least 300 rows and at most 30 columns"."""

from __future__ import annotations

from collections.abc import Sequence

from lark import Token

from core.conditions.words.kinds import CLASSES
from core.conditions.words.tokens import token

_EXTENTS = {"ROWS", "ROWS_COUNTED", "COLUMNS"}
_BEGINS = CLASSES["COMPARE"] | {"BETWEEN", "FROM"}
_AMOUNT = CLASSES["COMPARE"] | CLASSES["NUM"] | CLASSES["OR_BEYOND"] | {"BETWEEN", "FROM", "TO"}
_TOLD = _AMOUNT | _EXTENTS | {"WITH", "OF", "IS", "GIVES", "FILL", "NEW", "AND", "OR"}
_ENDS = {"STOP", "COMMA", "AND", "OR", "FILL"}
_JOINS = {"AND", "OR"}


def results_again(row: Sequence[Token]) -> list[Token]:
    """Say of each size that is joined to one of the result that it is the result's, too."""
    found: list[Token] = []
    told: Token | None = None
    for place, one in enumerate(row):
        kind = str(one.type)
        if kind == "RESULT":
            told = one
        elif kind not in _TOLD and not (kind == "COMMA" and _joins(row, place + 1)):
            told = None
        found.append(one)
        joins = kind in _JOINS and _is_after_size(row, place) and _is_size(row, place + 1)
        if told is not None and joins:
            found.append(token("RESULT", str(told), one.end_pos, one.end_pos))
    return found


def _joins(row: Sequence[Token], place: int) -> bool:
    return place < len(row) and str(row[place].type) in _JOINS


def _is_after_size(row: Sequence[Token], place: int) -> bool:
    """Whether a size ends before a place: "300 rows and", "300 rows in all, and"."""
    before = [str(one.type) for one in row[:place]]
    while before and before[-1] in {"COMMA", "FILL"}:
        before.pop()
    return before[-1:] != [] and before[-1] in _EXTENTS


def _is_size(row: Sequence[Token], place: int) -> bool:
    """Whether nothing but a size stands at a place: "at most 30 columns", not "3 columns on X"."""
    kinds = [str(one.type) for one in row[place:]]
    if not kinds or kinds[0] not in _BEGINS:
        return False
    ends = next((i for i, kind in enumerate(kinds) if kind in _EXTENTS), len(kinds))
    amount = (kind in _AMOUNT or kind == "AND" for kind in kinds[:ends])
    behind = kinds[ends + 1 : ends + 2]
    return ends < len(kinds) and all(amount) and (not behind or behind[0] in _ENDS)
