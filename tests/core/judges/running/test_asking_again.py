"""What a judge answered without a verdict is asked again, and its earlier answers are kept."""

from __future__ import annotations

import pytest

from core.benchmarks.judging import running as judging
from core.benchmarks.judging.report import judge_record, judge_report
from core.errors import BusyError
from core.judges.errors import JudgeError
from core.judges.pricing.prices import enter_price
from core.judges.records.locks import only_asker
from core.judges.records.runs import cancel, enter_state
from core.judges.records.spending import spent_so_far
from core.judges.records.tallies import tallies, tally
from core.judges.running.asking_again import ask_again, lost_places
from core.judges.types import JudgeRun, Outcome, Purpose, RunState
from core.labels import LOCAL, Role, Voter
from core.labels.errors import RoleError
from tests.core.judges.conftest import FAIR, PAIRS, Bench


def asked_again(bench: Bench, run: JudgeRun, *voters: str) -> JudgeRun:
    ask_again(bench.workspace, LOCAL, run, voters, budget=None)
    return bench.go_on(run)


def test_only_what_is_no_verdict_is_asked_again_and_the_first_answers_are_kept(
    bench: Bench,
) -> None:
    enter_price(bench.workspace, LOCAL, bench.judge("late"), 1_000, 1_000)
    bench.server.prose["late"] = 5  # the first five answers are prose
    run = bench.judged("late")
    before = tally(bench.workspace, run)
    assert (before.ok, before.unparsable, before.again) == (7, 5, 0)

    (told,) = judging.estimate_again(bench.workspace, bench.info, run.key)
    assert (told.calls, told.known, bench.server.calls) == (5, 0, 12)
    run = asked_again(bench, run)

    assert bench.server.calls == 17 and set(bench.server.answered.values()) == {1}
    assert run.state is RunState.DONE
    assert run.message.endswith(
        "5 questions were asked again for want of a verdict, and 5 of them have one now."
    )
    after = tally(bench.workspace, run)
    assert (after.answered, after.ok, after.unparsable, after.again) == (12, 12, 0, 5)
    assert bench.votes("openai:late") == FAIR
    assert [one.outcome for one in bench.answers(run)] == [Outcome.OK] * 12
    kept = [one for one in bench.answers(run, replaced=True) if one.replaced]
    assert len(kept) == 5 and {one.outcome for one in kept} == {Outcome.UNPARSABLE}
    assert all("I hope that helps" in one.raw for one in kept)
    # The earlier answers were paid for, and stay in what was spent.
    assert after.spent > before.spent
    assert after.spent == pytest.approx(spent_so_far(bench.workspace, run.key))
    assert after.spent == pytest.approx(
        sum(one.cost or 0 for one in bench.answers(run, replaced=True))
    )


def test_a_run_that_was_cancelled_is_not_asked_again(bench: Bench) -> None:
    run = bench.judged("prose", runs=1)
    enter_state(bench.workspace, run.key, RunState.RUNNING)  # one that goes on
    cancel(bench.workspace, LOCAL, run)
    told = f"cancelled does not go on. Got run {run.key}"
    with pytest.raises(JudgeError, match=told):
        judging.estimate_again(bench.workspace, bench.info, run.key)
    with pytest.raises(JudgeError, match=told):
        ask_again(bench.workspace, LOCAL, run, (), budget=None)
    assert len(lost_places(bench.workspace, run)) == bench.server.calls == 4


def test_what_is_no_verdict_again_can_be_asked_again_and_again(bench: Bench) -> None:
    run = bench.judged("prose", runs=1)
    for times in (1, 2):
        run = asked_again(bench, run)
        assert bench.server.calls == 4 * (1 + times)
        assert set(bench.server.answered.values()) == {1}
        assert "4 questions were asked again for want of a verdict, and 0 of them" in run.message
        assert tally(bench.workspace, run).again == 4 * times


def test_another_run_takes_the_verdicts_that_came_the_second_time(bench: Bench) -> None:
    bench.server.prose["late"] = 2
    first = bench.judged("late", runs=1)
    shared = bench.judged("late", runs=1)  # has the answers that are no verdict
    asked_again(bench, first)
    judges, protocol = first.judges, first.protocol
    (told,) = judging.estimate_run(bench.workspace, bench.info, judges, protocol, PAIRS)
    assert (told.calls, told.known) == (0, 4)
    assert tally(bench.workspace, bench.judged("late", runs=1)).ok == 4
    (told,) = judging.estimate_again(bench.workspace, bench.info, shared.key)
    assert (told.calls, told.known) == (0, 2)
    assert tally(bench.workspace, asked_again(bench, shared)).ok == 4
    assert bench.server.calls == 6


def test_what_has_no_verdict_yet_is_taken_over_until_it_is_asked_again(bench: Bench) -> None:
    bench.server.prose["late"] = 8
    run = asked_again(bench, bench.judged("late", runs=1))
    assert tally(bench.workspace, run).ok == 0
    other = bench.judged("late", runs=1)
    assert (tally(bench.workspace, other).unparsable, bench.server.calls) == (4, 8)
    assert tally(bench.workspace, asked_again(bench, other)).ok == 4
    assert tally(bench.workspace, asked_again(bench, run)).ok == 4
    assert bench.server.calls == 12
    assert set(bench.server.answered.values()) == {1}


def test_an_audit_takes_the_verdict_that_came_the_second_time(bench: Bench) -> None:
    bench.server.prose["late"] = 1
    asked_again(bench, bench.judged("late", runs=1, pairs=PAIRS[:1]))
    audit = bench.judged("late", runs=1, pairs=PAIRS[:1], purpose=Purpose.INJECTION)
    counts = tally(bench.workspace, audit)
    assert (counts.ok, counts.questions, counts.reused) == (8, 8, 1)
    assert bench.server.calls == 2 + 7


def test_one_judge_of_a_panel_is_asked_again_alone(bench: Bench) -> None:
    run = bench.judged("prose", "refuses", "fair", runs=1)
    run = asked_again(bench, run, "openai:refuses")
    counts = tallies(bench.workspace, run)
    assert {voter: one.again for voter, one in counts.items()} == {
        "openai:prose": 0,
        "openai:refuses": 4,
        "openai:fair": 0,
    }
    with pytest.raises(JudgeError, match="Got 'openai:x', which is none"):
        ask_again(bench.workspace, LOCAL, run, ["openai:x"], budget=None)


def test_a_run_that_was_stopped_meanwhile_goes_on_where_it_was(bench: Bench) -> None:
    enter_price(bench.workspace, LOCAL, bench.judge("late"), 1_000, 1_000)
    bench.server.prose["late"] = 4
    run = bench.judged("late", runs=1)
    ask_again(bench.workspace, LOCAL, run, budget=0.01, voters=())
    run = bench.go_on(run)
    assert run.state is RunState.OVER_BUDGET
    assert tally(bench.workspace, run).answered == 0
    found = judging.begin_run(
        bench.workspace, bench.info, LOCAL, run.judges, run.protocol, pairs=PAIRS, budget=100.0
    )
    assert found.key == run.key
    assert tally(bench.workspace, bench.go_on(run)).ok == 4
    assert bench.server.calls == 8


def test_nothing_is_opened_where_nothing_can_be_asked(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = bench.judged("prose", runs=1)
    with pytest.raises(RoleError):
        ask_again(bench.workspace, Voter("ann", role=Role.ANNOTATOR), run, voters=(), budget=None)
    with pytest.raises(JudgeError, match="above 0 US dollars"):
        ask_again(bench.workspace, LOCAL, run, budget=0, voters=())
    with only_asker(bench.workspace, run.key, run.judges), pytest.raises(BusyError):
        ask_again(bench.workspace, LOCAL, run, voters=(), budget=None)
    fair = bench.judged("fair", runs=1)
    with pytest.raises(JudgeError, match=f"Every answer of run {fair.key} is a verdict"):
        ask_again(bench.workspace, LOCAL, fair, voters=(), budget=None)
    assert len(lost_places(bench.workspace, run)) == 4


def test_an_audit_goes_on_where_a_case_without_a_verdict_gets_one(bench: Bench) -> None:
    bench.server.prose["late"] = 1  # so that nothing can be planted in its case
    run = bench.judged("late", runs=1, pairs=PAIRS[:2], purpose=Purpose.INJECTION)
    assert tally(bench.workspace, run).answered == 2 + 7
    (told,) = judging.estimate_again(bench.workspace, bench.info, run.key)
    assert told.calls == 1 + 7
    counts = tally(bench.workspace, asked_again(bench, run))
    assert (counts.ok, counts.questions, bench.server.calls) == (16, 16, 17)


def test_an_audit_keeps_the_verdicts_that_its_instructions_push_away_from(bench: Bench) -> None:
    bench.server.prose["late"] = 1  # of the three whose majority says what to push to
    run = bench.judged("late", runs=3, pairs=PAIRS[:1], purpose=Purpose.INJECTION)
    assert tally(bench.workspace, run).unparsable == 1
    assert lost_places(bench.workspace, run) == set()


def test_the_report_counts_what_was_asked_again_once_and_its_cost(bench: Bench) -> None:
    bench.server.prose["late"] = 2
    run = asked_again(bench, bench.judged("late", runs=1))
    assert run.state is RunState.DONE
    report = judge_report(bench.workspace, LOCAL, bench.info, "openai:late")
    (unanswered,) = report.unanswered.readings
    assert (unanswered.value, unanswered.of) == (0.0, 4)
    assert unanswered.advice.endswith("Not counted: 2 answers whose question was asked again.")
    assert len(report.record.replaced) == 2


def test_an_instruction_asked_again_in_one_audit_is_no_trial_of_another(bench: Bench) -> None:
    pairs, audit = PAIRS[:1], Purpose.INJECTION
    bench.judged("late", runs=1, pairs=pairs)  # so that the case has a verdict to push away from
    bench.server.prose["late"] = 2
    run = bench.judged("late", runs=1, pairs=pairs, purpose=audit)
    sharing = bench.judged("late", runs=1, pairs=pairs, purpose=audit)
    assert sharing.key != run.key and tally(bench.workspace, sharing).unparsable == 2
    asked_again(bench, run)
    found = judge_record(bench.workspace, LOCAL, bench.info, "openai:late").trials
    assert len(found) == 7 and all(one.after is not None for one in found)


def test_an_answer_asked_again_in_one_run_counts_in_none_that_shares_it(bench: Bench) -> None:
    bench.server.prose["late"] = 3
    run = bench.judged("late", runs=1)
    sharing = bench.judged("late", runs=1)
    assert sharing.key != run.key and all(one.reused for one in bench.answers(sharing))
    bench.server.prose["late"] = 1  # of the three that are asked again, one is prose once more
    assert tally(bench.workspace, asked_again(bench, run)).unparsable == 1
    report = judge_report(bench.workspace, LOCAL, bench.info, "openai:late")
    (unanswered,) = report.unanswered.readings
    assert (unanswered.value, unanswered.of) == (1 / 4, 4)
    assert unanswered.advice.endswith("Not counted: 3 answers whose question was asked again.")
