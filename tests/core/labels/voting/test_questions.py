from __future__ import annotations

import pytest

from core.labels import Task
from core.labels.voting.questions import question


@pytest.mark.parametrize("task", list(Task))
def test_every_task_has_its_wording_for_every_label(task: Task) -> None:
    asked = question(task)
    assert asked.asks.endswith("?")
    assert set(asked.grades) == {2, 1, 0, None}
    assert len(set(asked.grades.values())) == 4
    for example in asked.examples:
        assert example.label in asked.grades
        for rows in (example.left, example.right):
            assert len({len(row) for row in rows}) == 1


def test_words_beside_a_table_must_be_met_as_well() -> None:
    asked = question(Task.JOIN, with_words=True)
    assert asked.asks == "Can columns of B be added to the rows of A, and does B meet the words?"
    assert question(Task.NL, with_words=True) == question(Task.NL)
