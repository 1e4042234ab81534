"""A benchmark in one line: its best run and its disputed labels, made once for the same runs."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace

from core.benchmarks.auditing import audit
from core.benchmarks.auditing.audit import AGREEING, Judged
from core.benchmarks.runs import runs
from core.benchmarks.types import BenchmarkInfo
from core.evaluation import Metric, best_first, ideal, score_queries
from core.store import Workspace

CUT = 10
"""k of the scores in a headline."""

_MADE = "without own tables"
"""What stored headlines were counted by; one of another way is made anew."""


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
    mark = _mark(workspace, info)
    with workspace.reading() as db:
        row = db.execute(sql, [info.key, mark]).fetchone()
    if row is None:
        return None
    found = json.loads(row["document"])
    return Headline(**{**found, "disputing": tuple(found["disputing"])})


def made_headline(workspace: Workspace, info: BenchmarkInfo) -> Headline | None:
    """Return the headline, made and stored first if what is stored is not of these runs.

    It takes the first 10 candidates of each query and no interval, which is a small part of what
    `scored_runs.leaderboard` takes.

    Returns
    -------
    Headline or None
        None if there is no run, or no label is positive yet: then no run is the best, and no
        label is disputed.

    Raises
    ------
    SoundingsError
        As `audit.judged` and `core.evaluation.score_queries`.
    """
    known = headline(workspace, info)
    if known is not None:
        return known
    mark = _mark(workspace, info)
    least = info.positive_from
    if not runs(workspace, info) or audit.truth(workspace, info).positives(least).is_empty():
        return None
    found = audit.judged(workspace, info, depth=CUT)
    if found.qrels.positives(least).is_empty():  # a query's own table was its only one
        return None
    made = _of(found)
    with workspace.writing() as db:
        row = [info.key, mark, json.dumps(asdict(made))]
        db.execute("INSERT OR REPLACE INTO headlines VALUES (?, ?, ?)", row)
    return made


def _mark(workspace: Workspace, info: BenchmarkInfo) -> str:
    return f"{_MADE} {audit.fingerprint(workspace, info)}"


def _of(found: Judged) -> Headline:
    least, truth = found.info.positive_from, found.qrels
    scores = {
        label: score_queries(run, truth, CUT, [Metric.P], positive_from=least).mean(Metric.P).value
        for label, run in found.runs.items()
    }
    best = best_first(scores)[:AGREEING]
    disputing = replace(found, runs={label: found.runs[label] for label in best})
    disputed = audit.disputed(disputing, CUT)
    return Headline(
        best=best[0],
        precision=scores[best[0]],
        ideal=ideal(truth, CUT, positive_from=least)[Metric.P],
        disputing=disputed.methods,
        disputed=len(disputed.cases),
        disputed_queries=disputed.disputed_queries,
        queries=disputed.queries,
    )
