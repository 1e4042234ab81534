from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn import metrics

from core.errors import InputError
from core.judges.reliability.against import (
    against_baseline,
    against_people,
    against_truth,
    confusion,
)
from tests.core.judges.reliability.records import record

# 40 yes both, 10 people yes and judge no, 5 people no and judge yes, 45 no both.
JUDGE = [2] * 40 + [0] * 10 + [2] * 5 + [0] * 45
PEOPLE = [2] * 50 + [0] * 50


def test_agreement_kappa_precision_and_recall_are_as_worked_out_by_hand() -> None:
    found = {one.name: one for one in against_people(record(JUDGE, PEOPLE)).readings}
    assert found["agreement with people"].value == 0.85
    # By chance 0.45 * 0.5 + 0.55 * 0.5 = 0.5; (0.85 - 0.5) / 0.5
    assert found["Cohen's kappa"].value == pytest.approx(0.7)
    assert found["precision of 'yes'"].value == 40 / 45
    assert found["recall of 'yes'"].value == 40 / 50
    assert found["precision of 'no'"].value == 45 / 55
    assert found["recall of 'no'"].value == 45 / 50
    # Wilson, 85 of 100: (0.85 + 1.96²/200 ± 1.96 √(0.85·0.15/100 + 1.96²/40000)) / (1 + 1.96²/100)
    agreement = found["agreement with people"]
    assert agreement.low == pytest.approx(0.7672, abs=1e-4)
    assert agreement.high == pytest.approx(0.9069, abs=1e-4)
    for one in found.values():
        assert one.low is not None and one.high is not None and one.value is not None
        assert one.low <= one.value <= one.high


def test_a_verdict_that_is_not_among_the_settled_cases_is_told_of_these_alone() -> None:
    # It says no three times, of cases that people settled none of.
    judged = record([2, 2, 0, 0, 0, None], [2, 2, None, None, None, 0])
    found = {one.name: one for one in against_people(judged).readings}
    assert found["precision of 'no'"].sentence == (
        "Precision of 'no': not known. On the cases that people settled it never says no."
    )
    assert found["recall of 'no'"].sentence == (
        "Recall of 'no': not known. Of the cases that it answers people settled none as no."
    )


def test_one_case_of_one_verdict_is_counted_as_one() -> None:
    (kappa,) = [one for one in against_people(record([2], [2])).readings if "kappa" in one.name]
    assert kappa.sentence.startswith(
        "Cohen's kappa: not known. Both gave one and the same verdict on the one case, so chance"
    )


def test_a_kappa_that_may_be_chance_is_told_to_be_open() -> None:
    found = against_people(record([2, 0, 2, 2, 0], [2, 0, 2, 0, 0]))
    (kappa,) = [one for one in found.readings if one.name == "Cohen's kappa"]
    assert kappa.low is not None and kappa.low <= 0
    assert kappa.value is not None and kappa.value > 0
    assert kappa.advice == "It takes more settled cases to say whether it agrees beyond chance."


def test_a_weak_kappa_that_is_above_chance_is_not_called_chance() -> None:
    judge = ([2] * 13 + [0] * 7) * 20
    people = ([2] * 10 + [0] * 3 + [2] * 3 + [0] * 4) * 20
    (kappa,) = [
        one for one in against_people(record(judge, people)).readings if "kappa" in one.name
    ]
    assert kappa.low is not None and kappa.value is not None
    assert 0 < kappa.low < kappa.value < 0.4
    assert kappa.advice == "It agrees with people beyond chance, but weakly."


def test_the_confusion_matrix_has_shares_of_all_cases() -> None:
    table = confusion(record(JUDGE, PEOPLE), "people")
    assert table.select("people", "judge", "cases", "share").rows() == [
        ("yes", "yes", 40, 0.4),
        ("yes", "no", 10, 0.1),
        ("no", "yes", 5, 0.05),
        ("no", "no", 45, 0.45),
    ]


def test_partly_is_no_unless_it_is_asked_to_count() -> None:
    judge, people = [1, 1, 2], [2, 0, 1]
    strict = against_people(record(judge, people)).readings[0]
    loose = against_people(record(judge, people, positive_from=1)).readings[0]
    assert (strict.value, loose.value) == (1 / 3, 2 / 3)
    with pytest.raises(InputError, match="Yes begins at label 1 or 2"):
        record(judge, people, positive_from=0)


def test_cases_without_a_label_of_either_are_no_cases() -> None:
    found = against_people(record([2, None, 0], [2, 2, None]))
    assert found.readings[0].of == 1
    (nothing,) = against_people(record([2, 0])).readings
    assert nothing.value is None
    assert nothing.sentence == (
        "Agreement with people: not known. People have settled none of its cases; let them vote "
        "on a sample."
    )


def test_advice_follows_the_lower_end_of_kappa() -> None:
    sure = against_people(record([2, 0] * 200, [2, 0] * 200)).readings[0]
    poor = against_people(record([2, 0] * 200, [2, 2, 0, 0] * 100)).readings[0]
    few = against_people(record([2, 0] * 4, [2, 0] * 4)).readings[0]
    assert sure.advice == "Its votes may stand beside people's."
    assert poor.advice.startswith("Don't let it decide")
    assert few.advice == "Let people settle 22 more of its cases before relying on it."


def test_agreement_on_cases_of_one_verdict_is_no_ground_against_a_judge() -> None:
    agreement, kappa, *_ = against_people(record([2] * 60, [2] * 60)).readings
    assert (agreement.value, kappa.value) == (1.0, None)
    assert agreement.advice.startswith("Both give all these cases one verdict")


def test_kappa_of_two_who_never_differ_is_as_certain_as_their_agreement() -> None:
    """Wilson's lower end of 40 of 40 is 0.9124; of half yes, kappa is 1 - (1 - 0.9124) / 0.5."""
    agreement, kappa, *_ = against_people(record([2, 0] * 20, [2, 0] * 20)).readings
    assert agreement.low == pytest.approx(40 / (40 + 1.959964**2))
    assert kappa.low == pytest.approx(1 - 2 * (1 - 40 / (40 + 1.959964**2)))
    assert kappa.high == 1
    (two,) = [one for one in against_people(record([2, 0], [2, 0])).readings if "kappa" in one.name]
    assert two.low is not None and two.low < 0
    assert two.advice == "It takes more settled cases to say whether it agrees beyond chance."


def test_disputes_with_the_ground_truth_are_told_as_in_the_papers_table() -> None:
    found = against_truth(record([2, 0, 2, 0], truth=[2, 2, 0, 0]))
    assert found.readings[0].value == 0.5
    assert found.table["cases"].to_list() == [1, 1, 1, 1]


@settings(max_examples=30)
@given(st.lists(st.tuples(st.sampled_from([0, 2]), st.sampled_from([0, 2])), min_size=2))
def test_figures_equal_scikit_learns(labels: list[tuple[int, int]]) -> None:
    judge, people = (list(one) for one in zip(*labels, strict=True))
    found = {one.name: one.value for one in against_people(record(judge, people)).readings}
    assert found["agreement with people"] == pytest.approx(metrics.accuracy_score(people, judge))
    expected = metrics.cohen_kappa_score(people, judge) if len({*judge, *people}) > 1 else np.nan
    if np.isnan(expected):
        assert found["Cohen's kappa"] is None
    else:
        assert found["Cohen's kappa"] == pytest.approx(expected)
    if 2 in judge:
        assert found["precision of 'yes'"] == pytest.approx(
            metrics.precision_score(people, judge, pos_label=2)
        )
    if 2 in people:
        assert found["recall of 'yes'"] == pytest.approx(
            metrics.recall_score(people, judge, pos_label=2)
        )


def test_a_judge_is_held_against_the_baseline_on_the_same_cases() -> None:
    # Both right 30, judge alone 20, baseline alone 0, none 10: 20/60 of a point better.
    judge = [2] * 50 + [0] * 10
    baseline = [2] * 30 + [0] * 30
    found = against_baseline(record(judge, [2] * 60, baseline=baseline), "rule:matcher")
    assert found.table["cases"].to_list() == [30, 20, 0, 10]
    (reading,) = found.readings
    assert reading.value == pytest.approx(1 / 3)
    # Standard deviation of 20 ones and 40 zeros over the root of 60, times Student's t for 59.
    assert reading.low == pytest.approx(1 / 3 - 2.000995 * np.sqrt((20 / 59) * (2 / 3) / 60))
    assert "worth its price" in reading.advice


@pytest.mark.parametrize(("judge", "rule"), [(2, 0), (0, 2)])
def test_two_cases_decide_nothing_between_a_judge_and_the_baseline(judge: int, rule: int) -> None:
    two = record([judge] * 2, [2] * 2, baseline=[rule] * 2)
    (reading,) = against_baseline(two, "rule:matcher").readings
    assert reading.low is not None and reading.high is not None
    assert reading.low < 0 < reading.high
    assert reading.advice.startswith("Let people settle 28 more of the cases")
    many = record([judge] * 40, [2] * 40, baseline=[rule] * 40, query=["a", "b"] * 20)
    (reading,) = against_baseline(many, "rule:matcher").readings
    assert reading.advice.startswith("These cases cannot tell it from the rule")


def test_a_judge_is_not_told_to_be_worse_than_a_rule_that_has_learned_these_labels() -> None:
    judge, rule = [2] * 32 + [0] * 8, [2] * 40
    taught = record(judge, [2] * 40, baseline=rule, baseline_learned=[True] * 40)
    (reading,) = against_baseline(taught, "rule:matcher").readings
    assert reading.high is not None and reading.high < 0
    assert reading.advice.startswith("This does not tell that rule:matcher is as good")
    assert reading.note == (
        "Of 40 cases rule:matcher has learned, or may have, from labels of the query: it looks "
        "better there."
    )
    # Where the judge is better all the same, it is.
    better = record(rule, [2] * 40, baseline=[0] * 40, baseline_learned=[True] * 40)
    (reading,) = against_baseline(better, "rule:matcher").readings
    assert "worth its price" in reading.advice


def test_cases_that_the_rule_has_not_learned_from_decide_if_they_are_enough() -> None:
    judge, rule = [2] * 45, [2] * 15 + [0] * 30
    learned = [True] * 15 + [False] * 30
    (reading,) = against_baseline(
        record(judge, [2] * 45, baseline=rule, baseline_learned=learned), "rule:matcher"
    ).readings
    assert (reading.value, reading.of) == (1.0, 30)
    assert reading.note.endswith("from labels of the query; they are left out.")


def test_the_baseline_is_not_held_against_itself() -> None:
    (reading,) = against_baseline(record([2, 0], [2, 0], baseline=[2, 0]), "openai:m").readings
    assert reading.advice == "It is the baseline itself."


def test_why_a_judge_cannot_be_compared_with_the_rule_is_said_as_it_is() -> None:
    def why(people: list[int | None], rule: list[int | None]) -> str:
        judged = record([2, 2, 0], people, baseline=rule)
        (reading,) = against_baseline(judged, "rule:matcher").readings
        assert reading.value is None
        return reading.sentence

    assert "not known. Let rule:matcher vote on the cases that people settled" in why(
        [2, 0, None], [None, None, None]
    )
    assert "One case has a verdict of the judge, of rule:matcher and of people; it takes 2" in why(
        [2, 0, None], [0, None, 2]
    )
    assert "let people settle cases that both voted on" in why([None, None, None], [2, 2, 0])
