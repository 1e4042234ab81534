"""A run that is killed, paused or out of money goes on where it was, and pays for nothing twice."""

from __future__ import annotations

import hashlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from core import jobs
from core.amounts import amount
from core.benchmarks.intake.adding import add_benchmark
from core.benchmarks.judging import running as judging
from core.errors import BusyError, SoundingsError, WorkspaceError
from core.jobs.kinds import kind
from core.jobs.work import Work
from core.judges.errors import JudgeError, JudgeRunStoppedError, NoPriceError
from core.judges.judge import Judge
from core.judges.pricing.prices import enter_price
from core.judges.protocol import Protocol
from core.judges.records.answers import Question
from core.judges.records.done_before import told_done_before
from core.judges.records.locks import only_asker
from core.judges.records.runs import (
    allow,
    cancel,
    cases_of,
    enter_state,
    judge_run,
    judge_runs,
    pause,
    set_budget,
    stop_requested,
)
from core.judges.records.spending import Attempt, Stage, note_attempts, spent_so_far, unread_by_case
from core.judges.records.tallies import tally, told_of
from core.judges.types import JudgeRun, Outcome, RunState, Tally
from core.labels import LOCAL, Voter
from core.labels.errors import RoleError
from core.monitor import UNMONITORED, Monitor
from core.store import Workspace
from core.store.migrations import migrations
from core.store.sqlite import Database
from tests.core.benchmarks import tiny
from tests.core.judges.conftest import FAIR, PAIRS, SETTINGS, Bench
from tests.judges_server import JudgeServer

PROJECT = Path(__file__).resolve().parents[4]
_GO_ON = """
import sys
from pathlib import Path
from core.benchmarks import registry
from core.benchmarks.judging import running as judging
from core.monitor import UNMONITORED
from core.settings import Settings
from core.store import Workspace

workspace = Workspace.open(Path(sys.argv[1]))
info = registry.benchmark(workspace, "b")
judging.continue_run(
    workspace, info, int(sys.argv[2]), Settings.from_environment(), UNMONITORED
)
"""


def until(met: Callable[[], bool]) -> None:
    while not met():
        time.sleep(0.002)


def digest(request_hash: str) -> str:
    """What the server calls a request."""
    return hashlib.sha256(request_hash.encode()).hexdigest()


def killed_after(bench: Bench, run: JudgeRun, calls: int) -> None:
    """Carry the run out in a process, and kill that once the server has answered so often."""
    bench.server.hold_after = calls
    killed_when(bench, run, lambda: bench.server.calls >= calls)


def killed_with_all_under_way(bench: Bench, run: JudgeRun) -> None:
    """Carry the run out in a process, and kill that when each case is asked about once."""
    cases = len(cases_of(bench.workspace, run))
    killed_when(bench, run, lambda: len(bench.server.bodies) == cases)
    until(lambda: len(bench.server.seen) == cases)


def killed_when(bench: Bench, run: JudgeRun, met: Callable[[], bool]) -> None:
    held = bench.server.gate = threading.Event()
    process = subprocess.Popen(
        [sys.executable, "-c", _GO_ON, str(bench.workspace.root), str(run.key)],
        env={
            **os.environ,
            "PYTHONPATH": str(PROJECT),
            "SOUNDINGS_JUDGE_CONCURRENCY": "4",
            "SOUNDINGS_JUDGE_OPENAI_PER_MINUTE": "1000000",
        },
    )
    until(lambda: met() or process.poll() is not None)
    process.send_signal(signal.SIGKILL)
    process.wait()
    bench.server.gate = None
    held.set()


def test_a_run_killed_again_and_again_misses_nothing_and_repeats_nothing_stored(
    bench: Bench,
) -> None:
    enter_price(bench.workspace, LOCAL, bench.judge("fair"), 1.0, 2.0)
    run = bench.begin("fair", runs=40)
    stored: set[str] = set()
    for calls in (7, 60):
        killed_after(bench, run, calls)
        stored = {one.request_hash for one in bench.answers(run)}
        assert judge_run(bench.workspace, bench.info.key, run.key).state is RunState.INTERRUPTED
    before = {digest(one): bench.server.answered[digest(one)] for one in stored}

    assert bench.go_on(run).state is RunState.DONE

    found = bench.answers(run)
    assert len({(one.case, one.number) for one in found}) == len(found) == 160
    assert {one: bench.server.answered[one] for one in before} == before
    # Only what was under way at a kill, at most four requests each time, was sent again.
    assert bench.server.calls - 160 <= 2 * 4
    assert bench.votes("openai:fair") == FAIR
    counts = tally(bench.workspace, run)
    paid = sum((one.input_tokens or 0) + 2 * (one.output_tokens or 0) for one in found) / 1e6
    assert (counts.ok, counts.votes, counts.under_way) == (160, 4, 0)
    # What was under way at a kill was billed, whether its answer was read or not.
    assert 0 < counts.unread <= 2 * 4
    assert counts.spent == pytest.approx(paid + counts.unread_cost)


def test_requests_under_way_when_a_process_is_killed_are_charged_to_the_budget(
    bench: Bench,
) -> None:
    judge = bench.judge("fair")
    enter_price(bench.workspace, LOCAL, judge, 100.0, 100.0)
    (before,) = judging.estimate_run(bench.workspace, bench.info, [judge], Protocol(runs=1), PAIRS)
    assert before.most is not None
    run = bench.begin("fair", runs=1, budget=1.05 * before.most)
    killed_with_all_under_way(bench, run)

    counts = tally(bench.workspace, run)
    assert (counts.answered, counts.unread, counts.under_way) == (0, 0, 4)
    assert counts.spent == counts.under_way_cost
    assert 0.9 * before.most < counts.spent <= before.most
    assert spent_so_far(bench.workspace, run.key) == pytest.approx(counts.spent)
    assert "set down for 4 attempts of which nothing is known yet" in told_of(counts)

    run = bench.go_on(run)  # what is left does for no question
    after = tally(bench.workspace, run)
    assert run.state is RunState.OVER_BUDGET and run.budget is not None
    assert (after.unread, after.unread_cost, after.under_way) == (4, counts.spent, 0)
    assert after.spent == counts.spent <= run.budget
    assert len(bench.server.seen) == 4
    set_budget(bench.workspace, LOCAL, run, 2 * before.most)
    assert bench.go_on(run).state is RunState.DONE
    assert len(bench.server.seen) == 8


def test_a_request_that_nothing_came_of_is_charged_to_its_case_once_its_run_has_ended(
    bench: Bench,
) -> None:
    enter_price(bench.workspace, LOCAL, bench.judge("fair"), 100.0, 100.0)
    run = bench.begin("fair", runs=1, pairs=PAIRS[:1], budget=100.0)
    killed_with_all_under_way(bench, run)
    (case,) = cases_of(bench.workspace, run)
    spent = tally(bench.workspace, run).spent
    assert spent > 0
    assert unread_by_case(bench.workspace, bench.info.key, "openai:fair") == {}
    cancel(bench.workspace, LOCAL, run)
    by_case = unread_by_case(bench.workspace, bench.info.key, "openai:fair")
    assert by_case == {case: (1, spent)}


def test_a_request_that_waits_to_be_sent_again_is_not_under_way(bench: Bench) -> None:
    """A 500 is not billed, whatever becomes of the process meanwhile."""
    enter_price(bench.workspace, LOCAL, bench.judge("always-500"), 100.0, 100.0)
    run = bench.begin("always-500", runs=1, budget=100.0)
    seen: list[Tally] = []

    def waits() -> bool:
        counts = tally(bench.workspace, run)
        if len(bench.server.seen) < 4 or counts.under_way:
            return False
        seen.append(counts)
        return True

    judging.continue_run(
        bench.workspace,
        bench.info,
        run.key,
        replace(SETTINGS, judge_backoff_ms=600_000),
        Monitor(should_stop=waits),
    )
    assert (seen[0].under_way, seen[0].spent) == (0, 0.0)


def test_what_an_earlier_version_charged_stays_charged(tmp_path: Path) -> None:
    earlier = Database(tmp_path / "soundings.db")
    migrations.apply(earlier, stop_before="m035_attempts_under_way")
    earlier.execute("PRAGMA foreign_keys = OFF")
    place = {"run_key": 1, "voter": "openai:m", "case_key": 1, "number": 1, "variant": ""}
    earlier.table("judge_unread").insert({**place, "attempts": 2, "cost": 0.5})
    earlier.conn.commit()
    earlier.close()

    assert spent_so_far(Workspace.open(tmp_path), 1) == 0.5


def looked(looks: list[int], times: int) -> None:
    """Wait until the run has looked that often again whether it is to stop."""
    seen = len(looks)
    until(lambda: len(looks) >= seen + times)


@pytest.mark.parametrize(
    ("stop", "state"), [(pause, RunState.PAUSED), (cancel, RunState.CANCELLED)]
)
def test_a_run_that_is_stopped_stores_what_is_under_way_for_whoever_goes_on(
    bench: Bench, stop: Callable[..., None], state: RunState
) -> None:
    run = bench.begin("fair")
    bench.server.gate = threading.Event()
    looks: list[int] = []
    ended: list[JudgeRun] = []

    def work() -> None:
        ended.append(
            judging.continue_run(
                bench.workspace, bench.info, run.key, SETTINGS, Monitor(lambda *_: looks.append(1))
            )
        )

    thread = threading.Thread(target=work)
    thread.start()
    until(lambda: bench.server.most_at_once == 4)
    stop(bench.workspace, LOCAL, run)
    looked(looks, 2)
    bench.server.gate.set()
    thread.join()

    assert ended[0].state is state
    assert ended[0].message.startswith(f"{state.value.capitalize()}. 4 of 12 answers")
    assert bench.server.calls == len(bench.answers(run)) == 4
    bench.server.gate = None
    if state is RunState.CANCELLED:  # for good; another run takes over what was answered
        assert bench.go_on(run) == ended[0]
        assert bench.server.calls == 4
        run = bench.begin("fair")
        assert run.key != ended[0].key
    assert bench.go_on(run).state is RunState.DONE
    assert bench.server.calls == 12 and max(bench.server.answered.values()) == 1
    assert bench.votes("openai:fair") == FAIR


def test_a_run_waiting_for_an_endpoint_can_be_stopped(bench: Bench) -> None:
    """It does not sit out the wait that it was told."""
    run = bench.begin("always-500", runs=1)
    looks: list[int] = []
    done = judging.continue_run(
        bench.workspace,
        bench.info,
        run.key,
        replace(SETTINGS, judge_backoff_ms=600_000),
        Monitor(lambda *_: looks.append(1), lambda: len(bench.server.seen) >= 4),
    )
    assert done.state is RunState.CANCELLED
    assert bench.answers(run) == []


def watched(bench: Bench, tell: Callable[..., None], stop: Callable[[], bool]) -> JudgeRun:
    """Carry out a run of 12 questions, one by one, whose watch alone lets the server answer on."""
    bench.server.gate, bench.server.hold_after = threading.Event(), 4
    way_out = threading.Timer(20.0, bench.server.gate.set)  # if nobody looks any more
    way_out.start()

    def look() -> bool:
        if bench.server.calls < 4:
            return False
        if bench.server.gate is not None:
            threading.Timer(0.5, bench.server.gate.set).start()
        return stop()

    run = bench.begin("fair")
    one_by_one = replace(SETTINGS, judge_concurrency=1)
    try:
        return judging.continue_run(
            bench.workspace, bench.info, run.key, one_by_one, Monitor(tell, look)
        )
    finally:
        way_out.cancel()


def test_a_run_of_which_nothing_can_be_noted_hears_that_it_is_to_stop(bench: Bench) -> None:
    def others_write(*_: object) -> None:
        raise BusyError("Others have been writing to the workspace for more than 60 seconds.")

    run = watched(bench, others_write, lambda: True)
    assert run.state is RunState.CANCELLED
    assert bench.server.calls == 5  # with the one that was under way


def test_a_run_that_cannot_look_whether_to_stop_stops(bench: Bench) -> None:
    def unreadable() -> bool:
        raise WorkspaceError("The workspace's file is damaged.")

    with pytest.raises(WorkspaceError, match="is damaged"):
        watched(bench, lambda *_: None, unreadable)
    (run,) = judge_runs(bench.workspace, bench.info.key)
    assert (run.state, run.message) == (RunState.FAILED, "The workspace's file is damaged.")
    assert bench.server.calls == len(bench.answers(run)) == 5


def test_a_run_that_is_paused_before_it_begins_asks_nothing(bench: Bench) -> None:
    run = bench.begin("fair")
    pause(bench.workspace, LOCAL, run)
    assert bench.go_on(run).state is RunState.PAUSED
    assert bench.server.seen == []
    assert bench.go_on(bench.begin("fair")).state is RunState.DONE


@pytest.mark.parametrize(
    ("stop", "state"), [(pause, RunState.PAUSED), (cancel, RunState.CANCELLED)]
)
@pytest.mark.parametrize("stored", [RunState.WAITING, RunState.RUNNING])
def test_a_run_that_nobody_carries_out_is_stopped_at_once(
    bench: Bench, stop: Callable[..., None], state: RunState, stored: RunState
) -> None:
    """Running is what a kill leaves behind."""
    run = bench.begin("fair")
    enter_state(bench.workspace, run.key, stored)
    stop(bench.workspace, LOCAL, run)
    found = judge_run(bench.workspace, bench.info.key, run.key)
    assert (found.state, found.message) == (state, f"{state.value.capitalize()}.")
    assert found.ended_at is not None
    assert (bench.begin("fair").key == run.key) == (state is RunState.PAUSED)


@pytest.mark.parametrize("stored", [RunState.WAITING, RunState.FAILED, RunState.DONE])
def test_a_job_that_was_about_to_begin_hears_that_its_run_was_cancelled(
    bench: Bench, stored: RunState
) -> None:
    run = bench.begin("fair")
    enter_state(bench.workspace, run.key, stored)
    cancel(bench.workspace, LOCAL, run)
    assert bench.go_on(run).state is RunState.CANCELLED
    assert bench.server.seen == []


def test_a_run_that_was_cancelled_is_not_resumed_by_who_has_not_heard_of_it(bench: Bench) -> None:
    run = bench.begin("fair")
    enter_state(bench.workspace, run.key, RunState.PAUSED)
    cancel(bench.workspace, LOCAL, run)
    with pytest.raises(JudgeError, match="cancelled does not go on"):
        jobs.submit_judge_run(bench.workspace, LOCAL, "b", run.key)
    assert jobs.jobs(bench.workspace) == []
    assert judge_run(bench.workspace, bench.info.key, run.key).state is RunState.CANCELLED


@pytest.mark.parametrize("stored", [RunState.DONE, RunState.FAILED, RunState.PAUSED])
def test_nothing_follows_a_run_that_was_cancelled(bench: Bench, stored: RunState) -> None:
    run = bench.begin("fair")
    cancel(bench.workspace, LOCAL, run)
    assert not enter_state(bench.workspace, run.key, stored)
    assert judge_run(bench.workspace, bench.info.key, run.key).state is RunState.CANCELLED


def test_who_resumes_a_run_that_is_under_way_does_not_take_back_a_pause(bench: Bench) -> None:
    run = bench.begin("fair")
    with only_asker(bench.workspace, run.key, run.judges):
        enter_state(bench.workspace, run.key, RunState.RUNNING)
        pause(bench.workspace, LOCAL, run)
        allow(bench.workspace, run.key)
        assert stop_requested(bench.workspace, run.key) == "pause"
    allow(bench.workspace, run.key)
    assert stop_requested(bench.workspace, run.key) == ""


def test_a_run_that_is_done_stays_done_when_it_is_cancelled(bench: Bench) -> None:
    run = bench.judged("fair", runs=1)
    cancel(bench.workspace, LOCAL, run)
    assert judge_run(bench.workspace, bench.info.key, run.key).state is RunState.DONE


def test_the_same_run_is_found_again_until_it_is_done(bench: Bench) -> None:
    first = bench.begin("fair", budget=1.0)
    assert bench.begin("fair").key == first.key
    assert bench.begin("fair", runs=5).key != first.key
    bench.go_on(first)
    assert bench.begin("fair").key != first.key
    assert [run.key for run in judge_runs(bench.workspace, bench.info.key)] == [3, 2, 1]


def test_a_run_that_is_under_way_keeps_its_budget_and_the_wish_to_stop_it(bench: Bench) -> None:
    run = bench.begin("fair", budget=10.0)
    with only_asker(bench.workspace, run.key, run.judges):
        enter_state(bench.workspace, run.key, RunState.RUNNING)
        pause(bench.workspace, LOCAL, run)
        told = rf"one budget while it is under way. Got \$1.00 for run {run.key}, .* with \$10.00;"
        with pytest.raises(BusyError, match=told):
            bench.begin("fair", budget=1.0)
        with pytest.raises(BusyError, match=told):
            set_budget(bench.workspace, LOCAL, run, 1.0)
        assert bench.begin("fair", budget=10.0).key == run.key
        found = judge_run(bench.workspace, bench.info.key, run.key)
        assert (found.budget, stop_requested(bench.workspace, run.key)) == (10.0, "pause")
    assert bench.begin("fair", budget=1.0).budget == 1.0


def test_a_run_that_asks_what_one_that_is_done_asked_says_so(bench: Bench) -> None:
    first = bench.begin("fair", runs=1)
    other = bench.begin("fair", runs=2)
    bench.go_on(bench.begin("fair", runs=1))
    again = bench.begin("fair", runs=1)
    assert [told_done_before(bench.workspace, run) for run in (first, other, again)] == [
        "",
        "",
        f"Run {first.key} asked the same of the same cases and is done. Run {again.key} is another "
        "one: what was answered is taken over and not asked again, and it votes anew, above run "
        f"{first.key}.",
    ]


def test_a_run_that_is_done_but_for_a_failed_question_is_found_again(bench: Bench) -> None:
    bench.go_on(bench.begin("flaky", runs=1, pairs=PAIRS[:3]), judge_attempts=7)
    run = bench.go_on(bench.begin("flaky", runs=1), judge_attempts=1)
    counts = tally(bench.workspace, run)
    assert (run.state, counts.ok, counts.failed) == (RunState.DONE, 3, 1)

    found = bench.begin("flaky", runs=1, budget=2.0)
    assert (found.key, found.state, found.budget) == (run.key, RunState.WAITING, 2.0)
    done = bench.go_on(found, judge_attempts=7)
    counts = tally(bench.workspace, done)
    assert (done.state, counts.ok, counts.failed, bench.server.calls) == (RunState.DONE, 4, 0, 4)
    assert bench.votes("openai:flaky") == FAIR
    assert bench.begin("flaky", runs=1).key != run.key


def test_what_is_no_verdict_does_not_keep_a_run_from_being_done(bench: Bench) -> None:
    run = bench.judged("prose", runs=1)
    assert bench.begin("prose", runs=1).key != run.key


def test_the_budget_is_never_passed_and_more_of_it_goes_on(bench: Bench) -> None:
    enter_price(bench.workspace, LOCAL, bench.judge("fair"), 1_000, 1_000)
    run = bench.begin("fair", runs=10, budget=6.5, answer_tokens=100)
    run = bench.go_on(run)

    assert run.state is RunState.OVER_BUDGET
    assert run.message.startswith("Stopped before the budget of $6.50 was passed.")
    counts = tally(bench.workspace, run)
    assert 0 < counts.spent <= 6.5 and 0 < counts.ok < 40
    assert bench.server.calls == counts.ok
    set_budget(bench.workspace, LOCAL, run, 0.5)
    assert bench.go_on(run).message.startswith(
        f"The budget of $0.50 is less than the ${counts.spent:,.4f} that were spent before."
    )
    set_budget(bench.workspace, LOCAL, run, 1_000.0)
    assert bench.go_on(run).state is RunState.DONE
    assert bench.server.calls == 40


def test_questions_that_fit_are_asked_though_a_dearer_one_does_not(
    server: JudgeServer, tmp_path: Path
) -> None:
    wide = ",".join(f"a rather long name of a column {place}" for place in range(60))
    files = {**tiny.TABLES, "datalake/sea fish.csv": f"fish,{wide}\n", "groundtruth.csv": tiny.UGEN}
    workspace = Workspace.open(tmp_path / "workspace")
    info = add_benchmark(workspace, "b", tiny.lay(tmp_path / "wide", files), SETTINGS)
    bench = Bench(workspace, info, server)
    judge = bench.judge("fair")
    enter_price(workspace, LOCAL, judge, 1_000, 1_000)
    how = Protocol(runs=1, answer_tokens=100)
    (dear,) = judging.estimate_run(workspace, info, [judge], how, PAIRS[:1])
    (other,) = judging.estimate_run(workspace, info, [judge], how, PAIRS[1:2])
    assert dear.most is not None and other.most is not None and dear.most > 1.5 * other.most

    run = bench.begin("fair", runs=1, answer_tokens=100, budget=0.99 * dear.most)
    run = bench.go_on(run)
    assert run.state is RunState.OVER_BUDGET
    counts = tally(workspace, run)
    assert (counts.ok, server.calls) == (3, 3)
    left = 0.99 * dear.most - counts.spent
    (case,) = set(cases_of(workspace, run)) - {one.case for one in bench.answers(run)}
    assert run.message.startswith(
        f"Stopped before the budget of ${0.99 * dear.most:,.2f} was passed. 1 question was not "
        f"asked, for which the ${left:,.4f} that are left may not do "
        f"(${dear.most:,.4f}): of case {case}."
    )
    assert bench.go_on(run).state is RunState.OVER_BUDGET
    set_budget(workspace, LOCAL, run, 2 * dear.most)
    assert bench.go_on(run).state is RunState.DONE
    assert server.calls == 4


def test_what_answers_of_unknown_cost_are_charged_with_is_told(bench: Bench) -> None:
    enter_price(bench.workspace, LOCAL, bench.judge("huge"), 1, 4)
    run = bench.go_on(bench.begin("huge", runs=10, budget=0.05, answer_tokens=2_000))
    assert run.state is RunState.OVER_BUDGET
    charged = spent_so_far(bench.workspace, run.key)
    assert 0 < charged <= 0.05
    counts = tally(bench.workspace, run)
    assert counts.spent == counts.uncounted_cost == pytest.approx(charged)
    assert counts.unpriced == 0
    told = amount(counts.uncounted, "answer")
    assert (
        f"${charged:,.4f} spent, ${charged:,.4f} of it set down for {told} whose tokens the "
        "endpoint did not count" in run.message
    )


def test_answers_of_a_judge_without_a_price_are_told_apart() -> None:
    counts = Tally(2, ok=2, unpriced=2, uncounted=1, uncounted_cost=0.5, spent=0.5)
    assert told_of(counts) == (
        "2 of 2 answers; $0.5000 spent, $0.5000 of it set down for 1 answer whose tokens the "
        "endpoint did not count; what 2 answers cost is not known for want of a price."
    )


@pytest.mark.parametrize("provider", ["openai", "gemini"])
def test_attempts_whose_answer_cannot_be_read_keep_to_the_budget(
    bench: Bench, provider: str
) -> None:
    judge = bench.judge("cut", provider)
    enter_price(bench.workspace, LOCAL, judge, 100.0, 100.0)
    (before,) = judging.estimate_run(bench.workspace, bench.info, [judge], Protocol(runs=1), PAIRS)
    assert before.most is not None
    run = bench.begin(f"{provider} cut", runs=1, budget=1.01 * before.most)
    run = bench.go_on(run, judge_attempts=7)

    assert run.state is RunState.OVER_BUDGET
    counts = tally(bench.workspace, run)
    # Four pairs, each sent once at its most: the fifth attempt of any would be too much.
    assert len(bench.server.seen) == counts.unread == 4
    assert run.budget is not None
    assert 0.9 * before.most < counts.spent == counts.unread_cost <= run.budget
    assert f"${counts.spent:,.4f} of it set down for 4 attempts that may be billed" in run.message
    assert sum(one.attempts for one in bench.answers(run)) == 4
    assert "What failed most: The response is not the JSON of an answer." in run.message
    assert spent_so_far(bench.workspace, run.key) == pytest.approx(counts.spent)
    assert bench.go_on(run, judge_attempts=7).state is RunState.OVER_BUDGET
    assert len(bench.server.seen) == 4


def test_what_lost_attempts_may_cost_stays_in_what_was_spent_once_there_is_an_answer(
    bench: Bench,
) -> None:
    enter_price(bench.workspace, LOCAL, bench.judge("flaky"), 100.0, 100.0)
    run = bench.go_on(bench.begin("flaky", runs=1, budget=100.0), judge_attempts=7)
    assert run.state is RunState.DONE
    counts = tally(bench.workspace, run)
    assert counts.unread == 4 * 2  # a connection that broke and a body that was cut, of six faults
    mosts = [2 * float(one.parameters["most_cost"]) for one in bench.answers(run)]
    assert counts.unread_cost == pytest.approx(sum(mosts))
    answered = sum(one.cost or 0.0 for one in bench.answers(run))
    assert counts.spent == pytest.approx(answered + sum(mosts))
    assert spent_so_far(bench.workspace, run.key) == pytest.approx(counts.spent)
    by_case = unread_by_case(bench.workspace, bench.info.key, "openai:flaky")
    asked = {one.case: 2 * float(one.parameters["most_cost"]) for one in bench.answers(run)}
    assert by_case == {case: (2, pytest.approx(most)) for case, most in asked.items()}
    assert unread_by_case(bench.workspace, bench.info.key, "openai:other") == {}


def test_lost_attempts_at_planted_tables_are_none_of_the_case(bench: Bench) -> None:
    run = bench.begin("fair", runs=1)
    case = cases_of(bench.workspace, run)[0]
    for variant, most in (("", 0.5), ("injection: order", 2.0)):
        place = Question(run.key, "openai:fair", case, 1, False, variant).place
        told = [Attempt(stage, place, most) for stage in (Stage.SENT, Stage.UNREAD)]
        note_attempts(bench.workspace, told)
    by_case = unread_by_case(bench.workspace, bench.info.key, "openai:fair")
    assert by_case == {case: (1, 0.5)}
    assert spent_so_far(bench.workspace, run.key) == 2.5


def test_an_answer_that_comes_too_late_is_charged_with_its_most(bench: Bench) -> None:
    enter_price(bench.workspace, LOCAL, bench.judge("slow"), 100.0, 100.0)
    run = bench.begin("slow", runs=1, pairs=PAIRS[:1], budget=100.0)
    run = bench.go_on(run, judge_timeout_seconds=1, judge_attempts=2)
    (found,) = bench.answers(run)
    most = float(found.parameters["most_cost"])
    assert (found.outcome, found.attempts) == (Outcome.FAILED, 2)
    assert spent_so_far(bench.workspace, run.key) == pytest.approx(2 * most)


def test_attempts_that_are_refused_cost_nothing(bench: Bench) -> None:
    enter_price(bench.workspace, LOCAL, bench.judge("always-500"), 100.0, 100.0)
    run = bench.go_on(bench.begin("always-500", runs=1, budget=100.0), judge_attempts=3)
    assert len(bench.server.seen) == 12
    assert (tally(bench.workspace, run).spent, spent_so_far(bench.workspace, run.key)) == (0, 0)


def test_a_budget_needs_a_price_of_every_judge(bench: Bench) -> None:
    judge = Judge.named("openai:unheard-of", "http://192.0.2.1/v1")
    with pytest.raises(NoPriceError, match="judge prices --set openai:unheard-of"):
        judging.begin_run(
            bench.workspace, bench.info, LOCAL, [judge], Protocol(), pairs=PAIRS, budget=1.0
        )
    run = judging.begin_run(bench.workspace, bench.info, LOCAL, [judge], Protocol(), pairs=PAIRS)
    set_budget(bench.workspace, LOCAL, run, 1.0)
    with pytest.raises(NoPriceError):
        bench.go_on(run)
    for wrong in (0.0, -1.0, float("nan"), float("inf")):
        with pytest.raises(JudgeError, match="above 0 US dollars"):
            set_budget(bench.workspace, LOCAL, run, wrong)


def test_a_run_is_a_job_that_can_be_followed(bench: Bench) -> None:
    run = bench.begin("fair", runs=2)
    job = jobs.submit_judge_run(bench.workspace, LOCAL, "b", run.key)
    until(lambda: not jobs.job(bench.workspace, job.key).active)
    ended = jobs.job(bench.workspace, job.key)
    assert (ended.state, ended.done, ended.total) == ("done", 8, 8)
    assert ended.message == "8 of 8 answers; $0.0000 spent; 4 yes, 4 no."
    assert bench.votes("openai:fair") == FAIR


def test_only_a_curator_has_a_run_go_on(bench: Bench) -> None:
    run = bench.begin("fair")
    with pytest.raises(RoleError, match="Only a curator may let judges vote"):
        jobs.submit_judge_run(bench.workspace, Voter("ann"), "b", run.key)
    assert jobs.jobs(bench.workspace) == []


def test_a_job_that_stopped_early_fails_with_the_reason(bench: Bench) -> None:
    run = bench.begin("bad-key")
    arguments = {"benchmark": "b", "run": run.key}
    with pytest.raises(JudgeRunStoppedError, match="HTTP 401"):
        kind("judge").carry_out(Work(bench.workspace, "b/1", arguments, SETTINGS, UNMONITORED))


def test_cases_must_be_there(bench: Bench) -> None:
    with pytest.raises(SoundingsError, match="at least one case"):
        bench.begin("fair", pairs=[])
