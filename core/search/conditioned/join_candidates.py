"""The candidates of a join search: the best ranked by themselves, the others all at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.conditions.counting.time_limits import Deadline
from core.indexes.sets.index import SetIndex
from core.search.combining.joins import gains
from core.search.conditioned.assessing import Known
from core.search.conditioned.joined_rows import Pairs
from core.search.conditioned.until_satisfied import Candidate
from core.search.join.keys import JoinKey
from core.search.join.ranking import RankedTable, Ranker
from core.search.join.searching import join_hit, rank_for_keys
from core.search.query import QueryTable
from core.search.retrieved import Retrieved
from core.types import JoinHit


class JoinCandidates:
    """Gives the tables that a join search finds, as many as are asked for.

    Where a method ranks all tables in about the time that it takes for some (`Ranker.at_once`),
    whoever asks for more than at first has all of them ranked, once.

    Parameters
    ----------
    among
        Shape (tables,): which tables are candidates; all if none.
    gaining
        Whether tables that add no column are left out.

    Attributes
    ----------
    pairs
        Of each table that was given, the labels of the columns that are joined.
    """

    def __init__(
        self,
        index: SetIndex,
        how: Ranker,
        query: QueryTable,
        keys: Sequence[JoinKey],
        among: NDArray[np.bool_] | None,
        *,
        gaining: bool,
    ) -> None:
        self.pairs: dict[str, Pairs] = {}
        self._index, self._how = index, how
        self._query, self._keys = query, keys
        self._among, self._gaining = among, gaining
        self._ranked: Retrieved[tuple[JoinKey, RankedTable]] | None = None
        self._has_all = False
        self._told: dict[int, Candidate[JoinHit]] = {}

    def best(self, depth: int, deadline: Deadline) -> Retrieved[Candidate[JoinHit]]:
        """Return the best tables, of at most so many.

        Raises
        ------
        ConditionTimeoutError
            If ranking them takes longer.
        """
        ranked = self._rank(depth, deadline)
        for rank, (key, one) in enumerate(ranked.found[:depth], 1):
            if one.position not in self._told:
                self._told[one.position] = self._candidate(rank, key, one)
        found = [self._told[one.position] for _, one in ranked.found[:depth]]
        if self._gaining:
            found = [one for one in found if gains(self._query, one.found)]
        return Retrieved(found, ranked.exhausted and len(ranked.found) <= depth)

    def _rank(self, depth: int, deadline: Deadline) -> Retrieved[tuple[JoinKey, RankedTable]]:
        if self._ranked is None or not self._has_all:
            self._has_all = self._ranked is not None and self._how.at_once
            tables = len(self._index)
            self._ranked = rank_for_keys(
                self._index,
                self._how,
                self._keys,
                tables + 1 if self._has_all else depth,
                self._among,
                lambda: deadline.check(f"{tables:,} tables"),
            )
        return self._ranked

    def _candidate(self, rank: int, key: JoinKey, one: RankedTable) -> Candidate[JoinHit]:
        hit = join_hit(self._index, rank, key, one)
        self.pairs[hit.table] = tuple(zip(hit.on, hit.columns, strict=True))
        known = Known(hit.table, {own: (other, 1.0) for own, other in self.pairs[hit.table]})
        return Candidate(known, one.relatedness, hit)
