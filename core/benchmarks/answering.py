"""Answer a benchmark's queries with a search method."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from contextlib import suppress

from core.amounts import amount
from core.benchmarks.errors import NoAnswersError
from core.benchmarks.formats import Query
from core.benchmarks.methods import Method, Prepared, Ranked, taken
from core.benchmarks.types import BenchmarkInfo, QueryFailure
from core.errors import BusyError, CancelledError, InputError, SoundingsError
from core.evaluation import SelfCandidate
from core.monitor import Monitor

_QUERIES_AT_ONCE, _SECONDS = 64, 1.0
"""Queries or seconds between two reports of progress, whichever comes first."""


def answered(how: Method, info: BenchmarkInfo, queries: Sequence[Query]) -> list[Query]:
    """Choose the queries that a method answers.

    Raises
    ------
    InputError
        If there is none.
    """
    chosen = [query for query in queries if how.answers(query)]
    if chosen:
        return chosen
    wanted = " or ".join(sorted(how.takes))
    there = sorted({kind for query in queries for kind in taken(query)})
    raise InputError(
        f"The method {how.label} takes {wanted} as queries. Got the benchmark {info.name!r}, whose "
        f"queries are {' and '.join(there)}; run a method for those on it."
    )


def require_tables(info: BenchmarkInfo, there: set[str], queries: Sequence[Query]) -> None:
    """Raise `InputError` if a query's table has left the lake.

    Parameters
    ----------
    there
        Ids of the lake's tables.
    """
    gone = [query.table for query in queries if query.table and query.table not in there]
    if gone:
        raise InputError(
            f"Every query's table must be in the lake. Got {len(gone):,} of {len(queries):,} in "
            f"{info.name!r} that are not there any more, first {gone[0]!r}; put them back and "
            "refresh the lake, or remove the benchmark and add it again."
        )


def make_ready(
    prepared: Prepared,
    info: BenchmarkInfo,
    queries: Sequence[Query],
    own: Mapping[str, str],
    *,
    depth: int,
) -> None:
    """Answer the first query of each kind, for what a method loads with it.

    Libraries and models are loaded when they are first needed. What that takes is the same for one
    query as for thousands, and once it is done no part of what answering them takes. Nothing is
    kept of the answers; what a query fails on is told when it is answered again.

    Parameters
    ----------
    own, depth
        As for `rank_queries`.
    """
    firsts = {(query.mode, taken(query)): query for query in reversed(queries)}
    for query in firsts.values():
        with suppress(SoundingsError):
            prepared.rank(query, depth, _left_out(info, query, own))


def rank_queries(
    prepared: Prepared,
    info: BenchmarkInfo,
    label: str,
    queries: Sequence[Query],
    own: Mapping[str, str],
    *,
    depth: int,
    monitor: Monitor,
) -> tuple[dict[str, Ranked], tuple[QueryFailure, ...]]:
    """Rank the candidates of each query, by the one tie rule.

    Candidates are the tables of the benchmark's lake folders, without the query's own if the
    benchmark excludes it. A query that cannot be answered, as its words name a column that its
    table has not, has no ranking but a reason, and the others are answered all the same.

    Parameters
    ----------
    label
        What the method is called.
    own
        Query to the candidate that is its own table, of those in the lake.
    depth
        Candidates a query, at most.

    Returns
    -------
    rankings, failures
        Each query is in one of the two.

    Raises
    ------
    NoAnswersError
        If some could not be answered and no other has a candidate.
    CancelledError
        If `monitor` says so.
    BusyError
        If the lake is refreshed meanwhile.
    """
    rankings: dict[str, Ranked] = {}
    failures: list[QueryFailure] = []
    told = time.monotonic()
    for place, query in enumerate(queries):
        try:
            rankings[query.query_id] = prepared.rank(query, depth, _left_out(info, query, own))
        except (CancelledError, BusyError):
            raise
        except SoundingsError as error:
            failures.append(QueryFailure(query.query_id, str(error)))
        late = time.monotonic() - told > _SECONDS
        if late or place % _QUERIES_AT_ONCE == 0 or place + 1 == len(queries):
            told = time.monotonic()
            monitor.progress(place + 1, len(queries), f"Answering queries with {label}")
            monitor.raise_if_stopped(f"Cancelled after {place + 1:,} of {len(queries):,} queries.")
    if failures and not any(rankings.values()):
        raise NoAnswersError(
            f"A run must rank at least one candidate. {label} ranked none for "
            f"{amount(len(queries), 'query')} and failed on {len(failures):,} of them, first "
            f"{failures[0].query!r}: {failures[0].reason}"
        )
    return rankings, tuple(failures)


def _left_out(info: BenchmarkInfo, query: Query, own: Mapping[str, str]) -> str | None:
    """Name the candidate that does not count for a query; none if all do."""
    excluded = info.self_candidate is SelfCandidate.EXCLUDED
    return own.get(query.query_id) if excluded else None
