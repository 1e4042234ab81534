from __future__ import annotations

from collections.abc import Iterable

import pytest
from scipy.stats import binomtest

from core.benchmarks.auditing.scored_runs import Leaderboard, RunScores
from core.benchmarks.curating.gains import SharedQueries, gains, shared_queries
from core.benchmarks.types import RunInfo
from core.evaluation import Metric, Qrels, Run, ideal, score_queries

NOTHING = {"m": {"raised": 0, "found": 0, "lowered": 0}}
FIRST = {"m": 1}, {"m": 1}


def board(release: str, queries: Iterable[str], positives: str = "a", k: int = 1) -> Leaderboard:
    """Score a run that ranks a to f for every query, by the same positives of some."""
    truth = Qrels.of({query: dict.fromkeys(positives, 1) for query in queries})
    run = Run.from_order({query: list("abcdef") for query in "pq"}, method="m")
    info = RunInfo(1, "m", {}, {}, None, None, None, 1, "", stale=False)
    scores = RunScores(info, score_queries(run, truth, k))
    return Leaderboard("b", release, k, ideal(truth, k), (scores,))


def test_releases_without_a_common_query_have_no_gain_and_say_so() -> None:
    boards = board("r1", "q"), board("r2", "p")
    shared = shared_queries(*boards)
    assert shared == SharedQueries("r1", "r2", both=0, only_first=1, only_second=1)
    assert shared.told == "There is no gain to tell: r1 and r2 have no query in common."
    assert gains(*boards, FIRST, NOTHING, Metric.P) == []


def test_a_gain_of_a_last_bit_is_none() -> None:
    # 1/1 + 2/4 + 3/5 and 1/3 + 2/4 + 3/5 + 4/6 are equal, but not as floats.
    boards = board("r1", "pq", "adex", k=6), board("r2", "pq", "cdef", k=6)
    (gain,) = gains(*boards, FIRST, NOTHING, Metric.MAP)
    assert gain.before != gain.after
    assert gain.interval.method == "alike"
    assert gain.interval.low + gain.interval.high == 0.0
    # Of two queries that are alike 0.158 of all are like them; the others may gain or lose all.
    least = binomtest(2, 2).proportion_ci(0.95, method="exact").low
    assert (gain.interval.low, gain.interval.high) == pytest.approx((least - 1, 1 - least))


def test_what_either_release_has_alone_is_told() -> None:
    assert SharedQueries("r1", "r2", 5, 0, 0).told == ""
    assert SharedQueries("r1", "r2", 1_200, 1, 30).told == (
        "Gains are of the 1,200 queries that both r1 and r2 have; 1 that only r1 has is left out, "
        "and 30 that only r2 has are left out."
    )
