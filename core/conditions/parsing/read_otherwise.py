"""Doubt what two readings of the same words take for different parts."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from core.conditions.alike import TURNED, years_as_numbers
from core.conditions.notation import write_condition
from core.conditions.requests import Request, Span
from core.conditions.tagging.assembling import SecondReading
from core.conditions.types import (
    Category,
    Condition,
    Date,
    Extent,
    HasColumn,
    Leaf,
    Measure,
    Number,
    OnColumns,
    Operation,
    Quantity,
    Result,
    Share,
    Size,
    Text,
    When,
    conjuncts,
    leaves,
)
from core.conditions.words.surely_asked import is_surely_asked

_SHORT = 4
"""Letters of an article, and one more."""
_TURNED_WHEN = {
    When.BEFORE: When.SINCE,
    When.SINCE: When.BEFORE,
    When.AFTER: When.UNTIL,
    When.UNTIL: When.AFTER,
}
_SIZES = {
    Measure.ROWS: Extent.ROWS,
    Measure.COLUMNS: Extent.COLUMNS,
    Measure.NEW_ROWS: Extent.ROWS,
    Measure.NEW_COLUMNS: Extent.COLUMNS,
}
_HINT_MAY_BE = "it may mean {}; say it in other words if it does"
_HINT_NO_PART = "it may be no part of what is asked for; leave it out if it is none"
_HINT_OPERATION = "it may ask for {}; say so in other words if it does"
_ASKING = {
    Operation.UNION: "a union",
    Operation.JOIN: "a join",
    Operation.NONE: "tables by themselves, and for no union or join",
}


def read_otherwise(
    request: Request, second: SecondReading, columns: Collection[str]
) -> Iterator[Span]:
    """Give the words of which only one of the readings makes a part, or makes it otherwise.

    How parts are joined, and what is refused, the grammar knows better.

    Parameters
    ----------
    request
        The grammar's reading, of which nothing is doubted so far.
    second
        Another one of the same words.
    columns
        Names that are known; the grammar is right of these.
    """
    mine, theirs = (set(_parts(one.condition)) for one in (request, second))
    known = {name.casefold() for name in columns}
    only_mine, only_theirs = mine - theirs, theirs - mine - set(_told_of(mine))
    if any(_column(leaf).casefold() in known for leaf in only_mine):
        return
    asked_otherwise = request.operation is not second.operation and not is_surely_asked(
        request.text, request.operation.name
    )
    if asked_otherwise:
        if request.operation is Operation.NONE and any(isinstance(one, OnColumns) for one in mine):
            return  # "joinable on city, unionable on name"
        hint = _HINT_OPERATION.format(_ASKING[second.operation])
        yield Span(0, len(request.text), request.text, hint, kept=True)
    elif only_theirs:
        places = second.places
        yield from _of_parts(request, second.condition, places, only_theirs, _HINT_MAY_BE)
    elif not theirs - mine:
        of_mine = [[(one.start, one.end) for one in spans] for spans in request.of_parts]
        named = {leaf for leaf in only_mine if not _is_of_kind_alone(leaf)}
        yield from _of_parts(request, request.condition, of_mine, named, _HINT_NO_PART)


def _parts(condition: Condition | None) -> Iterator[Leaf]:
    """Give the leaves of a condition, each key by itself, and years as numbers."""
    for leaf in leaves(condition):
        if isinstance(leaf, OnColumns):
            yield from (OnColumns(leaf.operation, (column,)) for column in leaf.columns)
        else:
            yield years_as_numbers(leaf)


def _told_of(leaves_read: Collection[Leaf]) -> Iterator[Leaf]:
    """Give what labels of words tell of leaves that were read: they tell less, or turn it round.

    Of "no row with a price over 9" they may tell "a price of at most 9", of "a column X with Y in
    it" a column X, and Y, of a share of the rows what holds of these, and of "2-5 kg" a value.
    """
    for leaf in leaves_read:
        if column := _column(leaf):
            yield HasColumn(named=column)
        match leaf:
            case Text(text=text):
                yield Text(text)
                yield from (Text(word, leaf.column) for word in text.split() if len(word) < _SHORT)
            case Share(part=part):
                yield years_as_numbers(part)
            case Number(column=name, quantity=Quantity(comparison=how, value=value, upper=upper)):
                if how in TURNED:
                    yield replace(leaf, quantity=Quantity(TURNED[how], value))
                if upper is not None:
                    yield from (Category(name, (f"{value:g}{to}{upper:g}",)) for to in "-–")
            case Size(extent=extent, quantity=Quantity(comparison=how, value=value)):
                if how in TURNED:
                    yield Size(extent, Quantity(TURNED[how], value))
            case Result(measure=measure, quantity=quantity) if measure in _SIZES:
                yield Size(_SIZES[measure], quantity)
            case Date(when=when) if when in _TURNED_WHEN:
                yield replace(leaf, when=_TURNED_WHEN[when])


def _is_of_kind_alone(leaf: Leaf) -> bool:
    """Whether only a kind of column is asked for, of which no label tells."""
    return isinstance(leaf, HasColumn) and not (leaf.about or leaf.named)


def _column(leaf: Leaf) -> str:
    """Name the column that something is said of; nothing where none is named."""
    return str(getattr(leaf, "column", "") or getattr(leaf, "named", ""))


def _of_parts(
    request: Request,
    condition: Condition | None,
    places: Sequence[Sequence[tuple[int, int]]],
    doubted: Collection[Leaf],
    hint: str,
) -> Iterator[Span]:
    """Give the words of the parts of a condition that have a doubted one among them."""
    for part, of_part in zip(conjuncts(condition), places, strict=False):
        if of_part and any(leaf in doubted for leaf in _parts(part)):
            start, end = min(first for first, _ in of_part), max(last for _, last in of_part)
            said = hint.format(write_condition(part))
            yield Span(start, end, request.text[start:end], said, kept=True)
