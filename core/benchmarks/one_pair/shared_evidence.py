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

_QUERY, _CANDIDATE = 0, 1

_FOUND = f"""
    INSERT INTO found SELECT place, position, value FROM ({comparable("place", "position")})
"""  # noqa: S608 - constants

_SHARED = """
    SELECT value FROM found WHERE place = 0 AND position = $query
    INTERSECT SELECT value FROM found WHERE place = 1 AND position = $candidate
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
        The first of those, by alphabet; numbers as they are compared.
    """

    query_position: int
    candidate_position: int
    query_type: ValueType
    candidate_type: ValueType
    shared: int
    examples: tuple[str, ...]


def shared_evidence(
    workspace: Workspace,
    lake_key: int,
    query_table: str,
    candidate: str,
    settings: Settings,
    aligned: Sequence[tuple[int, int]] | None = None,
    first: int = 20,
) -> tuple[SharedColumn, ...]:
    """Find the values that columns of the two tables of a pair share, in the query table's order.

    Only the columns put side by side are read, within the engine's memory limit.

    Parameters
    ----------
    aligned
        Positions (query table, candidate) of the columns to put side by side; if none is given,
        columns with the same name, case and blanks aside, each with the first of that name that
        is still free.
    first
        How many shared values to give of each.

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
        connection.execute("CREATE TEMP TABLE found (place INTEGER, position INTEGER, value TEXT)")
        for place in (_QUERY, _CANDIDATE):
            _read(connection, tables, place, {pair[place] for pair in pairs})
        return tuple(_compared(connection, tables, pair, first) for pair in pairs)


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
                connection.execute(_FOUND)


def _compared(
    connection: duckdb.DuckDBPyConnection,
    tables: list[StoredTable],
    pair: tuple[int, int],
    first: int,
) -> SharedColumn:
    parameters = {"query": pair[0], "candidate": pair[1]}
    ((shared,),) = connection.execute(f"SELECT count(*) FROM ({_SHARED})", parameters).fetchall()  # noqa: S608 - a constant
    examples = connection.execute(
        f"SELECT value FROM ({_SHARED}) ORDER BY value LIMIT $first",  # noqa: S608 - a constant
        {**parameters, "first": first},
    ).fetchall()
    query, candidate = tables
    return SharedColumn(
        query_position=pair[0],
        candidate_position=pair[1],
        query_type=query.types[pair[0]],
        candidate_type=candidate.types[pair[1]],
        shared=int(shared),
        examples=tuple(value for (value,) in examples),
    )
