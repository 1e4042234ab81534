"""How far the rows of a table satisfy a part of a condition, by what was counted of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from core.amounts import amount
from core.conditions import (
    Category,
    Comparison,
    Date,
    HasColumn,
    Leaf,
    Missing,
    Number,
    OnColumns,
    Quantity,
    Result,
    RowCondition,
    Share,
    Size,
    Text,
    Topic,
)
from core.conditions.alike import as_amount
from core.conditions.counting.scanning import Counted
from core.lake.written.misreadings import misreading
from core.search.conditioned.types import PartResult

_MENTIONED = 0.8
"""Satisfaction of a table that mentions a word in one row; it grows to 1 with the share of rows.

To contain a word is a property of the table: one that mentions it satisfies the condition.
"""


def rows_of(part: Leaf) -> RowCondition | None:
    """Return what a part says of rows; none if it is about the table as a whole."""
    match part:
        case Share():
            return part.part
        case Category() | Text() | Number() | Date() | Missing():
            return part
        case Topic() | Size() | HasColumn() | OnColumns() | Result():
            return None
        case _:
            assert_never(part)


def turned(found: PartResult, negated: bool) -> PartResult:
    """Turn what was found of a part to its opposite if that is asked for."""
    return replace(found, share=1 - found.share, negated=True) if negated else found


def of_rows(part: Leaf, counted: Counted, slot: int, column: str, negated: bool) -> PartResult:
    """Say how far rows satisfy a part, or its opposite, which also takes a column to look at."""
    condition = rows_of(part)
    rows = counted.satisfied[slot]
    # Cells without a value neither satisfy a condition nor fail it; a share is asked of all rows.
    of_all = isinstance(condition, Text | Missing) or isinstance(part, Share)
    known = counted.rows if of_all else counted.readable[slot]
    among = known if of_all or _is_of_kind(counted, slot) else counted.present[slot]
    if isinstance(condition, Number) and condition.average:
        mean = counted.averages[slot]
        if mean is None:
            return PartResult(part, 0.0, column, _rows_told(part, counted, slot, column), negated)
        near = _near(mean, counted.deviations[slot] or 0.0, condition.quantity)
        return turned(PartResult(part, near, column, f"average {mean:,.6g}"), negated)
    mentions = isinstance(part, Text) and not part.column
    if negated and not mentions and not isinstance(part, Share):
        rows = known - counted.refused[slot]
        nothing = float(isinstance(part, Date) and not part.column)
        share = rows / among if among else nothing
        words = _rows_told(part, counted, slot, column, rows)
        return PartResult(part, share, column, words, negated)
    share = rows / among if among else 0.0
    words = _rows_told(part, counted, slot, column, rows)
    if mentions and rows:
        share = _MENTIONED + (1 - _MENTIONED) * share
    if isinstance(part, Share):
        share = float(part.quantity.holds(share))
        if negated and not counted.readable[slot] and not isinstance(condition, Missing):
            return PartResult(part, 0.0, column, words, negated)
    told = f"{words} mention it" if negated and mentions else words
    return turned(PartResult(part, share, column, told), negated)


def _is_of_kind(counted: Counted, slot: int) -> bool:
    """Whether most values of a column are numbers, or dates, where such are asked for.

    One date among thirty numbers makes no column of dates: the others count as not satisfying.
    """
    return 2 * counted.readable[slot] >= counted.present[slot]


def without_column(condition: RowCondition) -> str:
    """Say that a table has no column that a condition could be looked for in."""
    if condition.column:
        return f"no column like {condition.column!r}"
    return "no column of dates" if isinstance(condition, Date) else "no column"


def _rows_told(part: Leaf, counted: Counted, slot: int, column: str, rows: int = 0) -> str:
    """Say how many rows satisfy a part, of those that its share is of, and what the others are."""
    condition = rows_of(part)
    total, readable = counted.rows, counted.readable[slot]
    told = [f"{rows:,} of {total:,} rows"]
    if readable < total and not isinstance(condition, Text | Missing):
        what = _read_in_cells(condition)
        if not isinstance(part, Share):
            among, with_a = readable, what
            if not _is_of_kind(counted, slot):
                among, with_a = counted.present[slot], "value"
            told = [f"{rows:,} of {amount(among, 'row')} with a {with_a}"] if readable else []
        if unread := counted.present[slot] - readable:
            told.append(f"no {what} in {amount(unread, 'cell')}")
        if empty := total - counted.present[slot]:
            have = "has" if empty == 1 else "have"
            told.append(f"{empty:,} of {total:,} rows {have} no value")
    if isinstance(condition, Category) and (
        begun := counted.refused[slot] - counted.satisfied[slot]
    ):
        told.append(_begun(condition.values, begun))
    if isinstance(condition, Number) and (odd := misreading(counted.doubts[slot], column)):
        told.append(odd)
    return "; ".join(told)


def _read_in_cells(condition: RowCondition | None) -> str:
    """Say what a condition reads in cells."""
    if isinstance(condition, Number):
        return "number"
    return "date" if isinstance(condition, Date) and as_amount(condition) is None else "value"


def _begun(values: Sequence[str], cells: int) -> str:
    """Say that cells begin with a value that no cell is: they may be it, and may not."""
    if len(values) == 1:
        return f"no cell is exactly {values[0]!r}, {cells:,} begin{'s' * (cells == 1)} with it"
    return f"{amount(cells, 'cell')} only begin{'s' * (cells == 1)} with a value"


def _near(mean: float, deviation: float, quantity: Quantity) -> float:
    """Say how far an average satisfies a comparison.

    "about" is told in standard deviations of the column, for a tenth of a temperature in kelvin is
    a climate: half fulfilled at a third of one.
    """
    if quantity.comparison is not Comparison.ABOUT:
        return float(quantity.holds(mean))
    off = abs(mean - quantity.value)
    if off == 0 or deviation == 0:
        return float(quantity.holds(mean))
    return math.exp(-2 * off / deviation)
