"""Join search: rank a data lake's tables by how many of a query's key values they have."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from core.errors import ColumnNotFoundError, InputError
from core.features.folding import ALL, Folding
from core.indexes import best, without_noise
from core.indexes.sets.combinations import Check, unchecked
from core.indexes.sets.index import SetIndex
from core.indexes.ties import DOUBLE
from core.lake.labels import listed
from core.search.derived.folders import as_indexed
from core.search.derived.value_sets import set_index
from core.search.join.keys import JoinKey, join_key, proposed_keys
from core.search.join.methods import JoinMethod, ranker
from core.search.join.ranking import RankedTable, Ranker
from core.search.join.zeros import zeros_notes
from core.search.query import QueryTable
from core.search.results_wanted import check_results
from core.search.retrieved import Retrieved
from core.types import JoinHit, JoinSearch

COUNTED = 0.5
"""What small whole numbers count as a key beside other keys."""

_NOT_ALL_CHOICES = (
    "Tables with very many columns of the same values may have more in common with the key than "
    "is counted: not every choice of their columns was looked at."
)

__all__ = [
    "join_hit",
    "rank_for_keys",
    "search_join",
]


def search_join(
    query: QueryTable,
    on: Sequence[str] = (),
    k: int = 10,
    *,
    method: JoinMethod = "overlap",
    rules: Folding = ALL,
) -> JoinSearch:
    """Find the tables of a data lake that can be joined with a query.

    Tables are ranked by their best column (columns, for a key of several), equal scores by table
    id. ``overlap`` counts the different values in common, exactly (nlctables, section 2.2);
    the other methods are described in `core.search.join.methods`.

    Parameters
    ----------
    query
        Left out of its own results if it is a table of the lake. It has all columns that may be
        joined on. The lake's monitor is told how far it is if the lake must be indexed first.
    on
        Labels of the key's columns; those that look like keys (`propose_keys`) are tried one by
        one if empty, and each table stands once, with the key that it is most related by.
    k
        Results wanted, 1 to 1,000; fewer are given if fewer tables have anything in common.
    rules
        How values are folded before they are compared.

    Raises
    ------
    InputError
        If `k` or the method is out of range, a key has no values, or no column looks like a key.
    ColumnNotFoundError
        If the query has no such column.
    CancelledError
        If the monitor says so while the lake is indexed.
    """
    check_results(k)
    proposed = () if on else proposed_keys(query)
    labels = _chosen(query, on) if on else tuple(one.column for one in proposed)
    index = set_index(query.lake, rules)
    rank = ranker(method, query.lake, index)
    began = time.perf_counter()
    groups = [labels] if on else [(label,) for label in labels]
    keys = [join_key(index, query, group) for group in groups]
    among = query.others_in(index, as_indexed(query.lake, index))
    ranked = rank_for_keys(index, rank, keys, k, among)
    return JoinSearch(
        lake=query.lake.info.name,
        query=query.name,
        on=labels,
        method=method,
        seconds=time.perf_counter() - began,
        hits=tuple(join_hit(index, number, *one) for number, one in enumerate(ranked.found, 1)),
        values=tuple(key.distinct for key in keys),
        proposed=proposed,
        notes=_notes(index, keys, ranked, among),
        exhausted=ranked.exhausted,
    )


def _chosen(query: QueryTable, on: Sequence[str]) -> tuple[str, ...]:
    unknown = [label for label in on if label not in query.labels]
    if unknown:
        raise ColumnNotFoundError(
            f"A column is chosen by its name. Got {unknown[0]!r}; the table has "
            f"{listed(query.labels)}."
        )
    if len(set(on)) < len(on):
        raise InputError(f"A key has each column once. Got {listed(on)}.")
    return tuple(on)


def _notes(
    index: SetIndex,
    keys: Sequence[JoinKey],
    ranked: Retrieved[tuple[JoinKey, RankedTable]],
    among: NDArray[np.bool_] | None,
) -> tuple[str, ...]:
    told = [
        f"{', '.join(key.labels)} has one value only: a table matches wholly or not at all."
        for key in keys
        if key.distinct == 1
    ]
    if not index.rules.zeros:
        whole = {key.labels for key, table in ranked.found if table.overlap == key.distinct}
        told += zeros_notes(index, keys, whole, among)
    return tuple(told) if ranked.complete else (*told, _NOT_ALL_CHOICES)


def join_hit(index: SetIndex, rank: int, key: JoinKey, found: RankedTable) -> JoinHit:
    """Tell a ranked table as a result, its columns as they were when the lake was indexed."""
    names = index.labels(found.position)
    return JoinHit(
        rank=rank,
        table=index.table_ids[found.position],
        on=key.labels,
        columns=tuple(names[place] for place in found.places),
        overlap=found.overlap,
        containment=found.overlap / key.distinct,
        score=round(found.score, 6),
        gained=tuple(name for place, name in enumerate(names) if place not in found.places),
        pairs=found.pairs,
    )


def rank_for_keys(
    index: SetIndex,
    rank: Ranker,
    keys: Sequence[JoinKey],
    k: int,
    among: NDArray[np.bool_] | None = None,
    check: Check = unchecked,
) -> Retrieved[tuple[JoinKey, RankedTable]]:
    """Rank tables for several keys at once: each by the key that it is most related by.

    For a single key it is the method's own ranking. Several are merged by what the method ranks
    by, from 0 to 1, so that the first are the same however many are asked for. Small whole
    numbers count for less beside other keys: two numbered lists match whatever they are about.

    Parameters
    ----------
    among
        Shape (tables,): which tables are candidates; all if none.
    check
        Called again and again meanwhile; what it raises ends the ranking.
    """
    rankings = [rank.rank(key, k, among, check) for key in keys]
    found = [(key, one) for key, some in zip(keys, rankings, strict=True) for one in some.found]
    exhausted = all(some.exhausted for some in rankings)
    complete = all(some.complete for some in rankings)
    if len(keys) == 1:
        return Retrieved(found, exhausted, complete)
    related = [one.relatedness * (COUNTED if key.is_counter else 1.0) for key, one in found]
    chosen: dict[int, int] = {}
    for place, (_, one) in enumerate(found):
        if related[place] > related[chosen.setdefault(one.position, place)]:
            chosen[one.position] = place
    places = np.array(list(chosen.values()), dtype=np.int64)
    tables = np.array(list(chosen), dtype=np.int64)
    of_tables = without_noise([related[place] for place in places], DOUBLE)
    order, scores = best(of_tables, index.ranks[tables], k)
    ranked = [
        (found[place][0], replace(found[place][1], score=score, relatedness=score))
        for place, score in zip(places[order].tolist(), scores.tolist(), strict=True)
    ]
    return Retrieved(ranked, exhausted and len(chosen) <= k, complete)
