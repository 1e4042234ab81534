from __future__ import annotations

import itertools

import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest, t
from statsmodels.stats.proportion import proportion_confint

from core.intervals import (
    DIFFERENCES,
    SHARES,
    clustered_difference_interval,
    clustered_mean_interval,
    resampled_interval,
    share_interval,
    student_t,
)

HITS = st.lists(st.booleans(), min_size=2, max_size=60).map(np.array)


@given(HITS)
def test_with_a_query_for_each_case_a_share_has_wilsons_interval(hits: np.ndarray) -> None:
    found = share_interval(hits, [str(i) for i in range(len(hits))])
    expected = proportion_confint(hits.sum(), len(hits), method="wilson")
    assert found == pytest.approx([float(one) for one in expected], abs=1e-9)


def test_cases_that_only_repeat_their_query_are_worth_one_each() -> None:
    """Ten queries of six cases, all right or all wrong: little more is known than of ten cases."""
    right = np.array([True] * 7 + [False] * 3)
    low, high = share_interval(np.repeat(right, 6), np.repeat(list("abcdefghij"), 6).tolist())
    # Design effect 6 (10/9) (59/60); Korn and Graubard's correction for 10 queries.
    effective = 60 / (6 * (10 / 9) * (59 / 60)) * (t.ppf(0.975, 59) / t.ppf(0.975, 9)) ** 2
    assert 7 < effective < 10
    expected = proportion_confint(0.7 * effective, effective, method="wilson")
    assert (low, high) == pytest.approx([float(one) for one in expected])


@given(HITS, st.integers(1, 6), st.integers(0, 2**32))
def test_shared_queries_never_narrow_a_share(hits: np.ndarray, several: int, seed: int) -> None:
    queries = np.random.default_rng(seed).integers(several, size=len(hits)).astype(str).tolist()
    low, high = share_interval(hits, queries)
    free_low, free_high = share_interval(hits, [str(i) for i in range(len(hits))])
    assert high - low >= free_high - free_low - 1e-9
    assert 0 <= low <= hits.mean() <= high <= 1


def test_where_all_cases_are_alike_each_query_counts_as_one() -> None:
    found = share_interval(np.ones(20, bool), ["a"] * 10 + ["b"] * 10)
    assert found == pytest.approx([float(one) for one in proportion_confint(2, 2, method="wilson")])


@given(st.lists(st.tuples(st.integers(-1, 1), st.integers(0, 4)), min_size=6, max_size=40))
def test_a_mean_has_statsmodels_cluster_robust_interval(cases: list[tuple[int, int]]) -> None:
    values = np.array([float(value) for value, _ in cases])
    queries = [str(query) for _, query in cases]
    several = len(set(queries))
    low, high = clustered_mean_interval(values, queries, DIFFERENCES)
    if several == 1:
        assert (low, high) == (-1, 1)
        return
    fitted = sm.OLS(values, np.ones(len(values))).fit()
    robust = fitted.get_robustcov_results(
        "cluster", groups=np.unique(queries, return_inverse=True)[1], use_t=True
    )
    if not np.isfinite(robust.bse[0]):
        return
    half = t.ppf(0.975, several - 1) * robust.bse[0]
    if half > 1e-9:
        ends = (max(-1, values.mean() - half), min(1, values.mean() + half))
        assert (low, high) == pytest.approx(ends, abs=1e-9)


@pytest.mark.parametrize("value", [-1.0, 0.0, 0.5, 1.0])
def test_the_mean_of_queries_that_are_all_alike_is_not_certain(value: float) -> None:
    """At least 0.884 of all queries are like 30 of 30 (scipy's exact test), others -1 or 1."""
    least = binomtest(30, 30).proportion_ci(0.95, method="exact").low
    low, high = clustered_mean_interval(np.full(60, value), np.arange(60) % 30, DIFFERENCES)
    assert low == pytest.approx(least * value - (1 - least))
    assert high == pytest.approx(least * value + (1 - least))
    # Not the cases need be alike, but what their queries come to.
    mixed = np.tile([value, -value], 30)
    assert clustered_mean_interval(mixed, np.arange(60) // 2, DIFFERENCES) == pytest.approx(
        (least - 1, 1 - least)
    )


def test_queries_are_drawn_with_all_their_cases() -> None:
    """Six copies of each case in one query tell what one of each tells."""
    values = np.random.default_rng(1).random(12)
    many = np.repeat(values, 6)
    names = [str(i) for i in range(12)]
    once = resampled_interval(lambda rows: float(values[rows].mean()), names)
    copied = resampled_interval(lambda rows: float(many[rows].mean()), np.repeat(names, 6).tolist())
    assert once == pytest.approx(copied)
    assert resampled_interval(lambda rows: float(many[rows].mean()), ["a"] * 72) == (None, None)
    assert resampled_interval(lambda rows: 1.0, names) == (None, None)


@pytest.mark.parametrize(("undefined", "interval"), [(1, (1.0, 2.0)), (3, (None, None))])
def test_a_figure_that_most_draws_leave_undefined_has_no_interval(
    undefined: int, interval: tuple[float | None, float | None]
) -> None:
    figures = itertools.cycle([1.0, 2.0, *[np.nan] * undefined])
    assert resampled_interval(lambda rows: next(figures), list("abc")) == interval


def test_intervals_hold_as_often_as_they_say_where_queries_differ() -> None:
    """Forty queries of ten cases, each with a share of its own around 0.7."""
    rng = np.random.default_rng(0)
    queries = np.repeat(np.arange(40), 10).astype(str).tolist()
    held = free = 0
    for _ in range(300):
        shares = np.repeat(rng.beta(0.7, 0.3, size=40), 10)
        hits = rng.random(400) < shares
        low, high = share_interval(hits, queries)
        held += low <= 0.7 <= high
        low, high = proportion_confint(hits.sum(), 400, method="wilson")
        free += low <= 0.7 <= high
    assert held / 300 > 0.92
    assert free / 300 < 0.75


def test_queries_that_pull_two_means_apart_widen_the_interval_of_their_difference() -> None:
    """Half of the queries say yes of the first kind alone, the others of the second alone."""
    rng = np.random.default_rng(0)
    first, queries = np.tile([True, False], 40), np.repeat(np.arange(40), 2)
    pulled = (first == (queries % 2 == 0)).astype(float)
    low, high = clustered_difference_interval(pulled, first, queries, SHARES)
    # Of each query the difference is 1 or -1: their mean has that standard error.
    error = np.std(np.tile([1.0, -1.0], 20), ddof=1) / np.sqrt(40)
    assert (low, high) == pytest.approx((-student_t(40) * error, student_t(40) * error))
    apart = clustered_difference_interval(pulled, first, rng.permutation(80), SHARES)
    assert apart[1] - apart[0] < high - low
