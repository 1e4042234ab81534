"""A judge that cannot be asked, or is never understood, stops itself and not the others."""

from __future__ import annotations

import asyncio
import itertools
import time

import pytest

from core.benchmarks.judging import running as judging
from core.judges.asking import rule_asking, rules
from core.judges.asking.rule_asking import ask_rule
from core.judges.judge import Judge
from core.judges.protocol import Protocol
from core.judges.records.answers import Question, store_answer
from core.judges.records.runs import cases_of, enter_state
from core.judges.records.tallies import tallies
from core.judges.running import carrying_out
from core.judges.running.stopping import Stop
from core.judges.types import Outcome, RunState
from core.labels import LOCAL
from tests.core.judges.conftest import FAIR, PAIRS, SETTINGS, Bench


def test_a_judge_that_is_never_understood_is_asked_twenty_times(bench: Bench) -> None:
    run = bench.go_on(bench.begin("prose", runs=40), judge_concurrency=1)
    assert run.state is RunState.FAILED
    assert run.message.startswith("20 answers of openai:prose in a row are no verdict")
    assert run.message.endswith("answers that are no verdict: It is not one JSON object.")
    assert bench.server.calls == 20


def test_answers_from_before_do_not_set_back_the_row_of_those_without_a_verdict(
    bench: Bench,
) -> None:
    """Of which each is paid for."""
    bench.judged("prose", runs=8, pairs=PAIRS[1:2])
    assert bench.server.calls == 8
    run = bench.go_on(bench.begin("prose", runs=8), judge_concurrency=1)
    assert run.state is RunState.FAILED
    assert run.message.startswith("20 answers of openai:prose in a row are no verdict")
    assert bench.server.calls == 8 + 20


def test_a_rule_of_a_panel_does_not_wait_for_the_models(bench: Bench) -> None:
    judges = [bench.judge("bad-key"), Judge.named("rule:matcher")]
    how = Protocol(runs=1)
    run = judging.begin_run(bench.workspace, bench.info, LOCAL, judges, how, pairs=PAIRS)
    run = bench.go_on(run)
    assert run.message.startswith("openai:bad-key cannot be asked")
    assert len(bench.votes("rule:matcher")) == len(PAIRS)


def test_a_run_stops_when_too_many_questions_in_a_row_get_no_answer(bench: Bench) -> None:
    run = bench.go_on(bench.begin("always-500", runs=50), judge_attempts=1)
    assert run.state is RunState.FAILED
    assert run.message.startswith("20 questions to openai:always-500 in a row got no")
    assert run.message.endswith("What failed most: HTTP 500: Internal error.")
    assert len(bench.server.seen) < 30


def test_a_judge_that_is_never_understood_leaves_the_panel_and_the_others_go_on(
    bench: Bench,
) -> None:
    run = bench.go_on(bench.begin("prose", "fair", "yes", runs=15), judge_concurrency=1)

    assert run.state is RunState.FAILED
    assert run.message.startswith(
        "20 answers of openai:prose in a row are no verdict, so it is asked no more; try "
        "another model, or ask it in another way. The other 2 judges were asked on without it. "
        "140 of 180 answers, 20 unparsable;"
    )
    counts = tallies(bench.workspace, run)
    assert {voter: one.answered for voter, one in counts.items()} == {
        "openai:prose": 20,
        "openai:fair": 60,
        "openai:yes": 60,
    }
    assert bench.votes("openai:fair") == FAIR and len(bench.votes("openai:yes")) == 4
    assert bench.server.calls == 140


def test_a_judge_that_was_left_out_is_asked_on_when_the_run_is_resumed(bench: Bench) -> None:
    bench.server.prose["late"] = 20
    run = bench.go_on(bench.begin("late", "fair", runs=10), judge_concurrency=1)
    assert run.state is RunState.FAILED and bench.server.calls == 20 + 40
    run = bench.go_on(run)
    assert run.state is RunState.DONE
    counts = tallies(bench.workspace, run)["openai:late"]
    assert (counts.ok, counts.unparsable, bench.server.calls) == (20, 20, 80)


def test_an_endpoint_that_refuses_everything_stops_its_own_judge_alone(bench: Bench) -> None:
    run = bench.go_on(bench.begin("bad-key", "fair", "always-500"), judge_attempts=1)
    assert run.state is RunState.FAILED
    assert run.message.startswith("openai:bad-key cannot be asked: HTTP 401")
    assert "The other 2 judges were asked on without it." in run.message
    assert bench.votes("openai:fair") == FAIR


def test_a_run_that_nobody_is_left_to_answer_ends_at_once(bench: Bench) -> None:
    run = bench.go_on(bench.begin("bad-key", "prose", runs=40), judge_concurrency=1)
    assert run.state is RunState.FAILED
    assert "openai:bad-key cannot be asked" in run.message
    assert "20 answers of openai:prose in a row" in run.message
    assert "asked on without" not in run.message
    assert len(bench.server.seen) == 1 + 20


def test_a_rule_looks_whether_to_stop_at_each_case_it_goes_through(bench: Bench) -> None:
    rule = Judge.named("rule:matcher")

    def cases(stop_at: int) -> list[int]:
        how = Protocol(runs=1)
        run = judging.begin_run(bench.workspace, bench.info, LOCAL, [rule], how, pairs=PAIRS)
        keys = cases_of(bench.workspace, run)
        subjects = judging.subjects_of(bench.workspace, bench.info, PAIRS, keys)
        by_case, looks = dict(zip(keys, subjects, strict=True)), itertools.count(1)
        return list(
            ask_rule(bench.workspace, run, rule, by_case, SETTINGS, lambda: next(looks) >= stop_at)
        )

    assert cases(stop_at=1) == []  # not even the tables of its cases are looked up
    assert len(cases(stop_at=1_000)) == len(PAIRS)
    vote = judging.begin_run(
        bench.workspace, bench.info, LOCAL, [rule], Protocol(runs=1), pairs=PAIRS
    )
    enter_state(bench.workspace, vote.key, RunState.DONE)
    # Another run finds all of its answers there.
    assert len(cases(stop_at=3)) == 2


def test_a_rule_that_was_stopped_before_its_vote_casts_it_when_it_goes_on(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    judges, how = [Judge.named("rule:matcher")], Protocol(runs=1)
    run = judging.begin_run(bench.workspace, bench.info, LOCAL, judges, how, pairs=PAIRS)
    with monkeypatch.context() as patch:
        patch.setattr(carrying_out, "vote_on", _end)
        with pytest.raises(KeyboardInterrupt):
            bench.go_on(run)
    assert tallies(bench.workspace, run)["rule:matcher"].answered == 1

    assert bench.go_on(run).state is RunState.DONE
    assert len(bench.votes("rule:matcher")) == len(PAIRS)


def test_the_seconds_of_verdicts_are_those_of_judging_shared_evenly(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def store_slowly(*given: object) -> None:
        time.sleep(0.5)
        store_answer(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(rules, "RULES", {"rows": "tests.core.judges.rule_by_rows"})
    monkeypatch.setattr(rule_asking, "store_answer", store_slowly)
    judges, how = [Judge.named("rule:rows")], Protocol(runs=1)
    run = judging.begin_run(bench.workspace, bench.info, LOCAL, judges, how, pairs=PAIRS)
    assert bench.go_on(run).state is RunState.DONE
    (seconds,) = {one.seconds for one in bench.answers(run)}
    assert seconds < 0.5


def _end(*_: object) -> None:
    raise KeyboardInterrupt


def test_a_rule_judges_every_case_portion_by_portion(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rule_asking, "_AT_ONCE", 3)
    judges, how = [Judge.named("rule:matcher")], Protocol(runs=1)
    run = judging.begin_run(bench.workspace, bench.info, LOCAL, judges, how, pairs=PAIRS)
    assert bench.go_on(run).state is RunState.DONE
    assert len(bench.votes("rule:matcher")) == len(PAIRS)


def left_out(*outcomes: Outcome, variant: str = "") -> dict[str, str]:
    """Count some outcomes of one model thirty times over."""

    async def counted() -> dict[str, str]:
        stop = Stop(["m"])
        for outcome in outcomes * 30:
            stop.count(Question(1, "m", 1, 1, False, variant), outcome)
        return stop.left_out

    return asyncio.run(counted())


@pytest.mark.parametrize("outcome", [Outcome.FAILED, Outcome.UNPARSABLE, Outcome.REFUSED])
def test_what_has_verdicts_in_between_is_not_in_a_row(outcome: Outcome) -> None:
    assert left_out(outcome, Outcome.OK) == {}
    assert "in a row" in left_out(outcome)["m"]


def test_answers_without_a_verdict_to_planted_instructions_leave_no_model_out() -> None:
    """They are what an audit measures."""
    assert left_out(Outcome.REFUSED, variant="injection: order") == {}
