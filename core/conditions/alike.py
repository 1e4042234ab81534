"""Whether two conditions ask for the same, however their parts are ordered and nested."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from core.conditions.types import (
    And,
    Category,
    Comparison,
    Condition,
    Leaf,
    Not,
    Or,
    Quantity,
    Size,
)

_Meaning: TypeAlias = "Leaf | Not | _Group"

TURNED = {
    Comparison.GREATER: Comparison.AT_MOST,
    Comparison.AT_MOST: Comparison.GREATER,
    Comparison.LESS: Comparison.AT_LEAST,
    Comparison.AT_LEAST: Comparison.LESS,
}
"""Comparisons and those that hold where they do not."""


def ask_alike(one: Condition | None, other: Condition | None) -> bool:
    """Whether two conditions ask for the same.

    The order of parts and of values says nothing, nor whether a refusal stands before a group or
    before each of its parts; "not over 40 rows" is "at most 40 rows". Of cells this is not said: a
    cell without a value is neither over 40 nor at most 40.

    Examples
    --------
    >>> from core.conditions.parsing.parse import parse
    >>> ask_alike(parse("over 5 rows about tea").condition, parse("about tea, > 5 rows").condition)
    True
    >>> ask_alike(parse("over 5 rows").condition, parse("over 6 rows").condition)
    False
    """
    if one is None or other is None:
        return one is other
    return _meaning(one) == _meaning(other)


@dataclass(frozen=True)
class _Group:
    """Parts of which all hold, or one does."""

    every: bool
    parts: frozenset[_Meaning]


def _meaning(condition: Condition, refused: bool = False) -> _Meaning:
    """Write a condition with refusals at its leaves, and with groups that know no order."""
    if isinstance(condition, Not):
        return _meaning(condition.part, not refused)
    if isinstance(condition, And | Or):
        return _group(condition.parts, isinstance(condition, And) is not refused, refused)
    if isinstance(condition, Category) and len(condition.values) > 1:
        each = tuple(Category(condition.column, (value,)) for value in condition.values)
        return _group(each, refused, refused)
    if not refused:
        return condition
    if isinstance(condition, Size) and condition.quantity.comparison in TURNED:
        quantity = condition.quantity
        return Size(condition.extent, Quantity(TURNED[quantity.comparison], quantity.value))
    return Not(condition)


def _group(conditions: Sequence[Condition], every: bool, refused: bool) -> _Group:
    parts: set[_Meaning] = set()
    for condition in conditions:
        meaning = _meaning(condition, refused)
        if isinstance(meaning, _Group) and meaning.every is every:
            parts |= meaning.parts
        else:
            parts.add(meaning)
    return _Group(every, frozenset(parts))
