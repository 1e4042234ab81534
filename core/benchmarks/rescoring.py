"""Every stored run under every release: what corrected labels do to scores and to their order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import polars as pl

from core.benchmarks import audit
from core.benchmarks.audit import Judged, Leaderboard
from core.benchmarks.types import BASE, BenchmarkInfo
from core.evaluation import Interval, Metric, mean_interval
from core.labels.releases import releases
from core.store import Workspace

_CLOSE = 1e-12
"""Means that differ by less are equal: the same sum in another order."""


@dataclass(frozen=True)
class Standing:
    """One run under one release.

    Parameters
    ----------
    rank
        1 and as many as there are runs with a higher score; equal scores share it.
    place
        1 to the number of runs, each given once: among equal scores by label.
    """

    run: str
    release: str
    score: float
    interval: Interval
    rank: int
    place: int


@dataclass(frozen=True)
class Gain:
    """What the labels that a release corrects did to one run.

    A stored run is always the same, so all that its score gains comes from labels. Its own share
    is exact for P@k, which divides by k and the queries whatever the labels are:
    ``after - before = (raised + found - lowered) / (k * queries)``. What lifts every run alike
    changes no order; `beyond` is the gain that the other runs do not have, by which its lead over
    the average run grows or shrinks.

    Parameters
    ----------
    before, after
        Mean of the metric under the reference and under the release.
    interval
        95% bootstrap interval over queries of the difference.
    raised, found
        Candidates among the run's first k that are positive under the release and were labelled
        negative, or had no label, under the reference.
    lowered
        Those that were positive under the reference and are not under the release.
    average
        Mean gain of all runs.
    """

    run: str
    release: str
    before: float
    after: float
    interval: Interval
    raised: int
    found: int
    lowered: int
    rank_before: int
    rank_after: int
    average: float

    @property
    def gain(self) -> float:
        """By how much the score is higher under the release."""
        return self.after - self.before

    @property
    def beyond(self) -> float:
        """The part of the gain that the average run does not have."""
        return self.gain - self.average


@dataclass(frozen=True)
class OrderAgreement:
    """How far two releases put the runs into the same order.

    Parameters
    ----------
    tau
        Kendall's tau-b, from -1 (turned round) to 1 (the same); None with fewer than two runs, or
        if all have one score under one of the two.
    turned
        Pairs of runs of which each release has another one ahead.
    """

    first: str
    second: str
    tau: float | None
    turned: int
    pairs: int


@dataclass(frozen=True)
class Rescoring:
    """The leaderboards of a benchmark under its releases, oldest first, the published one first."""

    benchmark: str
    k: int
    metric: Metric
    reference: str
    positive_from: int
    boards: tuple[Leaderboard, ...]
    standings: tuple[Standing, ...]
    """By release, then place."""
    gains: tuple[Gain, ...]
    """Of every release but the reference, by release, then gain, the largest first."""
    orders: tuple[OrderAgreement, ...]
    """Of every two releases."""

    def order(self, first: str, second: str) -> OrderAgreement:
        """Find how far two releases agree on the order, whichever is named first."""
        return next(one for one in self.orders if {one.first, one.second} == {first, second})

    def to_frame(self) -> pl.DataFrame:
        """Return a row a release and run: ``release, run, rank, score, low, high`` and the gain.

        The gain (``gain, gain_low, gain_high, beyond, raised, found, lowered``) is null under the
        reference.
        """
        gains = {(gain.release, gain.run): gain for gain in self.gains}
        rows = []
        for one in self.standings:
            gain = gains.get((one.release, one.run))
            rows.append(
                {
                    "release": one.release,
                    "run": one.run,
                    "rank": one.rank,
                    "score": one.score,
                    "low": one.interval.low,
                    "high": one.interval.high,
                    "gain": gain and gain.gain,
                    "gain_low": gain and gain.interval.low,
                    "gain_high": gain and gain.interval.high,
                    "beyond": gain and gain.beyond,
                    "raised": gain and gain.raised,
                    "found": gain and gain.found,
                    "lowered": gain and gain.lowered,
                }
            )
        return pl.DataFrame(rows, schema=_SCHEMA)


def rescore(
    workspace: Workspace,
    info: BenchmarkInfo,
    k: int,
    metric: Metric = Metric.P,
    reference: str = BASE,
) -> Rescoring:
    """Score every stored run under every release, and tell what the corrected labels changed.

    Parameters
    ----------
    info
        Its `positive_from` says which labels are positive; at 2, a 1 of a ground truth that knows
        only 0 and 1 counts as 2, which it means.
    k
        Cut-off, 1 to 1,000.
    metric
        What ranks are by.
    reference
        The release that gains are counted from.

    Raises
    ------
    RunNotFoundError, ReleaseNotFoundError
        If there is no run, or no such release.
    CutoffError, ThresholdError
        If k or `positive_from` is out of range.
    """
    names = [release.name for release in releases(workspace, info.key)]
    moves = _Moves(reference, k)
    boards = audit.leaderboards(workspace, info, k, [reference, *names], moves.see)
    standings = {name: _standings(boards[name], metric) for name in names}
    gains = [
        gain
        for name in names
        if name != reference
        for gain in _gains(moves.found[name], boards, standings, (reference, name), metric)
    ]
    return Rescoring(
        benchmark=info.name,
        k=k,
        metric=metric,
        reference=reference,
        positive_from=info.positive_from,
        boards=tuple(boards[name] for name in names),
        standings=tuple(one for name in names for one in standings[name]),
        gains=tuple(gains),
        orders=tuple(
            _agreement(standings[first], standings[second])
            for first, second in combinations(names, 2)
        ),
    )


def _standings(board: Leaderboard, metric: Metric) -> list[Standing]:
    rows = sorted(board.rows, key=lambda row: (-round(row[metric], 12), row.run.method))
    scores = [row[metric] for row in rows]
    return [
        Standing(
            run=row.run.method,
            release=board.release,
            score=row[metric],
            interval=row.intervals[metric],
            rank=1 + sum(score > row[metric] + _CLOSE for score in scores),
            place=place,
        )
        for place, row in enumerate(rows, start=1)
    ]


def _gains(
    moved: Mapping[str, Mapping[str, int]],
    boards: Mapping[str, Leaderboard],
    standings: Mapping[str, Sequence[Standing]],
    between: tuple[str, str],
    metric: Metric,
) -> list[Gain]:
    before, after = ({row.run.method: row for row in boards[name].rows} for name in between)
    ranks = [{one.run: one.rank for one in standings[name]} for name in between]
    average = float(np.mean([after[run][metric] - before[run][metric] for run in after]))
    gains = []
    for run in after:
        one, other = (board[run].queries.values(metric) for board in (before, after))
        gains.append(
            Gain(
                run=run,
                release=between[1],
                before=before[run][metric],
                after=after[run][metric],
                interval=mean_interval(
                    np.where(np.isclose(one, other, rtol=0, atol=_CLOSE), 0.0, other - one)
                ),
                **moved[run],
                rank_before=ranks[0][run],
                rank_after=ranks[1][run],
                average=average,
            )
        )
    return sorted(gains, key=lambda gain: (-gain.gain, gain.run))


class _Moves:
    """What other labels than the reference's do to the first k candidates of each run.

    Of runs under releases, the reference's first, it holds one at a time.
    """

    def __init__(self, reference: str, k: int) -> None:
        self.found: dict[str, dict[str, dict[str, int]]] = {}
        """The counts of `_moved` by release, then run."""
        self._reference, self._k = reference, k
        self._first: Judged | None = None

    def see(self, found: Judged) -> None:
        """Count what moved in a run under a release."""
        if found.release == self._reference:
            self._first = found
        elif self._first is not None:
            (label,) = found.runs
            counts = _moved(self._first, found, self._k)
            self.found.setdefault(found.release, {})[label] = counts


def _moved(first: Judged, second: Judged, k: int) -> dict[str, int]:
    """Count the one run's first k candidates whose label crosses the threshold of a positive."""
    key, least = ["query", "table"], first.info.positive_from
    labels = first.qrels.frame.rename({"relevance": "before"}).join(
        second.qrels.frame.rename({"relevance": "after"}), on=key, how="full", coalesce=True
    )
    was, now = pl.col("before") >= least, (pl.col("after") >= least).fill_null(False)
    (run,) = first.runs.values()
    ranked = run.frame.filter(pl.col("rank") <= k)
    (moved,) = (
        ranked.join(labels, on=key)
        .select(
            (~was & now).sum().alias("raised"),
            (was.is_null() & now).sum().alias("found"),
            (was & ~now).sum().alias("lowered"),
        )
        .to_dicts()
    )
    return moved


def _agreement(first: Sequence[Standing], second: Sequence[Standing]) -> OrderAgreement:
    ranks = [{one.run: one.rank for one in standings} for standings in (first, second)]
    one, other = ([ranked[run] for run in ranks[0]] for ranked in ranks)
    turned = sum(
        (one[i] - one[j]) * (other[i] - other[j]) < 0 for i, j in combinations(range(len(one)), 2)
    )
    return OrderAgreement(
        first=first[0].release,
        second=second[0].release,
        tau=_tau(one, other),
        turned=turned,
        pairs=len(one) * (len(one) - 1) // 2,
    )


def _tau(one: Sequence[int], other: Sequence[int]) -> float | None:
    if len(set(one)) < 2 or len(set(other)) < 2:  # noqa: PLR2004 - an order needs two ranks
        return None
    from scipy import stats

    return float(stats.kendalltau(one, other).statistic)


_SCHEMA = pl.Schema(
    {
        "release": pl.String(),
        "run": pl.String(),
        "rank": pl.Int64(),
        "score": pl.Float64(),
        "low": pl.Float64(),
        "high": pl.Float64(),
        "gain": pl.Float64(),
        "gain_low": pl.Float64(),
        "gain_high": pl.Float64(),
        "beyond": pl.Float64(),
        "raised": pl.Int64(),
        "found": pl.Int64(),
        "lowered": pl.Int64(),
    }
)
