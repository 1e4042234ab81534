from __future__ import annotations

import numpy as np

from core.search.matching import match_columns
from core.search.union import _alignment


def test_columns_left_over_are_paired_by_name_and_the_score_stays() -> None:
    similarities = np.array([[0.9, 0.0, 0.0], [0.0, 0.0, 0.0]], np.float32)
    found = match_columns(similarities, background=0.0)
    aligned = _alignment(["item", "Price"], ["ware", "unit", "price"], found)
    assert [(m.query_column, m.column, m.score) for m in aligned] == [
        ("item", "ware", 0.9),
        ("Price", "price", 0.0),
    ]
    assert np.isclose(found.score, 0.9 / np.sqrt(6))


def test_a_name_that_is_matched_already_is_not_taken_again() -> None:
    found = match_columns(np.array([[0.0, 0.0], [0.8, 0.0]], np.float32), background=0.0)
    aligned = _alignment(["a", "b"], ["a", "c"], found)
    assert [(m.query_column, m.column) for m in aligned] == [("b", "a")]
