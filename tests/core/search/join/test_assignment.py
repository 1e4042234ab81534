from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from core.search.join.assignment import best_assignment

SCORES = st.sampled_from([-np.inf, 0.0, 0.1, 0.25, 0.5, 0.7, 0.75, 1.0])
SHAPES = st.tuples(st.integers(1, 4), st.integers(1, 5))


@given(arrays.arrays(np.float64, SHAPES, elements=SCORES))
def test_no_other_choice_has_a_greater_least_score_or_that_and_a_greater_sum(scores):
    rows = np.arange(len(scores))
    choices = [scores[rows, chosen] for chosen in permutations(range(scores.shape[1]), len(rows))]
    possible = [(some.min(), some.sum()) for some in choices if np.isfinite(some).all()]
    found = best_assignment(scores)
    if not possible:
        assert found is None
        return
    assert len(set(found.tolist())) == len(rows)
    taken = scores[rows, found]
    assert (taken.min(), pytest.approx(taken.sum())) == max(possible)


def test_of_equal_columns_the_first_is_taken():
    assert best_assignment(np.array([[0.2, 0.5, 0.5 + 1e-9]])).tolist() == [1]
    assert best_assignment(np.full((2, 3), 0.5)).tolist() == [0, 1]
