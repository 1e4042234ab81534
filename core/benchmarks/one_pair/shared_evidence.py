"""What the two tables of one pair share, to be shown beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.benchmarks.overlaps.cells import (
    StoredTable,
    cell_portions,
    comparable,
    owners,
    stored_tables,
)
from core.benchmarks.overlaps.set_kinds import ValueType
from core.benchmarks.overlaps.table_sets import folded_name
from core.errors import InputError, TableNotFoundError
from core.lake.engine import spilling_engine
from core.settings import Settings
from core.store import Workspace

if TYPE_CHECKING:
    import duckdb

FIRST_ROWS = 100
"""First rows of a table whose shared values are told."""

_EXAMPLES = 6

_QUERY, _CANDIDATE = 0, 1

# Places count on through the columns of a shard, each of which has all rows, and so do not in a
# file: what is left after whole columns is the row in both.
_FOUND = f"""
    INSERT INTO found SELECT place, position, value, first % $rows
    FROM ({comparable("place", "position", with_first=True)})
"""  # noqa: S608 - constants

_SHARED = """
    SELECT value, least(one.row, other.row) AS row
    FROM found AS one JOIN found AS other USING (value)
    WHERE one.place = 0 AND one.position = $query
        AND other.place = 1 AND other.position = $candidate
"""


@dataclass(frozen=True)
class SharedColumn:
    """One column of the query table beside one of the candidate.

    Parameters
    ----------
    query_position, candidate_position
        Places of the columns in their tables, from 0.
    query_type, candidate_type
        Types of their values.
    shared
        How many different values both have.
    examples
        The first six of those, by alphabet; numbers as they are compared.
    in_first_rows
        All of those that stand in the first `FIRST_ROWS` rows of either table.
    """

    query_position: int
    candidate_position: int
    query_type: ValueType
    candidate_type: ValueType
    shared: int
    examples: tuple[str, ...]
    in_first_rows: frozenset[str]


def shared_evidence(
    workspace: Workspace,
    lake_key: int,
    query_table: str,
    candidate: str,
    settings: Settings,
    aligned: Sequence[tuple[int, int]] | None = None,
) -> tuple[SharedColumn, ...]:
    """Find the values that columns of the two tables of a pair share, in the query table's order.

    Only the columns put side by side are read, within the engine's memory limit.

    Parameters
    ----------
    aligned
        Positions (query table, candidate) of the columns to put side by side; if none is given,
        columns with the same name, case and blanks aside, each with the first of that name that
        is still free.

    Raises
    ------
    TableNotFoundError
        If the data lake does not have one of the tables.
    InputError
        If `aligned` has a position that its table does not have.
    BusyError
        If the data lake is refreshed meanwhile.
    """
    found = {t.table_id: t for t in stored_tables(workspace, lake_key, {query_table, candidate})}
    for table_id in (query_table, candidate):
        if table_id not in found:
            raise TableNotFoundError(
                f"Both tables of a pair must be in the data lake. {table_id!r} is not; "
                "its file may have been refused or removed."
            )
    tables = [found[query_table], found[candidate]]
    pairs = _same_names(*tables) if aligned is None else sorted(set(aligned))
    _check(pairs, tables)
    with spilling_engine(settings.memory_limit_mb, workspace.folder("spill")) as connection:
        connection.execute(
            "CREATE TEMP TABLE found (place INTEGER, position INTEGER, value TEXT, row BIGINT)"
        )
        for place in (_QUERY, _CANDIDATE):
            _read(connection, tables, place, {pair[place] for pair in pairs})
        return tuple(_compared(connection, tables, pair) for pair in pairs)


def _same_names(query: StoredTable, candidate: StoredTable) -> list[tuple[int, int]]:
    free: dict[str, list[int]] = {}
    for position, name in enumerate(candidate.names):
        free.setdefault(folded_name(name), []).append(position)
    free.pop("", None)
    return [
        (position, free[folded_name(name)].pop(0))
        for position, name in enumerate(query.names)
        if free.get(folded_name(name))
    ]


def _check(pairs: Sequence[tuple[int, int]], tables: list[StoredTable]) -> None:
    for pair in pairs:
        for position, table in zip(pair, tables, strict=True):
            if not 0 <= position < len(table.names):
                raise InputError(
                    f"A column's position must be from 0 to {len(table.names) - 1} in "
                    f"{table.table_id!r}. Got {position}."
                )


def _read(
    connection: duckdb.DuckDBPyConnection, tables: list[StoredTable], place: int, wanted: set[int]
) -> None:
    # Both tables may be one, or lie in one container, so each is read by itself.
    for portion in cell_portions(connection, [tables[place]]):
        some = portion.only(wanted, place)
        if some.columns:
            with owners(connection, some, tables):
                connection.execute(_FOUND, {"rows": tables[place].place.rows})


def _compared(
    connection: duckdb.DuckDBPyConnection, tables: list[StoredTable], pair: tuple[int, int]
) -> SharedColumn:
    parameters = {"query": pair[0], "candidate": pair[1]}
    ((shared,),) = connection.execute(f"SELECT count(*) FROM ({_SHARED})", parameters).fetchall()  # noqa: S608 - a constant
    examples = connection.execute(
        f"SELECT value FROM ({_SHARED}) ORDER BY value LIMIT {_EXAMPLES}",  # noqa: S608 - constants
        parameters,
    ).fetchall()
    in_first_rows = connection.execute(
        f"SELECT value FROM ({_SHARED}) WHERE row < {FIRST_ROWS}",  # noqa: S608 - constants
        parameters,
    ).fetchall()
    query, candidate = tables
    return SharedColumn(
        query_position=pair[0],
        candidate_position=pair[1],
        query_type=query.types[pair[0]],
        candidate_type=candidate.types[pair[1]],
        shared=int(shared),
        examples=tuple(value for (value,) in examples),
        in_first_rows=frozenset(value for (value,) in in_first_rows),
    )
