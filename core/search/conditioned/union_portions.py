"""The candidates of a union search, portion by portion: what is in memory grows with no lake."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from core.search.conditioned.assessing import Assessor, Known
from core.search.conditioned.until_satisfied import AT_ONCE, GROWTH, Candidate, Portion
from core.search.union.ranking import RankBy
from core.search.union.searching import UnionRanker
from core.types import ColumnMatch, Hit


def union_portions(
    ranked: UnionRanker,
    rank_by: RankBy,
    assessor: Assessor,
    first: int,
    alignments: dict[str, tuple[ColumnMatch, ...]],
) -> Iterator[Portion[Hit]]:
    """Give the tables that a union search finds first, then all others by their table vectors.

    Of the others only those are lined up with the query that may satisfy the condition.

    Parameters
    ----------
    first
        How many of the best come first, as they are ranked.
    alignments
        Filled with those of each portion before it is given; those of others are forgotten.
    """
    hits, compared = ranked.hits(first, rank_by)
    yield _portion(hits, compared < first, 0, alignments)
    if compared < first:
        return
    tables, positions, scores = ranked.others({hit.table for hit in hits})
    begin, end = 0, min(AT_ONCE, (GROWTH - 1) * first)
    while True:
        some = slice(begin, end)
        possible = assessor.possible(tables[some])
        chosen = np.array([table in possible for table in tables[some]], dtype=bool)
        found = ranked.align(positions[some][chosen], scores[some][chosen], rank_by)
        last = end >= len(tables)
        yield _portion(found, last, len(tables[some]) - len(possible), alignments)
        if last:
            return
        begin, end = end, end + AT_ONCE


def _portion(
    hits: Sequence[Hit],
    last: bool,
    ruled_out: int,
    alignments: dict[str, tuple[ColumnMatch, ...]],
) -> Portion[Hit]:
    alignments.clear()
    alignments.update({hit.table: hit.alignment for hit in hits})
    candidates = [
        Candidate(
            Known(hit.table, {m.query_column: (m.column, m.score) for m in hit.alignment}),
            max(0.0, hit.score),
            hit,
        )
        for hit in hits
    ]
    top = max((one.relatedness for one in candidates), default=0.0)
    return Portion(candidates, last, ruled_out, top)
