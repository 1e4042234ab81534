from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from core.evaluation import best_first


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
