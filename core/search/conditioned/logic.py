"""Parts of a condition as they are asked for, and how far a table satisfies them together."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from core.conditions import (
    And,
    Category,
    Condition,
    Date,
    Leaf,
    Missing,
    Not,
    Number,
    Or,
    RowCondition,
    Share,
    Text,
)
from core.conditions.counting.row_statements import Jointly, Slot

Shares = NDArray[np.float64]
"""How far something is satisfied, 0 to 1; one for each way of weighing it."""


def asked(condition: Condition | None, negated: bool = False) -> Iterator[tuple[Leaf, bool]]:
    """Give the parts of a condition from left to right, and whether their opposite is asked for.

    Examples
    --------
    >>> from core.conditions import Text, Topic
    >>> list(asked(And((Topic("tea"), Not(Text("Kenya"))))))
    [(Topic(text='tea'), False), (Text(text='Kenya', column=''), True)]
    """
    if condition is None:
        return
    if isinstance(condition, And | Or):
        for part in condition.parts:
            yield from asked(part, negated)
    elif isinstance(condition, Not):
        yield from asked(condition.part, not negated)
    else:
        yield condition, negated


def in_same_rows(condition: Condition | None) -> list[Jointly]:
    """Return what of a condition several parts ask of the same rows, in the order of `together`.

    Shares of rows are no rows any more, and to mention a word or to have an average is a property
    of a table.

    Examples
    --------
    >>> from core.conditions import parse
    >>> in_same_rows(parse("price over 5 and city is Rome, over 9 rows").condition)
    [Jointly(every=True, parts=(Slot(number=0, negated=False), Slot(number=1, negated=False)))]
    >>> in_same_rows(parse("price over 5 and over 9 rows").condition)
    []
    """
    return list(_in_same_rows(condition, itertools.count(), negated=False))


def together(
    condition: Condition | None,
    shares: Iterator[Shares],
    joint: Iterator[float] | None = None,
    negated: bool = False,
) -> Shares:
    """Combine how far each of the parts of `asked` is satisfied, 0 to 1.

    Parts that ask something of rows count by the rows that satisfy them together. Else "and"
    multiplies and "or" takes the best; "not" gives the rest of that, made of how far the opposite
    of each part is satisfied: a table may satisfy neither a part nor its opposite.

    Parameters
    ----------
    shares
        Of each part. The first way of weighing gives the plain share, which `joint` replaces; in
        the others that is weighed as the parts by themselves are.
    joint
        Share of the rows that satisfy each of `in_same_rows`; without it they count as others do.

    Examples
    --------
    >>> from core.conditions import Category, Text, Topic
    >>> def of(*given):
    ...     return iter([np.array([share]) for share in given])
    >>> both = And((Topic("tea"), Text("Kenya")))
    >>> together(both, of(0.5, 0.8)), together(Not(both), of(0.5, 0.2)).round(6)
    (array([0.4]), array([0.6]))
    >>> together(And((Category("a", ("x",)), Category("b", ("y",)))), of(0.5, 0.5), iter([0.1]))
    array([0.1])
    """
    if condition is None:
        return np.ones(1)
    if isinstance(condition, Not):
        return together(condition.part, shares, joint, not negated)
    if not isinstance(condition, And | Or):
        return next(shares)
    every = isinstance(condition, And) != negated
    rows: list[Shares] = []
    others: list[Shares] = []
    for part in condition.parts:
        if joint is not None and _asks_of_rows(part):
            rows.append(together(part, shares, None, negated))
        else:
            others.append(together(part, shares, joint, negated))
    if joint is not None and sum(map(_parts_of, filter(_asks_of_rows, condition.parts))) > 1:
        by_themselves = _combined(rows, every, negated)
        plain = by_themselves[0]
        rows = [next(joint) * (by_themselves / plain if plain else np.ones_like(by_themselves))]
    return _combined([*others, *rows], every, negated)


def _combined(parts: Sequence[Shares], every: bool, negated: bool) -> Shares:
    shares = np.vstack(parts)
    if every:
        found: Shares = shares.min(axis=0) if negated else shares.prod(axis=0)
    else:
        found = 1 - (1 - shares).prod(axis=0) if negated else shares.max(axis=0)
    return found


def _in_same_rows(
    condition: Condition | None, slots: Iterator[int], negated: bool
) -> Iterator[Jointly]:
    if isinstance(condition, Not):
        yield from _in_same_rows(condition.part, slots, not negated)
    elif isinstance(condition, And | Or):
        rows: list[Jointly | Slot] = []
        for part in condition.parts:
            if _asks_of_rows(part):
                rows.append(_slots(part, slots, negated))
            else:
                yield from _in_same_rows(part, slots, negated)
        if sum(map(_parts_of, filter(_asks_of_rows, condition.parts))) > 1:
            yield Jointly(isinstance(condition, And) != negated, tuple(rows))
    elif isinstance(condition, RowCondition | Share):
        next(slots)


def _slots(condition: Condition, slots: Iterator[int], negated: bool) -> Jointly | Slot:
    if isinstance(condition, Not):
        return _slots(condition.part, slots, not negated)
    if isinstance(condition, And | Or):
        parts = tuple(_slots(part, slots, negated) for part in condition.parts)
        return Jointly(isinstance(condition, And) != negated, parts)
    return Slot(next(slots), negated)


def _asks_of_rows(condition: Condition) -> bool:
    """Whether each row of a table satisfies a condition or does not."""
    if isinstance(condition, Not):
        return _asks_of_rows(condition.part)
    if isinstance(condition, And | Or):
        return all(map(_asks_of_rows, condition.parts))
    if isinstance(condition, Number):
        return not condition.average
    if isinstance(condition, Text):
        return bool(condition.column)
    return isinstance(condition, Category | Date | Missing)


def _parts_of(condition: Condition) -> int:
    return sum(1 for _ in asked(condition))
