"""Answer a benchmark's queries with a search method."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from core import lake as lakes
from core.benchmarks.formats import Query
from core.benchmarks.methods import Method
from core.benchmarks.types import BenchmarkInfo
from core.errors import CancelledError, InputError
from core.evaluation import SelfCandidate
from core.indexes import TableVectors
from core.search.ranking import query_in_index, rank_tables

_QUERIES_AT_ONCE = 64
"""Queries between two reports of progress."""


def require_tables(info: BenchmarkInfo, index: TableVectors, queries: Sequence[Query]) -> None:
    """Raise `InputError` if a query's table has left the lake."""
    there = set(index.table_ids)
    gone = [query.table for query in queries if query.table not in there]
    if gone:
        raise InputError(
            f"Every query's table must be in the lake. Got {len(gone):,} of {len(queries):,} in "
            f"{info.name!r} that are not there any more, first {gone[0]!r}; put them back and "
            "refresh the lake, or remove the benchmark and add it again."
        )


def rank_queries(
    index: TableVectors,
    info: BenchmarkInfo,
    how: Method,
    queries: Sequence[Query],
    own: Mapping[str, str],
    depth: int,
    progress: lakes.Progress | None,
    should_stop: Callable[[], bool] | None,
) -> dict[str, list[tuple[str, float]]]:
    """Rank the candidates of each query that has a table, by the one tie rule.

    Candidates are the tables of the benchmark's lake folders, without the query's own if the
    benchmark excludes it.

    Parameters
    ----------
    own
        Query to the candidate that is its own table.
    depth
        Candidates a query, at most.

    Raises
    ------
    CancelledError
        If `should_stop` says so.
    """
    among = np.array([info.is_candidate(table_id) for table_id in index.table_ids])
    rankings: dict[str, list[tuple[str, float]]] = {}
    excluded = info.self_candidate is SelfCandidate.EXCLUDED
    places = {table_id: place for place, table_id in enumerate(index.table_ids)}
    counts = index.column_counts()
    for place, query in enumerate(queries):
        position = places[query.table or ""]
        without = places.get(own.get(query.query_id, "")) if excluded else None
        vectors = query_in_index(index, position, list(range(int(counts[position]))))
        found = rank_tables(
            index,
            vectors,
            depth,
            how.rank_by,
            without=without,
            among=among,
        )
        ids = [index.table_ids[i] for i in found.positions[:depth]]
        rankings[query.query_id] = list(zip(ids, found.scores[:depth].tolist(), strict=True))
        if place % _QUERIES_AT_ONCE == 0 or place + 1 == len(queries):
            if progress is not None:
                progress(place + 1, len(queries), f"Answering queries with {how.label}")
            if should_stop is not None and should_stop():
                raise CancelledError(f"Cancelled after {place + 1:,} of {len(queries):,} queries.")
    return rankings
