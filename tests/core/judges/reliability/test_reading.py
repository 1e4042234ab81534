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


def test_a_figure_of_one_counts_it_as_one() -> None:
    one = share("recall of 'no'", np.array([True]), ["q"], "", "cases")
    assert one.sentence.startswith("Recall of 'no': 100.0% (20.7% to 100.0%), of 1 case. Few cases")
    pairs = share("alike", np.array([True] * 1_200), ["q"] * 1_200, "", "pairs of answers")
    assert pairs.of_told == "of 1,200 pairs of answers"
    assert share("alike", np.array([True]), ["q"], "", "pairs of answers").of_told == (
        "of 1 pair of answers"
    )
