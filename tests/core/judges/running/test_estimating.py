"""What a run will take is known before it, and nothing is sent for that."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.benchmarks.judging import running as judging
from core.errors import InputError
from core.judges.errors import ExampleError
from core.judges.judge import Judge
from core.judges.pricing.prices import enter_price, forget_price, price
from core.judges.prompting.examples import settled_cases, suggest_examples
from core.judges.prompting.planting import CONTROL, INSTRUCTIONS
from core.judges.protocol import Protocol
from core.judges.records.answers import Question, store_answer
from core.judges.records.runs import cases_of
from core.judges.records.tallies import tally
from core.judges.reliability.trials import trials
from core.judges.types import Outcome, Purpose, Sent, Verdict
from core.labels import LOCAL, Ballot, Kind, Voter, adjudicate, cast_vote
from core.labels.queueing.cases import put_pair
from core.labels.types import Task
from tests.core.judges.conftest import PAIRS, Bench


def test_calls_tokens_and_cost_are_told_and_the_bound_holds(bench: Bench) -> None:
    judge = bench.judge("fair")
    enter_price(bench.workspace, LOCAL, judge, 10.0, 20.0)
    protocol = Protocol(runs=3, swap=True)
    (found,) = judging.estimate_run(bench.workspace, bench.info, [judge], protocol, PAIRS)

    assert bench.server.seen == []
    assert (found.cases, found.calls, found.known, found.unreadable) == (4, 12, 0, 0)
    assert found.cost == pytest.approx(
        (found.input_tokens * 10 + found.output_tokens * 20) / 1_000_000
    )
    run = bench.judged("fair", swap=True)
    assert found.most is not None and tally(bench.workspace, run).spent <= found.most
    (after,) = judging.estimate_run(bench.workspace, bench.info, [judge], protocol, PAIRS)
    assert (after.calls, after.known, after.cost) == (0, 12, 0.0)


def test_a_table_that_is_gone_is_told_before_and_fails_alone(bench: Bench) -> None:
    with bench.workspace.writing() as db:
        db.execute("DELETE FROM tables WHERE table_id = 'datalake/towns.csv'")
    (found,) = judging.estimate_run(
        bench.workspace, bench.info, [bench.judge("fair")], Protocol(runs=3), PAIRS
    )
    assert (found.calls, found.unreadable) == (9, 3)
    run = bench.go_on(bench.begin("fair"))
    assert tally(bench.workspace, run).failed == 3
    assert len(bench.votes("openai:fair")) == 3
    errors = {one.error for one in bench.answers(run) if one.error}
    assert len(errors) == 1 and "towns.csv" in errors.pop()


def test_prices_are_entered_above_those_that_come_with_the_app(bench: Bench) -> None:
    judge = Judge.named("openai:gpt-4o-mini")
    known = price(bench.workspace, judge)
    assert known is not None and known.input < known.output and "list price" in known.source
    enter_price(bench.workspace, LOCAL, judge, 7.0, 8.0)
    entered = price(bench.workspace, judge)
    assert entered is not None and (entered.input, entered.output) == (7.0, 8.0)
    assert entered.source.startswith("entered by local on ")
    forget_price(bench.workspace, LOCAL, judge)
    assert price(bench.workspace, judge) == known


def test_only_an_endpoint_of_this_machine_and_a_rule_cost_nothing(bench: Bench) -> None:
    def of(name: str, url: str = "") -> float | None:
        found = price(bench.workspace, Judge.named(name, url))
        return None if found is None else found.of(1_000_000, 0)

    for url in ("http://localhost:1/v1", "http://127.0.0.1:1", "http://[::1]:1/v1"):
        assert of("openai:gpt-4o-mini", url) == 0.0
    assert of("rule:matcher") == 0.0
    assert of("openai:gpt-4o-mini", "https://example.org/v1") is None
    assert of("openai:gpt-4o-mini", "http://127.0.0.1.example.org/v1") is None
    assert of("openai:unheard-of") is None


def test_a_decision_or_two_people_who_agree_settle_a_case(bench: Bench) -> None:
    keys = [put_pair(bench.workspace, LOCAL, bench.info.key, pair).key for pair in PAIRS]
    ann, bob = Voter("ann"), Voter("bob")
    cast_vote(bench.workspace, ann, keys[0], Ballot(2, reason="both fish"))
    cast_vote(bench.workspace, bob, keys[0], Ballot(2))
    cast_vote(bench.workspace, ann, keys[1], Ballot(0))
    cast_vote(bench.workspace, Voter("openai:x", Kind.LLM), keys[1], Ballot(0))
    cast_vote(bench.workspace, ann, keys[2], Ballot(2))
    cast_vote(bench.workspace, bob, keys[2], Ballot(0))
    adjudicate(bench.workspace, LOCAL, keys[3], Ballot(0, reason="no birds"))
    cast_vote(bench.workspace, ann, keys[3], Ballot(2))

    found = settled_cases(bench.workspace, bench.info.key)
    assert [(one.case, one.label, one.reason) for one in found] == [
        (keys[0], 2, "both fish"),
        (keys[3], 0, "no birds"),
    ]
    drawn = suggest_examples(bench.workspace, bench.info.key, 5)
    assert [one.case for one in drawn] == [keys[0], keys[3]]
    (left,) = suggest_examples(bench.workspace, bench.info.key, 5, PAIRS[:1])
    assert left.case == keys[3]
    joins = [replace(PAIRS[1], task=Task.JOIN)]
    assert suggest_examples(bench.workspace, bench.info.key, 5, joins) == []


def test_an_example_that_is_not_settled_or_is_judged_is_refused_before_anything(
    bench: Bench,
) -> None:
    key = put_pair(bench.workspace, LOCAL, bench.info.key, PAIRS[0]).key
    with pytest.raises(ExampleError, match="An example is a settled case"):
        bench.begin("fair", pairs=PAIRS[1:], examples=(key,))
    adjudicate(bench.workspace, LOCAL, key, Ballot(2))
    with pytest.raises(ExampleError, match="never among the cases that are judged"):
        bench.begin("fair", examples=(key,))
    with pytest.raises(ExampleError, match="asks what the judged pairs ask, join"):
        bench.begin("fair", pairs=[replace(PAIRS[1], task=Task.JOIN)], examples=(key,))
    adjudicate(bench.workspace, LOCAL, key, Ballot(1))
    with pytest.raises(ExampleError, match="needs graded verdicts"):
        bench.begin("fair", pairs=PAIRS[1:], examples=(key,))


def test_an_audit_shows_which_judge_obeys_what_cells_say(bench: Bench) -> None:
    for model, flips in (("fair", False), ("obedient", True)):
        (before,) = judging.estimate_run(
            bench.workspace,
            bench.info,
            [bench.judge(model)],
            Protocol(runs=1),
            PAIRS,
            purpose=Purpose.INJECTION,
        )
        run = bench.judged(model, runs=1, purpose=Purpose.INJECTION)
        assert before.calls == len(bench.answers(run, variants=True))
        found = list(trials(bench.workspace, run))
        assert len(found) == (len(INSTRUCTIONS) + 1) * len(PAIRS)
        pushes = [one for one in found if one.instruction != CONTROL]
        assert {one.flipped for one in pushes} == {flips}
        assert not any(one.flipped for one in found if one.instruction == CONTROL)
        assert all(one.pushed == 2 - one.before for one in found)
        assert bench.votes(f"openai:{model}") == {}
        counts = tally(bench.workspace, run)
        assert counts.answered == counts.questions == 4 * (2 + len(INSTRUCTIONS))


def test_an_audit_says_what_it_could_not_ask(bench: Bench) -> None:
    run = bench.begin("fair", runs=2, purpose=Purpose.INJECTION)
    sent = [Sent(f"{i}", Outcome.OK, "union-2", True, Verdict(2 * i)) for i in (0, 1)]
    for number, one in enumerate(sent, start=1):
        (case, *_) = cases_of(bench.workspace, run)
        question = Question(run.key, "openai:fair", case, number, False)
        store_answer(bench.workspace, question, one)
    done = bench.go_on(run)
    left = 2 * (len(INSTRUCTIONS) + 1)
    assert done.message.endswith(
        f"{left} questions were not asked: on those cases the judge has no majority with nothing "
        "planted, which an instruction could flip."
    )


def test_an_audit_uses_the_answers_that_a_vote_has_paid_for(bench: Bench) -> None:
    bench.judged("fair", runs=1)
    run = bench.judged("fair", runs=1, purpose=Purpose.INJECTION)
    assert tally(bench.workspace, run).reused == 4


def test_cases_come_from_a_file_or_a_queue(bench: Bench) -> None:
    from pathlib import Path

    from core.labels import create_queue

    file = Path("pairs.csv")
    file.write_text("query,table\nfish.csv,owls.csv\nfish.csv,owls.csv\nbirds.csv,towns.csv\n")
    pairs, source = judging.chosen_pairs(bench.workspace, bench.info, "pairs.csv")
    assert [(pair.query, pair.table) for pair in pairs] == [
        ("fish.csv", "datalake/owls.csv"),
        ("birds.csv", "datalake/towns.csv"),
    ]
    assert source == {"file": "pairs.csv"}
    create_queue(bench.workspace, LOCAL, bench.info.key, "doubts", PAIRS[2:])
    pairs, source = judging.chosen_pairs(bench.workspace, bench.info, "doubts")
    assert [pair.table for pair in pairs] == [pair.table for pair in PAIRS[2:]]
    assert source == {"queue": "doubts"}
    with pytest.raises(InputError, match=r"There are the queues: doubts\."):
        judging.chosen_pairs(bench.workspace, bench.info, "nothing")
