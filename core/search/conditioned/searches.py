"""Union, join and text search, each with a condition on its results."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from core.conditions import Condition, OnColumns, Operation, Result, conjuncts
from core.conditions.counting.tables import TableFacts
from core.conditions.counting.time_limits import Deadline
from core.conditions.units import unit_behind
from core.errors import InputError
from core.features.folding import ALL, Folding
from core.indexes import best, without_noise
from core.indexes.manifests import OfTables
from core.indexes.sets.index import SetIndex
from core.search.conditioned.assessing import Assessor, Known, Measured
from core.search.conditioned.counted_totals import with_totals
from core.search.conditioned.join_candidates import JoinCandidates
from core.search.conditioned.joined_rows import JoinCounter
from core.search.conditioned.limits import Limits
from core.search.conditioned.measuring import Measurer, query_label
from core.search.conditioned.naming import column_finder, names_in_lake
from core.search.conditioned.topics import topic_shares
from core.search.conditioned.types import ConditionedSearch
from core.search.conditioned.union_portions import union_portions
from core.search.conditioned.until_satisfied import (
    FIRST,
    Candidate,
    growing,
    search_until_satisfied,
)
from core.search.derived.folders import as_indexed
from core.search.derived.value_sets import set_index
from core.search.derived.vectors import open_vectors
from core.search.join.keys import JoinKey, join_key, proposed_keys
from core.search.join.methods import JoinMethod, ranker
from core.search.query import QueryTable
from core.search.retrieved import Retrieved
from core.search.text.query import text_query
from core.search.text.ranking import HYBRID, open_ranker, stretched
from core.search.types import SearchedLake
from core.search.union.ranking import RANK_BY, RankBy
from core.search.union.searching import UnionRanker, check_rank_by
from core.types import ColumnMatch, Hit, JoinHit

LEAST_RELATED = 0.05
"""Relatedness of the table that words fit least, of those that they find; the best has 1."""


def union_with_condition(
    query: QueryTable,
    condition: Condition | None,
    limits: Limits | None = None,
    *,
    encoder_name: str = "",
    rank_by: RankBy = RANK_BY[0],
) -> ConditionedSearch[Hit]:
    """Find tables that can be unioned with a query and satisfy a condition.

    Candidates come from `search_union`. Those that satisfy the condition come first, ranked by its
    score times how far they satisfy it (nlctables, section 2.2), then the others. The condition is
    looked at after retrieval; the list of candidates grows until enough of them satisfy it or
    there are no more.

    Raises
    ------
    ConditionTimeoutError
        If looking at rows takes longer than the settings allow.
    CancelledError
        If the monitor says so while what the search needs of the lake is made.
    InputError
        As `search_union`, or if the condition names a column to union or join on that the query
        has not.
    """
    limits = limits or Limits()
    check_rank_by(rank_by)
    name = encoder_name or query.lake.settings.encoder
    index = open_vectors(query.lake, name)
    ranked = UnionRanker(query, index, name, _candidates(query, index, limits))
    alignments: dict[str, tuple[ColumnMatch, ...]] = {}
    measurer = Measurer(query, alignments)
    assessor = _assessor(query.lake, condition, query, measurer)
    found = search_until_satisfied(
        query.lake.info.name,
        query.name,
        lambda _: union_portions(ranked, rank_by, assessor, max(FIRST, limits.k), alignments),
        assessor,
        limits,
    )
    return with_totals(query.lake, found)


def join_with_condition(
    query: QueryTable,
    condition: Condition | None,
    on: Sequence[str] = (),
    *,
    limits: Limits | None = None,
    method: JoinMethod = "overlap",
    rules: Folding = ALL,
) -> ConditionedSearch[JoinHit]:
    """Find tables that can be joined with a query and satisfy a condition.

    Candidates come from `search_join`. Those that satisfy the condition come first, ranked by what
    `search_join` ranks them by, from 0 to 1, times how far they satisfy it, then the others.

    Parameters
    ----------
    on
        Labels of the key's columns; those of a "joinable on" in the condition, or else those that
        look like keys, if empty.

    Raises
    ------
    ConditionTimeoutError
        If looking at rows takes longer than the settings allow.
    CancelledError
        If the monitor says so while what the search needs of the lake is made.
    InputError
        As `search_join`.
    """
    limits = limits or Limits()
    index = set_index(query.lake, rules)
    how = ranker(method, query.lake, index)
    named = tuple(query_label(query, name) for name in columns_to_join_on(condition))
    keys = _keys(index, query, tuple(on) or named)
    among = _candidates(query, index, limits)
    candidates = JoinCandidates(index, how, query, keys, among, gaining=limits.gaining)
    joins = JoinCounter(index, query, candidates.pairs)
    measurer = Measurer(query, {}, joins, rules)
    assessor = _assessor(query.lake, condition, query, measurer, topics_in_columns=True)
    found = search_until_satisfied(
        query.lake.info.name,
        query.name,
        partial(growing, candidates.best, max(FIRST, limits.k), assessor.hopeless),
        assessor,
        limits,
    )
    return with_totals(query.lake, found)


def text_with_condition(
    lake: SearchedLake,
    words: str,
    condition: Condition | None,
    *,
    limits: Limits | None = None,
    method: str = HYBRID,
    titles: bool = True,
) -> ConditionedSearch[float]:
    """Find tables that words ask for and that satisfy a condition.

    Candidates are the tables that `search_text` finds: by words alone, those with one of them.
    Each hit's ``found`` is the score of the search in words, stretched to 0 to 1 over the lake.

    Raises
    ------
    ConditionTimeoutError
        If looking at rows takes longer than the settings allow.
    CancelledError
        If the monitor says so while what the search needs of the lake is made.
    InputError
        As `search_text`, or if the condition is about a union or a join.
    """
    limits = limits or Limits()
    asked = text_query(words)
    ranked = open_ranker(lake, method, titles, load=False)
    ids = ranked.table_ids
    chosen = as_indexed(lake, ranked.index, limits.mask(ranked.table_ids))
    scored = ranked.scores(asked, ranked.vector(asked), chosen)
    scores = without_noise(stretched(scored.total, chosen))
    kept = np.flatnonzero(scored.found if chosen is None else scored.found & chosen)
    ranks = ranked.index.ranks[kept]
    top = scores[kept].max(initial=0.0)

    def related(score: float) -> float:
        return LEAST_RELATED + (1 - LEAST_RELATED) * (score / top if top else 1.0)

    def fetch(depth: int, deadline: Deadline) -> Retrieved[Candidate[float]]:
        del deadline  # all scores are there
        places, totals = best(scores[kept], ranks, depth)
        found = [
            Candidate(Known(ids[place]), related(score), score)
            for place, score in zip(kept[places].tolist(), totals.tolist(), strict=True)
        ]
        return Retrieved(found, len(found) < depth)

    assessor = _assessor(lake, condition, None, _no_query)
    found = search_until_satisfied(
        lake.info.name,
        words,
        partial(growing, fetch, max(FIRST, limits.k), assessor.hopeless),
        assessor,
        limits,
    )
    return with_totals(lake, found)


def _candidates(query: QueryTable, index: OfTables, limits: Limits) -> NDArray[np.bool_] | None:
    among = as_indexed(query.lake, index, limits.mask(index.table_ids))
    return among if limits.own_counts else query.others_in(index, among)


def _assessor(
    lake: SearchedLake,
    condition: Condition | None,
    query: QueryTable | None,
    measured: Measured,
    *,
    topics_in_columns: bool = False,
) -> Assessor:
    return Assessor(
        lake,
        condition,
        column_finder(lake.settings, () if query is None else query.labels),
        topic_shares(lake, condition),
        measured,
        topics_in_columns,
        names_in_lake(lake, query.name if query is not None else "", plain=True),
        {} if query is None else _own_units(query),
    )


def _own_units(query: QueryTable) -> dict[str, str]:
    """Return the units that cells of the query's columns are in, by their most frequent values."""
    found = {one.label: unit_behind(value for value, _ in one.top) for one in query.columns}
    return {label: unit for label, unit in found.items() if unit}


def columns_to_join_on(condition: Condition | None) -> tuple[str, ...]:
    """Names of the columns that a condition says to join on, which must hold; none if it does not.

    Examples
    --------
    >>> from core.conditions import parse
    >>> columns_to_join_on(parse("joinable on city with more than 5 columns").condition)
    ('city',)
    """
    for part in conjuncts(condition):
        if isinstance(part, OnColumns) and part.operation is Operation.JOIN:
            return part.columns
    return ()


def another_key(query: QueryTable, on: Sequence[str], condition: Condition | None) -> str:
    """Say that a condition names another key than is searched by; empty if it does not.

    Parameters
    ----------
    on
        Labels of the columns that are searched by; empty if none were chosen.

    Raises
    ------
    ColumnNotFoundError
        If the query has no column of a name in the condition.
    """
    named = [query_label(query, name) for name in columns_to_join_on(condition)]
    if not on or not named or set(on) == set(named):
        return ""
    return (
        f"A join is on one key. Got {', '.join(on)}, and in the condition {', '.join(named)}: "
        "leave one of them out."
    )


def _keys(index: SetIndex, query: QueryTable, on: Sequence[str]) -> list[JoinKey]:
    labels = [tuple(on)] if on else [(one.column,) for one in proposed_keys(query)]
    return [join_key(index, query, group) for group in labels]


def _no_query(
    tables: Sequence[TableFacts], part: Result | OnColumns, deadline: Deadline
) -> dict[str, tuple[float, str]]:
    del tables, part, deadline
    raise InputError(
        "A condition on a union or a join needs a query table. Got a search in words; choose a "
        "table to search with, or leave that part of the condition out."
    )
