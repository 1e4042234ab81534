"""Show a table's cells to DuckDB, however long it is, under names that no header can spoil.

A relation has a row a row of the table: ``place``, its number from 0, and ``c0``, ``c1``... its
cells as trimmed text, missing cells null. Headers never come near a statement.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, overload

import numpy as np

from core.lake.cells import trimmed
from core.lake.stored.containers import open_large, open_shard, require_whole
from core.lake.stored.placing import Place, find_place
from core.store import Workspace

if TYPE_CHECKING:
    import duckdb
    import polars as pl
    import pyarrow as pa

_ROWS_AT_ONCE = 65_536


@dataclass(frozen=True)
class StoredCells:
    """Where the cells of one table are: in a file of their own, or in memory (perhaps mapped).

    Parameters
    ----------
    rows, columns
        Size of the table.
    path
        A Parquet file with text columns ``c0``, ``c1``...; none if the cells are in `arrays`.
    table_key
        The table's number in the catalog; 0 if it is in no lake.
    """

    rows: int
    columns: int
    path: Path | None
    arrays: Sequence[pa.Array] = ()
    table_key: int = 0

    @classmethod
    def of_table(cls, workspace: Workspace, lake_name: str, table_id: str) -> StoredCells:
        """Find the cells of a table of a data lake; none is read yet.

        Raises
        ------
        LakeNotFoundError, TableNotFoundError
            If either is not there.
        """
        return cls.at(find_place(workspace, lake_name, table_id))

    @classmethod
    def at(cls, place: Place, opened: Callable[[Path], pa.RecordBatch] = open_shard) -> StoredCells:
        """Take the cells at a place; none is read yet.

        Parameters
        ----------
        opened
            Opens a shard; for many tables, one that keeps those it has opened.
        """
        if place.has_own_file:
            return cls(place.rows, place.columns, place.container, table_key=place.key)
        rows = place.shard_rows
        lists = opened(place.container).column("values").slice(rows.start, len(rows))
        return cls(place.rows, place.columns, None, _ShardColumns(lists), place.key)

    @classmethod
    def of_frame(cls, frame: pl.DataFrame) -> StoredCells:
        """Take the cells of a frame of text."""
        arrays = tuple(column.to_arrow() for column in frame.get_columns())
        return cls(frame.height, frame.width, None, arrays)

    def show(self, connection: duckdb.DuckDBPyConnection, name: str) -> None:
        """Show the cells as a view; a file is streamed by the statement that uses the view.

        Parameters
        ----------
        name
            A name of the program's own, in lower case letters and digits.
        """
        import pyarrow as pa

        if self.path is not None:
            require_whole(self.path)
            # A workspace's path may hold what DuckDB takes for a pattern.
            pattern = re.sub(r"[*?\[]", r"[\g<0>]", str(self.path))
            cells, place = connection.read_parquet(pattern, file_row_number=True), "file_row_number"
        else:
            named = {f"c{i}": array for i, array in enumerate(self.arrays)}
            # The connection keeps the arrays for as long as the view is there.
            connection.register(
                f"{name}_arrays", pa.table({"place": np.arange(self.rows), **named})
            )
            cells, place = connection.table(f"{name}_arrays"), "place"
        cells_shown = (f"nullif({trimmed(f'c{i}')}, '') AS c{i}" for i in range(self.columns))
        cells.project(", ".join([f"{place} AS place", *cells_shown])).create_view(
            name, replace=True
        )

    @property
    def is_one_batch(self) -> bool:
        """Whether `batches` gives all rows at once."""
        return self.path is None or self.rows <= _ROWS_AT_ONCE

    def batches(
        self, columns: Sequence[int], most_rows: int = _ROWS_AT_ONCE
    ) -> Iterator[pl.DataFrame]:
        """Give some columns as they are stored, neither trimmed nor emptied, in rows' order.

        Parameters
        ----------
        most_rows
            Of a batch from a file of the table's own; what is in memory is one batch.

        Yields
        ------
        DataFrame
            Some rows: a text column ``c3``... a number in `columns`, in that order.
        """
        import polars as pl

        names = [f"c{column}" for column in columns]
        if self.path is None:
            arrays = [self.arrays[column] for column in columns]
            yield pl.DataFrame(
                dict(zip(names, arrays, strict=True)), dict.fromkeys(names, pl.String)
            )
            return
        with open_large(self.path) as file:
            for batch in file.iter_batches(most_rows, columns=names):
                yield pl.DataFrame(batch).select(names)


class _ShardColumns(Sequence["pa.Array"]):
    """The columns of a table in a shard; each is cut out of it when it is asked for."""

    def __init__(self, lists: pa.ListArray) -> None:
        self._lists = lists

    def __len__(self) -> int:
        return len(self._lists)

    @overload
    def __getitem__(self, place: int) -> pa.Array: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[pa.Array, ...]: ...
    def __getitem__(self, place: int | slice) -> pa.Array | tuple[pa.Array, ...]:
        if isinstance(place, slice):
            return tuple(map(_cells, self._lists[place]))
        return _cells(self._lists[place])


def _cells(one: pa.ListScalar) -> pa.Array:
    import pyarrow as pa

    return pa.array([], pa.string()) if one.values is None else one.values
