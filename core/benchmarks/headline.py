"""A benchmark in one line: its best run and its disputed labels, stored once they are known."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from core.benchmarks import audit
from core.benchmarks.audit import Leaderboard
from core.benchmarks.case_list import disputed_queries
from core.benchmarks.types import BenchmarkInfo
from core.evaluation import Disagreements, Metric
from core.store import Workspace

CUT = 10
"""k of the scores in a headline."""


@dataclass(frozen=True)
class Headline:
    """What is told of a benchmark's runs in one line, at k = 10 under the published labels.

    Parameters
    ----------
    precision, ideal
        Mean P@10 of the best run and of the best possible ranking.
    disputing
        The runs that together dispute `disputed` labels of `disputed_queries` of `queries`.
    """

    best: str
    precision: float
    ideal: float
    disputing: tuple[str, ...]
    disputed: int
    disputed_queries: int
    queries: int


def headline(workspace: Workspace, info: BenchmarkInfo) -> Headline | None:
    """Return the stored headline; none if there is none, or a run was added or removed since."""
    sql = "SELECT document FROM headlines WHERE benchmark_key = ? AND fingerprint = ?"
    mark = audit.fingerprint(workspace, info)
    with workspace.reading() as db:
        row = db.execute(sql, [info.key, mark]).fetchone()
    if row is None:
        return None
    found = json.loads(row["document"])
    return Headline(**{**found, "disputing": tuple(found["disputing"])})


def keep_headline(
    workspace: Workspace, info: BenchmarkInfo, board: Leaderboard, found: Disagreements
) -> Headline:
    """Store the headline of a leaderboard, unless it is that already.

    Parameters
    ----------
    board
        At k = 10 under the published labels, with a run.
    found
        What its best runs dispute at that k.
    """
    known = headline(workspace, info)
    if known is not None:
        return known
    best = board.rows[0]
    made = Headline(
        best=best.run.method,
        precision=best[Metric.P],
        ideal=board.ideal[Metric.P],
        disputing=found.methods,
        disputed=len(found.cases),
        disputed_queries=disputed_queries(found.cases),
        queries=found.queries,
    )
    row = [info.key, audit.fingerprint(workspace, info), json.dumps(asdict(made))]
    with workspace.writing() as db:
        db.execute("INSERT OR REPLACE INTO headlines VALUES (?, ?, ?)", row)
    return made
