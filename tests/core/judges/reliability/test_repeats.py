from __future__ import annotations

import pytest
from scipy.stats import binomtest

from core.judges.reliability.repeats import position_bias, self_consistency
from core.judges.types import Outcome
from tests.core.judges.reliability.records import answer, record


def test_pairs_of_answers_in_one_order_are_compared() -> None:
    # Case 0: yes, yes, no: 1 of 3 pairs agrees. Case 1: no, no: 1 of 1.
    answers = [answer(0, label, i) for i, label in enumerate((2, 2, 0))]
    answers += [answer(1, 0, 1), answer(1, 0, 2), answer(1, None, 3), answer(2, 2, 1)]
    found = self_consistency(record([2, 0, 2], answers=answers))
    agree, unanimous = found.readings
    assert agree.value == pytest.approx(2 / 4)
    assert agree.of == 4
    assert (unanimous.value, unanimous.of) == (0.5, 2)


def test_a_flip_with_the_order_is_no_inconsistency() -> None:
    answers = [answer(0, 2, 1), answer(0, 0, 2, swapped=True)]
    answers += [answer(0, 2, 3), answer(0, 0, 4, swapped=True)]
    judged = record([2], answers=answers)
    assert self_consistency(judged).readings[0].value == 1.0
    assert position_bias(judged).readings[0].value == 1.0


def test_answers_of_two_runs_over_a_case_are_not_mixed() -> None:
    answers = [answer(0, 2, 1, run=1), answer(0, 0, 1, run=2)]
    (reading,) = self_consistency(record([2], answers=answers)).readings
    assert reading.value is None
    assert reading.advice.startswith("Each case was asked once")


def test_majorities_in_both_orders_make_a_flip_and_ties_make_none() -> None:
    answers = []
    # Nine cases yes as given and no when swapped, one the other way, ten unmoved, one tied.
    for case in range(20):
        given = 2 if case < 9 or case >= 10 else 0
        swapped = given if case >= 10 else 2 - given
        answers += [answer(case, given, 1), answer(case, swapped, 2, swapped=True)]
    answers += [answer(20, 2, 1), answer(20, 0, 2), answer(20, 2, 3, swapped=True)]
    found = position_bias(record([2] * 21, answers=answers))
    flips, leaning = found.readings
    assert found.table["cases"].to_list() == [10, 9, 1, 0]
    assert (flips.value, flips.of) == (0.5, 20)
    assert flips.advice == "It flips 50% of verdicts: keep swapping on."
    assert leaning.value == pytest.approx(8 / 20)
    # McNemar's exact test is a binomial one on the flips.
    assert f"p = {binomtest(9, 10).pvalue:.3f}" in leaning.note
    assert "leans towards one order" in leaning.advice


def test_failed_answers_and_changed_tables_are_left_out() -> None:
    answers = [
        answer(0, 2, 1),
        answer(0, None, 2, outcome=Outcome.FAILED),
        answer(0, 0, 3, variant="injection: order"),
    ]
    assert self_consistency(record([2], answers=answers)).readings[0].value is None
