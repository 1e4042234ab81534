"""The first rows of many tables at once: names, types and different values of their columns."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.errors import BusyError
from core.lake.cells import BLANKS
from core.lake.stored.containers import open_large, open_shard
from core.lake.stored.placing import placed_tables
from core.lake.written.missing_values import MISSING
from core.store import Workspace
from core.types import DataType

if TYPE_CHECKING:
    import pyarrow as pa

_NO_VALUE = {"", *MISSING}


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
    found = [
        (
            place,
            tuple(column.name for column in columns),
            tuple(column.data_type for column in columns),
        )
        for place, columns in placed_tables(workspace, lake_key, table_ids)
    ]
    for container, members in itertools.groupby(found, key=lambda one: one[0].container):
        shard: Any = None
        for place, names, types in members:
            most = max(1, min(rows, cells // max(len(names), 1)))
            try:
                if place.has_own_file:
                    values = tuple(_of_parquet(container, len(names), most))
                else:
                    shard = shard or open_shard(container).column("values")
                    values = tuple(_of_shard(shard, place.shard_rows, most))
            except FileNotFoundError as error:
                raise BusyError(
                    "The data lake was refreshed meanwhile. Start again once it is done."
                ) from error
            yield TableHead(place.table_id, place.content_hash, place.rows, names, types, values)


def _of_shard(shard: Any, shard_rows: range, rows: int) -> Iterator[frozenset[str]]:
    for column in shard.slice(shard_rows.start, len(shard_rows)):
        yield _values(column.values.slice(0, rows))


def _of_parquet(path: Path, width: int, rows: int) -> Iterator[frozenset[str]]:
    with open_large(path) as file:
        batches = file.iter_batches(batch_size=rows, columns=[f"c{i}" for i in range(width)])
        batch = next(batches, None)
    for i in range(width):
        yield frozenset() if batch is None else _values(batch.column(f"c{i}"))


def _values(cells: pa.Array) -> frozenset[str]:
    present = (value.strip(BLANKS) for value in cells.unique().to_pylist() if value is not None)
    return frozenset(value for value in present if value not in _NO_VALUE)
