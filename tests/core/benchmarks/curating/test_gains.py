from __future__ import annotations

from core.benchmarks.audit import Leaderboard, RunScores
from core.benchmarks.curating.gains import SharedQueries, gains, shared_queries
from core.benchmarks.types import RunInfo
from core.evaluation import Metric, Qrels, Run, ideal, score_queries


def board(release: str, query: str) -> Leaderboard:
    truth = Qrels.of({query: {"a": 1}})
    run = Run.from_order({"p": ["a"], "q": ["a"]}, method="m")
    info = RunInfo(1, "m", {}, {}, None, None, None, 1, "", stale=False)
    scores = RunScores(info, score_queries(run, truth, 1), {})
    return Leaderboard("b", release, 1, ideal(truth, 1), (scores,))


def test_releases_without_a_common_query_have_no_gain_and_say_so() -> None:
    boards = board("r1", "q"), board("r2", "p")
    shared = shared_queries(*boards)
    assert shared == SharedQueries("r1", "r2", both=0, only_first=1, only_second=1)
    assert shared.told == "There is no gain to tell: r1 and r2 have no query in common."
    nothing = {"raised": 0, "found": 0, "lowered": 0}
    assert gains(*boards, ({"m": 1}, {"m": 1}), {"m": nothing}, Metric.P) == []


def test_what_either_release_has_alone_is_told() -> None:
    assert SharedQueries("r1", "r2", 5, 0, 0).told == ""
    assert SharedQueries("r1", "r2", 1_200, 1, 30).told == (
        "Gains are of the 1,200 queries that both r1 and r2 have; 1 that only r1 has is left out, "
        "and 30 that only r2 has are left out."
    )
