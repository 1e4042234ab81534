"""The cells of all tables of a data lake, in its order: small tables together, large ones alone."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING

from core.lake.stored.containers import open_shard
from core.lake.stored.placing import Place, every_place, places_in_order
from core.store import Workspace

if TYPE_CHECKING:
    import pyarrow as pa

BYTES_AT_ONCE = 8 * 1024 * 1024
"""Of text that is looked at together: indexes of its words take some forty times as many."""
_SHARDS_OPEN = 64


@dataclass(frozen=True)
class SmallTables:
    """Small tables that follow each other in the lake's order, from whichever shards they are in.

    Parameters
    ----------
    tables
        Never none.
    columns
        As in a shard: ``name`` and ``values``, one row a column, table after table.
    """

    tables: list[Place]
    columns: pa.RecordBatch


def every_table(
    workspace: Workspace,
    lake_key: int,
    size: Callable[[Place], int],
    most: int,
    only: Collection[str] | None = None,
) -> Iterator[Place | SmallTables]:
    """Give every table of a data lake, or some of them, in the lake's order.

    Parameters
    ----------
    size, most
        Small tables are given together as long as their sizes come to no more than this, and their
        cells to no more than `BYTES_AT_ONCE`; at least one.
    only
        Ids of the tables that are wanted; all if none. Unknown ones are left out.

    Yields
    ------
    Place or SmallTables
        A large table, which is not opened; or small ones.
    """
    places = (
        every_place(workspace, lake_key)
        if only is None
        else places_in_order(workspace, lake_key, only)
    )
    for is_large, tables in itertools.groupby(places, key=attrgetter("has_own_file")):
        if is_large:
            yield from tables
        else:
            yield from _together(tables, size, most)


def _together(
    tables: Iterable[Place], size: Callable[[Place], int], most: int
) -> Iterator[SmallTables]:
    # Tables that were read again lie in other shards than those around them.
    opened = lru_cache(maxsize=_SHARDS_OPEN)(open_shard)
    some: list[Place] = []
    parts: list[pa.RecordBatch] = []
    taken = held = 0
    for piece in _pieces(tables, size, most):
        for lying, part in _of_few_bytes(piece, opened(piece[0].container)):
            its_size, its_bytes = sum(map(size, lying)), part.nbytes
            if some and (taken + its_size > most or held + its_bytes > BYTES_AT_ONCE):
                yield _joined(some, parts)
                some, parts, taken, held = [], [], 0, 0
            some += lying
            parts.append(part)
            taken, held = taken + its_size, held + its_bytes
    if some:
        yield _joined(some, parts)


def _of_few_bytes(
    piece: list[Place], shard: pa.RecordBatch
) -> Iterator[tuple[list[Place], pa.RecordBatch]]:
    """Cut a piece at its tables where they have too many bytes together."""
    whole = shard.slice(piece[0].shard_rows.start, sum(one.columns for one in piece))
    if whole.nbytes <= BYTES_AT_ONCE:
        yield piece, whole
        return
    for one in piece:
        yield [one], shard.slice(one.shard_rows.start, one.columns)


def _joined(tables: list[Place], parts: list[pa.RecordBatch]) -> SmallTables:
    import pyarrow as pa

    return SmallTables(tables, parts[0] if len(parts) == 1 else pa.concat_batches(parts))


def _pieces(
    tables: Iterable[Place], size: Callable[[Place], int], most: int
) -> Iterator[list[Place]]:
    """Cut tables where they are too many, or where the next one does not lie behind the last."""
    piece: list[Place] = []
    taken = 0
    for one in tables:
        if piece and (taken + size(one) > most or not _is_behind(one, piece[-1])):
            yield piece
            piece, taken = [], 0
        piece.append(one)
        taken += size(one)
    if piece:
        yield piece


def _is_behind(one: Place, other: Place) -> bool:
    return one.container is other.container and one.shard_rows.start == other.shard_rows.stop
