"""Runs that are made here: a method answers a benchmark's queries, and is timed."""

from __future__ import annotations

import time

from core import lake as lakes
from core.benchmarks import registry
from core.benchmarks.answering import answered, make_ready, rank_queries, require_tables
from core.benchmarks.methods import Subject, method
from core.benchmarks.runs.peak_memory import peak_megabytes
from core.benchmarks.runs.stored import Making, require_free, store, told_if_removed
from core.benchmarks.types import BenchmarkInfo, RunInfo
from core.evaluation import Run
from core.evaluation.run import check_k
from core.monitor import UNMONITORED, Monitor
from core.settings import Settings
from core.store import Workspace

DEPTH = 100
"""Candidates of each query that a run stores unless told otherwise."""


def run_method(
    workspace: Workspace,
    info: BenchmarkInfo,
    name: str,
    settings: Settings,
    depth: int = DEPTH,
    monitor: Monitor = UNMONITORED,
) -> RunInfo:
    """Rank the benchmark's candidates for each query that the method answers and store the run.

    A run that the same method made is replaced. Offline time is that of making what the method
    needs of the benchmark's lake (vectors, an index), as measured when it was made (reading the
    files is not in it); online time is that of answering all queries one after another, with that
    at hand and libraries and models loaded. Queries that the method fails on are stored with the
    reason (`RunInfo.failures`), without a ranking.

    Parameters
    ----------
    name
        See `core.benchmarks.methods.method`.
    depth
        Candidates a query, 1 to 1,000.

    Raises
    ------
    UnknownMethodError
        If there is no such method.
    CutoffError
        If `depth` is out of range.
    RunExistsError
        If a run of that label was imported.
    BenchmarkNotFoundError
        If the benchmark is removed meanwhile.
    NoAnswersError
        If the method fails on queries and ranks nothing for the others.
    InputError
        If the method answers no query of the benchmark, or a query's table is not in the lake any
        more.
    CancelledError
        If `monitor` says so; nothing is stored.
    BusyError
        If the lake is refreshed meanwhile, or its last refresh has not ended.
    """
    check_k(depth)
    lakes.require_whole(workspace, lakes.stamp(workspace, info.name))
    how = method(name, settings)
    queries = answered(how, info, registry.queries(workspace, info))
    with workspace.reading() as db:
        require_free(db, info, how.label, imported=False)
    there = set(lakes.table_order(workspace, info.lake_key))
    require_tables(info, there, queries)
    with told_if_removed(workspace, info):
        prepared = how.prepare(Subject(workspace, info, settings), monitor)
        own = registry.own_candidates(workspace, info)
        own = {query: table for query, table in own.items() if table in there}
        monitor.progress(0, len(queries), f"Answering queries with {how.label}")
        make_ready(prepared, info, queries, own, depth=depth)
        began = time.perf_counter()
        rankings, failures = rank_queries(
            prepared, info, how.label, queries, own, depth=depth, monitor=monitor
        )
        seconds = time.perf_counter() - began
    run = Run.of(rankings, how.label, {**prepared.parameters, "depth": depth})
    return store(
        workspace,
        info,
        run,
        depth=depth,
        lake_fingerprint=prepared.lake_fingerprint,
        making=Making(
            versions=prepared.versions,
            offline_seconds=prepared.offline_seconds,
            online_seconds=seconds,
            peak_megabytes=peak_megabytes(),
            asked=len(queries),
            failures=tuple(failures),
        ),
    )
