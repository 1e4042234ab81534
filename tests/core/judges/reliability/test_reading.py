from __future__ import annotations

import numpy as np

from core.judges.reliability.reading import share


def test_a_figure_of_few_queries_says_so() -> None:
    hits = np.array([True, False] * 20)
    assert share("x", hits, ["a", "b"] * 20, "").note == (
        "All cases are of 2 queries, so the interval is rough."
    )
    assert share("x", hits, [str(i) for i in range(40)], "").note == ""
    assert share("x", hits[:5], ["a"] * 5, "").note == "Few cases: the interval is what counts."
