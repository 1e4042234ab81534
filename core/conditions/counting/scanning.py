"""Count the rows of tables that satisfy conditions, in DuckDB over the tables' containers.

Small tables lie in shards: those that are asked for are laid under each other and counted by one
statement. A large table is streamed from its own file, only the columns that are needed. What
takes longer than it may is interrupted and said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from core.conditions.counting.portions import portions
from core.conditions.counting.predicates import CELLS_BETWEEN, missing_texts, predicate
from core.conditions.counting.row_statements import Jointly, counting, reading, satisfies
from core.conditions.counting.time_limits import Deadline, interrupted
from core.conditions.types import Condition, RowCondition, leaves
from core.lake.engine import limited_engine
from core.lake.stored.relations import StoredCells
from core.lake.written.missing_values import strings
from core.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

    import duckdb
    import polars as pl
    import pyarrow as pa

ANY_COLUMN = -1
"""Place of the column of a condition that may hold in any column."""

_WHAT = "Looking for a condition"
"""As errors name it."""


@dataclass(frozen=True)
class Scan:
    """A table to be looked at.

    Parameters
    ----------
    cells
        Where its cells are.
    places
        For each condition the place of its column, from 0, or `ANY_COLUMN`; none if the table has
        no such column.
    """

    table: str
    cells: StoredCells
    places: tuple[int | None, ...]


@dataclass(frozen=True)
class Counted:
    """What was counted in one table.

    Parameters
    ----------
    satisfied
        Rows that satisfy each condition; 0 without such a column.
    refused
        Rows that do not satisfy the opposite: those that do satisfy it, and those that may, see
        `core.conditions.counting.predicates.Predicate.may_be`.
    readable
        Rows whose cell has something that the condition is about: a number, a date, a value.
    present
        Rows whose cell is not empty and does not stand for a missing one; for conditions on numbers
        and dates a lone dash does.
    averages, deviations
        Mean and standard deviation of each number condition's column; none of others.
    doubts
        For each number condition what of its column may have been misread, see
        `core.lake.written.misreadings`; none where nothing is in doubt.
    units
        For each number condition what stands behind most of its column's numbers, as written most
        often: "ft", "%", "million"; none where nothing does.
    joint
        For each `Jointly` that was asked for, the rows that satisfy it, and the rows that have the
        values to tell: of every part, or of any.
    """

    rows: int
    satisfied: tuple[int, ...]
    refused: tuple[int, ...]
    readable: tuple[int, ...]
    present: tuple[int, ...]
    averages: tuple[float | None, ...]
    deviations: tuple[float | None, ...]
    doubts: tuple[str | None, ...]
    units: tuple[str | None, ...]
    joint: tuple[tuple[int, int], ...] = ()


def count_rows(
    scans: Sequence[Scan],
    conditions: Sequence[RowCondition],
    settings: Settings,
    spill: Path,
    deadline: Deadline | None = None,
    joint: Sequence[Jointly] = (),
    into: dict[str, Counted] | None = None,
) -> dict[str, Counted]:
    """Count in each table the rows that satisfy each condition, and several of them together.

    Tables with few rows are counted first.

    Parameters
    ----------
    spill
        An existing folder for what does not fit in the settings' memory limit.
    deadline
        The settings' ``condition_seconds`` from now if none.
    into
        Where each table is put as soon as it is counted, for whoever wants to keep what there was
        time for.

    Raises
    ------
    ConditionTimeoutError
        If it takes longer.
    EngineMemoryError, CellsGoneError, WorkspaceError
        As `core.lake.engine.limited_engine`.
    """
    found = {} if into is None else into
    if not scans or not conditions:
        nothing = ((),) * 8
        found |= {scan.table: Counted(scan.cells.rows, *nothing) for scan in scans}
        return found
    lacking = [scan for scan in scans if set(scan.places) == {None}]
    having = [scan for scan in scans if set(scan.places) != {None}]
    rows_alike = {scan.table: scan.cells.rows for scan in lacking}
    few = [scan for scan in having if scan.cells.path is None]
    many = sorted((one for one in having if one.cells.path), key=lambda one: one.cells.rows)
    predicates = [predicate(condition, slot) for slot, condition in enumerate(conditions)]
    streamed, in_memory = (counting(conditions, predicates, joint, held) for held in (False, True))
    values = {name: value for one in predicates for name, value in one.values.items()}
    with (
        limited_engine(settings.memory_limit_mb, spill, _WHAT) as connection,
        _limited(connection, having or scans, deadline or Deadline(settings.condition_seconds)),
    ):
        for some in portions([*map(_one_row, lacking), *few, *many], _cells, _laid):
            _show(connection, some, conditions)
            statement = in_memory if some[0].cells.path is None else streamed
            for row in connection.execute(statement, values).fetchall():
                scan = some[row[0]]
                counted = _counted(row[1:], len(conditions))
                alike = rows_alike.get(scan.table, 0)
                found[scan.table] = _as_in_each_row(counted, alike) if alike else counted
            empty = replace(_none(len(conditions)), joint=((0, 0),) * len(joint))
            found |= {scan.table: empty for scan in some if not scan.cells.rows}
    return found


def _one_row(scan: Scan) -> Scan:
    """Take one row for all of a table without any of the columns: each is counted alike."""
    return replace(scan, cells=StoredCells(min(1, scan.cells.rows), scan.cells.columns, None))


def _as_in_each_row(one: Counted, rows: int) -> Counted:
    joint = tuple((satisfied * rows, told * rows) for satisfied, told in one.joint)
    return replace(one, rows=rows, refused=tuple(n * rows for n in one.refused), joint=joint)


def satisfying_rows(
    scan: Scan, condition: Condition | bool, settings: Settings, spill: Path
) -> pl.DataFrame:
    """Return the rows of one table that satisfy a condition, columns ``c0``, ``c1``...

    What must not stand in a column takes a cell to stand in: a row without a value is not kept.
    Words that must not be there are not in an empty cell of a column that there is.

    Parameters
    ----------
    condition
        Of conditions on rows, "not" only right in front of one; or whether all rows satisfy.
    scan
        With a place for each of the condition's `row_conditions`.
    spill
        As for `count_rows`.

    Raises
    ------
    ConditionTimeoutError
        If it takes longer than the settings' ``condition_seconds``.
    EngineMemoryError, CellsGoneError, WorkspaceError
        As `core.lake.engine.limited_engine`.
    """
    import polars as pl

    conditions = row_conditions(condition)
    predicates = [predicate(condition, slot) for slot, condition in enumerate(conditions)]
    values = {name: value for one in predicates for name, value in one.values.items()}
    every = ", ".join(f"c{i}" for i in range(scan.cells.columns))
    where = satisfies(condition, zip(range(len(conditions)), conditions, predicates, strict=True))
    with (
        limited_engine(settings.memory_limit_mb, spill, _WHAT) as connection,
        _limited(connection, [scan], Deadline(settings.condition_seconds)),
    ):
        scan.cells.show(connection, "shown")
        connection.execute(
            f"CREATE TEMP VIEW cells AS SELECT 0 AS tab, *, {_slots(scan, conditions)} FROM shown"  # noqa: S608 - numbers of columns
        )
        chosen = f"SELECT {every} FROM sized WHERE {where} ORDER BY place"  # noqa: S608 - numbers of columns
        rows = connection.sql(
            f"{reading(conditions, in_memory=scan.cells.path is None)} {chosen}", params=values
        )
        return pl.DataFrame(rows.to_arrow_table())


def row_conditions(condition: Condition | bool) -> list[RowCondition]:
    """Return the conditions on rows that `satisfying_rows` is asked for, in their order."""
    parts = () if isinstance(condition, bool) else leaves(condition)
    return [part for part in parts if isinstance(part, RowCondition)]


def _cells(scan: Scan) -> StoredCells:
    return scan.cells


def _laid(scan: Scan) -> Iterator[int]:
    """Give the places of the columns that are looked at, for each condition anew."""
    for place in scan.places:
        if place == ANY_COLUMN:
            yield from range(scan.cells.columns)
        elif place is not None:
            yield place


def _show(
    connection: duckdb.DuckDBPyConnection, scans: list[Scan], conditions: Sequence[RowCondition]
) -> None:
    """Show the columns that are asked for as the view of `row_statements`, ``cells``."""
    if scans[0].cells.path is not None:
        scans[0].cells.show(connection, "shown")
        slots = _slots(scans[0], conditions)
        connection.execute(
            f"CREATE OR REPLACE TEMP VIEW cells AS SELECT 0 AS tab, {slots} FROM shown"  # noqa: S608 - numbers of columns
        )
        return
    import pyarrow as pa
    import pyarrow.compute as pc

    rows = [scan.cells.rows for scan in scans]
    arrays: dict[str, Any] = {"tab": np.repeat(np.arange(len(scans)), rows)}
    for slot in range(len(conditions)):
        column = pa.chunked_array([_array(scan, slot) for scan in scans], pa.string())
        trimmed = pc.utf8_trim_whitespace(column)
        missing = pa.array(["", *missing_texts(conditions[slot])])
        arrays[f"v{slot}"] = pc.if_else(pc.is_in(trimmed, missing), None, trimmed)
        arrays[f"lacks{slot}"] = np.repeat([scan.places[slot] is None for scan in scans], rows)
    connection.execute("DROP VIEW IF EXISTS cells")
    connection.register("cells", pa.table(arrays))


def _array(scan: Scan, slot: int) -> pa.Array:
    import pyarrow as pa
    import pyarrow.compute as pc

    place, cells = scan.places[slot], scan.cells
    if place is None or not cells.rows:
        return pa.nulls(cells.rows, pa.string())
    if place != ANY_COLUMN:
        return cells.arrays[place].cast(pa.string())
    return pc.binary_join_element_wise(
        *(array.cast(pa.string()) for array in cells.arrays),
        CELLS_BETWEEN,
        null_handling="replace",
        null_replacement="",
    )


def _slots(scan: Scan, conditions: Sequence[RowCondition]) -> str:
    def told(place: int | None, condition: RowCondition) -> str:
        if place is None:
            return "NULL::VARCHAR"
        if place == ANY_COLUMN:
            return f"concat_ws(chr(31), {', '.join(f'c{i}' for i in range(scan.cells.columns))})"
        missing = missing_texts(condition)
        if not missing:
            return f"c{place}"
        return f"CASE WHEN trim(c{place}) IN ({strings(missing)}) THEN NULL ELSE c{place} END"

    places = zip(scan.places, conditions, strict=True)
    return ", ".join(
        f"{told(place, condition)} AS v{slot}, {place is None} AS lacks{slot}"
        for slot, (place, condition) in enumerate(places)
    )


def _counted(row: tuple[Any, ...], size: int) -> Counted:
    rows, *told = row
    satisfied, refused, readable, present, averages, deviations, doubts, units = (
        tuple(told[begin : begin + size]) for begin in range(0, 8 * size, size)
    )
    together = told[8 * size :]
    return Counted(
        rows,
        satisfied,
        refused,
        readable,
        present,
        tuple(None if mean is None else float(mean) for mean in averages),
        tuple(None if one is None else float(one) for one in deviations),
        doubts,
        units,
        tuple(zip(together[::2], together[1::2], strict=True)),
    )


def _none(size: int) -> Counted:
    """Make what is counted in a table without rows, but for what is counted jointly."""
    nothing, none = (0,) * size, (None,) * size
    return Counted(0, nothing, nothing, nothing, nothing, none, none, none, none)


def _limited(
    connection: duckdb.DuckDBPyConnection, scans: Sequence[Scan], deadline: Deadline
) -> AbstractContextManager[None]:
    rows = sum(scan.cells.rows for scan in scans)
    what = scans[0].table if len(scans) == 1 else f"{len(scans):,} tables"
    return interrupted(connection, f"{what} ({rows:,} rows)", deadline)
