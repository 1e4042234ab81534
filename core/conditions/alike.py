"""Whether two conditions ask for the same, however their parts are ordered and nested."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from core.conditions.date_names import is_dated
from core.conditions.types import (
    And,
    Category,
    Comparison,
    Condition,
    Date,
    Leaf,
    Not,
    Number,
    Or,
    Quantity,
    Size,
    When,
)

_Meaning: TypeAlias = "Leaf | Not | _Group"

TURNED = {
    Comparison.GREATER: Comparison.AT_MOST,
    Comparison.AT_MOST: Comparison.GREATER,
    Comparison.LESS: Comparison.AT_LEAST,
    Comparison.AT_LEAST: Comparison.LESS,
}
"""Comparisons and those that hold where they do not."""
_PARTING = re.compile(r"[\W_]+")
_YEAR = re.compile(r"\d{4}")
_COMPARED = {
    When.BEFORE: Comparison.LESS,
    When.UNTIL: Comparison.AT_MOST,
    When.AFTER: Comparison.GREATER,
    When.SINCE: Comparison.AT_LEAST,
    When.IN: Comparison.EQUAL,
    When.BETWEEN: Comparison.BETWEEN,
}


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


def years_as_numbers(leaf: Leaf) -> Leaf:
    """Write a comparison of a column with years as one with numbers, which says the same of years.

    Examples
    --------
    >>> said = years_as_numbers(Date("built", When.SINCE, "1950"))
    >>> str(said.quantity.comparison), said.quantity.value
    ('>=', 1950.0)
    """
    if not (isinstance(leaf, Date) and leaf.column):
        return leaf
    ends = [end for end in (leaf.first, leaf.last) if end]
    if not all(map(_YEAR.fullmatch, ends)):
        return leaf
    return Number(leaf.column, Quantity(_COMPARED[leaf.when], *map(float, ends)))


def as_amount(condition: Leaf) -> Number | None:
    """Give the amounts that two years may be: "rent between 1500 and 2000".

    None if the column is called as dates are, or it is no range of years: before and after are
    said of dates alone.

    Examples
    --------
    >>> from core.conditions.notation import write_condition
    >>> write_condition(as_amount(Date("rent", When.BETWEEN, "1500", "2000")))
    '"rent" between 1500 and 2000'
    >>> as_amount(Date("visited", When.BETWEEN, "1500", "2000")) is None
    True
    """
    if not isinstance(condition, Date) or condition.when is not When.BETWEEN:
        return None
    if any(map(is_dated, _PARTING.split(condition.column))):
        return None
    amount = years_as_numbers(condition)
    return amount if isinstance(amount, Number) else None


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
    condition = years_as_numbers(condition)
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
