from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from core.judges.reliability.against import against_people
from core.judges.reliability.calibration import calibration_interval, stated_confidence
from core.judges.reliability.costs import cost_per_correct, without_verdict
from core.judges.reliability.record import JudgeRecord
from core.judges.types import Outcome
from tests.core.judges.reliability.records import answer, record


def test_the_diagram_and_its_error_are_as_worked_out_by_hand() -> None:
    # At 0.95 two of four are right, at 0.65 one of one: (4·|0.5 − 0.95| + |1 − 0.65|) / 5.
    found = stated_confidence(
        record([2] * 50, [2, 2, 0, 0, 2] * 10, confidence=[0.95, 0.95, 0.95, 0.95, 0.65] * 10)
    )
    (reading,) = found.readings
    assert reading.value == pytest.approx((4 * 0.45 + 0.35) / 5)
    assert reading.advice.startswith("It is surer than it is right, by 29 points")
    shown = found.table.select("from", "to", "cases", "right").rows()
    assert shown == [(0.6, 0.7, 10, 1.0), (0.9, 1.0, 40, 0.5)]


def test_two_cases_are_no_ground_to_take_confidence_for_a_probability() -> None:
    (reading,) = stated_confidence(record([2, 2], [2, 2], confidence=[1.0, 1.0])).readings
    # Wilson, 2 of 2: at least 34% are right.
    assert reading.sentence == (
        "Calibration error: 0.00 (0.00 to 0.66), of 2 cases. Let people settle 28 more of such "
        "cases before relying on it. Few cases: the interval is what counts."
    )


def test_one_confidence_may_be_off_as_far_as_agreement_may_and_tells_no_case_from_another() -> None:
    people, confidence = [2] * 36 + [0] * 4, [0.9] * 40
    queries = [f"q{i % 12}" for i in range(40)]
    judged = record([2] * 40, people, confidence=confidence, query=queries)
    (reading,) = stated_confidence(judged).readings
    agreement = against_people(judged).readings[0]
    assert reading.value == pytest.approx(0) and reading.low == 0
    assert agreement.low is not None and reading.high == pytest.approx(0.9 - agreement.low)
    assert reading.advice == "It states 0.90 on each of these cases: that tells none from another."


def test_one_confidence_that_is_off_is_said_to_be() -> None:
    judged = record([2] * 40, [2] * 24 + [0] * 16, confidence=[1.0] * 40)
    (reading,) = stated_confidence(judged).readings
    assert reading.advice == (
        "It states 1.00 on each of these cases: that tells none from another. It is surer than it "
        "is right, by 40 points: discount it."
    )


def test_confidence_is_taken_for_a_probability_once_its_error_is_known_to_be_small() -> None:
    def judged(times: int) -> JudgeRecord:
        people = ([2] * 9 + [0] + [2] * 7 + [0] * 3) * times
        confidence = ([0.9] * 10 + [0.7] * 10) * times
        return record([2] * 20 * times, people, confidence=confidence)

    (few,) = stated_confidence(judged(3)).readings
    assert few.high is not None and few.high > 0.1
    assert few.advice == (
        f"It takes more settled cases to say: it may be off by {100 * few.high:.0f} points."
    )
    (many,) = stated_confidence(judged(20)).readings
    assert many.advice == "Its confidence may be taken for a probability."


@pytest.mark.parametrize("surer", [0.0, 0.1, 0.3])
def test_the_interval_of_the_calibration_error_holds_as_often_as_it_says(surer: float) -> None:
    """A judge that is right so much seldomer than it states, on cases of queries of their own."""
    rng, held = np.random.default_rng(0), 0
    for _ in range(200):
        stated = rng.choice([0.5, 0.6, 0.7, 0.8, 0.9], 80)
        right = rng.random(80) < stated - surer
        low, high = calibration_interval(right, stated, range(80))
        held += low <= surer + 1e-9 and surer <= high
    assert held >= 185  # Of 200; by chance 184 or fewer are 1 in 23.


def test_certainty_falls_into_the_last_bin() -> None:
    found = stated_confidence(record([2], [2], confidence=[1.0]))
    assert found.table.select("from", "cases").rows() == [(0.9, 1)]
    assert found.readings[0].value == 0.0


def test_without_a_stated_confidence_there_is_nothing_to_calibrate() -> None:
    assert stated_confidence(record([2], [2])).readings[0].value is None


def test_every_answer_to_a_compared_case_is_paid_by_the_right_verdicts() -> None:
    answers = [answer(0, 2, 1, cost=0.01), answer(0, 2, 2, cost=0.03), answer(1, 2, 1, cost=0.02)]
    answers.append(answer(2, 2, 1, cost=9.0))  # nobody said whether it is right
    found = cost_per_correct(record([2, 2, 2], [2, 0, None], answers=answers))
    (reading,) = found.readings
    assert reading.value == pytest.approx((0.01 + 0.03 + 0.02) / 1)
    assert reading.of == 2
    assert "A thousand such verdicts cost about $60.00" in reading.advice


def test_settled_cases_without_a_verdict_are_paid_by_the_right_verdicts_too() -> None:
    # 4 right and 6 wrong for $0.0500, "can't tell" on 8 for $0.0404, no vote on one for $0.0096.
    judge: list[int | None] = [2] * 4 + [0] * 6 + [None] * 8
    answers = [answer(case, 2, cost=0.005) for case in range(10)]
    answers += [answer(case, 1, cost=0.00505) for case in range(10, 18)]
    paid = record(judge, [2] * 18, answers=answers)
    (reading,) = cost_per_correct(paid).readings
    assert (reading.value, reading.of) == (pytest.approx(0.0904 / 4), 18)
    assert reading.low is not None and reading.high is not None
    assert reading.low < 0.0904 / 4 < reading.high

    answers += [answer(18, None, number, cost=0.0032) for number in range(3)]
    paid = replace(paid, answers=answers, unvoted={18: "q18"}, unread={18: (1, 0.04)})
    (reading,) = cost_per_correct(paid).readings
    assert (reading.value, reading.of) == (pytest.approx(0.1 / 4), 19)
    assert "with it it is at most $0.03500" in reading.note


def test_cases_of_one_price_do_not_make_a_cost_certain() -> None:
    answers = [answer(case, 2, cost=0.01) for case in range(2)]
    (reading,) = cost_per_correct(record([2, 2], [2, 2], answers=answers)).readings
    assert (reading.value, reading.low, reading.high) == (0.01, None, None)
    assert "too alike for an interval" in reading.note


def test_a_case_with_an_unknown_price_is_left_out_and_never_free() -> None:
    answers = [answer(0, 2, 1, cost=0.01), answer(1, 2, 1, cost=None)]
    (reading,) = cost_per_correct(record([2, 2], [2, 2], answers=answers)).readings
    assert (reading.value, reading.of) == (0.01, 1)


def test_attempts_that_may_be_billed_without_an_answer_are_told() -> None:
    answers = [answer(0, 2, 1, cost=0.01), answer(1, 0, 1, cost=0.01)]
    unread = {0: (2, 0.03), 7: (5, 1.0)}  # nobody settled case 7
    judged = record([2, 0], [2, 2], answers=answers, unread=unread)
    (reading,) = cost_per_correct(judged).readings
    # One of two verdicts is shared: 0.02 for it, and 0.05 with the two attempts on case 0.
    assert (reading.value, reading.of) == (0.02, 2)
    assert "2 attempts on these cases gave no answer" in reading.note
    assert "with them it is at most $0.05000." in reading.note
    (reading,) = cost_per_correct(record([2, 0], [2, 2], answers=answers)).readings
    assert "attempt" not in reading.note


def test_questions_without_a_verdict_are_counted_by_what_became_of_them() -> None:
    answers = [
        answer(0, 2),
        answer(1, None),
        answer(2, None, outcome=Outcome.REFUSED),
        answer(3, None, outcome=Outcome.FAILED),
    ]
    found = without_verdict(record([2], answers=answers))
    assert (found.readings[0].value, found.readings[0].of) == (0.75, 4)
    assert dict(found.table.rows()) == {"ok": 1, "unparsable": 1, "refused": 1, "failed": 1}
