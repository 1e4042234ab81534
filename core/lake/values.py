"""Give the cells of stored tables: whole tables, and samples of every column of a data lake."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from core.errors import TableNotFoundError
from core.lake import catalog
from core.lake.containers import open_shard, scan_parquet, shard_frame
from core.lake.profile import (
    PRESENT,
    cells_of_lists,
    cells_of_parquet,
    column_portions,
    spilling_engine,
)
from core.settings import Settings
from core.store import Workspace

if TYPE_CHECKING:
    import duckdb
    import polars as pl
    import pyarrow as pa

_SAMPLE = f"""
SELECT col, list(value ORDER BY place) FROM (
    SELECT col, value, min(place) AS place FROM ({PRESENT}) GROUP BY col, value
    QUALIFY count(*) OVER (PARTITION BY col) <= $size
        OR row_number() OVER (PARTITION BY col ORDER BY md5(value || $seed), value) <= $size
) GROUP BY col
"""  # noqa: S608 - a constant

_COLUMNS_AT_ONCE = 10_000
_GONE = "The cells of {!r} are gone from the workspace. Run `lake refresh {}`."


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
    workspace: Workspace, lake_name: str, table_id: str, rows: int | None = None
) -> pl.DataFrame:
    """Read a table of a data lake, or its first rows, as trimmed text with missing cells null.

    Parameters
    ----------
    rows
        How many rows at most; all if none. A large table is read no further than that.

    Returns
    -------
    DataFrame
        Columns named by their labels, all of type String.

    Raises
    ------
    LakeNotFoundError, TableNotFoundError
        If either is not there.
    """
    for attempt in itertools.count():
        path, first_row, length, labels = _locate(workspace, lake_name, table_id)
        try:
            if first_row is None:
                scan = scan_parquet(path, labels)
                return (scan if rows is None else scan.head(rows)).collect()
            frame = shard_frame(path, first_row, labels, length)
            return frame if rows is None else frame.head(rows)
        except FileNotFoundError as error:
            # A refresh replaced the container between the look-up and the read.
            if attempt:
                raise TableNotFoundError(_GONE.format(table_id, lake_name)) from error
    raise AssertionError("unreachable")


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
    for attempt in itertools.count():
        path, first_row, length, labels = _locate(workspace, lake_name, table_id)
        step = -(-length // rows) or 1
        try:
            if first_row is None:
                spaced = scan_parquet(path, labels).gather_every(step)
                return spaced.collect(engine="streaming"), length
            frame = shard_frame(path, first_row, labels, length)
            return (frame if step == 1 else frame.gather_every(step)), length
        except FileNotFoundError as error:
            if attempt:
                raise TableNotFoundError(_GONE.format(table_id, lake_name)) from error
    raise AssertionError("unreachable")


def _locate(
    workspace: Workspace, lake_name: str, table_id: str
) -> tuple[Path, int | None, int, list[str]]:
    """Find a table's container, first row in it, number of rows and labels as of one moment."""
    table = """
        SELECT tables.key, lake_key, container, first_row, rows
        FROM tables JOIN lakes ON lakes.key = lake_key WHERE name = ? AND table_id = ?
    """
    labels = "SELECT label FROM columns WHERE table_key = ? ORDER BY position"
    with workspace.reading() as db:
        found = db.execute(table, [lake_name, table_id]).fetchone()
        if found:
            key, lake_key, container, first_row, rows = found
            path = workspace.root / "tables" / str(lake_key) / container
            return path, first_row, rows, [label for (label,) in db.execute(labels, [key])]
    catalog.table(workspace, lake_name, table_id)  # raises what is the matter
    return _locate(workspace, lake_name, table_id)


def sample_columns(
    workspace: Workspace, lake_key: int, size: int, settings: Settings, seed: int = 0
) -> Iterator[SampledColumns]:
    """Sample the different values of every column of a data lake, in batches of tables.

    The sample is drawn by a hash of the value and the seed: it is the same for two columns with
    the same values, however often and in whatever order they stand.

    Parameters
    ----------
    size
        Values a column, at most; 0 gives names only.
    seed
        Which sample.

    Yields
    ------
    SampledColumns
        A batch of tables. Tables come in the same order whatever the size and the seed.
    """
    folder = workspace.root / "tables" / str(lake_key)
    with spilling_engine(settings.memory_limit_mb, workspace.folder("spill")) as connection:
        for container, tables in places_by_container(workspace, lake_key):
            path = folder / container
            if tables[0].first_row is None:
                one = tables[0]
                names = [column.name for column in catalog.columns(workspace, one.key)]
                values: list[list[str]] = [[] for _ in names]
                for some in column_portions(len(names) if size else 0, one.rows):
                    with cells_of_parquet(connection, path, some):
                        for i, sample in _sampled(connection, size, seed).items():
                            values[i] = sample
                yield SampledColumns([one.table_id], [len(names)], names, values)
            else:
                yield from _sample_shard(connection, open_shard(path), tables, size, seed)


@dataclass(frozen=True)
class Place:
    """Where one table's cells are; `first_row` is none for a container of its own."""

    key: int
    table_id: str
    rows: int
    columns: int
    first_row: int | None


def places_by_container(workspace: Workspace, lake_key: int) -> Iterator[tuple[str, list[Place]]]:
    """Give each container of a data lake with its tables, in the order in which they stand."""
    sql = """
        SELECT container, key, table_id, rows, columns, first_row FROM tables
        WHERE lake_key = ? ORDER BY container, first_row
    """
    with workspace.reading() as db:
        rows = db.execute(sql, [lake_key]).fetchall()
    for container, places in itertools.groupby(rows, key=lambda row: row[0]):
        yield container, [Place(*place[1:]) for place in places]


def _sample_shard(
    connection: duckdb.DuckDBPyConnection,
    shard: pa.RecordBatch,
    tables: list[Place],
    size: int,
    seed: int,
) -> Iterator[SampledColumns]:
    import pyarrow as pa

    for some in _portions(tables):
        rows = pa.array(
            itertools.chain.from_iterable(
                range(one.first_row or 0, (one.first_row or 0) + one.columns) for one in some
            ),
            pa.int64(),
        )
        found: dict[int, list[str]] = {}
        if size:
            with cells_of_lists(connection, shard.column("values").take(rows)):
                found = _sampled(connection, size, seed)
        yield SampledColumns(
            [one.table_id for one in some],
            [one.columns for one in some],
            shard.column("name").take(rows).to_pylist(),
            [found.get(i, []) for i in range(len(rows))],
        )


def _portions(tables: list[Place]) -> Iterator[list[Place]]:
    portion: list[Place] = []
    columns = 0
    for one in tables:
        if portion and columns + one.columns > _COLUMNS_AT_ONCE:
            yield portion
            portion, columns = [], 0
        portion.append(one)
        columns += one.columns
    if portion:
        yield portion


def _sampled(connection: duckdb.DuckDBPyConnection, size: int, seed: int) -> dict[int, list[str]]:
    return dict(connection.execute(_SAMPLE, {"size": size, "seed": str(seed)}).fetchall())


def table_order(workspace: Workspace, lake_key: int) -> list[str]:
    """Ids of a data lake's tables in the order in which `sample_columns` gives them."""
    return [
        place.table_id for _, tables in places_by_container(workspace, lake_key) for place in tables
    ]


def every_label(workspace: Workspace, lake_key: int) -> Iterator[str]:
    """Give the labels of a data lake's columns, table after table in the order of `table_order`."""
    sql = """
        SELECT label FROM tables JOIN columns ON table_key = tables.key WHERE lake_key = ?
        ORDER BY container, first_row, position
    """
    with workspace.reading() as db:
        for (label,) in db.execute(sql, [lake_key]):
            yield label


def sample_frame(
    workspace: Workspace, frame: pl.DataFrame, size: int, settings: Settings, seed: int = 0
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
    with spilling_engine(settings.memory_limit_mb, workspace.folder("spill")) as connection:
        for some in column_portions(frame.width if size else 0, frame.height):
            with cells_of_lists(connection, _lists(frame.get_columns()[some.start : some.stop])):
                for i, sample in _sampled(connection, size, seed).items():
                    found[some[i]] = sample
    return found


def _lists(columns: Sequence[pl.Series]) -> pa.LargeListArray:
    """Text columns of one length as one list of texts each."""
    import polars as pl
    import pyarrow as pa

    cells = pl.concat([column.alias("") for column in columns]).to_arrow().cast(pa.large_string())
    ends = np.arange(len(columns) + 1, dtype=np.int64) * len(columns[0])
    return pa.LargeListArray.from_arrays(ends, cells)
