"""The two tables of a join in a DuckDB engine: their cells, and their keys folded and counted.

The relations have fixed names and columns have numbers, so nothing of a table is ever part of a
statement:

- ``query_cells``, ``table_cells``: ``place`` and ``c0``, ``c1``... (`core.lake.stored.relations`)
- ``query_keys``, ``table_keys``: ``place`` of a row and its packed key ``k``, null if not whole
- ``query_values``, ``table_values``: each different ``k``, its number of rows ``n`` and the
  ``place`` where it stands first
- ``accepted``: a ``k`` of the query and the ``j`` of the table that it is taken for
- ``matched``: ``k`` of the query, ``j`` that it joins on, rows and first place on either side
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from core import lake as lakes
from core.errors import ColumnNotFoundError, InputError
from core.features.folding import Folding
from core.lake.labels import listed
from core.lake.stored.relations import StoredCells
from core.search.combining.joins.keys import ColumnFolding, packed, packed_key
from core.search.combining.joins.types import JoinPart
from core.search.near_values.near import Key
from core.search.query import QueryTable
from core.search.query_engine import query_engine
from core.types import ColumnProfile

if TYPE_CHECKING:
    import duckdb
    import polars as pl
    import pyarrow as pa

_COUNT_KEYS = {
    side: f"""
    CREATE OR REPLACE TEMP TABLE {side}_values AS
    SELECT k, count(*) AS n, min(place) AS place FROM {side}_keys WHERE k IS NOT NULL GROUP BY k
    """  # noqa: S608 - a constant
    for side in ("query", "table")
}

_MATCH_KEYS = """
    CREATE OR REPLACE TEMP TABLE matched AS
    SELECT q.k, t.k AS j, q.n AS query_rows, q.place AS query_place, t.n AS rows, t.place
    FROM (
        SELECT query_values.*, coalesce(accepted.j, k) AS joins_on
        FROM query_values LEFT JOIN accepted USING (k)
    ) q JOIN table_values t ON t.k = q.joins_on
"""


class JoinSides:
    """A query and one table after another; made by `join_sides`."""

    def __init__(
        self, connection: duckdb.DuckDBPyConnection, query: QueryTable, rules: Folding
    ) -> None:
        self.connection = connection
        self._rules = rules
        self.query = query
        self.profiles: list[ColumnProfile] = []
        """The columns of the table that was taken last."""
        self.query_cells = (
            StoredCells.of_frame(query.loose.frame)
            if query.loose
            else StoredCells.of_table(query.lake.workspace, query.lake.info.name, query.name)
        )
        self.query_cells.show(connection, "query_cells")
        self.query_profiles: Sequence[ColumnProfile] = (
            query.loose.columns
            if query.loose
            else lakes.columns(query.lake.workspace, self.query_cells.table_key)
        )
        self.query_key: list[int] = []
        """Numbers of the query's key columns."""
        self.key: list[int] = []
        """Numbers of the table's, in the same order."""

    def take(self, part: JoinPart) -> None:
        """Read a table and fold the keys; from now on the relations are those of this pair.

        Raises
        ------
        InputError
            If the key has no columns or uses one twice.
        TableNotFoundError, ColumnNotFoundError
            If the table or a column of either is not there.
        """
        lake = self.query.lake
        cells = StoredCells.of_table(lake.workspace, lake.info.name, part.table)
        self.table_cells = cells
        self.profiles = lakes.columns(lake.workspace, cells.table_key)
        own, self.key = _key_positions(self, part)
        if own != self.query_key:
            self._fold("query", self.query_cells, own)
            self.query_key = own
        cells.show(self.connection, "table_cells")
        self._fold("table", cells, self.key)
        self._accept(part)
        self.connection.execute(_MATCH_KEYS)

    def rows(self, statement: str, given: dict[str, object] | None = None) -> list[tuple[Any, ...]]:
        """Run a statement and fetch what it gives."""
        return self.connection.execute(statement, given).fetchall()

    def cells(
        self, side: str, places: Sequence[int], columns: Sequence[int]
    ) -> list[tuple[str | None, ...]]:
        """Read some cells of some rows, as they are written.

        Parameters
        ----------
        side
            ``query`` or ``table``.
        places, columns
            Numbers of the rows and of the columns.

        Returns
        -------
        list
            The cells of each row, in the order of `places`; a missing one is none.
        """
        chosen = ", ".join(f"c{column}" for column in columns)
        found = self.rows(
            f"SELECT place, {chosen} FROM {side}_cells "  # noqa: S608 - our own names and numbers
            "WHERE place IN (SELECT unnest($places))",
            {"places": list(places)},
        )
        by_place = {row[0]: row[1:] for row in found}
        return [by_place[place] for place in places]

    def written_keys(self, side: str, places: Sequence[int]) -> list[Key]:
        """Give the keys of some rows as they are written; a missing value is empty."""
        columns = self.query_key if side == "query" else self.key
        return [tuple(c or "" for c in row) for row in self.cells(side, places, columns)]

    def _fold(self, side: str, cells: StoredCells, columns: Sequence[int]) -> None:
        """Make ``SIDE_keys`` and ``SIDE_values`` of some columns of a side."""
        import pyarrow as pa

        foldings = [
            ColumnFolding(self._rules)
            if cells.is_one_batch
            else ColumnFolding.of((frame.to_series() for frame in cells.batches([c])), self._rules)
            for c in columns
        ]
        keys = _keys(cells.batches(columns), foldings)
        self._keep(f"{side}_keys", pa.RecordBatchReader.from_batches(_keys_schema(), keys))
        self.connection.execute(_COUNT_KEYS[side])

    def _accept(self, part: JoinPart) -> None:
        import pyarrow as pa

        taken = {packed_key(one.query_key): packed_key(one.key) for one in part.accepted}
        pairs = {"k": list(taken), "j": list(taken.values())}
        self._keep("accepted", pa.table(pairs, pa.schema([("k", pa.string()), ("j", pa.string())])))

    def _keep(self, name: str, rows: pa.Table | pa.RecordBatchReader) -> None:
        self.connection.register("incoming", rows)
        self.connection.execute(f"CREATE OR REPLACE TEMP TABLE {name} AS FROM incoming")
        self.connection.unregister("incoming")


@contextmanager
def join_sides(query: QueryTable, rules: Folding) -> Iterator[JoinSides]:
    """Open an engine that keeps to the memory limit and spills, for joins with a query.

    Raises
    ------
    EngineMemoryError
        If memory and disk do not suffice.
    BusyError
        If the cells of a table are read again at this moment.
    """
    with query_engine(query, "A join") as connection:
        yield JoinSides(connection, query, rules)


def _keys(
    frames: Iterator[pl.DataFrame], foldings: Sequence[ColumnFolding]
) -> Iterator[pa.RecordBatch]:
    import numpy as np
    import polars as pl
    import pyarrow as pa

    begin = 0
    for frame in frames:
        folded = [how.fold(frame.to_series(i)) for i, how in enumerate(foldings)]
        parts = pl.DataFrame({str(i): column for i, column in enumerate(folded)})
        places = pa.array(np.arange(begin, begin + frame.height))
        keys = packed(parts).to_arrow().cast(pa.large_string())
        yield pa.RecordBatch.from_arrays([places, keys], schema=_keys_schema())
        begin += frame.height


def _keys_schema() -> pa.Schema:
    import pyarrow as pa

    return pa.schema([("place", pa.int64()), ("k", pa.large_string())])


def _key_positions(sides: JoinSides, part: JoinPart) -> tuple[list[int], list[int]]:
    """Numbers of the key's columns on either side, in the order of the pairs."""
    if not part.on:
        raise InputError("A join is on at least one pair of columns. Got none.")
    known = ((sides.query.name, sides.query_profiles), (part.table, sides.profiles))
    positions = []
    for side, (name, profiles) in enumerate(known):
        by_label = {profile.label: profile.position for profile in profiles}
        wanted = [pair[side] for pair in part.on]
        for label in wanted:
            if label not in by_label:
                raise ColumnNotFoundError(
                    f"A join is on columns of the two tables. Got {label!r}; {name} has "
                    f"{listed(by_label)}."
                )
            if wanted.count(label) > 1:
                raise InputError(f"A join uses a column once. Got {label!r} of {name} twice.")
        positions.append([by_label[label] for label in wanted])
    return positions[0], positions[1]
