"""Doubt what two readings of the same words take for different parts."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from core.conditions.notation import write_condition
from core.conditions.tagging.assembling import SecondReading
from core.conditions.types import (
    Comparison,
    Condition,
    Date,
    HasColumn,
    Leaf,
    Number,
    Operation,
    Quantity,
    Request,
    Span,
    Text,
    When,
    conjuncts,
    leaves,
)

_HINT_MAY_BE = "it may mean {}; say it in other words if it does"
_HINT_NO_PART = "it may be no part of what is asked for; leave it out if it is none"
_HINT_OPERATION = "it may ask for {}; say so in other words if it does"
_ASKING = {
    Operation.UNION: "a union",
    Operation.JOIN: "a join",
    Operation.NONE: "tables by themselves, and for no union or join",
}
_YEAR = re.compile(r"\d{4}")
_COMPARED = {
    When.BEFORE: Comparison.LESS,
    When.UNTIL: Comparison.AT_MOST,
    When.AFTER: Comparison.GREATER,
    When.SINCE: Comparison.AT_LEAST,
    When.IN: Comparison.EQUAL,
    When.BETWEEN: Comparison.BETWEEN,
}


def read_otherwise(
    request: Request, second: SecondReading, columns: Collection[str] = ()
) -> Iterator[Span]:
    """Give the words of which only one of the readings makes a part, or makes it otherwise.

    How parts are joined, and what is refused, the grammar knows better; a year is a number and a
    date; "a column X with Y in it" is more than a column X, and Y.

    Parameters
    ----------
    request
        The grammar's reading, of which nothing is doubted so far.
    second
        Another one of the same words.
    columns
        Names that are known; the grammar is right of these.
    """
    mine = set(map(_as_said, leaves(request.condition)))
    known = {name.casefold() for name in columns}
    theirs = set(map(_as_said, leaves(second.condition)))
    if any(_column(leaf).casefold() in known for leaf in mine - theirs):
        return
    phrases = {leaf.text for leaf in mine if isinstance(leaf, Text)}
    named = {HasColumn(named=column) for leaf in mine if (column := _column(leaf))}
    less = named | {Text(one) for one in phrases}
    only_theirs = theirs - mine - less
    if request.operation is not second.operation:
        hint = _HINT_OPERATION.format(_ASKING[second.operation])
        yield Span(0, len(request.text), request.text, hint, kept=True)
    elif only_theirs:
        places = second.places
        yield from _of_parts(request, second.condition, places, only_theirs, _HINT_MAY_BE)
    elif not less & theirs:
        of_mine = [[(one.start, one.end) for one in spans] for spans in request.of_parts]
        yield from _of_parts(request, request.condition, of_mine, mine - theirs, _HINT_NO_PART)


def _column(leaf: Leaf) -> str:
    """Name the column that something is said of; nothing where none is named."""
    return str(getattr(leaf, "column", "") or getattr(leaf, "named", ""))


def _as_said(leaf: Leaf) -> Leaf:
    """Write a comparison with years as one with numbers."""
    if not (isinstance(leaf, Date) and leaf.column):
        return leaf
    ends = [end for end in (leaf.first, leaf.last) if end]
    if not all(map(_YEAR.fullmatch, ends)):
        return leaf
    return Number(leaf.column, Quantity(_COMPARED[leaf.when], *map(float, ends)))


def _of_parts(
    request: Request,
    condition: Condition | None,
    places: Sequence[Sequence[tuple[int, int]]],
    doubted: Collection[Leaf],
    hint: str,
) -> Iterator[Span]:
    """Give the words of the parts of a condition that have a doubted one among them."""
    for part, of_part in zip(conjuncts(condition), places, strict=False):
        if of_part and any(_as_said(leaf) in doubted for leaf in leaves(part)):
            start, end = min(first for first, _ in of_part), max(last for _, last in of_part)
            said = hint.format(write_condition(part))
            yield Span(start, end, request.text[start:end], said, kept=True)
