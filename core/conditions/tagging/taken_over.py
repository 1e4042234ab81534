"""What the first reading says and no label tells: kinds of columns, dates of none, "most rows"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from core.conditions.tagging.likely_parts import (
    LikelyName,
    LikelyNumber,
    LikelyPart,
)
from core.conditions.tagging.lines import Role
from core.conditions.tagging.placed import Placed, UnclearError, Wording
from core.conditions.types import Condition, Date, HasColumn, Quantity, Share, leaves

KINDS = re.compile(
    r"\b(?:numeric(?:al)?|unique(?:ness)?|distinct|duplicat\w+|repeat\w*|twice|missing|blanks?|gaps?|"
    r"nulls?|empty|complete(?:ly)?|filled|holes?)\b",
    re.IGNORECASE,
)
"""What may ask for a property of columns by itself: no label tells of it."""
_KINDS_OF_COLUMNS = re.compile(
    r"\b(?:numbers?|integers?|digits|dates?|timestamps?|texts?|textual|strings?|bool(?:ean)?s?|"
    r"(?:yes|true)(?:/|-or-|-)(?:no|false)|flags?)\b",
    re.IGNORECASE,
)
"""What asks for one beside a word for a column."""
_MOST = re.compile(r"(?<!\bat )(?<!\bthe )\b(?:most|majority)\b", re.IGNORECASE)
_COLUMN = re.compile(r"\b(?:columns?|cols?|fields?|attributes?|variables?|one)\b", re.IGNORECASE)


def date_of_no_column(parts: Sequence[LikelyPart], first: Condition | None) -> Placed | None:
    """Take a date that is said of no column from the first reading: no label tells that.

    None if the parts name a column of numbers or dates, or there is no such date, or several.

    Raises
    ------
    UnclearError
        If the first reading has another date than the parts.
    """
    named = any(
        isinstance(part, LikelyName) and part.role in {Role.NUMBERS, Role.DATES} for part in parts
    )
    dates = [leaf for leaf in leaves(first) if isinstance(leaf, Date) and not leaf.column]
    said = [part for part in parts if isinstance(part, LikelyNumber) and part.of == "cells"]
    if named or len(dates) != 1 or not said:
        return None
    ends = [end for part in said if part.moments is not None for end in part.moments]
    if {dates[0].first, dates[0].last} - {""} != set(ends):
        raise UnclearError
    return Placed(dates[0], tuple(said))


def with_kinds(
    wording: Wording,
    parts: Sequence[LikelyPart],
    made: Sequence[Placed],
    first: Condition | None,
) -> list[Placed]:
    """Add what the first reading says of kinds of columns to what was made of the parts.

    Raises
    ------
    UnclearError
        If words outside the parts may ask for a kind that the first reading has not, or it is open
        which column is of it.
    """
    if not _may_ask_for_kinds(wording, parts):
        return list(made)
    of_kinds = [leaf for leaf in leaves(first) if isinstance(leaf, HasColumn) and leaf.kinds]
    if not of_kinds:
        raise UnclearError
    added = list(made)
    has_columns = any(isinstance(leaf, HasColumn) for one in made for leaf in leaves(one.condition))
    for leaf in of_kinds:
        if not (leaf.about or leaf.named):
            if has_columns:
                raise UnclearError
            added.append(Placed(leaf, ()))
            continue
        beside = [
            (i, replace(one.condition, kinds=leaf.kinds))
            for i, one in enumerate(added)
            if isinstance(one.condition, HasColumn) and _is_of(leaf, one.condition)
        ]
        if len(beside) != 1:
            raise UnclearError
        place, column = beside[0]
        added[place] = replace(added[place], condition=column)
    return added


def most_of_rows(wording: Wording, first: Condition | None) -> tuple[Quantity, int] | None:
    """Take a share that is said without a number from the first reading: "in most rows".

    Returns
    -------
    tuple or None
        The share, and the place of its word; None if no word says one.

    Raises
    ------
    UnclearError
        If the first reading has none, or several.
    """
    said = _MOST.search(wording.text)
    if said is None:
        return None
    shares = {leaf.quantity for leaf in leaves(first) if isinstance(leaf, Share)}
    if len(shares) != 1:
        raise UnclearError
    places = (i for i, word in enumerate(wording.words) if word.end > said.start())
    return shares.pop(), next(places)


def _is_of(leaf: HasColumn, column: HasColumn) -> bool:
    """Whether a column of the first reading is another one, or begins with that one's name."""
    name = (column.about or column.named).split()
    return (leaf.about or leaf.named).replace(",", " ").split()[: len(name)] == name


def _may_ask_for_kinds(wording: Wording, parts: Sequence[LikelyPart]) -> bool:
    """Whether words that are no part of a name or number may ask for a property of columns."""
    outside = list(wording.text)
    for part in parts:
        start, end = wording.extent(part)
        outside[start:end] = " " * (end - start)
    left = "".join(outside)
    of_columns = _KINDS_OF_COLUMNS.search(left) and _COLUMN.search(left)
    return bool(KINDS.search(left) or of_columns)
