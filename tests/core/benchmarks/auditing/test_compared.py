"""What is said where the interval and the test of one comparison come to different ends."""

from __future__ import annotations

from core.benchmarks.auditing.compared import told_at_odds, told_comparison
from core.evaluation import Comparison, Qrels, Run, compare


def compared(better: int, worse: int, equal: int) -> Comparison:
    """Compare two runs of which each has so many queries right alone."""
    queries = [f"q{n}" for n in range(better + worse + equal)]
    qrels = Qrels.of({query: {"right": 1} for query in queries})
    first = {q: ["right" if n < better else "wrong"] for n, q in enumerate(queries)}
    second = {
        q: ["right" if better <= n < better + worse else "wrong"] for n, q in enumerate(queries)
    }
    runs = (Run.from_order(one, method=name) for one, name in ((first, "one"), (second, "two")))
    return compare(*runs, qrels, k=1)


def test_of_few_queries_the_test_is_to_be_gone_by() -> None:
    found = compared(better=5, worse=0, equal=10)
    assert found.p_value == 2 / 2**5
    assert found.interval.low is not None and found.interval.low > 0
    assert found.at_odds
    assert told_at_odds(found) == (
        "The interval leaves out 0, though p is not below 0.05: go by p. Of few or skewed "
        "differences an interval is rough."
    )


def test_nothing_is_said_where_both_agree() -> None:
    for found in (compared(12, 0, 3), compared(2, 2, 4), compared(0, 0, 5), compared(1, 0, 0)):
        assert not found.at_odds
        assert told_at_odds(found) == ""


def test_a_comparison_is_told_with_its_interval_test_and_queries() -> None:
    found = compared(better=1, worse=0, equal=0)
    assert told_comparison(found) == (
        "one less two in P@1: +1.000, p = 1 (paired randomisation test over 1 query). Better on 1, "
        "worse on 0, equal on 0. An interval needs at least 2 queries."
    )
