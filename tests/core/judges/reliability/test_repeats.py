from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest, permutation_test

from core.judges.reliability.reading import Finding
from core.judges.reliability.repeats import far_by_chance, position_bias, self_consistency
from core.judges.types import Answer, Outcome
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
    assert unanimous.advice.startswith("On the others")


def test_where_no_case_has_dissent_there_are_no_others_to_send() -> None:
    answers = [answer(case, label, i) for case, label in ((0, 2), (1, 0)) for i in (1, 2)]
    _, unanimous = self_consistency(record([2, 0], answers=answers)).readings
    assert unanimous.value == 1.0
    assert "others" not in unanimous.advice


def with_lost(cases: int, lost: int) -> Finding:
    """Five answers a case that are all yes, but for so many of all that are no verdict."""
    rest = iter([None] * lost)
    answers = [answer(case, next(rest, 2), i) for i in range(5) for case in range(cases)]
    return self_consistency(record([2] * cases, answers=answers))


def test_runs_that_make_up_for_lost_verdicts_are_not_to_be_saved() -> None:
    # 40 of 200 answers: without the other runs as many of the cases would have no vote.
    reading = with_lost(40, 40).readings[0]
    assert reading.value == 1.0
    assert reading.advice == (
        "Keep several runs, though they agree: 20.0% of its answers have no verdict, and with one "
        "run so many cases would lose their vote."
    )
    assert with_lost(40, 2).readings[0].advice == (
        "One run would nearly do: fewer runs save money. But 1.0% of its answers have no verdict: "
        "so many cases lose their vote."
    )
    assert with_lost(40, 0).readings[0].advice.endswith("fewer runs save money.")


def test_cases_without_a_vote_by_any_number_of_runs_are_none_that_runs_save() -> None:
    answers = [answer(case, 2, i) for case in range(40) for i in range(5)]
    answers += [answer(case, None, i) for case in range(40, 60) for i in range(5)]
    (reading, _) = self_consistency(record([2] * 40, answers=answers)).readings
    assert reading.advice == "One run would nearly do: fewer runs save money."


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


def test_cases_asked_in_one_order_each_are_not_said_to_be_tied() -> None:
    judged = record([2, 2], answers=[answer(0, 2, 1), answer(1, 0, 1)])
    (reading,) = position_bias(judged).readings
    assert reading.advice.startswith("No case was asked in both orders")


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
    assert flips.advice.startswith("It flips 50% of verdicts: keep swapping on.")
    assert "Each order was asked once" in flips.advice
    assert flips.note.startswith("Left out: 1 of 21 without a majority in one order.")
    assert leaning.value == pytest.approx(8 / 20)
    # McNemar's exact test is a binomial one on the flips; each case has a query of its own.
    assert f"p = {binomtest(9, 10).pvalue:.3f}" in leaning.note
    assert "leans towards one order" in leaning.advice


def swayed(flips: Mapping[str, int], cases: int) -> Finding:
    """So many cases a query, of which it says yes of so many in the given order alone."""
    queries = [query for query in flips for _ in range(cases)]
    answers = []
    for case, query in enumerate(queries):
        flipped = case % cases < flips[query]
        answers += [
            replace(answer(case, 2, 1), query=query),
            replace(answer(case, 0 if flipped else 2, 2, swapped=True), query=query),
        ]
    return position_bias(record([2] * len(queries), query=queries, answers=answers))


def test_flips_that_are_all_of_one_query_are_no_leaning() -> None:
    _, leaning = swayed({"a": 12, "b": 0, "c": 0, "d": 0, "e": 0, "f": 0}, 12).readings
    assert leaning.low is not None and leaning.high is not None
    assert leaning.low < 0 < leaning.high
    # With either sign the one query is as far from 0.
    assert "p = 1.000" in leaning.note
    assert leaning.advice == "These answers cannot tell whether it leans towards one order."


def test_a_leaning_of_all_queries_is_told_of_queries_and_not_of_cases() -> None:
    flips = {name: 3 + place % 2 for place, name in enumerate("abcdefgh")}
    _, leaning = swayed(flips, 12).readings
    # Only where all eight have one sign is the sum as far from 0.
    assert f"p = {2 / 2**8:.3f}" in leaning.note
    assert "leans towards one order" in leaning.advice


def test_a_p_value_is_not_written_as_nought() -> None:
    _, leaning = swayed({f"q{i}": 1 + i % 2 for i in range(40)}, 4).readings
    assert "p < 0.001" in leaning.note


@given(st.lists(st.integers(-3, 3), min_size=2, max_size=9).filter(any))
def test_signs_that_change_query_by_query_are_those_of_scipys_permutation_test(
    sums: list[int],
) -> None:
    parts = np.array(sums)
    expected = permutation_test(
        (parts, np.zeros_like(parts)),
        lambda one, other: abs(np.sum(one - other)),
        permutation_type="samples",
        alternative="greater",
        n_resamples=np.inf,
    )
    assert far_by_chance(parts) == pytest.approx(expected.pvalue)


def four(case: int, *labels: int) -> list[Answer]:
    """Four answers to a case, every second one with the tables swapped."""
    return [answer(case, label, i + 1, swapped=i % 2 == 1) for i, label in enumerate(labels)]


def test_cases_without_dissent_are_cases_and_not_orders() -> None:
    """Yes in one order and no in the other is dissent."""
    judged = record([2, 2], answers=[*four(0, 2, 0, 2, 0), *four(1, 2, 2, 2, 2)])
    _, unanimous = self_consistency(judged).readings
    assert (unanimous.value, unanimous.of) == (0.5, 2)


def test_a_judge_that_only_wavers_is_not_swayed_by_the_order() -> None:
    """Verdicts drawn by chance flip between the orders as often as within one."""
    rng = np.random.default_rng(0)
    labels = 2 * (rng.random((600, 4)) < 0.7)
    answers = [one for case in range(600) for one in four(case, *map(int, labels[case]))]
    flips, beyond, _ = position_bias(record([2] * 600, answers=answers)).readings
    assert flips.value is not None and flips.value > 0.2
    assert beyond.low is not None and beyond.high is not None
    assert beyond.low < 0 < beyond.high
    assert "swapping on" not in flips.advice


def test_advice_on_runs_and_on_the_order_does_not_contradict() -> None:
    """A judge that always says yes of one order and no of the other."""
    answers = [one for case in range(40) for one in four(case, 2, 0, 2, 0)]
    judged = record([2] * 40, answers=answers)
    flips, beyond, _ = position_bias(judged).readings
    assert (flips.value, beyond.value) == (1.0, 1.0)
    assert "keep swapping on" in flips.advice
    assert self_consistency(judged).readings[0].advice.startswith("Two runs would nearly do")


def test_advice_to_save_takes_more_than_two_cases() -> None:
    answers = [one for case in range(2) for one in four(case, 2, 2, 2, 2)]
    judged = record([2] * 2, answers=answers)
    assert self_consistency(judged).readings[0].advice == (
        "Ask 28 more cases several times before saving runs."
    )
    flips, beyond, leaning = position_bias(judged).readings
    assert flips.advice.startswith("Swapping makes no difference to these; they are too few")
    for one in (beyond, leaning):
        assert one.low is not None and one.high is not None
        assert one.low < 0 < one.high


def test_failed_answers_and_changed_tables_are_left_out() -> None:
    answers = [
        answer(0, 2, 1),
        answer(0, None, 2, outcome=Outcome.FAILED),
        answer(0, 0, 3, variant="injection: order"),
    ]
    assert self_consistency(record([2], answers=answers)).readings[0].value is None
