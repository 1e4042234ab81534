"""Give the cells of stored tables: whole tables, and samples of every column of a data lake."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from core.errors import ColumnNotFoundError, TableNotFoundError
from core.lake import catalog
from core.lake.cells import PRESENT, cells_of_lists, cells_of_parquet, column_portions
from core.lake.engine import limited_engine
from core.lake.labels import listed
from core.lake.stored.containers import require_whole, scan_parquet, shard_frame
from core.lake.stored.every_table import SmallTables, every_table
from core.lake.stored.placing import Place, placed_table
from core.settings import Settings
from core.store import Workspace

if TYPE_CHECKING:
    import duckdb
    import polars as pl
    import pyarrow as pa

_T = TypeVar("_T")

_SAMPLE = f"""
SELECT col, list(value ORDER BY place) FROM (
    SELECT col, value, min(place) AS place FROM ({PRESENT}) GROUP BY col, value
    QUALIFY count(*) OVER (PARTITION BY col) <= $size
        OR row_number() OVER (PARTITION BY col ORDER BY md5(value || '0'), value) <= $size
) GROUP BY col
"""  # noqa: S608 - a constant

_COLUMNS_AT_ONCE = 10_000
_GONE = "The cells of {!r} are gone from the workspace. Run `lake refresh {}` (Refresh on Home)."


@dataclass(frozen=True)
class SampledColumns:
    """The columns of consecutive tables with a sample of each column's values.

    Parameters
    ----------
    table_ids
        The tables.
    sizes
        Number of columns of each table.
    names
        Header of each column as it stands in the file.
    values
        Different values of each column, in order of first appearance.
    """

    table_ids: list[str]
    sizes: list[int]
    names: list[str]
    values: list[list[str]]


def table_frame(
    workspace: Workspace,
    lake_name: str,
    table_id: str,
    rows: int | None = None,
    columns: Sequence[str] | None = None,
) -> pl.DataFrame:
    """Read a table of a data lake, or its first rows, as trimmed text with missing cells null.

    Parameters
    ----------
    rows
        How many rows at most; all if none. A large table is read no further than that.
    columns
        Labels of the columns, which come in this order, each once; all if none. No other is
        read.

    Returns
    -------
    DataFrame
        Columns named by their labels, all of type String.

    Raises
    ------
    LakeNotFoundError, TableNotFoundError
        If either is not there.
    ColumnNotFoundError
        If the table has no such column.
    """
    import polars as pl

    def read(place: Place, labels: list[str]) -> pl.DataFrame:
        chosen = None if columns is None else _places(table_id, labels, columns)
        if chosen == []:
            return pl.DataFrame()
        if place.first_row is None:
            scan = scan_parquet(place.container, labels, chosen)
            return (scan if rows is None else scan.head(rows)).collect()
        frame = shard_frame(place.container, place.first_row, labels, place.rows, chosen)
        return frame if rows is None else frame.head(rows)

    return _read(workspace, lake_name, table_id, read)


def spaced_rows(
    workspace: Workspace, lake_name: str, table_id: str, rows: int
) -> tuple[pl.DataFrame, int]:
    """Read evenly spaced rows of a table of a data lake, the first among them.

    Parameters
    ----------
    rows
        How many rows at most, at least 1; a large table is streamed, not held.

    Returns
    -------
    DataFrame
        As `table_frame`, in the order of the table.
    int
        Rows that the table has.

    Raises
    ------
    LakeNotFoundError, TableNotFoundError
        If either is not there.
    """

    def read(place: Place, labels: list[str]) -> tuple[pl.DataFrame, int]:
        step = -(-place.rows // rows) or 1
        if place.first_row is None:
            spaced = scan_parquet(place.container, labels).gather_every(step)
            return spaced.collect(engine="streaming"), place.rows
        frame = shard_frame(place.container, place.first_row, labels, place.rows)
        return (frame if step == 1 else frame.gather_every(step)), place.rows

    return _read(workspace, lake_name, table_id, read)


def _places(table_id: str, labels: Sequence[str], wanted: Sequence[str]) -> list[int]:
    by_label = {label: place for place, label in enumerate(labels)}
    for label in wanted:
        if label not in by_label:
            raise ColumnNotFoundError(
                f"A column is read by its label. Got {label!r}; {table_id!r} has {listed(labels)}."
            )
    return [by_label[label] for label in dict.fromkeys(wanted)]


def _read(
    workspace: Workspace, lake_name: str, table_id: str, read: Callable[[Place, list[str]], _T]
) -> _T:
    """Read a table of some labels at its place; once more if it has just moved."""
    place, columns = placed_table(workspace, lake_name, table_id)
    try:
        return read(place, [column.label for column in columns])
    except FileNotFoundError:
        # A refresh replaced the container between the look-up and the read.
        place, columns = placed_table(workspace, lake_name, table_id)
    try:
        return read(place, [column.label for column in columns])
    except FileNotFoundError as error:
        raise TableNotFoundError(_GONE.format(table_id, lake_name)) from error


def sample_columns(
    workspace: Workspace,
    lake_key: int,
    size: int,
    settings: Settings,
    only: Collection[str] | None = None,
) -> Iterator[SampledColumns]:
    """Sample the different values of every column of a data lake, in batches of tables.

    The sample is drawn by a hash of the value: it is the same for two columns with
    the same values, however often and in whatever order they stand.

    Parameters
    ----------
    size
        Values a column, at most; 0 gives names only.
    only
        Ids of the tables that are wanted; all if none.

    Yields
    ------
    SampledColumns
        A batch of tables, in the order of `core.lake.table_order`.

    Raises
    ------
    EngineMemoryError, CellsGoneError, WorkspaceError
        As `core.lake.engine.limited_engine`.
    """
    with _engine(workspace, settings) as connection:
        columns = attrgetter("columns")
        for some in every_table(workspace, lake_key, columns, _COLUMNS_AT_ONCE, only):
            if isinstance(some, SmallTables):
                yield _sample_small(connection, some, size)
            else:
                names = [column.name for column in catalog.columns(workspace, some.key)]
                yield _sample_large(connection, some, names, size)


def _engine(
    workspace: Workspace, settings: Settings
) -> AbstractContextManager[duckdb.DuckDBPyConnection]:
    spill = workspace.folder("spill")
    return limited_engine(settings.memory_limit_mb, spill, "Sampling the values of columns")


def _sample_small(
    connection: duckdb.DuckDBPyConnection, some: SmallTables, size: int
) -> SampledColumns:
    found: dict[int, list[str]] = {}
    if size:
        with cells_of_lists(connection, some.columns.column("values")):
            found = _sampled(connection, size)
    return SampledColumns(
        [one.table_id for one in some.tables],
        [one.columns for one in some.tables],
        some.columns.column("name").to_pylist(),
        [found.get(i, []) for i in range(some.columns.num_rows)],
    )


def _sample_large(
    connection: duckdb.DuckDBPyConnection, one: Place, names: list[str], size: int
) -> SampledColumns:
    values: list[list[str]] = [[] for _ in names]
    require_whole(one.container)
    for some in column_portions(len(names) if size else 0, one.rows):
        with cells_of_parquet(connection, one.container, some):
            for i, sample in _sampled(connection, size).items():
                values[i] = sample
    return SampledColumns([one.table_id], [len(names)], names, values)


def _sampled(connection: duckdb.DuckDBPyConnection, size: int) -> dict[int, list[str]]:
    return dict(connection.execute(_SAMPLE, {"size": size}).fetchall())


def sample_frame(
    workspace: Workspace, frame: pl.DataFrame, size: int, settings: Settings
) -> list[list[str]]:
    """Sample the different values of a frame's text columns as `sample_columns` does.

    What is in memory beside the frame is a copy of some of its columns, and the settings' limit.

    Parameters
    ----------
    workspace
        What does not fit in memory is spilled there.
    frame
        Text columns, missing cells null.

    Returns
    -------
    list
        One list a column, in the frame's order.
    """
    found: list[list[str]] = [[] for _ in frame.columns]
    with _engine(workspace, settings) as connection:
        for some in column_portions(frame.width if size else 0, frame.height):
            with cells_of_lists(connection, _lists(frame.get_columns()[some.start : some.stop])):
                for i, sample in _sampled(connection, size).items():
                    found[some[i]] = sample
    return found


def _lists(columns: Sequence[pl.Series]) -> pa.LargeListArray:
    """Text columns of one length as one list of texts each."""
    import polars as pl
    import pyarrow as pa

    cells = pl.concat([column.alias("") for column in columns]).to_arrow().cast(pa.large_string())
    ends = np.arange(len(columns) + 1, dtype=np.int64) * len(columns[0])
    return pa.LargeListArray.from_arrays(ends, cells)
