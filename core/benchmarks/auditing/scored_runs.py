"""Score a benchmark's runs one by one, and put them together in a leaderboard."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from core.benchmarks import registry
from core.benchmarks.auditing.audit import JudgedRun, each_judged
from core.benchmarks.runs import runs
from core.benchmarks.treatment import own_positives
from core.benchmarks.types import BASE, BenchmarkInfo, RunInfo
from core.evaluation import (
    Ideal,
    Metric,
    Qrels,
    QueryScores,
    best_first,
    ideal,
    score_queries,
)
from core.intervals import SHARES, Interval, bootstrap_mean_interval
from core.store import Workspace


@dataclass(frozen=True)
class RunScores:
    """One run's line of the leaderboard.

    Parameters
    ----------
    queries
        Every metric of every query.
    emptied
        Whether no candidate is left of it once own tables and pairs to ignore are taken out.
    unknown
        Candidates that it ranks and the lake has not, sorted.
    """

    run: RunInfo
    queries: QueryScores
    emptied: bool = False
    unknown: tuple[str, ...] = ()
    _intervals: dict[Metric, Interval] = field(default_factory=dict, repr=False, compare=False)

    def __getitem__(self, metric: Metric) -> float:
        return self.queries.mean(metric).value

    def interval(self, metric: Metric) -> Interval:
        """Return the 95% bootstrap interval over queries of a metric's mean, found when asked."""
        found = self._intervals.get(metric)
        if found is None:
            found = bootstrap_mean_interval(self.queries.values(metric), SHARES)
            self._intervals[metric] = found
        return found


@dataclass(frozen=True)
class Leaderboard:
    """Every stored run at one cut-off under one release, best P@k first, then by label."""

    benchmark: str
    release: str
    k: int
    ideal: Ideal
    rows: tuple[RunScores, ...]
    own_found: int = 0
    """Queries whose own table counts as found without being searched for."""
    unasked: int = 0
    """Queries of the published ground truth that are in no mean, as their table is not there."""
    positive_from: int = 1
    """The smallest grade that is a positive."""

    @property
    def scorable(self) -> bool:
        """Whether any label is positive: without one each run scores 0, as the best possible."""
        return self.ideal.without_positives < self.ideal.queries


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
    (board,) = leaderboards(workspace, info, k, [release]).values()
    return board


def leaderboards(
    workspace: Workspace,
    info: BenchmarkInfo,
    k: int,
    releases: Sequence[str],
    seen: Callable[[JudgedRun], None] | None = None,
) -> dict[str, Leaderboard]:
    """Score every stored run under each of some releases, in the order of the releases.

    Parameters
    ----------
    releases
        At least one; each counts once.
    seen
        Called with each run under each release, in the order of `each_judged`.

    Raises
    ------
    RunNotFoundError, ReleaseNotFoundError, CutoffError
        As `leaderboard`.
    """
    stored = {run.method: run for run in runs(workspace, info)}
    names = list(dict.fromkeys(releases))
    rows: dict[str, list[RunScores]] = {name: [] for name in names}
    truths: dict[str, Qrels] = {}
    for found in each_judged(workspace, info, list(stored), names):
        if seen is not None:
            seen(found)
        truths[found.release] = found.qrels
        rows[found.release].append(scored(found, stored[found.run.method], k))
    return {name: ranked(workspace, info, k, truths[name], rows[name], name) for name in names}


def ranked(
    workspace: Workspace,
    info: BenchmarkInfo,
    k: int,
    qrels: Qrels,
    rows: Sequence[RunScores],
    release: str = BASE,
) -> Leaderboard:
    """Put runs that are scored at one cut-off under one release together.

    Parameters
    ----------
    qrels
        The ground truth that they are scored by: see `Judged`.
    """
    return Leaderboard(
        info.name,
        release,
        k,
        ideal(qrels, k, positive_from=info.positive_from),
        _best_first(rows),
        len(own_positives(workspace, info).keys() & set(qrels.queries)),
        len(registry.unasked_queries(workspace, info)),
        info.positive_from,
    )


def run_scores(workspace: Workspace, info: BenchmarkInfo, label: str, k: int) -> RunScores:
    """Score one stored run by the published labels, as `leaderboard` does.

    Raises
    ------
    RunNotFoundError, CutoffError
        As `leaderboard`.
    """
    (found,) = each_judged(workspace, info, [label], [BASE])
    stored = next(run for run in runs(workspace, info) if run.method == label)
    return scored(found, stored, k)


def _best_first(rows: Sequence[RunScores]) -> tuple[RunScores, ...]:
    of_label = {row.run.method: row for row in rows}
    order = best_first({label: row[Metric.P] for label, row in of_label.items()})
    return tuple(of_label[label] for label in order)


def scored(found: JudgedRun, run: RunInfo, k: int) -> RunScores:
    """Score one run that is loaded.

    Parameters
    ----------
    run
        What is stored of it.
    """
    least = found.info.positive_from
    scores = score_queries(found.run, found.qrels, k, positive_from=least)
    unknown = tuple(found.there.unknown(found.run))
    return RunScores(run, scores, emptied=not len(found.run), unknown=unknown)
