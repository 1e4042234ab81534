"""Join search that leaves out tables which add no column to the query."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.features.folding import ALL, Folding
from core.search.join.methods import JoinMethod
from core.search.join.searching import search_join
from core.search.query import QueryTable
from core.search.results_wanted import MOST_RESULTS
from core.types import JoinHit, JoinSearch

_DEEPER = 5


def search_gaining(
    query: QueryTable,
    on: Sequence[str] = (),
    k: int = 10,
    method: JoinMethod = "overlap",
    rules: Folding = ALL,
) -> JoinSearch:
    """Search as `search_join` does, without the tables whose every column is named as the query's.

    In a lake of many tables of one kind those come first: they share most values and add nothing.
    The search goes deeper until `k` others are found or the lake, or its most results, are
    exhausted.

    Returns
    -------
    JoinSearch
        Ranks are those of the hits that are left.
    """
    depth = k
    while True:
        found = search_join(query, on, depth, method=method, rules=rules)
        hits = [hit for hit in found.hits if gains(query, hit)]
        if len(hits) >= k or found.exhausted or depth == MOST_RESULTS:
            ranked = (replace(hit, rank=rank) for rank, hit in enumerate(hits[:k], 1))
            return replace(found, hits=tuple(ranked))
        depth = min(MOST_RESULTS, depth * _DEEPER)


def gains(query: QueryTable, hit: JoinHit) -> bool:
    """Whether a table has a column besides the key's that is named as none of the query's."""
    known = {label.casefold() for label in query.labels}
    return any(label.casefold() not in known for label in hit.gained)
