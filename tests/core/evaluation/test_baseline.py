from __future__ import annotations

import pytest

from core.evaluation import Metric, Qrels, Run, against, compare

QUERIES = 8
QRELS = Qrels.of({f"q{n}": {"yes": 1} for n in range(QUERIES)})


def run(method: str, hits: int) -> Run:
    """Right on the first `hits` queries."""
    ranked = {f"q{n}": ["yes" if n < hits else "no"] for n in range(QUERIES)}
    return Run.from_order(ranked, method=method)


def test_each_run_is_compared_with_the_baseline_and_p_allows_for_their_number() -> None:
    baseline = run("base", 0)
    found = against(baseline, [run("five", 5), run("all", 8), run("none", 0)], QRELS, 1)
    assert found.baseline == "base"
    assert [one.p_value for one in found.comparisons] == [2 / 2**5, 2 / 2**8, 1.0]
    # Holm: the smallest times 3, the next times 2, the last as it is; never falling, never above 1.
    assert found.adjusted == pytest.approx((2 * 2 / 2**5, 3 * 2 / 2**8, 1.0))
    frame = found.to_frame()
    assert frame["run"].to_list() == ["five", "all", "none"]
    assert frame["difference"].to_list() == [5 / 8, 1.0, 0.0]
    assert frame.select("wins", "losses", "ties").rows() == [(5, 0, 3), (8, 0, 0), (0, 0, 8)]


def test_a_comparison_with_the_baseline_is_that_of_the_two_alone() -> None:
    baseline, other = run("base", 3), run("other", 6)
    (one,) = against(baseline, [other], QRELS, 1, Metric.MRR).comparisons
    alone = compare(other, baseline, QRELS, 1, Metric.MRR)
    assert (one.first, one.second, one.p_value, one.interval) == (
        "other",
        "base",
        alone.p_value,
        alone.interval,
    )


def test_without_another_run_there_is_nothing_to_adjust() -> None:
    found = against(run("base", 3), [], QRELS, 1)
    assert (found.comparisons, found.adjusted, len(found.to_frame())) == ((), (), 0)
