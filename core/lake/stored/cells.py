"""Stream the cells of a data lake's tables, a batch of tables or a part of a large one at once."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from core.lake import catalog
from core.lake.stored.containers import open_large
from core.lake.stored.every_table import BYTES_AT_ONCE, SmallTables, every_table
from core.lake.stored.placing import Place
from core.store import Workspace

if TYPE_CHECKING:
    import pyarrow as pa

CELLS_AT_ONCE = 200_000
"""Cells of a batch, roughly: a batch has at least one row of one table."""


@dataclass(frozen=True)
class CellBatch:
    """Cells of consecutive tables, or consecutive rows of one large table.

    Parameters
    ----------
    table_ids
        The tables, in the order of `core.lake.table_order`; never none.
    names
        Header of each column as it stands in the file, table after table.
    widths
        Columns of each table, int64.
    rows
        Rows of each table that are in this batch, int64.
    first_row
        Number of the first row, from 0: above 0 only in a later part of a large table.
    cells
        Text as it stood in the file, null or empty where missing: table after table, in a table
        column after column.
    """

    table_ids: list[str]
    names: list[str]
    widths: NDArray[np.int64]
    rows: NDArray[np.int64]
    first_row: int
    cells: pa.StringArray

    @property
    def cell_counts(self) -> NDArray[np.int64]:
        """Cells of each table that are in this batch."""
        counts: NDArray[np.int64] = self.widths * self.rows
        return counts

    def row_numbers(self) -> NDArray[np.int64]:
        """Row of each cell, counted through all tables of the batch."""
        begins = np.cumsum(self.rows) - self.rows
        lengths = np.repeat(self.rows, self.widths)  # of each column
        starts = np.cumsum(lengths) - lengths
        within = np.arange(int(lengths.sum())) - np.repeat(starts, lengths)
        numbers: NDArray[np.int64] = within + np.repeat(np.repeat(begins, self.widths), lengths)
        return numbers


def cell_batches(
    workspace: Workspace, lake_key: int, most_rows: int, only: Collection[str] | None = None
) -> Iterator[CellBatch]:
    """Give the cells of every table of a data lake, a bounded number at once.

    Parameters
    ----------
    most_rows
        Rows of one table that are given, its first ones; at least 1.
    only
        Ids of the tables that are wanted; all if none.

    Yields
    ------
    CellBatch
        Tables in the order of `core.lake.table_order`. A table without rows is there too.
    """

    def cells(one: Place) -> int:
        return one.columns * (min(one.rows, most_rows) + 1)

    for some in every_table(workspace, lake_key, cells, CELLS_AT_ONCE, only):
        if isinstance(some, SmallTables):
            yield _of_small(some, most_rows)
        else:
            names = [column.name for column in catalog.columns(workspace, some.key)]
            yield from _of_large(some, names, most_rows)


def _of_large(table: Place, names: list[str], most_rows: int) -> Iterator[CellBatch]:
    import pyarrow as pa

    width = np.array([len(names)], dtype=np.int64)
    given = 0
    with open_large(table.container) as file:
        for batch in file.iter_batches(batch_size=max(1, CELLS_AT_ONCE // max(1, len(names)))):
            for part in _of_few_bytes(batch.slice(0, most_rows - given)):
                rows = np.array([part.num_rows])
                cells = pa.concat_arrays(part.columns) if names else pa.array([], pa.string())
                yield CellBatch([table.table_id], names, width, rows, given, cells)
                given += part.num_rows
            if given >= most_rows:
                return
    if not given:
        yield CellBatch(
            [table.table_id], names, width, np.zeros(1, np.int64), 0, pa.array([], pa.string())
        )


def _of_few_bytes(batch: pa.RecordBatch) -> Iterator[pa.RecordBatch]:
    """Cut rows of text so that no part has many more bytes than others, at least one row each."""
    import pyarrow.compute as pc

    sizes = np.zeros(batch.num_rows, dtype=np.int64)
    for column in batch.columns:
        sizes += pc.fill_null(pc.binary_length(column), 0).to_numpy()
    ends = np.cumsum(sizes)
    begin = taken = 0
    while begin < batch.num_rows:
        end = max(begin + 1, int(np.searchsorted(ends, taken + BYTES_AT_ONCE, side="right")))
        yield batch.slice(begin, end - begin)
        begin, taken = end, int(ends[end - 1])


def _of_small(some: SmallTables, most_rows: int) -> CellBatch:
    import pyarrow.compute as pc

    values = some.columns.column("values")
    if any(one.rows > most_rows for one in some.tables):
        values = pc.list_slice(values, 0, most_rows)
    return CellBatch(
        [one.table_id for one in some.tables],
        some.columns.column("name").to_pylist(),
        np.array([one.columns for one in some.tables], dtype=np.int64),
        np.array([min(one.rows, most_rows) for one in some.tables], dtype=np.int64),
        0,
        values.flatten(),
    )
