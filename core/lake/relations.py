"""Show a table's cells to DuckDB, however long it is, under names that no header can spoil.

A relation has a row a row of the table: ``place``, its number from 0, and ``c0``, ``c1``... its
cells as trimmed text, missing cells null. Headers never come near a statement.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from core.lake import catalog
from core.lake.containers import open_shard
from core.lake.profile import BLANKS
from core.store import Workspace

if TYPE_CHECKING:
    import duckdb
    import polars as pl
    import pyarrow as pa


def show_table(
    connection: duckdb.DuckDBPyConnection,
    name: str,
    workspace: Workspace,
    lake_name: str,
    table_id: str,
) -> int:
    """Show a table of a data lake as the view `name` and return how many rows it has.

    Nothing is read yet; a large table is streamed by the statement that uses the view.

    Parameters
    ----------
    name
        A name of the program's own, in lower case letters and digits.

    Raises
    ------
    LakeNotFoundError, TableNotFoundError
        If either is not there, or was read again in the meantime.
    """
    info = catalog.table(workspace, lake_name, table_id)
    container, first_row = catalog.location(workspace, info.key)
    lake = catalog.lake(workspace, lake_name)
    path = workspace.root / "tables" / str(lake.key) / container
    if first_row is None:
        # A workspace's path may hold what DuckDB takes for a pattern.
        pattern = re.sub(r"[*?\[]", r"[\g<0>]", str(path))
        cells = connection.read_parquet(pattern, file_row_number=True)
        _show(cells, name, "file_row_number", info.columns)
        return info.rows
    lists = open_shard(path).column("values").slice(first_row, info.columns if info.rows else 0)
    _show_arrays(connection, name, [one.values for one in lists], info.columns, info.rows)
    return info.rows


def show_frame(connection: duckdb.DuckDBPyConnection, name: str, frame: pl.DataFrame) -> int:
    """Show a frame of text as the view `name` and return how many rows it has."""
    cells = [column.to_arrow() for column in frame.get_columns()]
    _show_arrays(connection, name, cells, frame.width, frame.height)
    return frame.height


def _show_arrays(
    connection: duckdb.DuckDBPyConnection,
    name: str,
    cells: list[pa.Array],
    columns: int,
    rows: int,
) -> None:
    import pyarrow as pa

    given = cells or [pa.array([], pa.string())] * columns
    named = {f"c{i}": column for i, column in enumerate(given)}
    # The connection keeps the arrays for as long as the view is there.
    connection.register(f"{name}_cells", pa.table({"place": np.arange(rows), **named}))
    _show(connection.table(f"{name}_cells"), name, "place", columns)


def _show(cells: duckdb.DuckDBPyRelation, name: str, place: str, columns: int) -> None:
    trimmed = (f"nullif(trim(c{i}, '{BLANKS}'), '') AS c{i}" for i in range(columns))
    cells.project(", ".join([f"{place} AS place", *trimmed])).create_view(name, replace=True)
