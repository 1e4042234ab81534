"""Which pairs of a benchmark can be looked at: both of their tables are in its lake.

A ranking from elsewhere may name a candidate that is nowhere, and a labelled table may have left
the folder since. Such a candidate keeps its place in a ranking and its label, but nobody can say
of a table that is not there whether it belongs to the query.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import polars as pl

from core import lake as lakes
from core.amounts import amount
from core.benchmarks import registry
from core.benchmarks.types import BenchmarkInfo
from core.evaluation import Run
from core.labels.queueing.queued import open_pairs
from core.labels.types import Queue
from core.store import Workspace


@dataclass(frozen=True)
class Presence:
    """What of a benchmark is in its lake.

    Parameters
    ----------
    candidates
        Ids of the tables that queries can find.
    gone
        Queries whose own table has left the lake.
    """

    candidates: frozenset[str]
    gone: frozenset[str]

    def has(self, query: str, table: str) -> bool:
        """Whether both tables of a pair are there; a query of words alone needs none."""
        return table in self.candidates and query not in self.gone

    def absent(self, pairs: pl.DataFrame) -> pl.Series:
        """Tell of each pair, by ``query`` and ``table``, whether a table of it is not there."""
        known = pl.Series(list(self.candidates), dtype=pl.String).implode()
        gone = pl.Series(list(self.gone), dtype=pl.String).implode()
        return pairs.select(~pl.col("table").is_in(known) | pl.col("query").is_in(gone)).to_series()

    def unknown(self, run: Run) -> list[str]:
        """List the candidates that a run ranks and the lake has not, sorted."""
        return sorted(set(run.frame["table"].unique()) - self.candidates)


def presence(workspace: Workspace, info: BenchmarkInfo) -> Presence:
    """Look up what of a benchmark is in its lake."""
    there = frozenset(lakes.table_order(workspace, info.lake_key))
    gone = frozenset(
        query.query_id
        for query in registry.queries(workspace, info)
        if query.table is not None and query.table not in there
    )
    return Presence(frozenset(filter(info.is_candidate, there)), gone)


def absent_cases(workspace: Workspace, info: BenchmarkInfo, queue: Queue) -> tuple[int, ...]:
    """List the open cases of a queue of which a table is not in the lake, by their numbers."""
    return absent_among(workspace, info, open_pairs(workspace, queue.key))


def absent_among(
    workspace: Workspace, info: BenchmarkInfo, cases: Sequence[tuple[int, str, str]]
) -> tuple[int, ...]:
    """List those of some cases, number, query and table, of which a table is not in the lake."""
    if not cases:
        return ()
    own = {one.query_id: one.table for one in registry.queries(workspace, info)}
    named = {table for _, _, table in cases} | {own.get(query) or "" for _, query, _ in cases}
    gone = lakes.unknown_tables(workspace, info.lake_key, named - {""})
    return tuple(case for case, query, table in cases if table in gone or own.get(query) in gone)


def told_absent(cases: Collection[int]) -> str:
    """Say how many cases of a queue are not handed out; empty if all are."""
    if not cases:
        return ""
    return f"{amount(len(cases), 'case', 'is', 'are')} not handed out, {_without_table(cases)}."


def told_undecided(cases: Collection[int]) -> str:
    """Say how many open cases are not listed to be decided; empty if all are."""
    if not cases:
        return ""
    more = amount(len(cases), "more case", "waits", "wait")
    return f"{more} for a table, {_without_table(cases)}."


def _without_table(cases: Collection[int]) -> str:
    of = "its" if len(cases) == 1 else "their"
    return f"as {of} candidate or query table is not in the lake"


def require_pair(workspace: Workspace, info: BenchmarkInfo, query: str, table: str) -> None:
    """Refuse a pair that nobody can look at.

    Raises
    ------
    TableNotFoundError
        If one of its tables is not in the lake.
    """
    asked = registry.query(workspace, info, query)
    own = [asked.table] if asked is not None and asked.table else []
    lakes.require_tables(workspace, info.name, [table, *own])
