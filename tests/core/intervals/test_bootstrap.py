from __future__ import annotations

import time
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from scipy.stats import binomtest

from core.intervals import (
    DIFFERENCES,
    SHARES,
    bootstrap_mean_interval,
    clustered_mean_interval,
)


def test_the_interval_is_scipys_for_the_seed():
    values = np.random.default_rng(1).random(60)
    mine = bootstrap_mean_interval(values, SHARES, seed=7, resamples=999)
    library = stats.bootstrap(
        (values,), np.mean, n_resamples=999, method="BCa", rng=np.random.default_rng(7)
    ).confidence_interval
    assert (mine.low, mine.high) == pytest.approx((library.low, library.high))
    assert (mine.queries, mine.seed, mine.confidence, mine.method) == (60, 7, 0.95, "bca")
    assert mine == bootstrap_mean_interval(values, SHARES, seed=7, resamples=999)


@given(
    # Whose sums are exact: of others scipy tells means apart that differ by a last bit.
    st.lists(st.sampled_from([0.0, 0.125, 0.25, 0.5, 1.0]), min_size=2, max_size=40),
    st.sampled_from([0.5, 0.9, 0.95, 0.99]),
)
@settings(max_examples=60, deadline=None)
def test_the_interval_of_ties_and_of_few_values_is_scipys(values, confidence):
    mine = bootstrap_mean_interval(values, SHARES, confidence=confidence, resamples=200)
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
    interval = bootstrap_mean_interval(values, SHARES, resamples=100)
    assert time.perf_counter() - began < 3
    assert interval.method == "bca"


def test_the_interval_covers_the_true_mean_about_as_often_as_it_says():
    generator = np.random.default_rng(0)
    covered = 0
    for _ in range(200):
        interval = bootstrap_mean_interval(
            generator.binomial(10, 0.6, 50) / 10, SHARES, resamples=500
        )
        covered += interval.low <= 0.6 <= interval.high
    assert 0.90 <= covered / 200 <= 0.99


@pytest.mark.parametrize("values", [[], [0.5]])
def test_too_few_queries_have_no_interval(values):
    interval = bootstrap_mean_interval(values, SHARES)
    assert (interval.low, interval.high, interval.method) == (None, None, "none")
    assert "at least 2" in interval.note


@pytest.mark.parametrize(
    ("value", "within"), [(0.3, SHARES), (1.0, SHARES), (0.0, DIFFERENCES), (-0.5, DIFFERENCES)]
)
def test_queries_that_are_all_alike_leave_open_what_was_not_seen(value, within):
    """Of all queries at least so many are like the five (scipy's exact test), others anything."""
    interval = bootstrap_mean_interval([value] * 5, within)
    least = binomtest(5, 5).proportion_ci(0.95, method="exact").low
    assert interval.low == pytest.approx(least * value + (1 - least) * within[0])
    assert interval.high == pytest.approx(least * value + (1 - least) * within[1])
    assert (interval.method, interval.resamples) == ("alike", 0)
    assert "same value" in interval.note
    clustered = clustered_mean_interval(np.full(5, value), list("abcde"), within)
    assert (interval.low, interval.high) == pytest.approx(clustered)


def test_values_that_differ_by_a_last_bit_are_alike():
    interval = bootstrap_mean_interval([0.1 + 0.2, 0.3] * 5, SHARES)
    assert interval.method == "alike"


def test_gains_that_differ_by_a_last_bit_have_one_interval():
    """0.3 - 0.2 and 0.8 - 0.7 are no 0.1: two runs with one gain had two intervals."""
    gains = np.zeros(50)
    gains[[1, 5, 9, 20, 30, 41]] = 0.1
    others = gains.copy()
    others[[1, 5, 9, 20]] = [0.3 - 0.2, 0.3 - 0.2, 0.3 - 0.2, 0.8 - 0.7]
    assert (others != gains).sum() == 4
    one, other = (bootstrap_mean_interval(values, (-1, 1)) for values in (gains, others))
    assert (one.low, one.high) == pytest.approx((other.low, other.high))
