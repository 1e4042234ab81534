"""The typed expression that a condition in words becomes (nlctables, section 2.2)."""

from __future__ import annotations

import math
import string
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from core.conditions.errors import ConditionError
from core.conditions.moments import check_moment


class Operation(StrEnum):
    """What the tables found are wanted for."""

    UNION = "union"
    JOIN = "join"
    NONE = "none"
    """The words name none: tables are wanted by themselves."""


class Comparison(StrEnum):
    """How a number is compared."""

    LESS = "<"
    AT_MOST = "<="
    GREATER = ">"
    AT_LEAST = ">="
    EQUAL = "="
    BETWEEN = "between"
    ABOUT = "about"


class When(StrEnum):
    """How a moment is compared with a day, a month or a year.

    "before" and "after" leave the whole of it out, "until" and "since" take it in.
    """

    BEFORE = "before"
    UNTIL = "until"
    AFTER = "after"
    SINCE = "since"
    IN = "in"
    BETWEEN = "between"


class Extent(StrEnum):
    """What a size counts."""

    ROWS = "rows"
    COLUMNS = "columns"


class Measure(StrEnum):
    """What is counted of the union or join with the query."""

    ROWS = "rows"
    COLUMNS = "columns"
    NEW_ROWS = "new rows"
    NEW_COLUMNS = "new columns"
    MATCHED_SHARE = "matched share"
    """Share of the query's rows that find a partner in the join, 0 to 1."""


class Kind(StrEnum):
    """A property that a column may be asked to have."""

    NUMBERS = "numbers"
    DATES = "dates"
    TEXT = "text"
    BOOLEANS = "booleans"
    UNIQUE = "unique"
    """No value twice."""
    COMPLETE = "complete"
    """No cell missing."""


_HELD = (Kind.NUMBERS, Kind.DATES, Kind.TEXT, Kind.BOOLEANS)
"""What cells are: a column has one of these, and the other properties besides."""


@dataclass(frozen=True)
class Quantity:
    """A comparison with a number, or with two.

    Parameters
    ----------
    value
        Finite; the lower end of a "between".
    upper
        The upper end, at least `value`; of a "between" only.

    Examples
    --------
    >>> Quantity(Comparison.BETWEEN, 5, 10).holds(10)
    True
    """

    comparison: Comparison
    value: float
    upper: float | None = None

    def __post_init__(self) -> None:
        between = self.comparison is Comparison.BETWEEN
        if between != (self.upper is not None):
            raise ConditionError('"between" takes two numbers, every other comparison one.')
        if not math.isfinite(self.value) or not math.isfinite(self.upper or 0.0):
            raise ConditionError(f"A number must be finite. Got {self.value}.")
        if self.upper is not None and self.upper < self.value:
            raise ConditionError(
                f'The second number of a "between" must not be below the first. '
                f"Got {self.value:g} and {self.upper:g}."
            )

    @property
    def about(self) -> tuple[float, float]:
        """The ends of "about" its value, both taken in, for whoever counts and whoever asks SQL.

        Examples
        --------
        >>> low, high = Quantity(Comparison.ABOUT, 0.3).about
        >>> low <= 0.27 and high >= 0.33
        True
        """
        reach = abs(self.value) * (ABOUT + _NOISE)
        return self.value - reach, self.value + reach

    def holds(self, number: float) -> bool:
        """Whether a number satisfies it; "about" allows a tenth of the value either way."""
        if self.comparison is Comparison.BETWEEN:
            return self.value <= number <= (self.upper or 0.0)
        if self.comparison is Comparison.ABOUT:
            low, high = self.about
            return low <= number <= high
        return {
            Comparison.LESS: number < self.value,
            Comparison.AT_MOST: number <= self.value,
            Comparison.GREATER: number > self.value,
            Comparison.AT_LEAST: number >= self.value,
            Comparison.EQUAL: number == self.value,
        }[self.comparison]


ABOUT = 0.1
"""How far "about a number" reaches, as a share of the number."""
_NOISE = 1e-9
"""What its ends reach further, as a share of the number: 0.33 is about 0.3, though 0.3 + 0.03 is
less in doubles."""


@dataclass(frozen=True)
class Topic:
    """The table is about something: its title, headers or content."""

    text: str

    def __post_init__(self) -> None:
        _require(self.text, "A topic")
        if not self.text.strip(string.punctuation + string.whitespace):
            raise ConditionError(f"A topic must be more than signs. Got {self.text!r}.")


@dataclass(frozen=True)
class Size:
    """The table has so many rows or columns."""

    extent: Extent
    quantity: Quantity


@dataclass(frozen=True)
class Category:
    """A column's value is one of a few."""

    column: str
    values: tuple[str, ...]

    def __post_init__(self) -> None:
        _require(self.column, "A column")
        if not self.values:
            raise ConditionError("A category must have at least one value.")
        for value in self.values:
            _require(value, "A value")


@dataclass(frozen=True)
class Text:
    """A word or a phrase stands in a column's cells, or in any column's if none is named."""

    text: str
    column: str = ""

    def __post_init__(self) -> None:
        _require(self.text, "A word or phrase")


@dataclass(frozen=True)
class Number:
    """A column's numbers, or their average, compare with a number."""

    column: str
    quantity: Quantity
    average: bool = False

    def __post_init__(self) -> None:
        _require(self.column, "A column")


@dataclass(frozen=True)
class Date:
    """A column's dates compare with a day, a month or a year.

    Parameters
    ----------
    column
        Any column of dates if empty.
    first, last
        ISO 8601 as exact as it was said: ``2015``, ``2015-03``, ``2015-03-01``,
        ``2015-03-01T12:30:00``. ``last`` is the end of a "between", which takes it in.
    """

    column: str
    when: When
    first: str
    last: str = ""

    def __post_init__(self) -> None:
        check_moment(self.first)
        if (self.when is When.BETWEEN) != bool(self.last):
            raise ConditionError('"between" takes two dates, every other comparison one.')
        if self.last:
            check_moment(self.last)
            if self.last < self.first[: len(self.last)]:
                raise ConditionError(
                    f"The second date must not be before the first. "
                    f"Got {self.first} and {self.last}."
                )


@dataclass(frozen=True)
class Missing:
    """A column's cell is missing: it is empty, or a text such as ``NULL`` stands for no value."""

    column: str

    def __post_init__(self) -> None:
        _require(self.column, "A column")


@dataclass(frozen=True)
class HasColumn:
    """The table has a column about something, of a name, or with properties.

    Parameters
    ----------
    kinds
        All of them; put in the order of `Kind`, each once.
    """

    about: str = ""
    named: str = ""
    kinds: tuple[Kind, ...] = ()

    def __post_init__(self) -> None:
        if not (self.about.strip() or self.named.strip() or self.kinds):
            raise ConditionError("A column must be about something, have a name or a property.")
        object.__setattr__(self, "kinds", tuple(kind for kind in Kind if kind in self.kinds))
        held = [kind for kind in self.kinds if kind in _HELD]
        if len(held) > 1:
            raise ConditionError(
                f"A column holds one of {', '.join(_HELD)}. Got {' and '.join(held)}; "
                "two columns are two conditions."
            )


@dataclass(frozen=True)
class OnColumns:
    """The table can be unioned or joined on columns of the query, each of them."""

    operation: Operation
    columns: tuple[str, ...]

    def __post_init__(self) -> None:
        if self.operation is Operation.NONE or not self.columns:
            raise ConditionError("A union or a join on columns must name the columns.")
        for column in self.columns:
            _require(column, "A column")


@dataclass(frozen=True)
class Result:
    """The union or the join with the query is so large, or adds so much."""

    measure: Measure
    quantity: Quantity


@dataclass(frozen=True)
class Share:
    """So large a share of the rows, 0 to 1, satisfies a condition on rows."""

    part: Category | Text | Number | Date | Missing
    quantity: Quantity

    def __post_init__(self) -> None:
        ends = (self.quantity.value, self.quantity.upper)
        for end in (end for end in ends if end is not None and not 0 <= end <= 1):
            raise ConditionError(f"A share is from 0 to 1. Got {end:g}.")
        if isinstance(self.part, Number) and self.part.average:
            raise ConditionError("A share is of rows. Got one of an average, which no row has.")


@dataclass(frozen=True)
class Not:
    """The part is not satisfied."""

    part: Condition


@dataclass(frozen=True)
class And:
    """Every part is satisfied."""

    parts: tuple[Condition, ...]

    def __post_init__(self) -> None:
        _require_parts(self.parts)


@dataclass(frozen=True)
class Or:
    """At least one part is satisfied."""

    parts: tuple[Condition, ...]

    def __post_init__(self) -> None:
        _require_parts(self.parts)


RowCondition: TypeAlias = Category | Text | Number | Date | Missing
"""Conditions that each row satisfies or not."""

Leaf: TypeAlias = Topic | Size | RowCondition | HasColumn | OnColumns | Result | Share
Condition: TypeAlias = Leaf | Not | And | Or


def conjuncts(condition: Condition | None) -> tuple[Condition, ...]:
    """Return the parts that must all hold: those of an `And`, or the condition itself.

    Examples
    --------
    >>> len(conjuncts(And((Topic("coffee"), Text("Kenya")))))
    2
    """
    if condition is None:
        return ()
    return condition.parts if isinstance(condition, And) else (condition,)


def conjunction(parts: tuple[Condition, ...]) -> Condition | None:
    """Return the condition that all parts hold; the opposite of `conjuncts`."""
    if len(parts) < 2:  # noqa: PLR2004 - one part needs no "and"
        return parts[0] if parts else None
    return And(parts)


def leaves(condition: Condition | None) -> Iterator[Leaf]:
    """Give the conditions inside "and", "or" and "not", from left to right."""
    if condition is None:
        return
    if isinstance(condition, And | Or):
        for part in condition.parts:
            yield from leaves(part)
    elif isinstance(condition, Not):
        yield from leaves(condition.part)
    else:
        yield condition


def _require(text: str, what: str) -> None:
    if not text.strip():
        raise ConditionError(f"{what} must not be empty.")


def _require_parts(parts: tuple[Condition, ...]) -> None:
    if len(parts) < 2:  # noqa: PLR2004 - what "and" and "or" join
        raise ConditionError(f'"and" and "or" join at least two conditions. Got {len(parts)}.')
