"""The new rows of unions with a query, counted in one engine: small tables by one statement."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from core.conditions.counting.portions import portions
from core.conditions.counting.tables import TableFacts
from core.conditions.counting.time_limits import Deadline, interrupted
from core.lake.cells import trimmed
from core.lake.stored.relations import StoredCells
from core.search.query import QueryTable
from core.search.query_engine import query_engine
from core.types import ColumnMatch

if TYPE_CHECKING:
    import duckdb


def count_new_rows(
    query: QueryTable,
    tables: Sequence[tuple[TableFacts, Sequence[ColumnMatch]]],
    deadline: Deadline,
    tell: Callable[[int], None],
) -> dict[str, int]:
    """Count in each table the rows whose aligned cells the query has in no row.

    They are those that `core.search.write_union` calls new.

    Parameters
    ----------
    tables
        Each with the columns that line up with the query's; all its rows are new if none do.
    tell
        Told how many tables have been counted.

    Raises
    ------
    ConditionTimeoutError
        If it takes longer.
    EngineMemoryError, CellsGoneError, WorkspaceError
        As `core.search.query_engine.query_engine`.
    """
    rows = sum(facts.rows for facts, _ in tables)
    with_what = tables[0][0].table if len(tables) == 1 else f"{len(tables):,} tables"
    what = f"the union with {with_what} ({rows:,} rows)"
    found: dict[str, int] = {}
    with (
        query_engine(query, "A union") as connection,
        interrupted(connection, what, deadline),
    ):
        StoredCells.of_frame(query.frame()).show(connection, "query_cells")
        connection.execute("CREATE TEMP TABLE own AS FROM query_cells")
        for some in _portions([_Placed.of(query, *one) for one in tables]):
            found |= _count(connection, some)
            deadline.check(what)
            tell(len(found))
    return found


@dataclass(frozen=True)
class _Placed:
    """A table, and at which places its columns lie over the query's: ascending pairs."""

    facts: TableFacts
    pairs: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, query: QueryTable, facts: TableFacts, alignment: Sequence[ColumnMatch]) -> _Placed:
        own, labels = query.labels, facts.labels
        pairs = [(own.index(m.query_column), labels.index(m.column)) for m in alignment]
        return cls(facts, tuple(sorted(pairs)))

    @property
    def own(self) -> tuple[int, ...]:
        """Places in the query of the columns that line up."""
        return tuple(own for own, _ in self.pairs)

    @property
    def places(self) -> tuple[int, ...]:
        """Places in the table of the columns that line up, in the same order."""
        return tuple(place for _, place in self.pairs)


def _portions(tables: Sequence[_Placed]) -> Iterator[list[_Placed]]:
    """Put small tables together that line up with the same columns, large ones alone."""
    for _, alike in itertools.groupby(sorted(tables, key=_kind), key=_kind):
        yield from portions(alike, lambda one: one.facts.cells, lambda one: one.places)


def _kind(one: _Placed) -> tuple[bool, tuple[int, ...]]:
    return one.facts.cells.path is not None, one.own


def _count(connection: duckdb.DuckDBPyConnection, some: Sequence[_Placed]) -> dict[str, int]:
    """Count new rows of tables of one portion."""
    own = some[0].own
    if not own:
        return {one.facts.table: one.facts.rows for one in some}
    _show(connection, some)
    same = " AND ".join(f"own.c{place} IS NOT DISTINCT FROM t.c{place}" for place in own)
    rows = connection.execute(
        "SELECT tab, count(*) FROM table_cells t "  # noqa: S608 - numbers of columns
        f"WHERE NOT EXISTS (SELECT 1 FROM own WHERE {same}) GROUP BY tab"
    ).fetchall()
    new = dict(rows)
    return {one.facts.table: int(new.get(tab, 0)) for tab, one in enumerate(some)}


def _show(connection: duckdb.DuckDBPyConnection, some: Sequence[_Placed]) -> None:
    """Show the columns that line up as ``table_cells``: ``tab``, and named as the query's."""
    import pyarrow as pa

    if some[0].facts.cells.path is not None:
        some[0].facts.cells.show(connection, "shown")
        named = ", ".join(f"c{place} AS c{own}" for own, place in some[0].pairs)
        alone = connection.table("shown").project(f"0 AS tab, {named}")
        alone.create_view("table_cells", replace=True)
        return
    arrays: dict[str, Any] = {
        "tab": np.repeat(np.arange(len(some)), [one.facts.rows for one in some])
    }
    for number, own in enumerate(some[0].own):
        cells = [one.facts.cells.arrays[one.pairs[number][1]].cast(pa.string()) for one in some]
        arrays[f"c{own}"] = pa.chunked_array(cells, pa.string())
    connection.register("several", pa.table(arrays))
    cells_shown = [f"nullif({trimmed(f'c{own}')}, '') AS c{own}" for own in some[0].own]
    view = connection.table("several").project(", ".join(["tab", *cells_shown]))
    view.create_view("table_cells", replace=True)
