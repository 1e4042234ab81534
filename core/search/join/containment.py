"""Join search by sketches: candidates by LSH Ensemble, counted exactly."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.indexes.sets.combinations import Check, most_combinations, unchecked
from core.indexes.sets.containment import PARTITIONS, PERMUTATIONS, ContainmentIndex
from core.indexes.sets.index import SetIndex, Tokens
from core.indexes.sets.overlaps import best_of_columns
from core.indexes.timing import making_seconds
from core.search.join.keys import JoinKey
from core.search.join.ranking import RankedTable, Ranker
from core.search.retrieved import Retrieved

THRESHOLDS = (0.5, 0.2, 0.05)
"""Shares of the query's values for which candidates are looked for, one after another."""


class ContainmentRanker(Ranker):
    """By the share of a key's values, or of combinations of them, that a table has.

    Candidates are found by sketches, and each is counted exactly: a share is always right, but a
    table may be missed. Less is looked for only while fewer than k tables have what was looked
    for.

    Parameters
    ----------
    index
        Of the lake's values.
    sketches
        Of the same columns.
    """

    def __init__(self, index: SetIndex, sketches: ContainmentIndex) -> None:
        self._index, self._sketches = index, sketches
        self.offline_seconds = making_seconds(sketches.manifest)
        self.parameters = {
            "permutations": PERMUTATIONS,
            "partitions": PARTITIONS,
            "thresholds": ", ".join(map(str, THRESHOLDS)),
        }

    def rank(
        self,
        key: JoinKey,
        k: int,
        among: NDArray[np.bool_] | None = None,
        check: Check = unchecked,
    ) -> Retrieved[RankedTable]:
        """Rank by containment; others may share values, but the sketches know none."""
        found: list[RankedTable] = []
        complete = True
        sets = [np.unique(tokens) for tokens in key.tokens.T]
        if not all(map(len, sets)):
            return Retrieved([], True)
        for threshold in THRESHOLDS:
            check()
            columns = [self._sketches.candidates(self._index, one, threshold) for one in sets]
            if len(sets) == 1:
                found = self._by_column(key, sets[0], columns[0], k, among)
            else:
                found, complete = self._by_columns(key, columns, k, among, check)
            if len(found) == k and found[-1].score >= threshold:
                break
        return Retrieved(found, len(found) < k, complete)

    def _by_column(
        self,
        key: JoinKey,
        tokens: Tokens,
        columns: NDArray[np.int64],
        k: int,
        among: NDArray[np.bool_] | None,
    ) -> list[RankedTable]:
        best = best_of_columns(self._index, tokens, columns, k, among)
        places = best.columns - self._index.offsets[best.positions]
        return [
            self._of(key, position, (place,), overlap)
            for position, place, overlap in zip(
                best.positions.tolist(), places.tolist(), best.overlaps.tolist(), strict=True
            )
        ]

    def _by_columns(
        self,
        key: JoinKey,
        columns: list[NDArray[np.int64]],
        k: int,
        among: NDArray[np.bool_] | None,
        check: Check,
    ) -> tuple[list[RankedTable], bool]:
        chosen = np.ones(len(self._index), dtype=bool) if among is None else among.copy()
        for some in columns:
            has = np.zeros(len(self._index), dtype=bool)
            has[self._index.column_tables[some]] = True
            chosen &= has
        best = most_combinations(self._index, key.tokens, k, chosen, key.labels, check)
        found = [
            self._of(key, position, places, overlap)
            for position, places, overlap in zip(
                best.positions.tolist(), best.columns, best.overlaps.tolist(), strict=True
            )
        ]
        return found, best.complete

    def _of(
        self, key: JoinKey, position: int, places: tuple[int, ...], overlap: int
    ) -> RankedTable:
        share = overlap / key.distinct
        return RankedTable(position, places, overlap, share, share)
