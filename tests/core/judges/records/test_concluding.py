from __future__ import annotations

from statistics import mode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.judges.protocol import Protocol
from core.judges.records.concluding import Said, conclude, concluded


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


@pytest.mark.parametrize(
    ("as_given", "swapped", "label", "orders"),
    [
        ([2, 2, 2], [0, 0], None, (2, 0)),
        ([2, 2, 0], [0, 0], None, (2, 0)),
        ([2, 2, 2], [1, 1], None, (2, 1)),
        ([2, 2, 2], [2, 0], 2, None),  # no majority in one order contradicts nothing
        ([2, 2, 0], [2, 2], 2, None),
        ([2, 2, 2], [], 2, None),  # no verdict in the other order
        ([2, 2], [0, 0], None, (2, 0)),
    ],
)
def test_orders_that_contradict_come_to_no_label(
    as_given: list[int], swapped: list[int], label: int | None, orders: tuple[int, int] | None
) -> None:
    said = [Said(one, False) for one in as_given] + [Said(one, True) for one in swapped]
    found = concluded(said, Protocol(swap=True), len(said))
    assert (found.voted, found.label, found.orders) == (True, label, orders)
    before = concluded(said, Protocol(swap=True, orders_must_agree=False), len(said))
    assert before == conclude([one.label for one in said], len(said))
