from __future__ import annotations

import itertools

import numpy as np
import pytest
from scipy.stats import binomtest

from core.evaluation import Metric, Qrels, Run, compare


def _runs(first, second):
    queries = [f"q{n}" for n in range(len(first))]
    qrels = Qrels.of({q: {"yes": 1} for q in queries})
    runs = [
        Run.from_order({q: ["yes" if hit else "no"] for q, hit in zip(queries, hits, strict=True)})
        for hits in (first, second)
    ]
    return (*runs, qrels)


def test_the_p_value_is_exact_for_few_queries():
    first, second = [1, 1, 1, 0, 1, 1], [0, 0, 1, 1, 0, 0]
    result = compare(*_runs(first, second), k=1)
    differences = np.subtract(first, second)
    signs = itertools.product([1, -1], repeat=6)
    as_far = [abs(np.dot(sign, differences)) >= abs(differences.sum()) for sign in signs]
    assert result.p_value == pytest.approx(np.mean(as_far))
    assert (result.wins, result.losses, result.ties) == (4, 1, 1)
    assert (result.queries, result.resamples) == (6, 2**5)
    assert result.difference == pytest.approx(0.5)
    assert result.frame["difference"].to_list() == differences.tolist()


def test_queries_on_which_both_are_equal_leave_the_p_value_exact():
    result = compare(*_runs([1] * 5 + [0] * 35, [0] * 40), k=1)
    assert (result.p_value, result.resamples) == (2 / 2**5, 2**5)
    for ties in (0, 7):
        result = compare(*_runs([1] + [0] * ties, [0] * (1 + ties)), k=1)
        assert (result.p_value, result.resamples) == (1.0, 2)


def test_a_run_does_not_differ_from_itself():
    one, _, qrels = _runs([1, 0, 1], [0, 0, 0])
    result = compare(one, one, qrels, 1, Metric.NDCG)
    assert (result.difference, result.p_value, result.ties) == (0.0, 1.0, 3)
    # On queries that were not seen it may: of three alike 0.292 of all are like them.
    least = binomtest(3, 3).proportion_ci(0.95, method="exact").low
    ends = (result.interval.low, result.interval.high)
    assert ends == pytest.approx((least - 1, 1 - least))


def test_a_difference_of_a_last_bit_is_none():
    qrels = Qrels.of({"q": dict.fromkeys("abcd", 1)})
    # 1/1 + 2/4 + 3/5 and 1/3 + 2/4 + 3/5 + 4/6 are equal, but not as floats.
    one, other = (Run.from_order({"q": list(order)}) for order in ("auvbc", "uvabcd"))
    result = compare(one, other, qrels, 8, Metric.MAP)
    assert result.first_mean != result.second_mean
    assert (result.wins, result.losses, result.ties, result.p_value) == (0, 0, 1, 1.0)


def test_a_clear_difference_over_many_queries_is_significant():
    generator = np.random.default_rng(3)
    first, second = generator.random(200) < 0.8, generator.random(200) < 0.5
    result = compare(*_runs(first, second), k=1)
    assert result.p_value < 0.001
    assert 0 < result.interval.low < result.difference < result.interval.high
    assert (result.resamples, result.interval.resamples) == (9_999, 9_999)
    again = compare(*_runs(first, second), k=1)
    assert again.p_value == result.p_value


@pytest.mark.parametrize("queries", [4, 14])  # all assignments of signs, and some
def test_runs_with_the_same_mean_do_not_differ_at_all(queries):
    # Half of the queries are won by one hit of ten and half are lost: 0.3 - 0.2 is not 0.2 - 0.1.
    qrels = Qrels.of({f"q{n}": {f"yes{i}": 1 for i in range(10)} for n in range(queries)})
    hits = [[1 + n % 3 + (n % 2 == side) for n in range(queries)] for side in (0, 1)]
    one, other = (
        Run.from_order({f"q{n}": [f"yes{i}" for i in range(found)] for n, found in enumerate(each)})
        for each in hits
    )
    result = compare(one, other, qrels, 10)
    assert (result.wins, result.losses) == (queries // 2, queries // 2)
    assert result.p_value == 1.0


def test_the_p_value_is_uniform_under_no_difference():
    generator = np.random.default_rng(11)
    small = 0
    for _ in range(100):
        scores = generator.random((2, 40)) < 0.5
        small += compare(*_runs(*scores), k=1).p_value <= 0.05
    assert small <= 12
