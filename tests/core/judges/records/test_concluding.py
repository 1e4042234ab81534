from __future__ import annotations

from statistics import mode

from hypothesis import given
from hypothesis import strategies as st

from core.judges.records.concluding import conclude


@given(st.lists(st.sampled_from([0, 1, 2]), max_size=9), st.integers(1, 9))
def test_a_conclusion_is_the_only_mode_of_more_than_half_of_the_runs(
    labels: list[int], runs: int
) -> None:
    labels = labels[:runs]
    found = conclude(labels, runs)
    assert found.voted == (len(labels) > runs / 2)
    if found.label is not None:
        assert found.label == mode(labels)
        assert all(labels.count(other) < found.agreeing for other in {0, 1, 2} - {found.label})
    elif found.voted:
        counts = sorted(labels.count(label) for label in (0, 1, 2))
        assert counts[-1] == counts[-2]
