"""Read the cells of some columns of many tables at once."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Sequence
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from core.lake.stored.containers import open_large, open_shard
from core.lake.stored.placing import Place, find_places
from core.store import Workspace

if TYPE_CHECKING:
    import pyarrow as pa


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
    numbers = defaultdict(list)
    for number, (table_id, _, _) in enumerate(wanted):
        numbers[table_id].append(number)
    found: list[pa.StringArray | None] = [None] * len(wanted)
    places = find_places(workspace, lake_key, numbers.keys())
    for container, some in itertools.groupby(places, key=attrgetter("container")):
        chosen = [
            _Chosen(place, wanted[number][2], number)
            for place in some
            for number in numbers[place.table_id]
            if wanted[number][1] == place.columns
        ]
        for one, cells in zip(chosen, _cells(container, chosen, most_rows), strict=True):
            found[one.number] = cells
    return found


class _Chosen(NamedTuple):
    """A column of the table at a place, and its number among those that are wanted."""

    place: Place
    position: int
    number: int


def _cells(path: Path, chosen: list[_Chosen], most_rows: int) -> list[pa.StringArray | None]:
    import pyarrow as pa

    if not chosen:
        return []
    try:
        if not chosen[0].place.has_own_file:
            values = open_shard(path).column("values")
            return [values[one.place.shard_rows[one.position]].values for one in chosen]
        with open_large(path) as file:
            names = [f"c{one.position}" for one in chosen]
            head = next(file.iter_batches(batch_size=most_rows, columns=sorted(set(names))), None)
        empty = pa.array([], pa.string())
        return [empty if head is None else head.column(name) for name in names]
    except FileNotFoundError:  # a refresh replaced it meanwhile
        return [None] * len(chosen)
