"""What a comparison in SQL says: its subject, its value and the condition that they make."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.conditions.date_names import DATE_NAME
from core.conditions.exact_numbers import exact
from core.conditions.moments import read_moment
from core.conditions.types import (
    Category,
    Comparison,
    Condition,
    Date,
    Extent,
    Missing,
    Number,
    Or,
    Quantity,
    Size,
    Text,
    Topic,
    When,
)

if TYPE_CHECKING:
    from sqlglot import exp

HINT_BEYOND = "no condition can say that; look for it in the tables that are found"
_TOPIC = "topic"
_SIZES = {"rows": Extent.ROWS, "columns": Extent.COLUMNS}
"""These and the topic are a table's own."""
_WITHOUT_WILDCARD = re.compile(r"[^%_]+")
_CONTAINED = re.compile(r"%(?P<words>[^%_]+)%")
_HINT_LIKE = "of patterns only '%WORDS%' is known, which cells contain somewhere"
_YEAR = re.compile(r"1\d{3}|2[01]\d{2}")


class BeyondError(Exception):
    """No condition says that; the message is the hint."""


_WHENS = {
    Comparison.EQUAL: When.IN,
    Comparison.GREATER: When.AFTER,
    Comparison.AT_LEAST: When.SINCE,
    Comparison.LESS: When.BEFORE,
    Comparison.AT_MOST: When.UNTIL,
}


@dataclass(frozen=True)
class Subject:
    """What is compared."""

    name: str
    plain: bool = False
    """Whether it stands without quotation marks and is no known column."""
    average: bool = False

    @property
    def is_of_table(self) -> bool:
        """Whether it is the table's own, and no column of it."""
        return self.plain and self.name.lower() in {*_SIZES, _TOPIC}

    def compared(self, comparison: Comparison, value: str | float) -> Condition:
        """Give the condition that it compares with one value."""
        if self.plain and self.name.lower() == _TOPIC and comparison is Comparison.EQUAL:
            return Topic(str(value))
        moment = self._moment(value)
        if moment:
            return Date(self.name, _WHENS[comparison], moment)
        if isinstance(value, str) and comparison is Comparison.EQUAL and not self.average:
            return Category(self.name, (value,))
        return self._sized(Quantity(comparison, _number(value)))

    def between(self, low: str | float, high: str | float) -> Condition:
        """Give the condition that it lies between two values."""
        ends = (self._moment(low), self._moment(high))
        if all(ends):
            return Date(self.name, When.BETWEEN, *ends)
        return self._sized(Quantity(Comparison.BETWEEN, _number(low), _number(high)))

    def one_of(self, values: Sequence[str | float]) -> Condition:
        """Give the condition that it is one of some values."""
        if all(isinstance(value, str) for value in values) and not self.is_of_table:
            return Category(self.name, tuple(map(str, values)))
        parts = tuple(self.compared(Comparison.EQUAL, value) for value in values)
        return Or(parts) if len(parts) > 1 else parts[0]

    def like(self, pattern: str | float) -> Condition:
        """Give the condition that it contains what stands between two wildcards."""
        found = _CONTAINED.fullmatch(str(pattern))
        if self.is_of_table or self.average:
            raise BeyondError(HINT_BEYOND)
        if found is not None:
            return Text(found["words"], self.name)
        if not _WITHOUT_WILDCARD.fullmatch(str(pattern)):
            raise BeyondError(_HINT_LIKE)
        return Category(self.name, (str(pattern),))

    def missing(self) -> Condition:
        """Give the condition that it is NULL."""
        if self.is_of_table or self.average:
            raise BeyondError(HINT_BEYOND)
        return Missing(self.name)

    def _moment(self, value: str | float) -> str:
        """Give a date, or the year that a column of dates is compared with; nothing if none."""
        if self.is_of_table or self.average:
            return ""
        text = value if isinstance(value, str) else f"{value:g}"
        if _YEAR.fullmatch(text):
            return text if DATE_NAME.search(self.name) else ""
        found = read_moment(text) if isinstance(value, str) else None
        return found[0] if found is not None and found[1] == len(text) else ""

    def _sized(self, quantity: Quantity) -> Condition:
        if self.plain and self.name.lower() in _SIZES:
            return Size(_SIZES[self.name.lower()], quantity)
        if self.is_of_table:
            raise BeyondError(HINT_BEYOND)
        return Number(self.name, quantity, self.average)


def comparisons() -> dict[type[exp.Expr], Comparison]:
    """Give what each sign between two sides compares."""
    from sqlglot import exp

    return {
        exp.EQ: Comparison.EQUAL,
        exp.GT: Comparison.GREATER,
        exp.GTE: Comparison.AT_LEAST,
        exp.LT: Comparison.LESS,
        exp.LTE: Comparison.AT_MOST,
    }


def turned() -> dict[type[exp.Expr], type[exp.Expr]]:
    """Give what a comparison is with its sides changed: ``5 < rows``."""
    from sqlglot import exp

    return {exp.EQ: exp.EQ, exp.GT: exp.LT, exp.LT: exp.GT, exp.GTE: exp.LTE, exp.LTE: exp.GTE}


def value_of(node: exp.Expr | None) -> str | float:
    """Give a text or a number that is written out.

    Raises
    ------
    BeyondError
        If there is neither.
    """
    from sqlglot import exp

    if isinstance(node, exp.Cast) and isinstance(node.this, exp.Literal):
        node = node.this  # DATE '2020-01-31'
    if isinstance(node, exp.Literal):
        return str(node.this) if node.is_string else exact(str(node.this))
    if isinstance(node, exp.Neg) and isinstance(node.this, exp.Literal) and node.this.is_number:
        return -exact(str(node.this.this))
    if isinstance(node, exp.Boolean):
        return str(bool(node.this)).lower()
    if isinstance(node, exp.Column) and node.this.quoted:
        return node.name  # many write texts so
    raise BeyondError(HINT_BEYOND)


def _number(value: str | float) -> float:
    try:
        return exact(value) if isinstance(value, str) else value
    except ValueError:
        raise BeyondError(HINT_BEYOND) from None
