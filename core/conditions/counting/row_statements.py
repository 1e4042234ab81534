"""Statements that read cells as numbers and dates, and count or choose the rows that satisfy.

Over the view ``cells(tab, v0, lacks0, v1, lacks1...)``, in which each condition has the column of
its number, and whether the table lacks it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.conditions.alike import as_amount
from core.conditions.counting.predicates import (
    Predicate,
    bare_amount,
    bare_moment,
    clear_moment,
    marks,
    needs_numbers,
    needs_whole,
)
from core.conditions.types import (
    And,
    Condition,
    Date,
    Missing,
    Not,
    Number,
    Or,
    RowCondition,
    Text,
)
from core.lake.written.dates import in_order
from core.lake.written.magnitudes import doubted, read_by_letters
from core.lake.written.missing_values import STAND_INS, strings
from core.lake.written.numbers import (
    counts_by_comma,
    doubted_marks,
    marked,
    minus_behind,
    money_in_thousands,
    number,
    open_minus,
    signed,
    sized,
    whole,
    written,
)

_UNIT_BEHIND = r"[0-9][.,]?[ \x{a0}\x{2009}\x{202f}]?([%‰]|\pL+²?)(?:$|[^\pL\pN/])"

_CELLS_FOR_MARKS = 500_000
"""Of a larger column the first cells tell how its numbers are written."""


@dataclass(frozen=True)
class Slot:
    """One of several conditions that are counted, by its number, or its opposite."""

    number: int
    negated: bool = False


@dataclass(frozen=True)
class Jointly:
    """What several conditions ask of the same rows: that every part holds of a row, or any does."""

    every: bool
    parts: tuple[Jointly | Slot, ...]


def satisfies(
    condition: Condition | bool, predicates: Iterator[tuple[int, RowCondition, Predicate]]
) -> str:
    """Put predicates together as the condition does, "not" only right in front of one.

    Parameters
    ----------
    predicates
        Of the conditions on rows, in their order, each with its number and its condition.
    """
    if isinstance(condition, bool):
        return str(condition).lower()
    if isinstance(condition, And | Or):
        word = " AND " if isinstance(condition, And) else " OR "
        return f"({word.join(satisfies(part, predicates) for part in condition.parts)})"
    slot, part, one = next(predicates)
    if isinstance(condition, Not):
        return _not(part, one, slot)
    return f"coalesce({one.sql}, false)"


def _not(condition: RowCondition, one: Predicate, slot: int) -> str:
    """Make SQL of whether a row fails a condition.

    A row without a value fails none, but that an empty cell holds no word and is not filled, and
    that a table without dates has none that must not be there.
    """
    if _of_any_dates(condition):
        empty = f"lacks{slot}"
    else:
        empty = f"NOT lacks{slot}" if isinstance(condition, Text) else "false"
    return f"coalesce(NOT {one.refused}, {empty})"


def _of_any_dates(condition: RowCondition) -> bool:
    return isinstance(condition, Date) and not condition.column


def counting(
    conditions: Sequence[RowCondition],
    predicates: Sequence[Predicate],
    joint: Sequence[Jointly],
    in_memory: bool,
) -> str:
    """Make the statement that counts for each table what `scanning.Counted` has.

    Parameters
    ----------
    in_memory
        See `reading`.
    """
    counts, refused, averages, deviations, readable, present = [], [], [], [], [], []
    doubts, units = [], []
    for slot, (condition, one) in enumerate(zip(conditions, predicates, strict=True)):
        counts.append(f"count(*) FILTER (WHERE {one.sql})")
        refused.append(f"count(*) FILTER (WHERE {one.refused})")
        readable.append(f"count({_reads(condition, slot)})")
        is_number = isinstance(condition, Number)
        present.append(f"count(*) FILTER (WHERE {_is_present(condition, slot)})")
        averages.append(f"avg(n{slot})" if is_number else "NULL")
        deviations.append(f"stddev_pop(n{slot})" if is_number else "NULL")
        doubts.append(f"any_value(doubt{slot})" if is_number else "NULL")
        units.append(f"any_value(unit{slot})" if is_number else "NULL")
    told = [
        f"count(*) FILTER (WHERE {sql})"
        for one in joint
        for sql in _jointly(one, conditions, predicates)
    ]
    columns = (counts, refused, readable, present, averages, deviations, doubts, units, told)
    counted = ", ".join(one for some in columns for one in some)
    return (
        f"{reading(conditions, in_memory)} SELECT tab, count(*), {counted} "  # noqa: S608 - numbers of columns
        "FROM sized GROUP BY tab"
    )


def _jointly(
    part: Jointly | Slot, conditions: Sequence[RowCondition], predicates: Sequence[Predicate]
) -> tuple[str, str]:
    """Make SQL of whether a row satisfies parts together, and whether it has the values to tell."""
    if isinstance(part, Jointly):
        word = " AND " if part.every else " OR "
        inner = [_jointly(one, conditions, predicates) for one in part.parts]
        return f"({word.join(sql for sql, _ in inner)})", f"({word.join(sql for _, sql in inner)})"
    slot = part.number
    condition, one = conditions[slot], predicates[slot]
    if isinstance(condition, Text | Missing):
        told = "true"
    else:
        told = f"{_reads(condition, slot)} IS NOT NULL"
        if part.negated and _of_any_dates(condition):
            told = f"({told} OR lacks{slot})"
    return _not(condition, one, slot) if part.negated else f"coalesce({one.sql}, false)", told


def reading(conditions: Sequence[RowCondition], in_memory: bool) -> str:
    """Begin a statement with the relation ``sized``: cells, and what can be read out of them.

    Parameters
    ----------
    in_memory
        Whether the cells are few, and held in memory: numbers found in them are kept, too, for the
        two times that they are needed. Of a large table they are found twice, and nothing is kept.
    """
    first, second, texts, sizes, of_tables = ["*"], ["*"], ["*"], ["*"], ["tab"]
    for slot, condition in enumerate(conditions):
        of_tables += marks(condition, slot)
        if needs_numbers(condition):
            text, size, by_letters = f"s{slot}", f"z{slot}", f"letters{slot}"
            minus = f"open{slot}", f"behind{slot}"
            cell = f"b{slot}"
            texts += [f"{bare_amount(f'v{slot}')} AS {cell}", f"{written(cell)} AS {text}"]
            mark, comma, money = f"mark{slot}", f"comma{slot}", f"money{slot}"
            sizes += [
                f"{sized(cell, text)} AS {size}",
                f"{marked(text)} AS {mark}",
                f"{money_in_thousands(cell, mark)} AS {money}",
                f"{open_minus(cell, text)} AS {minus[0]}",
                f"CASE WHEN {text} IS NOT NULL AND {text} <> {cell} THEN "
                f"nullif(regexp_extract({cell}, '{_UNIT_BEHIND}', 1), '') END AS behind_it{slot}",
            ]
            of_tables += [
                f"{counts_by_comma(cell, text, mark, money)} AS {comma}",
                f"{read_by_letters(size, text)} AS {by_letters}",
                f"{minus_behind(cell, text)} AS {minus[1]}",
                f"coalesce({doubted(size, by_letters)}, {doubted_marks(mark, money, comma)}) "
                f"AS doubt{slot}",
                f"CASE WHEN 2 * count(behind_it{slot}) > count({text}) "
                f"THEN mode(behind_it{slot}) END AS unit{slot}",
            ]
            value = number(text, mark, comma, size, by_letters)
            second.append(f"{signed(value, *minus)} AS n{slot}")
            if needs_whole(condition):
                second.append(f"{signed(whole(text, size), *minus)} AS w{slot}")
        if isinstance(condition, Date):
            text = f"d{slot}"
            first += [
                f"{bare_moment(f'v{slot}')} AS {text}",
                f"{clear_moment(text)} AS clear{slot}",
                f"{in_order(text, True)} AS day{slot}",
                f"{in_order(text, False)} AS month{slot}",
            ]
            # A column is written in one order: the one that reads more of its dates.
            second.append(
                f"coalesce(clear{slot}, CASE WHEN count(month{slot}) OVER (PARTITION BY tab) > "
                f"count(day{slot}) OVER (PARTITION BY tab) THEN month{slot} ELSE day{slot} END) "
                f"AS t{slot}"
            )
    first += texts[1:]

    def numbers(columns: list[str], cells: str) -> str:
        found = f"SELECT {', '.join(columns)} FROM {cells}"  # noqa: S608 - numbers of columns
        return f"SELECT {', '.join(sizes)} FROM ({found})"  # noqa: S608 - numbers of columns

    first_cells = numbers(texts, f"(FROM cells LIMIT {_CELLS_FOR_MARKS})")
    begin = f"FROM read LIMIT {_CELLS_FOR_MARKS}" if in_memory else first_cells
    kept = "MATERIALIZED" if in_memory else "NOT MATERIALIZED"
    return (
        f"WITH read AS {kept} ({numbers(first, 'cells')}), "  # noqa: S608 - numbers of columns
        f"marks AS (SELECT {', '.join(of_tables)} FROM ({begin}) GROUP BY tab), "
        f"sized AS (SELECT {', '.join(second)} FROM read JOIN marks USING (tab))"
    )


def _is_present(condition: RowCondition, slot: int) -> str:
    """Make SQL of whether a cell is not empty and, among numbers and dates, stands for no other."""
    is_filled = f"trim(v{slot}) <> ''"
    if not isinstance(condition, Number | Date):
        return is_filled
    # What stands for a missing cell is no number and no date: these need not be compared with it.
    stands_in = f"lower(trim(v{slot})) IN ({strings(STAND_INS)})"
    return f"{_reads(condition, slot)} IS NOT NULL OR ({is_filled} AND NOT {stands_in})"


def _reads(condition: RowCondition, slot: int) -> str:
    """Make SQL of what a condition is about in a cell; NULL where the cell has nothing of it."""
    if isinstance(condition, Number):
        return f"n{slot}"
    if not isinstance(condition, Date):
        return f"v{slot}"
    if as_amount(condition) is None:
        return f"t{slot}"
    return f"coalesce(t{slot}::VARCHAR, n{slot}::VARCHAR)"  # whether there is either
