"""Score a benchmark's runs and find what they dispute, under one release of its ground truth."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from core.benchmarks import registry
from core.benchmarks.errors import RunNotFoundError
from core.benchmarks.runs import load_run, runs
from core.benchmarks.types import BASE, BenchmarkInfo, RunInfo
from core.evaluation import (
    Comparison,
    Disagreements,
    Ideal,
    Interval,
    Metric,
    Qrels,
    QueryScores,
    Run,
    compare,
    curve,
    disagreements,
    ideal,
    mean_interval,
    score_queries,
    treat_self,
)
from core.store import Workspace

AGREEING = 3
"""Runs, the best, that are looked at together: what several dispute is more likely wrong."""


@dataclass(frozen=True)
class RunScores:
    """One run's line of the leaderboard.

    Parameters
    ----------
    queries
        Every metric of every query.
    intervals
        95% bootstrap interval over queries of each metric's mean.
    """

    run: RunInfo
    queries: QueryScores
    intervals: dict[Metric, Interval]

    def __getitem__(self, metric: Metric) -> float:
        return self.queries.mean(metric).value


@dataclass(frozen=True)
class Leaderboard:
    """Every stored run at one cut-off under one release, best P@k first, then by label."""

    benchmark: str
    release: str
    k: int
    ideal: Ideal
    rows: tuple[RunScores, ...]

    def to_frame(self) -> pl.DataFrame:
        """Return a row a run, and the IDEAL row on top."""
        rows = [
            {"run": "IDEAL", **{m.label(self.k): self.ideal[m] for m in Metric}},
            *(
                {
                    "run": row.run.method,
                    **{m.label(self.k): row[m] for m in Metric},
                    "offline_seconds": row.run.offline_seconds,
                    "online_seconds": row.run.online_seconds,
                    "peak_megabytes": row.run.peak_megabytes,
                }
                for row in self.rows
            ),
        ]
        return pl.DataFrame(rows, infer_schema_length=None)


@dataclass(frozen=True)
class Judged:
    """A benchmark's ground truth and runs made ready to be compared.

    The pairs to ignore are out of the rankings, and the query's own table is treated as the
    benchmark says.
    """

    info: BenchmarkInfo
    release: str
    qrels: Qrels
    runs: dict[str, Run]


def fingerprint(workspace: Workspace, info: BenchmarkInfo, release: str = BASE) -> str:
    """Return a text that changes whenever a score of the benchmark may: a key for caches.

    It takes a few milliseconds, where `leaderboard` takes a second for each run of 2,000 queries.

    Raises
    ------
    ReleaseNotFoundError
        If the benchmark has none of that name.
    """
    truth = registry.release_fingerprint(workspace, info, release)
    stored = [f"{run.key} {run.method} {run.stale}" for run in runs(workspace, info)]
    return hashlib.sha256("\n".join([str(info.key), release, truth, *stored]).encode()).hexdigest()


def judged(
    workspace: Workspace,
    info: BenchmarkInfo,
    labels: Sequence[str] | None = None,
    release: str = BASE,
) -> Judged:
    """Load the ground truth and some runs of a benchmark.

    If only grades above 1 are positive, a published truth that knows 0 and 1 alone is brought to
    the scale of votes, where its 1 is a 2: it means unionable, not partly.

    Parameters
    ----------
    labels
        The runs; every stored one if none.

    Raises
    ------
    RunNotFoundError, ReleaseNotFoundError
        If one is not there, or the benchmark has no run at all.
    """
    wanted = [run.method for run in runs(workspace, info)] if labels is None else list(labels)
    if not wanted:
        raise RunNotFoundError(
            f"{info.name!r} has no run yet. Make one with `bench run {info.name} --method tfidf`."
        )
    read = registry.graded_qrels if info.positive_from > 1 else registry.qrels
    truth = read(workspace, info, release)
    ignored = registry.ignored_pairs(workspace, info)
    own = registry.own_candidates(workspace, info)
    ready = {}
    treated = truth
    for label in wanted:
        run = load_run(workspace, info, label)
        if ignored:
            run = run.without_pairs(ignored)
        ready[label], treated = treat_self(
            run, truth, info.self_candidate, own, positive_from=info.positive_from
        )
    return Judged(info, release, treated, ready)


def leaderboard(
    workspace: Workspace, info: BenchmarkInfo, k: int, release: str = BASE
) -> Leaderboard:
    """Score every stored run of a benchmark.

    Parameters
    ----------
    k
        Cut-off, 1 to 1,000.

    Raises
    ------
    RunNotFoundError, ReleaseNotFoundError
        If there is no run, or no such release.
    CutoffError
        If k is out of range.
    """
    stored = runs(workspace, info)
    found = judged(workspace, info, [run.method for run in stored] or None, release)
    return scored(found, stored, k)


def scored(found: Judged, stored: Sequence[RunInfo], k: int) -> Leaderboard:
    """Score runs that are loaded; `stored` says what they cost. Raises as `leaderboard`."""
    least = found.info.positive_from
    rows = []
    for run in stored:
        scores = score_queries(found.runs[run.method], found.qrels, k, positive_from=least)
        intervals = {metric: mean_interval(scores.values(metric)) for metric in Metric}
        rows.append(RunScores(run, scores, intervals))
    rows.sort(key=lambda row: (-row[Metric.P], row.run.method))
    best = ideal(found.qrels, k, positive_from=least)
    return Leaderboard(found.info.name, found.release, k, best, tuple(rows))


def compare_runs(found: Judged, first: str, second: str, k: int, metric: Metric) -> Comparison:
    """Compare two runs query by query: difference, 95% interval, p-value."""
    return compare(
        found.runs[first],
        found.runs[second],
        found.qrels,
        k,
        metric,
        positive_from=found.info.positive_from,
    )


def curves(found: Judged, deepest: int) -> pl.DataFrame:
    """Score every run at each cut-off from 1: columns ``run``, ``k``, ``queries``, the metrics."""
    cuts = range(1, deepest + 1)
    return pl.concat(
        curve(run, found.qrels, cuts, positive_from=found.info.positive_from).select(
            pl.lit(label).alias("run"), pl.all()
        )
        for label, run in found.runs.items()
    )


def disputed(found: Judged, k: int) -> Disagreements:
    """Measure and list what all the loaded runs together dispute (fishy-tus, section 5.2)."""
    return disagreements(
        list(found.runs.values()), found.qrels, k, positive_from=found.info.positive_from
    )
