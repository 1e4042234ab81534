"""What a run will take is known before it, and nothing is sent for that."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.benchmarks.judging import running as judging
from core.errors import InputError
from core.judges.errors import ExampleError
from core.judges.judge import Judge
from core.judges.pricing.costs import Estimate
from core.judges.pricing.past_answers import (
    ANSWER_TOKENS,
    ESTIMATED,
    PastAnswers,
    past_answers,
)
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
from core.llm import Effort
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


def test_what_a_judge_took_before_tells_what_it_will_take(bench: Bench) -> None:
    judge, other = bench.judge("fair"), Protocol(runs=5, temperature=0.2)
    enter_price(bench.workspace, LOCAL, judge, 10.0, 20.0)

    def estimated(judge: Judge = judge, protocol: Protocol = other) -> Estimate:
        (found,) = judging.estimate_run(bench.workspace, bench.info, [judge], protocol, PAIRS)
        assert found.calls == 4 * protocol.runs
        return found

    bench.judged("fair", runs=4)
    few = estimated()
    assert (few.by_answers, few.output_tokens) == (0, 20 * ANSWER_TOKENS)
    bench.judged("fair", runs=5)
    found = estimated()
    assert found.by_answers == 20
    assert found.output_tokens == 20 * 5  # the server counts words, of which an answer has five
    run = bench.judged("fair", runs=5, temperature=0.2)
    counts = tally(bench.workspace, run)
    assert counts.reused == 0 and counts.output_tokens == found.output_tokens
    assert counts.input_tokens == found.input_tokens != few.input_tokens
    assert found.cost == pytest.approx(counts.spent)
    assert found.most == few.most

    short = estimated(protocol=replace(other, temperature=0.3, answer_tokens=3))
    assert short.output_tokens == 20 * 3
    assert estimated(protocol=replace(other, effort=Effort.LOW)).by_answers == 0
    for stranger in (
        replace(judge, base_url=judge.base_url.replace("127.0.0.1", "localhost")),
        bench.judge("fairer"),
    ):
        assert estimated(stranger, replace(other, temperature=0.3)).by_answers == 0


def test_the_last_answers_whose_tokens_were_counted_are_those_that_tell(bench: Bench) -> None:
    run = bench.begin("fair", runs=101)
    places = [(case, number) for number in range(1, 102) for case in cases_of(bench.workspace, run)]

    def store(begin: int, end: int, output: int | None, **more: object) -> None:
        for at in range(begin, end):
            sent = Sent(
                f"{at}",
                Outcome.UNPARSABLE,
                "v",
                True,
                input_tokens=900,
                output_tokens=output,
                **more,  # type: ignore[arg-type]
            )
            case, number = places[at]
            store_answer(
                bench.workspace, Question(run.key, "openai:fair", case, number, False), sent
            )

    judge = bench.judge("fair")
    store(0, 19, 1_000)
    store(19, 30, None)
    assert past_answers(bench.workspace, judge, Effort.DEFAULT) == PastAnswers()
    store(30, 31, 1_000, cached_tokens=450, parameters={ESTIMATED: 600})
    assert past_answers(bench.workspace, judge, Effort.DEFAULT) == PastAnswers(
        20, 1_000.0, 1.0, 0.025
    )
    store(31, 50, 1_000, cached_tokens=450, parameters={ESTIMATED: 600})
    assert past_answers(bench.workspace, judge, Effort.DEFAULT) == PastAnswers(
        39, 1_000.0, 1.5, 20 / 39 / 2
    )


def test_answers_of_long_ago_tell_nothing(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.judged("fair", runs=6)
    bench.judged("fair", runs=6, confidence=True)  # two words more in each answer
    judge = bench.judge("fair")
    assert past_answers(bench.workspace, judge, Effort.DEFAULT).output_tokens == 6.0
    monkeypatch.setattr("core.judges.pricing.past_answers.MOST_ANSWERS", 24)
    assert past_answers(bench.workspace, judge, Effort.DEFAULT).output_tokens == 7.0


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
