"""Read a few rows of a few tables at once, as a list of results needs them."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import TableNotFoundError
from core.lake.containers import open_shard, scan_parquet
from core.lake.profile import BLANKS
from core.store import Workspace

if TYPE_CHECKING:
    import pyarrow as pa

_PLACES = """
    SELECT table_id, container, first_row, rows, label
    FROM tables JOIN columns ON table_key = tables.key
    WHERE lake_key = ? AND table_id IN (SELECT value FROM json_each(?))
    ORDER BY tables.key, position
"""


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
    with workspace.reading() as db:
        found = db.execute(_PLACES, [lake_key, json.dumps(list(wanted))]).fetchall()
    labels: dict[str, list[str]] = defaultdict(list)
    places = {}
    by_container: dict[str, list[str]] = defaultdict(list)
    for table_id, container, first_row, rows, label in found:
        if table_id not in places:
            by_container[container].append(table_id)
        places[table_id] = (first_row, rows)
        labels[table_id].append(label)
    gone = [table_id for table_id in wanted if table_id not in places]
    if gone:
        raise TableNotFoundError(f"The lake has no table {gone[0]!r} any more; search again.")
    given: dict[str, SomeRows] = {}
    folder = workspace.root / "tables" / str(lake_key)
    for container, table_ids in by_container.items():
        try:
            shard = None if container.endswith(".parquet") else open_shard(folder / container)
            for table_id in table_ids:
                first_row, height = places[table_id]
                numbers = [row for row in wanted[table_id] if 0 <= row < height]
                width = len(labels[table_id])
                if shard is None:
                    cells = _of_parquet(folder / container, width, numbers)
                else:
                    cells = _of_shard(shard, first_row, width, numbers)
                given[table_id] = SomeRows(
                    tuple(labels[table_id]),
                    tuple(numbers),
                    tuple(tuple((cell or "").strip(BLANKS) for cell in row) for row in cells),
                )
        except FileNotFoundError as error:
            raise TableNotFoundError(
                f"The cells of {table_ids[0]!r} are being read again; search again."
            ) from error
    return given


def _of_shard(
    shard: pa.RecordBatch, first_row: int, width: int, numbers: list[int]
) -> list[list[str | None]]:
    values = shard.column("values")
    columns = [values[first_row + column].values for column in range(width if numbers else 0)]
    return [[column[row].as_py() for column in columns] for row in numbers]


def _of_parquet(path: Path, width: int, numbers: list[int]) -> list[list[str | None]]:
    if not numbers:
        return []
    scan = scan_parquet(path, [str(place) for place in range(width)])
    frame = scan.head(max(numbers) + 1).collect()
    return [list(row) for row in frame[numbers].rows()]
