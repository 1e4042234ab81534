"""The first rows of many tables at once: names, types and different values of their columns."""

from __future__ import annotations

import itertools
import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.errors import BusyError
from core.lake.containers import open_shard
from core.lake.profile import BLANKS, MISSING
from core.store import Workspace
from core.types import DataType

if TYPE_CHECKING:
    import pyarrow as pa

_TABLES = """
    SELECT key, table_id, content_hash, rows, container, first_row FROM tables
    WHERE lake_key = ? AND table_id IN (SELECT value FROM json_each(?))
    ORDER BY container, first_row
"""
_COLUMNS = """
    SELECT table_key, columns.name, data_type FROM tables JOIN columns ON table_key = key
    WHERE lake_key = ? AND table_id IN (SELECT value FROM json_each(?))
    ORDER BY table_key, position
"""
_NO_VALUE = {"", *MISSING}
_TYPES = {one.value: one for one in DataType}


@dataclass(frozen=True)
class TableHead:
    """A table by its first rows.

    Parameters
    ----------
    rows
        Of the whole table.
    names, types
        Header as it stands in the file, and type of the whole column, of each column.
    values
        Different values of each column in the first rows, without blanks at their ends and without
        texts that stand for missing.
    """

    table_id: str
    content_hash: str
    rows: int
    names: tuple[str, ...]
    types: tuple[DataType, ...]
    values: tuple[frozenset[str], ...]


def table_heads(
    workspace: Workspace, lake_key: int, table_ids: Collection[str], rows: int, cells: int
) -> Iterator[TableHead]:
    """Read the first rows of some tables, a table at a time, in the order in which they lie.

    Parameters
    ----------
    table_ids
        Those wanted; ids that the data lake does not have are left out.
    rows
        Rows read of a table at most, at least 1.
    cells
        Cells read of a table at most: a wide table gives fewer rows, but at least one.

    Raises
    ------
    BusyError
        If the data lake is refreshed meanwhile.
    """
    wanted = [lake_key, json.dumps(sorted(set(table_ids)))]
    with workspace.reading() as db:
        places = db.execute(_TABLES, wanted).fetchall()
        columns: dict[int, list[tuple[str, DataType]]] = {}
        for key, name, data_type in db.execute(_COLUMNS, wanted):
            columns.setdefault(key, []).append((name, _TYPES[data_type]))
    folder = workspace.root / "tables" / str(lake_key)
    for container, members in itertools.groupby(places, key=lambda place: place["container"]):
        shard: Any = None
        for place in members:
            known = columns.get(place["key"], [])
            most = max(1, min(rows, cells // max(len(known), 1)))
            try:
                if place["first_row"] is None:
                    values = tuple(_of_parquet(folder / container, len(known), most))
                else:
                    shard = shard or open_shard(folder / container).column("values")
                    values = tuple(_of_shard(shard, place["first_row"], len(known), most))
            except FileNotFoundError as error:
                raise BusyError(
                    "The data lake was refreshed meanwhile. Start again once it is done."
                ) from error
            yield TableHead(
                place["table_id"],
                place["content_hash"],
                place["rows"],
                tuple(name for name, _ in known),
                tuple(kind for _, kind in known),
                values,
            )


def _of_shard(shard: Any, first: int, width: int, rows: int) -> Iterator[frozenset[str]]:
    for column in shard.slice(first, width):
        yield _values(column.values.slice(0, rows))


def _of_parquet(path: Path, width: int, rows: int) -> Iterator[frozenset[str]]:
    from pyarrow import parquet

    with parquet.ParquetFile(path) as file:
        batches = file.iter_batches(batch_size=rows, columns=[f"c{i}" for i in range(width)])
        batch = next(batches, None)
    for i in range(width):
        yield frozenset() if batch is None else _values(batch.column(f"c{i}"))


def _values(cells: pa.Array) -> frozenset[str]:
    present = (value.strip(BLANKS) for value in cells.unique().to_pylist() if value is not None)
    return frozenset(value for value in present if value not in _NO_VALUE)
