"""Where the cells of stored tables lie; the catalog is asked for it nowhere else.

A lake's tables have an order, which follows from their ids alone: whatever is derived from all of
them numbers them by it, and is the same however often and in whatever order files were read. Where
they *lie* is another: container by container, in a shard one after the other. What reads some
tables goes in that one, so that each container is opened once.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Collection, Iterable, Iterator
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

from core.lake import catalog
from core.store import Workspace
from core.store.sqlite import Database
from core.types import DataType

IN_ORDER = "table_id"
"""SQL of the order of a lake's tables."""

_AS_THEY_LIE = "container, first_row"

_PLACES = """
    SELECT tables.key, table_id, content_hash, rows, columns, first_row,
        lake_key || '/' || container
    FROM tables
"""
_OF_ALL = f"{_PLACES} WHERE lake_key = ? ORDER BY {IN_ORDER}"
_OF_SOME = f"""
    {_PLACES} WHERE lake_key = ? AND table_id IN (SELECT value FROM json_each(?))
    ORDER BY {{}}
"""  # noqa: S608 - a constant
_OF_ONE = f"{_PLACES} JOIN lakes ON lakes.key = lake_key WHERE name = ? AND table_id = ?"
_COLUMNS = """name, label, data_type, filled, missing, distinct_values,
    json_extract(details, '$.amounts') IS NOT NULL"""
# A table without columns gives a row too, so that there is a group for each table.
_COLUMNS_OF_SOME = f"""
    SELECT {_COLUMNS}, wanted.key
    FROM json_each(?) AS wanted LEFT JOIN columns ON table_key = wanted.value
    ORDER BY wanted.key, position
"""  # noqa: S608 - a constant
_COLUMNS_OF_ONE = f"""
    SELECT {_COLUMNS}, 0 FROM columns WHERE table_key = ? ORDER BY position
"""  # noqa: S608 - a constant
_IDS = f"SELECT table_id FROM tables WHERE lake_key = ? ORDER BY {IN_ORDER}"  # noqa: S608 - a constant
_LABELS = f"""
    SELECT label FROM tables JOIN columns ON table_key = tables.key WHERE lake_key = ?
    ORDER BY {IN_ORDER}, position
"""  # noqa: S608 - a constant
_Row = tuple[Any, ...]
_TYPES = {one.value: one for one in DataType}


class Place(NamedTuple):
    """Where the cells of one table lie.

    A tuple, as `StoredColumn`: there are hundreds of thousands, and a dataclass that is frozen
    takes three times as long to make.

    Parameters
    ----------
    key
        The table's number in the catalog.
    content_hash, rows, columns
        Of the table.
    container
        The file: a shard, or the table's own (see `core.lake.stored.containers`).
    first_row
        Row of the shard that is the table's first column; none in a file of its own.
    """

    key: int
    table_id: str
    content_hash: str
    rows: int
    columns: int
    container: Path
    first_row: int | None

    @property
    def has_own_file(self) -> bool:
        """Whether no other table is in the container."""
        return self.first_row is None

    @property
    def shard_rows(self) -> range:
        """Rows of the shard that are the table's columns; none in a file of its own."""
        first = self.first_row
        return range(0) if first is None else range(first, first + self.columns)


class StoredColumn(NamedTuple):
    """What the catalog knows of a column, without its values; see `core.types.ColumnProfile`."""

    name: str
    label: str
    data_type: DataType
    values: int
    missing: int
    distinct: int
    amounts: bool
    """Whether the column is text that is numbers but for how they are written."""


Placed = tuple[Place, tuple[StoredColumn, ...]]
"""A table: where it lies, and its columns in order."""


def find_place(workspace: Workspace, lake_name: str, table_id: str) -> Place:
    """Find where a table of a data lake lies.

    Raises
    ------
    LakeNotFoundError, TableNotFoundError
        If either is not there.
    """
    with workspace.reading() as db:
        for found in _placed(workspace, _one(db, lake_name, table_id)):
            return found
    catalog.table(workspace, lake_name, table_id)  # raises what is the matter
    return find_place(workspace, lake_name, table_id)  # it was read just now


def placed_table(workspace: Workspace, lake_name: str, table_id: str) -> Placed:
    """Find where a table lies and what its columns are, as of one moment.

    Raises
    ------
    LakeNotFoundError, TableNotFoundError
        If either is not there.
    """
    with workspace.reading() as db:
        for found in _placed(workspace, _one(db, lake_name, table_id)):
            return found, _columns(db.execute(_COLUMNS_OF_ONE, [found.key]))
    catalog.table(workspace, lake_name, table_id)
    return placed_table(workspace, lake_name, table_id)


def find_places(workspace: Workspace, lake_key: int, table_ids: Collection[str]) -> list[Place]:
    """Find where some tables lie, in the order in which they do; unknown ids are left out."""
    with workspace.reading() as db:
        return list(_placed(workspace, _some(db, lake_key, table_ids, _AS_THEY_LIE)))


def places_in_order(workspace: Workspace, lake_key: int, table_ids: Collection[str]) -> list[Place]:
    """Find where some tables lie, in the lake's order; unknown ids are left out."""
    with workspace.reading() as db:
        return list(_placed(workspace, _some(db, lake_key, table_ids, IN_ORDER)))


def placed_tables(
    workspace: Workspace, lake_key: int, table_ids: Collection[str]
) -> Iterator[Placed]:
    """Find where some tables lie and what their columns are, as of one moment.

    What is kept of the columns is up to the caller, who takes all before doing anything else: until
    then the moment lasts.

    Yields
    ------
    Placed
        Tables in the order in which they lie; ids that the data lake does not have are left out.
    """
    with workspace.reading() as db:
        found = list(_placed(workspace, _some(db, lake_key, table_ids, _AS_THEY_LIE)))
        keys = json.dumps([one.key for one in found])
        rows = db.execute(_COLUMNS_OF_SOME, [keys])
        for one, (_, own) in zip(found, itertools.groupby(rows, key=itemgetter(-1)), strict=True):
            yield one, _columns(own)


def every_place(workspace: Workspace, lake_key: int) -> list[Place]:
    """Find where all tables of a data lake lie, in the lake's order."""
    with workspace.reading() as db:
        return list(_placed(workspace, db.execute(_OF_ALL, [lake_key])))


def table_order(workspace: Workspace, lake_key: int) -> list[str]:
    """Ids of a data lake's tables in its order."""
    with workspace.reading() as db:
        return [table_id for (table_id,) in db.execute(_IDS, [lake_key])]


def every_label(workspace: Workspace, lake_key: int) -> Iterator[str]:
    """Give the labels of a data lake's columns, table after table in the order of `table_order`."""
    with workspace.reading() as db:
        for (label,) in db.execute(_LABELS, [lake_key]):
            yield label


def _one(db: Database, lake_name: str, table_id: str) -> list[_Row]:
    return db.execute(_OF_ONE, [lake_name, table_id]).fetchall()


def _some(db: Database, lake_key: int, table_ids: Iterable[str], order: str) -> Iterable[_Row]:
    return db.execute(_OF_SOME.format(order), [lake_key, json.dumps(sorted(set(table_ids)))])


def _placed(workspace: Workspace, rows: Iterable[_Row]) -> Iterator[Place]:
    # One path a container: thousands of tables are in it.
    paths: dict[str, Path] = {}
    for key, table_id, content_hash, height, width, first_row, name in rows:
        container = paths.get(name) or paths.setdefault(name, workspace.root / "tables" / name)
        yield Place(key, table_id, content_hash, height, width, container, first_row)


def _columns(rows: Iterable[_Row]) -> tuple[StoredColumn, ...]:
    return tuple(
        StoredColumn(name, label, _TYPES[kind], *counted)
        for name, label, kind, *counted, _ in rows
        if label is not None
    )
