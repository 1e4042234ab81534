from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import hypergeom

from core.evaluation import Metric, Qrels, Run, score_queries
from core.evaluation.corpus_size import corpus_curve, corpus_sizes
from core.evaluation.errors import CorpusSizeError

TABLES = "abcdefg"
GONE = "xy"


@settings(max_examples=30, deadline=None)
@given(
    st.permutations(TABLES),
    st.sets(st.sampled_from(TABLES + GONE), min_size=1, max_size=3),
    st.integers(1, 4),
    st.integers(1, 7),
    st.integers(3, 7),
)
def test_recall_is_the_mean_over_all_parts_of_the_corpus(
    order: list[str], positives: set[str], k: int, size: int, depth: int
) -> None:
    twins = ("q", "r")  # two queries whose positives stand alike
    qrels = Qrels.of({query: dict.fromkeys(positives, 1) for query in twins})
    ranked = order[:depth]
    run = Run.from_order(dict.fromkeys(twins, ranked))
    found = corpus_curve(run, qrels, k, TABLES, [size])["R"][0]
    others = [table for table in TABLES if table not in positives]
    drawn = max(0, size - len(positives.intersection(TABLES)))
    parts = list(itertools.combinations(others, drawn))
    shares = []
    for part in parts:
        left = [table for table in ranked if table in positives or table in part][:k]
        shares.append(len(positives.intersection(left)) / len(positives))
    assert found == pytest.approx(sum(shares) / len(shares))


def test_with_the_whole_corpus_it_is_the_recall_of_the_run() -> None:
    qrels = Qrels.of({"q": {"a": 2, "b": 1, "c": 0}, "r": {"x": 2}, "s": {}, "t": {"y": 2}})
    run = Run.from_order({"q": ["c", "a", "d", "b"], "r": ["y", "z", "x"], "t": ["y"]})
    for k, least in itertools.product((1, 2, 3), (1, 2)):
        expected = score_queries(run, qrels, k, positive_from=least).mean(Metric.R).value
        found = corpus_curve(run, qrels, k, "abcdexyz", [8], positive_from=least)
        assert found["R"][0] == pytest.approx(expected)
        assert found["queries"][0] == 4


def test_positives_that_the_corpus_has_not_leave_the_others_where_they_are() -> None:
    qrels = Qrels.of({"q": {"a": 1, "gone": 1}, "r": {"a": 1, "gone": 1, "gone too": 1}})
    run = Run.from_order({"q": ["x", "y", "a"], "r": ["x", "a"]})
    assert corpus_curve(run, qrels, 1, "axy", [3])["R"].to_list() == [0.0]
    whole = [corpus_curve(run, qrels, k, "axy", [3])["R"][0] for k in (2, 3)]
    assert whole == [pytest.approx((0 + 1 / 3) / 2), pytest.approx((1 / 2 + 1 / 3) / 2)]


def test_a_corpus_of_the_positives_of_one_query_alone_has_a_curve() -> None:
    run = Run.from_order({"q": ["a", "b"], "r": ["b", "a"]})
    qrels = Qrels.of({"q": {"a": 1, "b": 1}, "r": {"a": 1}})
    # Of q one of two is first at either size; r has its only positive first where b is not drawn.
    assert corpus_curve(run, qrels, 1, ["a", "b"], [1, 2])["R"].to_list() == [0.75, 0.25]


def test_sizes_begin_where_the_depth_of_the_run_suffices() -> None:
    assert corpus_sizes(50, 50, 10)[0] == 11
    assert corpus_sizes(50, 50, 10)[-1] == 50
    assert corpus_sizes(5, 100, 10) == [5]
    assert corpus_sizes(0, 100, 10) == []
    assert corpus_sizes(1_000_000, 20, 10)[-1] == 1_000_000


@settings(max_examples=30, deadline=None)
@given(st.integers(2, 60), st.integers(1, 60), st.integers(1, 12))
def test_the_first_size_is_the_smallest_that_tells(candidates: int, depth: int, k: int) -> None:
    def tells(size: int) -> bool:
        return bool(hypergeom.cdf(k - 1, candidates - 1, depth, size - 1) < 0.001)

    sizes = range(min(k + 1, candidates), candidates + 1)
    fit = [size for size in sizes if depth >= candidates or tells(size)]
    assert corpus_sizes(candidates, depth, k)[0] == min(fit, default=candidates)


def test_impossible_sizes_and_corpora_are_refused() -> None:
    qrels = Qrels.of({"q": {"a": 1}})
    run = Run.from_order({"q": ["x", "a"]})
    with pytest.raises(CorpusSizeError, match="size must be between"):
        corpus_curve(run, qrels, 1, "axy", [0])
    with pytest.raises(CorpusSizeError, match="size must be between"):
        corpus_curve(run, qrels, 1, "axy", [4])
    with pytest.raises(CorpusSizeError, match=r"of the corpus\. Got 'x'"):
        corpus_curve(run, qrels, 1, "abc", [1])
