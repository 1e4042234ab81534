"""What of a condition a table's rows are chosen by, once it is known what the table satisfies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.conditions import (
    And,
    Comparison,
    Condition,
    Leaf,
    Not,
    Number,
    Or,
    RowCondition,
    Share,
    leaves,
)


def chooses_rows(condition: Condition | None) -> bool:
    """Whether some rows of a table satisfy a condition and others do not.

    Examples
    --------
    >>> from core.conditions import parse
    >>> chooses_rows(parse("price over 5 or over 9 rows").condition)
    True
    >>> chooses_rows(parse("average price over 5, over 9 rows").condition)
    False
    """
    return any(_on_rows(part) is not None for part in leaves(condition))


def chosen_by(condition: Condition | None, held: Sequence[bool]) -> Condition | bool:
    """Reduce a condition to what it asks of each row of one table.

    What every row of a table has in common, such as its size, its topic, an average or a share of
    rows that must not be large, chooses no rows: they are those of a table that somebody wants. As
    an alternative it does: where the table satisfies that, all its rows are wanted. Of a share that
    must be large the rows are those that it counts.

    Parameters
    ----------
    held
        For each part of `core.search.conditioned.logic.asked`, whether the table satisfies
        what is asked, with its "not"; those of parts on rows are not looked at.

    Returns
    -------
    Condition or bool
        Of conditions on rows alone, "not" only right in front of one; true for all rows, false for
        none.

    Examples
    --------
    >>> from core.conditions import parse
    >>> either = parse("over 9 rows or price over 5").condition
    >>> chosen_by(either, [True, False])
    True
    >>> chosen_by(either, [False, False]) == parse("price over 5").condition
    True
    >>> chosen_by(parse("over 9 rows and price over 5").condition, [False, False])
    Number(column='price', quantity=Quantity(comparison=<Comparison.GREATER: '>'>, value=5.0, \
upper=None), average=False)
    """
    return True if condition is None else _chosen(condition, iter(held), False, True)


def _chosen(
    condition: Condition, held: Iterator[bool], negated: bool, of_table: bool
) -> Condition | bool:
    """Reduce a part; `of_table` as long as nothing but "and" stands above it."""
    if isinstance(condition, Not):
        return _chosen(condition.part, held, not negated, of_table)
    if not isinstance(condition, And | Or):
        holds, on_rows = next(held), _on_rows(condition)
        if on_rows is None or (negated and isinstance(condition, Share)):
            return of_table or holds
        return Not(on_rows) if negated else on_rows
    every = isinstance(condition, And) != negated
    alone = of_table and (every or not chooses_rows(condition))
    parts = [_chosen(part, held, negated, alone) for part in condition.parts]
    if (not every) in [part for part in parts if isinstance(part, bool)]:
        return not every
    left = tuple(part for part in parts if not isinstance(part, bool))
    if len(left) < 2:  # noqa: PLR2004 - one part needs neither "and" nor "or"
        return left[0] if left else every
    return And(left) if every else Or(left)


def _on_rows(part: Leaf) -> RowCondition | None:
    """Return what a part asks of each row, if anything."""
    if isinstance(part, Share):
        many = part.quantity.comparison in (Comparison.GREATER, Comparison.AT_LEAST)
        return part.part if many else None
    if isinstance(part, Number) and part.average:
        return None
    return part if isinstance(part, RowCondition) else None
