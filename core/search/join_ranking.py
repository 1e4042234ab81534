"""Rank a lake's tables for one key."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.indexes.set_combinations import most_combinations
from core.indexes.set_overlaps import most_overlapping
from core.indexes.sets import SetIndex
from core.search.join_keys import JoinKey
from core.types import ValuePair


@dataclass(frozen=True)
class RankedTable:
    """One table ranked for a key.

    Parameters
    ----------
    position
        The table, in the index.
    places
        Places in it of the columns that stand for the key's.
    overlap
        Different values (combinations) that both have.
    """

    position: int
    places: tuple[int, ...]
    overlap: int
    score: float
    pairs: tuple[ValuePair, ...] = ()


def rank_by_overlap(
    index: SetIndex,
    key: JoinKey,
    k: int,
    among: NDArray[np.bool_] | None = None,
    without: int | None = None,
) -> list[RankedTable]:
    """Rank tables by how many of a key's values, or combinations of them, they have; exact.

    Parameters
    ----------
    among
        Shape (tables,): which tables are candidates; all if none.
    without
        A table that is no candidate, such as the query's own.

    Returns
    -------
    list
        At most k, by overlap descending, then table id; none without a value in common.
    """
    if key.tokens.shape[1] > 1:
        found = most_combinations(index, key.tokens, k, among, without)
        ranked = zip(found.positions.tolist(), found.columns, found.overlaps.tolist(), strict=True)
        return [RankedTable(p, places, n, float(n)) for p, places, n in ranked]
    single = most_overlapping(index, key.tokens[:, 0], k, among, without)
    places = single.columns - index.offsets[single.positions]
    return [
        RankedTable(position, (place,), overlap, float(overlap))
        for position, place, overlap in zip(
            single.positions.tolist(), places.tolist(), single.overlaps.tolist(), strict=True
        )
    ]
