"""Rank a lake's tables for one key."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from core.indexes.sets.combinations import Check, most_combinations, unchecked
from core.indexes.sets.index import SetIndex
from core.indexes.sets.overlaps import most_overlapping
from core.search.join.keys import JoinKey
from core.search.retrieved import Retrieved
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
    score
        What it is ranked by.
    relatedness
        0 to 1, in the order of the scores; what keys of different sizes are compared by.
    pairs
        Values that differ in form and would pair.
    """

    position: int
    places: tuple[int, ...]
    overlap: int
    score: float
    relatedness: float
    pairs: tuple[ValuePair, ...] = ()


class Ranker(ABC):
    """Ranks the tables of one lake for a key.

    Attributes
    ----------
    offline_seconds
        Wall time of building what it needs besides the index of values, when that was built; none
        if part of that was at hand.
    parameters
        What a stored run says of how it was made.
    at_once
        Whether all tables are ranked in about the time that it takes for the best of them.
    """

    offline_seconds: float | None = 0.0
    at_once: bool = True
    parameters: Mapping[str, str | int | float] = MappingProxyType({})

    @abstractmethod
    def rank(
        self,
        key: JoinKey,
        k: int,
        among: NDArray[np.bool_] | None = None,
        check: Check = unchecked,
    ) -> Retrieved[RankedTable]:
        """Return at most k tables, by score descending, then table id.

        Parameters
        ----------
        among
            Shape (tables,): which tables are candidates; all if none.
        check
            Called again and again meanwhile; what it raises ends the ranking.
        """


class OverlapRanker(Ranker):
    """By how many of a key's values, or combinations of them, a table has.

    It is exact, but for combinations in tables of very many alike columns (`Retrieved.complete`).

    A table without a value in common is not ranked.
    """

    def __init__(self, index: SetIndex) -> None:
        self._index = index

    def rank(
        self,
        key: JoinKey,
        k: int,
        among: NDArray[np.bool_] | None = None,
        check: Check = unchecked,
    ) -> Retrieved[RankedTable]:
        """Rank by overlap."""
        check()
        if key.tokens.shape[1] > 1:
            found = most_combinations(self._index, key.tokens, k, among, key.labels, check)
            ranked = zip(
                found.positions.tolist(), found.columns, found.overlaps.tolist(), strict=True
            )
            tables = [_of(key, *one) for one in ranked]
            return Retrieved(tables, len(tables) < k, found.complete)
        single = most_overlapping(self._index, key.tokens[:, 0], k, among)
        places = single.columns - self._index.offsets[single.positions]
        tables = [
            _of(key, position, (place,), overlap)
            for position, place, overlap in zip(
                single.positions.tolist(), places.tolist(), single.overlaps.tolist(), strict=True
            )
        ]
        return Retrieved(tables, len(tables) < k)


def _of(key: JoinKey, position: int, places: tuple[int, ...], overlap: int) -> RankedTable:
    return RankedTable(position, places, overlap, float(overlap), overlap / key.distinct)
