"""An answer that several runs share is one observation of a judge."""

from __future__ import annotations

from core.benchmarks.judging.report import judge_report
from core.judges.reliability.asked_once import asked_once, tried_once
from core.judges.reliability.costs import without_verdict
from core.judges.reliability.repeats import position_bias, self_consistency
from core.judges.reliability.trials import Trial
from core.judges.types import Outcome, Purpose
from core.labels import LOCAL
from tests.core.judges.conftest import Bench
from tests.core.judges.reliability.records import answer, record


def test_an_answer_that_a_second_run_took_over_counts_once() -> None:
    paid = [answer(0, 2, 1, request="a"), answer(0, 0, 2, request="b")]
    paid.append(answer(0, 2, 3, swapped=True, request="c"))
    again = [answer(0, 2, 1, run=2, request="a"), answer(0, 0, 2, run=2, request="b")]
    # The second run asks one question more in each order.
    again += [answer(0, 2, 3, swapped=True, run=2, request="c"), answer(0, 2, 5, run=2)]
    judged = record([2], answers=paid + again)
    agree, alone = self_consistency(judged).readings
    # As given yes, no, yes: 1 of 3 pairs agrees. The one swapped answer has nothing beside it.
    assert (agree.value, agree.of) == (1 / 3, 3)
    assert (alone.value, alone.of) == (0.0, 1)
    assert position_bias(judged).readings[0].of == 1
    assert without_verdict(judged).readings[0].of == 4


def test_runs_are_one_where_they_share_an_answer_through_a_third() -> None:
    given = [answer(0, 2, run=1, request="a"), answer(0, 2, run=2, request="b")]
    assert [one.run_key for one in asked_once(given)] == [1, 2]
    given += [answer(0, 2, run=3, request="a"), answer(0, 2, run=3, request="b")]
    assert [one.run_key for one in asked_once(given)] == [1, 1]
    # What is shared on one case says nothing of another.
    elsewhere = answer(1, 2, run=2, request="z")
    assert asked_once([*given, elsewhere])[-1].run_key == 2


def test_a_question_that_another_run_had_answered_has_not_failed() -> None:
    given = [answer(0, 2, run=2, request="a")]
    given += [answer(0, None, run=1, request="a", outcome=Outcome.FAILED)]
    given += [answer(1, None, run=run, request="b", outcome=Outcome.FAILED) for run in (1, 2)]
    assert [(one.case, one.outcome) for one in asked_once(given)] == [
        (0, Outcome.OK),
        (1, Outcome.FAILED),
    ]


def test_what_was_asked_again_in_one_run_counts_in_none_and_still_joins_its_runs() -> None:
    lost = answer(0, None, 1, run=1, request="a")
    given = [answer(0, 2, 1, run=1, request="b")]
    given += [answer(0, None, 1, run=2, request="a"), answer(0, 2, 3, run=2, request="c")]
    # On another case the same request is another question.
    given += [answer(1, None, 1, run=2, request="a")]
    assert [(one.case, one.request_hash, one.run_key) for one in asked_once(given, [lost])] == [
        (0, "b", 1),
        (0, "c", 1),
        (1, "a", 2),
    ]


def test_a_trial_counts_once_and_with_most_of_its_answers() -> None:
    one = Trial("openai:m", 0, "q", "order", 2, 0, 0, answers=frozenset({1}))
    more = Trial("openai:m", 0, "q", "order", 2, 0, 2, answers=frozenset({1, 2}))
    other = Trial("openai:m", 0, "q", "appeal", 2, 0, 2, answers=frozenset({3}))
    unknown = Trial("openai:m", 0, "q", "order", 2, 0, 2, shown=False)
    assert set(tried_once([one, more, other, unknown, unknown])) == {more, other, unknown}
    assert len(tried_once([unknown, unknown])) == 2


def test_a_report_is_the_same_when_a_run_is_made_again_of_its_answers(bench: Bench) -> None:
    def told() -> list[str]:
        report = judge_report(bench.workspace, LOCAL, bench.info, "openai:obedient")
        return [one.sentence for finding in report.findings for one in finding.readings]

    for runs, purpose in ((4, Purpose.VOTE), (1, Purpose.INJECTION)):
        first = bench.judged("obedient", runs=runs, swap=runs > 1, purpose=purpose)
        before = told()
        again = bench.judged("obedient", runs=runs, swap=runs > 1, purpose=purpose)
        assert first.key != again.key
        assert all(one.reused for one in bench.answers(again, variants=True))
        assert told() == before
    # 4 cases, 4 answers: an audit takes the first of them for the case as it is.
    assert sum("of 16 questions" in sentence for sentence in before) == 1
    assert sum("of 4 cases" in sentence for sentence in before) >= 1
