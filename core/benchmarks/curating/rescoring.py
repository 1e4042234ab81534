"""Every stored run under every release: what corrected labels do to scores and to their order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import polars as pl

from core.amounts import amount
from core.benchmarks.auditing import scored_runs
from core.benchmarks.auditing.board import shortfalls_under
from core.benchmarks.auditing.scored_runs import Leaderboard
from core.benchmarks.curating.gains import (
    Gain,
    Moves,
    SharedQueries,
    gains,
    gains_frame,
    shared_queries,
)
from core.benchmarks.types import BASE, BenchmarkInfo
from core.evaluation import Metric, best_first
from core.evaluation.run_order import rank_of
from core.intervals import Interval
from core.labels.settling.releases import releases
from core.store import Workspace


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
class OrderAgreement:
    """How far two releases put the runs into the same order, each by all queries that it has.

    Parameters
    ----------
    tau
        Kendall's tau-b, from -1 (turned round) to 1 (the same); None with fewer than two runs, or
        if all have one score under one of the two.
    turned
        Pairs of runs of which each release has another one ahead.
    queries
        Which queries the two have: if not the same, their orders differ for more than labels.
    """

    first: str
    second: str
    tau: float | None
    turned: int
    pairs: int
    queries: SharedQueries


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
    """Of every release but the reference that has a query in common with it, by release, then
    gain, the largest first."""
    orders: tuple[OrderAgreement, ...]
    """Of every two releases."""
    unlike: Mapping[str, int]
    """Pairs that one of the reference and another release ignores and the other labels, by release;
    those that have none are not in it."""

    def order(self, first: str, second: str) -> OrderAgreement:
        """Find how far two releases agree on the order, whichever is named first."""
        return next(one for one in self.orders if {one.first, one.second} == {first, second})

    def shared(self, release: str) -> SharedQueries:
        """Tell which queries the gains of a release are of, the reference named first."""
        boards = {board.release: board for board in self.boards}
        return shared_queries(boards[self.reference], boards[release])

    def told(self, release: str) -> tuple[str, ...]:
        """Say of which queries and of which candidates the gains of a release are not."""
        said = [self.shared(release).told]
        if count := self.unlike.get(release, 0):
            is_are = "is" if count == 1 else "are"
            said.append(
                f"Gains leave out {amount(count, 'pair')} that {is_are} to be ignored but for the "
                f"labels of one of {self.reference} and {release}; scores and ranks under that "
                "one do not."
            )
        return tuple(filter(None, said))

    @property
    def shortfalls(self) -> tuple[str, ...]:
        """Say why runs score low other than by what they rank."""
        return shortfalls_under(self.boards)

    def to_frame(self) -> pl.DataFrame:
        """Return a row a release and run: ``release, run, rank, score, low, high`` and the gain.

        The score is over all queries of the release, the gain (``gain, gain_queries, gain_low,
        gain_high, beyond, raised, found, lowered``) over the ``gain_queries`` that the reference
        has, too; it is null under the reference, and where there is none of them.
        """
        standings = pl.DataFrame(
            [
                (one.release, one.run, one.rank, one.score, one.interval.low, one.interval.high)
                for one in self.standings
            ],
            schema=_STANDINGS,
            orient="row",
        )
        of_gains = gains_frame(self.gains).select(
            *("release", "run", "gain"),
            pl.col("queries", "low", "high").name.prefix("gain_"),
            *("beyond", "raised", "found", "lowered"),
        )
        return standings.join(of_gains, on=["release", "run"], how="left", maintain_order="left")


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
    moves = Moves(reference, k)
    boards = scored_runs.leaderboards(workspace, info, k, [reference, *names], moves.see)
    standings = {name: _standings(boards[name], metric) for name in names}
    ranks = {name: {one.run: one.rank for one in standings[name]} for name in names}
    found = [
        gain
        for name in names
        if name != reference
        for gain in gains(
            boards[reference],
            boards[name],
            (ranks[reference], ranks[name]),
            moves.found[name],
            metric,
            moves.alike.get(name),
        )
    ]
    return Rescoring(
        benchmark=info.name,
        k=k,
        metric=metric,
        reference=reference,
        positive_from=info.positive_from,
        boards=tuple(boards[name] for name in names),
        standings=tuple(one for name in names for one in standings[name]),
        gains=tuple(found),
        orders=tuple(
            _agreement(
                standings[first], standings[second], shared_queries(boards[first], boards[second])
            )
            for first, second in combinations(names, 2)
        ),
        unlike=moves.unlike,
    )


def _standings(board: Leaderboard, metric: Metric) -> list[Standing]:
    of_label = {row.run.method: row for row in board.rows}
    order = best_first({label: row[metric] for label, row in of_label.items()})
    rows = [of_label[label] for label in order]
    scores = [row[metric] for row in rows]
    return [
        Standing(
            run=row.run.method,
            release=board.release,
            score=row[metric],
            interval=row.interval(metric),
            rank=rank_of(row[metric], scores),
            place=place,
        )
        for place, row in enumerate(rows, start=1)
    ]


def _agreement(
    first: Sequence[Standing], second: Sequence[Standing], queries: SharedQueries
) -> OrderAgreement:
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
        queries=queries,
    )


def _tau(one: Sequence[int], other: Sequence[int]) -> float | None:
    if len(set(one)) < 2 or len(set(other)) < 2:  # noqa: PLR2004 - an order needs two ranks
        return None
    from scipy import stats

    return float(stats.kendalltau(one, other).statistic)


_STANDINGS = pl.Schema(
    {
        "release": pl.String(),
        "run": pl.String(),
        "rank": pl.Int64(),
        "score": pl.Float64(),
        "low": pl.Float64(),
        "high": pl.Float64(),
    }
)
