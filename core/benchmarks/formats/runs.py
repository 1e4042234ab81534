"""Bring a run made elsewhere to the ids of a benchmark."""

from __future__ import annotations

from dataclasses import dataclass, replace

import polars as pl

from core.benchmarks.formats.errors import AmbiguousNameError
from core.benchmarks.formats.names import TableNames
from core.benchmarks.formats.query_names import RunQueries, several_queries
from core.benchmarks.formats.source import BenchmarkSource
from core.evaluation import Run
from core.evaluation.errors import RunMismatchError


@dataclass(frozen=True)
class ResolvedRun:
    """A run with the benchmark's ids."""

    run: Run
    unknown_queries: tuple[str, ...]
    """Queries that are not the benchmark's; left in the run as they are, never scored."""
    unknown_tables: tuple[str, ...]
    """Candidates that are not in the lake; left in the ranking, where they are not relevant."""
    respelled: tuple[tuple[str, str], ...] = ()
    """Two names of one query each; by their scores their candidates stand in one ranking."""
    rank_themselves: int = 0
    """Queries that rank their own table though it is not in the lake."""
    shared_tables: tuple[str, ...] = ()
    """Those of the unknown queries that name a table which several queries have."""


def resolve_run(source: BenchmarkSource, run: Run) -> ResolvedRun:
    """Replace the names of a run by the benchmark's query ids and table ids.

    A query may be named as `RunQueries` has it, a candidate as `TableNames` has it.

    Raises
    ------
    AmbiguousNameError
        If a name fits several files.
    AmbiguousQueryError
        If no query is the benchmark's, and one names a table that several have.
    DuplicateCandidateError
        If two names of one ranking mean the same table.
    RunMismatchError
        If no query, or no candidate, is the benchmark's; or if a run without scores names a query
        in two ways, whose candidates have no common order.
    """
    asked = RunQueries(source)
    folders = [*source.lake_folders, *([source.query_folder] if source.query_folder else [])]
    lake = TableNames(source.tables, source.lake_folders)
    queries = {name: asked.find(name) for name in run.queries}
    tables = {name: lake.find(name) for name in run.frame["table"].unique().to_list()}
    unknown_queries = tuple(sorted(name for name, query in queries.items() if query is None))
    unknown_tables = tuple(sorted(name for name, table in tables.items() if table is None))
    shared = tuple(name for name in unknown_queries if len(asked.of_table(name)) > 1)
    if shared and len(unknown_queries) == len(queries):
        raise several_queries(shared[0], asked.of_table(shared[0]))
    for kind, unknown, known in (
        ("queries", unknown_queries, queries),
        ("candidates", unknown_tables, tables),
    ):
        if len(unknown) == len(known):
            raise RunMismatchError(
                f"A run's {kind} must be those of the benchmark {source.name!r}. "
                f"Got {unknown[0]!r}, and none of its {kind}."
            )
    respelled = _respelled(queries)
    if respelled and not run.scored:
        first, second = respelled[0]
        raise RunMismatchError(
            f"A run without scores must name a query in one way. Got {first!r} and {second!r}, "
            "which are one; write one of them, or scores."
        )
    frame = run.frame.with_columns(
        pl.col("query").replace({name: query or name for name, query in queries.items()}),
        pl.col("table").replace({name: table or name for name, table in tables.items()}),
    )
    answered = tuple(dict.fromkeys(queries[name] or name for name in run.queries))
    resolved = replace(run, frame=frame, queries=answered)
    themselves = _rank_themselves(source, resolved, unknown_tables, folders)
    return ResolvedRun(resolved, unknown_queries, unknown_tables, respelled, themselves, shared)


def _respelled(queries: dict[str, str | None]) -> tuple[tuple[str, str], ...]:
    first: dict[str, str] = {}
    known = ((name, query) for name, query in queries.items() if query is not None)
    return tuple(
        (first[query], name) for name, query in known if first.setdefault(query, name) != name
    )


def _rank_themselves(
    source: BenchmarkSource, run: Run, unknown: tuple[str, ...], folders: list[str]
) -> int:
    """Count the queries of which an unknown candidate is their own table."""
    asked = {query.query_id: query.table for query in source.queries if query.table}
    tables = TableNames(set(asked.values()), folders)
    meant = {name: _only(tables, name) for name in unknown}
    ranked = run.frame.filter(pl.col("table").is_in(unknown)).select("query", "table").rows()
    return len({query for query, name in ranked if query in asked and meant[name] == asked[query]})


def _only(tables: TableNames, name: str) -> str | None:
    try:
        return tables.find(name)
    except AmbiguousNameError:
        return None
