from __future__ import annotations

import itertools
import time
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from core.evaluation import Metric, Qrels, Run, compare, mean_interval


def test_the_interval_is_scipys_for_the_seed():
    values = np.random.default_rng(1).random(60)
    mine = mean_interval(values, seed=7, resamples=999)
    library = stats.bootstrap(
        (values,), np.mean, n_resamples=999, method="BCa", rng=np.random.default_rng(7)
    ).confidence_interval
    assert (mine.low, mine.high) == pytest.approx((library.low, library.high))
    assert (mine.queries, mine.seed, mine.confidence, mine.method) == (60, 7, 0.95, "bca")
    assert mine == mean_interval(values, seed=7, resamples=999)


@given(
    st.lists(st.sampled_from([0.0, 0.1, 1 / 3, 0.5, 1.0]), min_size=2, max_size=40),
    st.sampled_from([0.5, 0.9, 0.95, 0.99]),
)
@settings(max_examples=60, deadline=None)
def test_the_interval_of_ties_and_of_few_values_is_scipys(values, confidence):
    mine = mean_interval(values, confidence=confidence, resamples=200)
    if np.ptp(values) == 0:
        return
    how = {"n_resamples": 200, "confidence_level": confidence}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns of what comes back as NaN
        library, plain = (
            stats.bootstrap(
                (np.asarray(values),), np.mean, method=name, rng=np.random.default_rng(0), **how
            ).confidence_interval
            for name in ("BCa", "percentile")
        )
    undefined = np.isnan([library.low, library.high]).any()
    expected = plain if undefined else library
    assert (mine.low, mine.high) == pytest.approx((expected.low, expected.high))
    assert mine.method == ("percentile" if undefined else "bca")


def test_an_interval_over_very_many_queries_takes_no_time_that_grows_with_their_square():
    values = np.random.default_rng(2).random(40_000)
    began = time.perf_counter()
    interval = mean_interval(values, resamples=100)
    assert time.perf_counter() - began < 3
    assert interval.method == "bca"


def test_the_interval_covers_the_true_mean_about_as_often_as_it_says():
    generator = np.random.default_rng(0)
    covered = 0
    for _ in range(200):
        interval = mean_interval(generator.binomial(10, 0.6, 50) / 10, resamples=500)
        covered += interval.low <= 0.6 <= interval.high
    assert 0.90 <= covered / 200 <= 0.99


@pytest.mark.parametrize("values", [[], [0.5]])
def test_too_few_queries_have_no_interval(values):
    interval = mean_interval(values)
    assert (interval.low, interval.high, interval.method) == (None, None, "none")
    assert "at least 2" in interval.note


def test_equal_values_have_an_interval_of_no_width():
    interval = mean_interval([0.3] * 5)
    assert (interval.low, interval.high) == (0.3, 0.3)
    assert "same value" in interval.note


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
    assert (result.interval.low, result.interval.high) == (0.0, 0.0)


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
    result = compare(*_runs(first, second), k=1, seed=5)
    assert result.p_value < 0.001
    assert 0 < result.interval.low < result.difference < result.interval.high
    assert result.resamples == 9_999
    again = compare(*_runs(first, second), k=1, seed=5)
    assert again.p_value == result.p_value


def test_the_p_value_is_uniform_under_no_difference():
    generator = np.random.default_rng(11)
    small = 0
    for _ in range(100):
        scores = generator.random((2, 40)) < 0.5
        small += compare(*_runs(*scores), k=1, resamples=499).p_value <= 0.05
    assert small <= 12
