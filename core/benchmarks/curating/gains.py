"""What the labels that a release corrects did to each run, over the queries that both have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
import polars as pl

from core.amounts import amount
from core.benchmarks.auditing.audit import JudgedRun
from core.benchmarks.auditing.scored_runs import Leaderboard
from core.evaluation import Metric, QueryScores, score_queries
from core.evaluation.run_order import CLOSE
from core.intervals import DIFFERENCES, Interval, bootstrap_mean_interval

Scores: TypeAlias = tuple[QueryScores, QueryScores]
"""Of one run under the reference and under a release."""


@dataclass(frozen=True)
class Gain:
    """What the labels that a release corrects did to one run, on the queries of both releases.

    A query that only one of them has says nothing of labels: of a lake's own benchmark, releases
    have the queries that were put to the vote by then. A stored run is always the same, so all
    that its score gains comes from labels. Its own share is exact for P@k, which divides by k and
    the queries whatever the labels are:
    ``after - before = (raised + found - lowered) / (k * queries)``. Pairs that one of the two
    ignores are in neither ranking: as labels that the other gives them would move the candidates
    behind them, the difference would not be of labels alone. What lifts every run alike
    changes no order; `beyond` is the gain that the other runs do not have, by which its lead over
    the average run grows or shrinks.

    Parameters
    ----------
    before, after
        Mean of the metric under the reference and under the release, over the queries of both and
        without the pairs that either ignores; on a leaderboard it is over all queries that a
        release has, without those that it ignores itself.
    interval
        95% bootstrap interval over those queries of the difference; it says how many they are.
    raised, found
        Candidates among the run's first k that are positive under the release and were labelled
        negative, or had no label, under the reference.
    lowered
        Those that were positive under the reference and are not under the release.
    rank_before, rank_after
        On the leaderboards of the two, over all queries of each.
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
    def queries(self) -> int:
        """Number of queries that both releases have, of which all figures but the ranks are."""
        return self.interval.queries

    @property
    def beyond(self) -> float:
        """The part of the gain that the average run does not have."""
        return self.gain - self.average


@dataclass(frozen=True)
class SharedQueries:
    """How many queries two releases have in common, and how many either has alone."""

    first: str
    second: str
    both: int
    only_first: int
    only_second: int

    @property
    def same(self) -> bool:
        """Whether the two have the same queries."""
        return not self.only_first and not self.only_second

    @property
    def told(self) -> str:
        """Say what gains are of, and what was left out; empty if the two have the same queries.

        Examples
        --------
        >>> SharedQueries("r1", "r2", 2, 0, 1).told
        'Gains are of the 2 queries that both r1 and r2 have; 1 that only r2 has is left out.'
        >>> SharedQueries("r1", "r2", 0, 1, 1).told
        'There is no gain to tell: r1 and r2 have no query in common.'
        """
        if self.same:
            return ""
        if not self.both:
            return (
                f"There is no gain to tell: {self.first} and {self.second} have no query in common."
            )
        alone = [
            f"{number:,} that only {name} has {'is' if number == 1 else 'are'} left out"
            for name, number in ((self.first, self.only_first), (self.second, self.only_second))
            if number
        ]
        kept = f"the {amount(self.both, 'query')} that both {self.first} and {self.second} have"
        return f"Gains are of {kept}; {', and '.join(alone)}."


def shared_queries(first: Leaderboard, second: Leaderboard) -> SharedQueries:
    """Count the queries that two leaderboards of at least one run have in common."""
    one, other = (set(board.rows[0].queries.frame["query"].to_list()) for board in (first, second))
    return SharedQueries(
        first.release, second.release, len(one & other), len(one - other), len(other - one)
    )


def gains(
    reference: Leaderboard,
    release: Leaderboard,
    ranks: tuple[Mapping[str, int], Mapping[str, int]],
    counts: Mapping[str, Mapping[str, int]],
    metric: Metric,
    alike: Mapping[str, Scores] | None = None,
) -> list[Gain]:
    """Return what a release did to each run, the largest gain first.

    Parameters
    ----------
    ranks
        Of each run under the reference, and under the release.
    counts
        As `moved`, by run.
    alike
        Scores of runs whose rankings had to be made alike (`rank_alike`), by run; those of the
        leaderboards count for the others.

    Returns
    -------
    list of Gain
        Empty if the two have no query in common.
    """
    before, after = (
        {row.run.method: row.queries for row in board.rows} for board in (reference, release)
    )
    scores = {run: (before[run], after[run]) for run in after} | dict(alike or {})
    values = {run: _values(*both, metric) for run, both in scores.items()}
    if all(frame.is_empty() for frame in values.values()):
        return []
    means = {
        run: tuple(float(frame[side].to_numpy().mean()) for side in ("before", "after"))
        for run, frame in values.items()
    }
    average = float(np.mean([now - was for was, now in means.values()]))
    found = [
        Gain(
            run=run,
            release=release.release,
            before=was,
            after=now,
            interval=_interval(values[run]),
            **counts[run],
            rank_before=ranks[0][run],
            rank_after=ranks[1][run],
            average=average,
        )
        for run, (was, now) in means.items()
    ]
    return sorted(found, key=lambda gain: (-gain.gain, gain.run))


def gains_frame(found: Sequence[Gain]) -> pl.DataFrame:
    """Return a row a gain, in the order given, with what `Gain` calls its figures.

    Returns
    -------
    polars.DataFrame
        ``release, run, before, after, gain, low, high, queries, raised, found, lowered, beyond,
        rank_before, rank_after``; ``low`` and ``high`` are the interval of the gain, null where
        there is none.
    """
    rows = [
        {
            **{name: getattr(one, name) for name in _GAINS if name not in ("low", "high")},
            "low": one.interval.low,
            "high": one.interval.high,
        }
        for one in found
    ]
    return pl.DataFrame(rows, schema=_GAINS)


_GAINS = pl.Schema(
    {
        **dict.fromkeys(("release", "run"), pl.String()),
        **dict.fromkeys(("before", "after", "gain", "low", "high"), pl.Float64()),
        **dict.fromkeys(("queries", "raised", "found", "lowered"), pl.Int64()),
        "beyond": pl.Float64(),
        **dict.fromkeys(("rank_before", "rank_after"), pl.Int64()),
    }
)


def _values(before: QueryScores, after: QueryScores, metric: Metric) -> pl.DataFrame:
    """Return a metric of one run under two releases, a row a query that both have."""
    one, other = (
        scored.frame.select("query", pl.col(metric.label(scored.k)).alias(side))
        for scored, side in ((before, "before"), (after, "after"))
    )
    return one.join(other, on="query", maintain_order="left")


def _interval(values: pl.DataFrame) -> Interval:
    one, other = values["before"].to_numpy(), values["after"].to_numpy()
    equal = np.isclose(one, other, rtol=0, atol=CLOSE)
    return bootstrap_mean_interval(np.where(equal, 0.0, other - one), DIFFERENCES)


class Moves:
    """What other labels than the reference's do to the first k candidates of each run.

    Of runs under releases, the reference's first, it holds one at a time.
    """

    def __init__(self, reference: str, k: int) -> None:
        self.found: dict[str, dict[str, dict[str, int]]] = {}
        """The counts of `moved` by release, then run."""
        self.alike: dict[str, dict[str, Scores]] = {}
        """Scores of each run under the reference and the release, by release, then run, where one
        of the two ignores pairs that the other labels."""
        self.unlike: dict[str, int] = {}
        """How many such pairs there are, by release."""
        self._reference, self._k = reference, k
        self._first: JudgedRun | None = None

    def see(self, found: JudgedRun) -> None:
        """Count what moved in a run under a release."""
        if found.release == self._reference:
            self._first = found
        elif self._first is not None:
            label = found.run.method
            both = rank_alike(self._first, found)
            self.found.setdefault(found.release, {})[label] = moved(*both, self._k)
            if unlike := len({*self._first.ignored} ^ {*found.ignored}):
                first, second = (self._scores(one) for one in both)
                self.alike.setdefault(found.release, {})[label] = first, second
                self.unlike[found.release] = unlike

    def _scores(self, one: JudgedRun) -> QueryScores:
        return score_queries(one.run, one.qrels, self._k, positive_from=one.info.positive_from)


def rank_alike(first: JudgedRun, second: JudgedRun) -> tuple[JudgedRun, JudgedRun]:
    """Take out of both rankings what either ground truth ignores, so that they are the same."""
    if first.ignored == second.ignored:
        return first, second
    return _without(first, second.ignored), _without(second, first.ignored)


def _without(one: JudgedRun, pairs: Sequence[tuple[str, str]]) -> JudgedRun:
    ignored = tuple(dict.fromkeys((*one.ignored, *pairs)))
    return replace(one, run=one.run.without_pairs(pairs), ignored=ignored)


def moved(first: JudgedRun, second: JudgedRun, k: int) -> dict[str, int]:
    """Count the one run's first k candidates whose label crosses the threshold of a positive.

    Candidates of queries that only one of the two ground truths has do not count. The two rank
    alike (`rank_alike`).
    """
    key, least = ["query", "table"], first.info.positive_from
    labels = first.qrels.frame.rename({"relevance": "before"}).join(
        second.qrels.frame.rename({"relevance": "after"}), on=key, how="full", coalesce=True
    )
    was, now = pl.col("before") >= least, (pl.col("after") >= least).fill_null(False)
    both = set(first.qrels.queries) & set(second.qrels.queries)
    ranked = first.run.frame.filter(pl.col("rank") <= k, pl.col("query").is_in(both))
    (counts,) = (
        ranked.join(labels, on=key)
        .select(
            (~was & now).sum().alias("raised"),
            (was.is_null() & now).sum().alias("found"),
            (was & ~now).sum().alias("lowered"),
        )
        .to_dicts()
    )
    return counts
