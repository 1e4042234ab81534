"""Pairs of tables of any lake put to the vote: what a search found, or what stands beside a table.

A published benchmark has its queries, and only those can be voted on. Of any other lake a benchmark
is begun that has no label yet: every table that somebody votes on becomes a query, the other tables
are its candidates, and releases of the votes are its ground truth.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import chain
from pathlib import Path

import polars as pl

from core import lake as lakes
from core.benchmarks import registry
from core.benchmarks.errors import BenchmarkNotFoundError
from core.benchmarks.formats import OF_LAKE, BenchmarkSource, Mode, Query, Spelling
from core.benchmarks.formats.query_names import ids_by_table, several_queries
from core.benchmarks.intake.entering import enter
from core.benchmarks.types import BenchmarkInfo
from core.errors import InputError
from core.evaluation import Qrels
from core.labels.queueing.queues import put_in_standing_queue
from core.labels.types import Origin, Pair, Queue, Role, Task, Voter
from core.store import Workspace
from core.store.folder_lock import only_one
from core.types import LakeInfo

_SECONDS_TO_WAIT = 30


def put_to_the_vote(
    workspace: Workspace,
    voter: Voter,
    lake_name: str,
    pairs: Sequence[tuple[str, str]],
    join_on: Sequence[str] = (),
) -> tuple[BenchmarkInfo, Queue, list[int]]:
    """Put pairs of tables of a lake to the vote, to be unioned or joined or not.

    Parameters
    ----------
    pairs
        Ids of the query table and of the candidate.
    join_on
        Labels of the query's columns to be joined on; none if the question is the union.

    Returns
    -------
    tuple
        The benchmark of the lake, begun if there is none; the queue `FROM_SEARCHES`; and each
        pair's case.

    Raises
    ------
    RoleError
        If the voter may not vote.
    LakeNotFoundError, TableNotFoundError
        If the lake or one of the tables is not there.
    InputError
        If a table is paired with itself; or if the lake is a published benchmark's, and the pair
        is not one of its queries and one of its candidates.
    AmbiguousQueryError
        If several queries of a published benchmark have the query table and ask for the same.
    BusyError
        If others change the benchmark for more than 30 seconds.
    """
    voter.require(Role.ANNOTATOR, "put a pair to the vote")
    lake = lakes.lake(workspace, lake_name)
    lakes.require_tables(workspace, lake_name, chain.from_iterable(pairs))
    for pair in pairs:
        if pair[0] == pair[1]:
            raise InputError(f"A pair has two tables. Got {pair[0]!r} twice.")
    asked = [_query(table, join_on) for table in dict.fromkeys(query for query, _ in pairs)]
    info = _benchmark(workspace, lake, asked)
    kinds = {(query.mode, query.join_on) for query in asked}
    queries_of = ids_by_table(
        query for query in registry.queries(workspace, info) if (query.mode, query.join_on) in kinds
    )
    for query, table in pairs:
        if query not in queries_of or not info.is_candidate(table):
            raise InputError(
                f"A pair of the benchmark {info.name!r} is one of its queries and one of its "
                f"candidates. Got {query!r} and {table!r}; add the lake under another name to vote "
                "on other pairs."
            )
        if len(queries_of[query]) > 1:
            raise several_queries(query, queries_of[query])
    task = Task.JOIN if join_on else Task.UNION
    given = [Pair(queries_of[query][0], table, task, Origin.SEARCH) for query, table in pairs]
    return info, *put_in_standing_queue(workspace, voter, info.key, given)


def _query(table: str, join_on: Sequence[str]) -> Query:
    if not join_on:
        return Query(table, table)
    key = ", ".join(f'"{label}"' if "," in label else label for label in join_on)
    return Query(f"{table} on {key}", table, mode=Mode.JOIN, join_on=tuple(join_on))


def _benchmark(workspace: Workspace, lake: LakeInfo, asked: Sequence[Query]) -> BenchmarkInfo:
    folder, what = workspace.folder("benchmarks", lake.name), f"The benchmark {lake.name!r}"
    info = _found(workspace, lake)
    if info and info.format != OF_LAKE:
        return info  # nothing is written; it may be being read anew, which takes long
    with only_one(folder, what, "changed", _SECONDS_TO_WAIT):
        info = _found(workspace, lake)
        if info is None:
            _begin(workspace, lake, asked)
            return registry.benchmark(workspace, lake.name)
        known = {
            (query.table, query.mode, query.join_on) for query in registry.queries(workspace, info)
        }
        new = [one for one in asked if (one.table, one.mode, one.join_on) not in known]
        _add_queries(workspace, info, new)
        return info


def _found(workspace: Workspace, lake: LakeInfo) -> BenchmarkInfo | None:
    try:
        return registry.benchmark(workspace, lake.name)
    except BenchmarkNotFoundError:
        return None


def _begin(workspace: Workspace, lake: LakeInfo, asked: Sequence[Query]) -> None:
    root = Path(lake.root)
    source = BenchmarkSource(
        name=lake.name,
        root=root,
        format=OF_LAKE,
        lake_folders=lake.folders,
        query_folder=None,
        tables=tuple(query.table for query in asked if query.table),
        query_tables=(),
        queries=tuple(asked),
        qrels=None,
        spelling=Spelling.ID,
    )
    schema = {"query": pl.String, "table": pl.String, "relevance": pl.Int32}
    truth = Qrels(
        pl.DataFrame(schema=schema),
        tuple(query.query_id for query in asked),
        source=f"{lake.name} base",
    )
    enter(workspace, lake.name, root, source, truth, lake.key)


def _add_queries(workspace: Workspace, info: BenchmarkInfo, asked: Sequence[Query]) -> None:
    add = (
        "INSERT INTO benchmark_queries (benchmark_key, query_id, place, table_id, mode, "
        "join_on, own_candidate) SELECT ?1, ?2, coalesce(max(place), -1) + 1, ?3, ?4, ?5, ?3 "
        "FROM benchmark_queries WHERE benchmark_key = ?1 ON CONFLICT DO NOTHING"
    )
    with workspace.writing() as db:
        for one in asked:
            key = json.dumps(one.join_on)
            db.execute(add, [info.key, one.query_id, one.table, one.mode.value, key])
