"""The sets of names and values of tables, built once, on disk, and mapped into memory."""

from __future__ import annotations

import tempfile
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from core.benchmarks.overlaps.cells import (
    WORD,
    StoredTable,
    cell_portions,
    comparable,
    owners,
    stored_tables,
)
from core.benchmarks.overlaps.intersections import KEY_BITS, Sets
from core.benchmarks.overlaps.set_kinds import SET_KINDS, Level, OverlapKind, SetKind, ValueType
from core.lake.engine import spilling_engine
from core.monitor import Monitor
from core.settings import Settings
from core.store import Workspace

if TYPE_CHECKING:
    import duckdb

_SHIFT = 64 - KEY_BITS

_VALUES = f"""
WITH comparable AS MATERIALIZED ({comparable("place")})
SELECT place, type, '{Level.EXACT}' AS level, (hash(value) >> {_SHIFT})::BIGINT AS key
FROM comparable
UNION ALL
SELECT DISTINCT place, type, '{Level.TOKEN}', (hash(word) >> {_SHIFT})::BIGINT FROM (
    SELECT place, type, unnest(CASE WHEN type = '{ValueType.NUMERIC}' THEN [value]
        ELSE regexp_extract_all(lower(value), '{WORD}') END) AS word
    FROM comparable)
"""  # noqa: S608 - constants

_NAMES = f"""
SELECT DISTINCT place, type, '{Level.EXACT}' AS level, (hash(name) >> {_SHIFT})::BIGINT AS key
FROM names
UNION ALL
SELECT DISTINCT place, type, '{Level.FOLDED}', (hash(folded) >> {_SHIFT})::BIGINT
FROM names WHERE folded <> ''
UNION ALL
SELECT DISTINCT place, type, '{Level.TOKEN}', (hash(word) >> {_SHIFT})::BIGINT FROM (
    SELECT place, type, unnest(regexp_extract_all(folded, '{WORD}')) AS word FROM names)
"""  # noqa: S608 - constants

_TABLES_AT_ONCE = 10_000

_Members = tuple[NDArray[np.int32], NDArray[np.int64]]
"""Number of the table and key of each member of its set, by table and key."""

_MembersByKind = dict[tuple[ValueType, Level], _Members]


@dataclass(frozen=True)
class TableSets:
    """The sets of every kind of some tables.

    Members are 62-bit hashes: among the sets of a pair with a million members each, the chance
    that one is taken for shared by mistake is one in five million.
    """

    rows: dict[str, int]
    """Table id to its number; tables that are not in the data lake are left out."""
    sets: dict[SetKind, Sets]


@contextmanager
def table_sets(
    workspace: Workspace,
    lake_key: int,
    table_ids: Collection[str],
    settings: Settings,
    monitor: Monitor,
) -> Iterator[TableSets]:
    """Build the sets of names and values of tables, reading their cells once.

    The sets lie in files that go when the context ends. Cells are streamed; the memory taken is
    the engine's limit and about 150 bytes a different value of the largest single table.

    Raises
    ------
    CancelledError
        If `monitor` says so.
    """
    tables = stored_tables(workspace, lake_key, table_ids)
    with (
        tempfile.TemporaryDirectory(dir=workspace.folder("spill")) as folder,
        spilling_engine(settings.memory_limit_mb, workspace.folder("spill")) as connection,
    ):
        files = _SetFiles(Path(folder), len(tables))
        for first in range(0, len(tables), _TABLES_AT_ONCE):
            some = range(first, min(first + _TABLES_AT_ONCE, len(tables)))
            files.append(OverlapKind.NAMES, _names(connection, tables, some))
        for done, found in _values(connection, tables):
            files.append(OverlapKind.VALUES, found)
            monitor.raise_if_stopped(f"Cancelled after {done:,} of {len(tables):,} tables.")
            monitor.progress(done, len(tables), "Reading values")
        yield TableSets({table.table_id: n for n, table in enumerate(tables)}, files.finish())


def folded_name(name: str) -> str:
    """Take a column name without regard to case and white space.

    Examples
    --------
    >>> folded_name(" Country  Name ")
    'country name'
    """
    return " ".join(name.split()).casefold()


class _SetFiles:
    """One file of keys a kind of set, to which tables are added in order."""

    def __init__(self, folder: Path, tables: int) -> None:
        self._folder = folder
        self._sizes = {kind: np.zeros(tables, np.int64) for kind in SET_KINDS}

    def append(self, kind: OverlapKind, found: _MembersByKind) -> None:
        for (data_type, level), (places, keys) in found.items():
            sizes = self._sizes[SetKind(kind, data_type, level)]
            sizes += np.bincount(places, minlength=len(sizes))
            with self._path(SetKind(kind, data_type, level)).open("ab") as file:
                keys.tofile(file)

    def finish(self) -> dict[SetKind, Sets]:
        sets = {}
        for kind, sizes in self._sizes.items():
            starts = np.concatenate([np.zeros(1, np.int64), np.cumsum(sizes)])
            # An empty file cannot be mapped.
            keys = np.memmap(self._path(kind), np.int64, "r") if starts[-1] else np.empty(0, int)
            sets[kind] = Sets(starts, keys)
        return sets

    def _path(self, kind: SetKind) -> Path:
        return self._folder / str(SET_KINDS.index(kind))


def _names(
    connection: duckdb.DuckDBPyConnection, tables: list[StoredTable], some: range
) -> _MembersByKind:
    import pyarrow as pa

    columns = [
        (number, position, name, data_type.value)
        for number in some
        for position, (name, data_type) in enumerate(
            zip(tables[number].names, tables[number].types, strict=True)
        )
    ]
    relation = pa.table(
        {
            "place": pa.array([column[0] for column in columns], pa.int32()),
            # No header has this character, so an unnamed column is no column's namesake.
            "name": pa.array([column[2] or f"\0{column[1]}" for column in columns], pa.string()),
            "folded": pa.array([folded_name(column[2]) for column in columns], pa.string()),
            "type": pa.array([column[3] for column in columns], pa.string()),
        }
    )
    connection.register("names", relation)
    try:
        return _sorted(_fetched(connection, _NAMES))
    finally:
        connection.unregister("names")


def _values(
    connection: duckdb.DuckDBPyConnection, tables: list[StoredTable]
) -> Iterator[tuple[int, _MembersByKind]]:
    """Give the members of tables, with the number of tables done; a table is never divided."""
    waiting: list[_MembersByKind] = []
    number = -1
    for portion in cell_portions(connection, tables):
        if waiting and portion.first != number:
            yield number + 1, _merged(waiting)
            waiting = []
        with owners(connection, portion, tables):
            waiting.append(_sorted(_fetched(connection, _VALUES)))
        number = portion.first if portion.last == portion.first + 1 else -1
        if number < 0:
            yield portion.last, _merged(waiting)
            waiting = []
    if waiting:
        yield len(tables), _merged(waiting)


def _merged(portions: list[_MembersByKind]) -> _MembersByKind:
    """Unite the members that several portions of one table gave."""
    if len(portions) == 1:
        return portions[0]
    merged = {}
    for kind in {kind: None for portion in portions for kind in portion}:
        found = [portion.pop(kind) for portion in portions if kind in portion]
        merged[kind] = _each_once(
            np.concatenate([places for places, _ in found]),
            np.concatenate([keys for _, keys in found]),
        )
    return merged


@dataclass(frozen=True)
class _Found:
    places: NDArray[np.int32]
    types: NDArray[np.int8]
    levels: NDArray[np.int8]
    keys: NDArray[np.int64]


_TYPES = tuple(ValueType)
_LEVELS = tuple(Level)


def _fetched(connection: duckdb.DuckDBPyConnection, sql: str) -> _Found:
    numbered = f"""
        SELECT place::INTEGER AS place, key,
            (list_position([{", ".join(f"'{name}'" for name in _TYPES)}], type) - 1)::TINYINT AS t,
            (list_position([{", ".join(f"'{name}'" for name in _LEVELS)}], level) - 1)::TINYINT
                AS l
        FROM ({sql})
    """  # noqa: S608 - constants
    columns = connection.execute(numbered).fetchnumpy()
    return _Found(columns["place"], columns["t"], columns["l"], columns["key"])


def _sorted(found: _Found) -> _MembersByKind:
    """Divide by type and level, with all types together too; by table and key, each once."""
    members = {}
    for number, level in enumerate(_LEVELS):
        of_level = found.levels == number
        for place, data_type in enumerate(_TYPES):
            chosen = of_level if data_type is ValueType.ALL else of_level & (found.types == place)
            if chosen.any():
                members[data_type, level] = _each_once(found.places[chosen], found.keys[chosen])
    return members


def _each_once(places: NDArray[np.int32], keys: NDArray[np.int64]) -> _Members:
    if places[0] == places[-1] and places.min() == places.max():
        # One table. np.unique hashes, which is many times slower on millions of random keys.
        keys = np.sort(keys)
    else:
        order = np.lexsort((keys, places))
        places, keys = places[order], keys[order]
    new = np.ones(len(keys), bool)
    new[1:] = (places[1:] != places[:-1]) | (keys[1:] != keys[:-1])
    return places[new], keys[new]
