from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from core.evaluation import best_first
from core.evaluation.run_order import equal, rank_of


@given(st.lists(st.integers(0, 10), min_size=2, max_size=60), st.randoms())
def test_no_run_is_better_for_the_order_of_its_queries(hits: list[int], random) -> None:
    """Two runs have the same P@10 values for the same queries, in another order."""
    values = [hit / 10 for hit in hits]
    permuted = list(values)
    random.shuffle(permuted)
    one, other = float(np.mean(values)), float(np.mean(permuted))
    assert best_first({"b": one, "a": other}) == ["a", "b"]
    assert best_first({"b": other, "a": one}) == ["a", "b"]
    assert best_first({"a": one, "b": other + 0.001}) == ["b", "a"]


def test_a_run_that_comes_before_another_by_its_score_is_not_called_equal() -> None:
    scores = {"a": 0.3, "b": 0.3 + 0.7e-12}
    assert best_first(scores) == ["b", "a"]
    assert {label: rank_of(score, scores.values()) for label, score in scores.items()} == {
        "b": 1,
        "a": 2,
    }
    assert not equal(*scores.values())


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_ranks_rise_in_the_order_of_runs_and_are_shared_by_equal_ones(values: list[float]) -> None:
    scores = {f"r{place:02}": value for place, value in enumerate(values)}
    order = best_first(scores)
    ranks = [rank_of(scores[label], values) for label in order]
    assert ranks[0] == 1
    for place in range(1, len(order)):
        same = equal(scores[order[place - 1]], scores[order[place]])
        assert ranks[place] == (ranks[place - 1] if same else place + 1)
