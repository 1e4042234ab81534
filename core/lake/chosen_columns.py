"""Read the cells of some columns of many tables at once."""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from core.lake.containers import open_shard
from core.store import Workspace

if TYPE_CHECKING:
    import pyarrow as pa

_SQL = """
    SELECT table_id, container, first_row, columns FROM tables
    WHERE lake_key = ? AND table_id IN (SELECT value FROM json_each(?)) ORDER BY container
"""


def chosen_columns(
    workspace: Workspace, lake_key: int, wanted: Sequence[tuple[str, int, int]], most_rows: int
) -> list[pa.StringArray | None]:
    """Read columns of tables of a data lake, wherever they lie.

    Parameters
    ----------
    wanted
        Id of a table, how many columns it has, and the place of the column in it.
    most_rows
        Cells that are read of a large table's column, its first ones.

    Returns
    -------
    list
        For each wanted column its cells as they stood in the file; none if its table is gone or
        has another number of columns by now.
    """
    ids = json.dumps(list({table_id for table_id, _, _ in wanted}))
    with workspace.reading() as db:
        rows = db.execute(_SQL, [lake_key, ids]).fetchall()
    folder = workspace.root / "tables" / str(lake_key)
    at = {row[0]: row for row in rows}
    found: list[pa.StringArray | None] = [None] * len(wanted)
    there = [
        (at[table_id][1], at[table_id][2], place, number)
        for number, (table_id, columns, place) in enumerate(wanted)
        if table_id in at and at[table_id][3] == columns
    ]
    for container, some in itertools.groupby(sorted(there, key=_by_container), key=_by_container):
        chosen = list(some)
        for (_, _, _, number), cells in zip(
            chosen, _cells(folder / container, chosen, most_rows), strict=True
        ):
            found[number] = cells
    return found


def _by_container(one: tuple[str, int | None, int, int]) -> str:
    return one[0]


def _cells(
    path: Path, chosen: list[tuple[str, int | None, int, int]], most_rows: int
) -> list[pa.StringArray | None]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        if chosen[0][1] is not None:
            values = open_shard(path).column("values")
            return [
                values[first + place].values for _, first, place, _ in chosen if first is not None
            ]
        with pq.ParquetFile(path) as file:
            names = [f"c{place}" for _, _, place, _ in chosen]
            head = next(file.iter_batches(batch_size=most_rows, columns=sorted(set(names))), None)
        empty = pa.array([], pa.string())
        return [empty if head is None else head.column(name) for name in names]
    except FileNotFoundError:  # a refresh replaced it meanwhile
        return [None] * len(chosen)
