"""Read a few rows of a few tables at once, as a list of results needs them."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import TableNotFoundError
from core.lake.cells import BLANKS
from core.lake.stored.containers import open_shard, scan_parquet
from core.lake.stored.placing import placed_tables
from core.store import Workspace

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True)
class SomeRows:
    """Some rows of one table.

    Parameters
    ----------
    labels
        Of its columns.
    numbers
        The rows that were asked for and are there, in the order in which they were asked for.
    rows
        Their cells as trimmed text; missing ones are empty.
    """

    labels: tuple[str, ...]
    numbers: tuple[int, ...]
    rows: tuple[tuple[str, ...], ...]


def some_rows(
    workspace: Workspace, lake_key: int, wanted: Mapping[str, Sequence[int]]
) -> dict[str, SomeRows]:
    """Read rows of tables by their numbers from 0; each container is opened once.

    A large table is read from its start down to the last row wanted.

    Raises
    ------
    TableNotFoundError
        If the lake has no table of one of the ids any more, or its cells are being replaced.
    """
    found = [
        (place, tuple(column.label for column in columns))
        for place, columns in placed_tables(workspace, lake_key, wanted)
    ]
    there = {place.table_id for place, _ in found}
    gone = [table_id for table_id in wanted if table_id not in there]
    if gone:
        raise TableNotFoundError(f"The lake has no table {gone[0]!r} any more; search again.")
    given: dict[str, SomeRows] = {}
    for container, some in itertools.groupby(found, key=lambda one: one[0].container):
        tables = list(some)
        try:
            shard = None if tables[0][0].has_own_file else open_shard(container)
            for place, labels in tables:
                numbers = [row for row in wanted[place.table_id] if 0 <= row < place.rows]
                if shard is None:
                    cells = _of_parquet(container, len(labels), numbers)
                else:
                    cells = _of_shard(shard, place.shard_rows, numbers)
                given[place.table_id] = SomeRows(
                    labels,
                    tuple(numbers),
                    tuple(tuple((cell or "").strip(BLANKS) for cell in row) for row in cells),
                )
        except FileNotFoundError as error:
            raise TableNotFoundError(
                f"The cells of {tables[0][0].table_id!r} are being read again; search again."
            ) from error
    return given


def _of_shard(
    shard: pa.RecordBatch, shard_rows: range, numbers: list[int]
) -> list[list[str | None]]:
    if not numbers:
        return []
    values = shard.column("values")
    columns = [values[row].values for row in shard_rows]
    return [[column[row].as_py() for column in columns] for row in numbers]


def _of_parquet(path: Path, width: int, numbers: list[int]) -> list[list[str | None]]:
    if not numbers:
        return []
    scan = scan_parquet(path, [str(place) for place in range(width)])
    frame = scan.head(max(numbers) + 1).collect()
    return [list(row) for row in frame[numbers].rows()]
