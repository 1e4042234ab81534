"""Judges are asked over real HTTP with the real SDKs, by a server that misbehaves on purpose."""

from __future__ import annotations

import json
import shutil
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from core.benchmarks import registry
from core.benchmarks.curating import vote_files
from core.benchmarks.judging import running as judging
from core.benchmarks.judging.report import judge_record
from core.errors import BusyError, WorkspaceError
from core.judges.asking import storing
from core.judges.errors import JudgeNotFoundError
from core.judges.judge import Judge
from core.judges.pricing.prices import enter_price
from core.judges.protocol import Protocol
from core.judges.records.concluding import vote_on
from core.judges.records.locks import only_asker
from core.judges.records.runs import cancel, cases_of, judge_run, judge_runs
from core.judges.records.spending import spent_so_far
from core.judges.records.tallies import tallies, tally
from core.judges.running import carrying_out
from core.judges.types import JudgeRun, Outcome, RunState, Tally
from core.labels import LOCAL, Ballot, Voter, adjudicate, cast_vote
from core.labels.errors import VoterError
from core.labels.queueing.cases import put_pair
from core.labels.voting.votes import all_votes
from core.llm import Effort, MissingKeyError
from core.llm.traits import forget_traits, notes
from core.monitor import Monitor
from core.store import Workspace
from tests.core.benchmarks import tiny
from tests.core.judges.conftest import FAIR, PAIRS, SETTINGS, Bench
from tests.judges_server.bodies import BODIES


@pytest.mark.parametrize("provider", ["openai", "gemini"])
def test_each_case_gets_the_majority_of_its_answers_as_a_vote(bench: Bench, provider: str) -> None:
    run = bench.judged(f"{provider} fair")

    assert bench.votes(f"{provider}:fair") == FAIR
    assert bench.server.calls == 12 and max(bench.server.answered.values()) <= 3
    found = bench.answers(run)
    assert len(found) == 12
    assert {one.outcome for one in found} == {Outcome.OK}
    assert {one.model for one in found} == {"fair-2026-01-01"}
    assert {one.structured for one in found} == {True}
    assert all(one.input_tokens and one.output_tokens for one in found)
    assert found[0].prompt_version.startswith("union-2 ")
    assert found[0].parameters["temperature"] == 0.1
    assert found[0].raw == '{"verdict": "Yes", "explanation": "same columns"}'
    body = bench.server.bodies[0]
    assert (body.get("temperature") or body["generationConfig"]["temperature"]) == 0.1


def test_votes_of_a_run_that_were_taken_to_another_benchmark_are_not_counted(
    bench: Bench, tmp_path: Path
) -> None:
    run = bench.judged("fair")
    copy = tiny.add(bench.workspace, "copy", tiny.ugen(tmp_path / "copy"))
    path = tmp_path / "votes.json"
    path.write_text(json.dumps(vote_files.votes_document(bench.workspace, LOCAL, bench.info)))
    assert vote_files.import_votes(bench.workspace, LOCAL, copy, path).added == 4
    assert tally(bench.workspace, run).votes == 4


def test_votes_from_another_workspace_neither_stop_a_run_nor_count_as_its_own(
    bench: Bench, laid: Path, tmp_path: Path
) -> None:
    bench.judged("fair")
    document = vote_files.votes_document(bench.workspace, LOCAL, bench.info)
    for vote in document["votes"]:
        vote["label"] = 2 - vote["label"]
    path = tmp_path / "votes.json"
    path.write_text(json.dumps(document))
    shutil.copytree(laid, tmp_path / "other")
    workspace = Workspace.open(tmp_path / "other")
    other = Bench(workspace, registry.benchmark(workspace, "b"), bench.server)
    assert vote_files.import_votes(workspace, LOCAL, other.info, path).added == 4

    run = other.begin("fair")
    assert tally(workspace, run).votes == 0
    assert other.go_on(run).state is RunState.DONE
    assert (tally(workspace, run).votes, other.votes("openai:fair")) == (4, FAIR)


def test_a_run_votes_once_on_the_same_answers(bench: Bench) -> None:
    run = bench.judged("fair")
    again = bench.judged("fair")  # by the same answers, in a run of its own
    for one in (run, run, again):
        for case in cases_of(bench.workspace, one):
            vote_on(bench.workspace, one, bench.judge("fair"), case, 3)
    votes = all_votes(bench.workspace, LOCAL, bench.info.key)
    assert (len(votes), len({vote.client_key for vote in votes})) == (8, 8)
    assert [tally(bench.workspace, one).votes for one in (run, again)] == [4, 4]


@pytest.mark.parametrize("provider", ["openai", "gemini"])
def test_broken_and_refused_requests_are_sent_again_until_they_are_answered(
    bench: Bench, provider: str
) -> None:
    """429 with Retry-After, 500, a dropped connection, a cut body, 429 in ms, 503 with a date."""
    run = bench.begin(f"{provider} flaky", runs=1)
    run = bench.go_on(run, judge_attempts=7)

    assert run.state is RunState.DONE
    assert bench.votes(f"{provider}:flaky") == FAIR
    assert {one.attempts for one in bench.answers(run)} == {7}
    assert bench.server.calls == 4


def test_the_time_that_an_endpoint_asks_for_is_waited(bench: Bench) -> None:
    bench.go_on(bench.begin("flaky", runs=1, pairs=PAIRS[:1]), judge_attempts=7)
    times = [when for when, _, _ in bench.server.seen]
    assert times[5] - times[4] >= 0.02  # retry-after-ms: 20


@pytest.mark.parametrize(
    "name",
    ["gemini: limit per minute", "openai: limit per minute, without a payment method"],
)
def test_a_limit_for_a_minute_is_waited_for(bench: Bench, name: str) -> None:
    """Both speak of billing."""
    limit = BODIES[name]
    soon = json.loads(json.dumps(limit.document).replace('"26s"', '"0.2s"'))
    bench.server.refusals = [(limit.status, soon)]
    run = bench.go_on(
        bench.begin(f"{limit.provider} fair", runs=1), judge_attempts=2, judge_concurrency=1
    )
    assert run.state is RunState.DONE, run.message
    assert [status for _, _, status in bench.server.seen] == [429, 200, 200, 200, 200]
    if limit.provider == "gemini":
        times = [when for when, _, _ in bench.server.seen]
        assert times[1] - times[0] >= 0.2


def test_a_quota_of_a_day_that_is_used_up_ends_the_judge(bench: Bench) -> None:
    quota = BODIES["gemini: limit per day, which names a wait for a minute"]
    bench.server.refusals = [(quota.status, quota.document)]
    run = bench.go_on(bench.begin("gemini fair"), judge_concurrency=1)
    assert run.state is RunState.FAILED
    assert run.message.startswith("gemini:fair cannot be asked: HTTP 429: You exceeded your")
    assert len(bench.server.seen) == 1


@pytest.mark.parametrize(
    ("model", "outcome", "why"),
    [
        ("truncated", Outcome.UNPARSABLE, "cut at the limit"),
        # What is left of these reads like a verdict.
        ("cut-lines", Outcome.UNPARSABLE, "cut at the limit"),
        ("prose", Outcome.UNPARSABLE, "not one JSON object"),
        ("german", Outcome.UNPARSABLE, "not one JSON object"),
        ("long", Outcome.UNPARSABLE, "longer than 100,000 characters"),
        ("half-fish", Outcome.UNPARSABLE, "characters that are none"),
        ("huge", Outcome.UNPARSABLE, "longer than 4 MiB"),
        ("refuses", Outcome.REFUSED, ""),
        ("apologises", Outcome.REFUSED, "declined in words"),
    ],
)
@pytest.mark.parametrize("provider", ["openai", "gemini"])
def test_what_is_no_verdict_is_stored_and_counted_and_no_vote(
    bench: Bench, provider: str, model: str, outcome: Outcome, why: str
) -> None:
    run = bench.judged(f"{provider} {model}", runs=1)

    found = bench.answers(run)
    assert [one.outcome for one in found] == [outcome] * 4
    assert all(one.verdict is None and why in one.error for one in found)
    assert all(len(one.raw) <= 100_000 for one in found)
    assert bench.votes(f"{provider}:{model}") == {}
    counts = tally(bench.workspace, run)
    assert (counts.answered, counts.ok, counts.votes) == (4, 0, 0)
    assert (counts.unparsable, counts.refused) == (
        (4, 0) if outcome is Outcome.UNPARSABLE else (0, 4)
    )
    bench.go_on(run)  # what is no verdict is an answer nevertheless, and not asked for again
    assert len(bench.server.bodies) == 4


@pytest.mark.parametrize(
    ("model", "billed"), [("moderated", False), ("filtered", True)], ids=["403", "400"]
)
@pytest.mark.parametrize("provider", ["openai", "gemini"])
def test_a_question_that_a_filter_declines_is_refused_and_the_judge_asked_on(
    bench: Bench, provider: str, model: str, billed: bool
) -> None:
    enter_price(bench.workspace, LOCAL, bench.judge(model, provider), 1.0, 1.0)
    run = bench.judged(f"{provider} {model}", runs=1)

    found = bench.answers(run)
    assert [one.outcome for one in found] == [Outcome.REFUSED] * 4
    assert all(f"HTTP {403 if model == 'moderated' else 400}: " in one.error for one in found)
    assert tally(bench.workspace, run).refused == 4
    most = sum(one.parameters["most_cost"] for one in found)
    assert most > 0
    assert spent_so_far(bench.workspace, run.key) == pytest.approx(most if billed else 0.0)
    bench.go_on(run)
    assert len(bench.server.bodies) == 4


@pytest.mark.parametrize(
    ("model", "outcome"),
    [
        ("moderated", Outcome.REFUSED),
        ("huge", Outcome.UNPARSABLE),
        ("too-long", Outcome.FAILED),
    ],
)
def test_every_attempt_counts_at_a_question_that_gets_no_answer_in_the_end(
    bench: Bench, model: str, outcome: Outcome
) -> None:
    bench.server.refusals = [(500, {"error": {"message": "Internal error"}})] * 3
    (found,) = bench.answers(bench.go_on(bench.begin(model, runs=1, pairs=PAIRS[:1])))
    assert (found.outcome, found.attempts) == (outcome, len(bench.server.bodies)) == (outcome, 4)
    assert found.seconds > 0


@pytest.mark.parametrize(
    ("cached", "cost"), [(None, 16_000 * 2 + 10 * 8), (0.5, 128 * 2 + 15_872 * 0.5 + 10 * 8)]
)
def test_input_that_the_endpoint_had_in_its_cache_has_a_price_of_its_own(
    bench: Bench, cached: float | None, cost: float
) -> None:
    enter_price(bench.workspace, LOCAL, bench.judge("fair"), 2.0, 8.0, cached)
    usage = {
        "prompt_tokens": 16_000,
        "completion_tokens": 10,
        "prompt_tokens_details": {"cached_tokens": 15_872},
    }
    message = {"content": '{"verdict": "Yes", "explanation": "same"}'}
    said = {"choices": [{"message": message, "finish_reason": "stop"}], "usage": usage}
    bench.server.refusals = [(200, said)]
    run = bench.judged("fair", runs=1, pairs=PAIRS[:1], budget=1.0)
    (found,) = bench.answers(run)
    assert (found.input_tokens, found.cached_tokens) == (16_000, 15_872)
    assert found.cost == pytest.approx(cost / 1_000_000)
    assert tally(bench.workspace, run).spent == found.cost
    assert found.parameters.get("price_cached") == cached
    assert found.parameters["most_cost"] > 2_000 * 8 / 1_000_000  # as without a cache


def test_prose_and_other_languages_are_no_verdict_in_lines_either(bench: Bench) -> None:
    run = bench.judged("prose", "german", runs=1, structured=False)
    assert {one.outcome for one in bench.answers(run)} == {Outcome.UNPARSABLE}
    assert "response_format" not in bench.server.bodies[0]


def test_what_an_endpoint_does_not_take_is_left_out_remembered_and_recorded(bench: Bench) -> None:
    for model in ("no-schema", "no-temperature", "new-limit"):
        run = bench.judged(model, runs=1)
        assert bench.votes(f"openai:{model}") == FAIR
        found = bench.answers(run)
        assert {one.structured for one in found} == {model != "no-schema"}
        expected = None if model == "no-temperature" else 0.1
        assert {one.parameters["temperature"] for one in found} == {expected}
    seen = len(bench.server.seen)
    bench.judged("no-schema", runs=2)
    assert [status for _, _, status in bench.server.seen[seen:]] == [200] * 4


def test_another_effort_is_another_question_and_stands_in_the_run_and_its_answers(
    bench: Bench,
) -> None:
    bench.judged("fair", runs=1)
    run = bench.judged("fair", runs=1, effort=Effort.LOW)
    assert bench.server.calls == 8
    efforts = [body.get("reasoning_effort") for body in bench.server.bodies]
    assert efforts == [None] * 4 + ["low"] * 4
    assert {one.parameters["effort"] for one in bench.answers(run)} == {"low"}
    found = judge_run(bench.workspace, bench.info.key, run.key).protocol
    assert found == Protocol(runs=1, effort=Effort.LOW) and found.effort is Effort.LOW


def test_a_model_that_does_not_take_an_effort_is_left_out_and_the_others_judge(
    bench: Bench,
) -> None:
    run = bench.go_on(bench.begin("no-effort", "fair", runs=1, effort=Effort.HIGH))
    assert run.state is RunState.FAILED
    assert "Unrecognized request argument supplied: reasoning_effort" in run.message
    assert bench.votes("openai:fair") == FAIR and bench.votes("openai:no-effort") == {}
    assert sum(status == 400 for _, _, status in bench.server.seen) <= 4  # at once, those under way


def test_lines_for_answers_as_json_are_read_and_asked_for_after_three_cases_in_a_row(
    bench: Bench,
) -> None:
    run = bench.go_on(bench.begin("lines", runs=2), judge_concurrency=1)
    assert bench.votes("openai:lines") == FAIR
    asked = ["response_format" in body for body in bench.server.bodies]
    assert asked == [True] * 5 + [False] * 3
    assert sum(one.structured for one in bench.answers(run)) == 5
    assert notes(bench.workspace, bench.judge("lines").language_model) == [
        "openai:lines is asked without JSON of a schema, and answers in lines: 3 cases in a row "
        "were answered in lines though JSON was asked."
    ]


def test_answers_in_lines_with_one_as_json_between_turn_json_off_for_nobody(bench: Bench) -> None:
    bench.server.before["fair"] = ["lines"] * 4 + [""] + ["lines"] * 3
    bench.go_on(bench.begin("fair", runs=2), judge_concurrency=1)
    assert bench.votes("openai:fair") == FAIR
    assert all("response_format" in body for body in bench.server.bodies)
    assert notes(bench.workspace, bench.judge("fair").language_model) == []


def test_json_behind_thoughts_is_json(bench: Bench) -> None:
    bench.go_on(bench.begin("thinks", runs=2), judge_concurrency=1)
    assert bench.votes("openai:thinks") == FAIR
    assert all("response_format" in body for body in bench.server.bodies)


def test_what_was_answered_in_one_form_is_not_asked_in_the_other(bench: Bench) -> None:
    bench.judged("fair", runs=1)
    bench.server.before["fair"] = ["lines"] * 5
    bench.go_on(bench.begin("fair", runs=3), judge_concurrency=1)
    asked = ["response_format" in body for body in bench.server.bodies]
    assert asked == [True] * (4 + 5) + [False] * 3

    run = bench.judged("fair", runs=3, pairs=PAIRS[::-1])
    assert len(bench.server.bodies) == 12
    assert all(one.reused for one in bench.answers(run))
    told = judging.estimate_run(
        bench.workspace, bench.info, [bench.judge("fair")], Protocol(runs=3), PAIRS
    )
    assert [(one.known, one.calls) for one in told] == [(12, 0)]

    forget_traits(bench.workspace, bench.judge("fair").language_model)
    bench.judged("fair", runs=3, pairs=PAIRS[1:])
    assert len(bench.server.bodies) == 12
    bench.judged("fair", runs=3, structured=True)  # no lines are taken for what must be JSON
    assert len(bench.server.bodies) == 12 + 3


def test_json_that_must_be_and_is_not_taken_ends_the_run(bench: Bench) -> None:
    run = bench.go_on(bench.begin("no-schema", structured=True))
    assert run.state is RunState.FAILED
    assert "does not answer as JSON of a schema" in run.message


@pytest.mark.parametrize("model", ["bad-key", "no-credit", "429-long"])
def test_an_endpoint_that_will_refuse_everything_ends_the_run_at_once(
    bench: Bench, model: str
) -> None:
    run = bench.go_on(bench.begin(model))
    assert run.state is RunState.FAILED
    assert run.message.startswith(f"openai:{model} cannot be asked: HTTP ")
    assert len(bench.server.seen) <= 4  # those that were under way


@pytest.mark.parametrize("provider", ["openai", "gemini"])
def test_an_address_at_which_nothing_ever_answered_ends_the_run_after_two_attempts(
    bench: Bench, provider: str
) -> None:
    judge = Judge.named(f"{provider}:fair", "http://127.0.0.1:9/v1")
    how = Protocol(runs=1)
    run = judging.begin_run(bench.workspace, bench.info, LOCAL, [judge], how, pairs=PAIRS)
    run = bench.go_on(run)
    assert run.state is RunState.FAILED
    assert run.message.startswith(
        f"{provider}:fair cannot be asked: Nothing answers at its address ("
    )
    assert "See whether it runs and the address is right." in run.message


def test_questions_without_an_answer_are_kept_as_failed_and_asked_again(bench: Bench) -> None:
    run = bench.go_on(bench.begin("always-500", runs=2), judge_attempts=2)
    assert run.state is RunState.FAILED
    assert run.message == (
        "No question got an answer. 0 of 8 answers, 8 failed; $0.0000 spent. "
        "What failed most: HTTP 500: Internal error."
    )
    found = bench.answers(run)
    assert [(one.outcome, one.attempts) for one in found] == [(Outcome.FAILED, 2)] * 8
    assert found[0].error == "HTTP 500: Internal error"
    assert tally(bench.workspace, run).failed == 8
    assert bench.votes("openai:always-500") == {}
    bench.go_on(run, judge_attempts=1)
    assert len(bench.server.seen) == 16 + 8


def test_what_an_endpoint_says_ends_as_a_sentence_does(bench: Bench) -> None:
    run = bench.go_on(bench.begin("429-long", runs=1))
    assert "Come back tomorrow. It wants us to wait 86,400 s" in run.message


def test_a_question_that_is_too_long_says_how_to_make_it_shorter(bench: Bench) -> None:
    run = bench.go_on(bench.begin("too-long", runs=1, table_tokens=9_000))
    assert "Show it less of the tables: --table-tokens" in run.message
    assert run.message.endswith("is 9,000.")


def test_a_question_that_is_too_long_fails_alone(bench: Bench) -> None:
    run = bench.go_on(bench.begin("too-long", "fair", runs=1))
    assert run.state is RunState.DONE
    found = bench.answers(run, voter="openai:too-long")
    assert all("maximum context length" in one.error for one in found)
    assert len(bench.server.seen) == 4 + 4
    assert "What failed most: HTTP 400: This model's maximum context length" in run.message


def test_a_run_on_a_full_disk_says_that_it_is_full(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = "The disk with the workspace must have room to write. It is full."

    def full(workspace: Workspace, come: object) -> None:
        raise WorkspaceError(said)

    monkeypatch.setattr(storing, "store_answers", full)
    run = bench.begin("fair")
    with pytest.raises(WorkspaceError, match="It is full"):
        bench.go_on(run)
    (found,) = judge_runs(bench.workspace, bench.info.key)
    assert (found.state, found.message) == (RunState.FAILED, said)


def test_answers_are_counted_the_less_often_the_longer_it_takes(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: list[int] = []

    def slowly(workspace: Workspace, run: JudgeRun) -> Tally:
        time.sleep(0.2)  # as of 100,000 answers
        found = tally(workspace, run)
        counted.append(found.answered)
        return found

    monkeypatch.setattr(carrying_out, "tally", slowly)
    bench.server.latency = 0.25
    run = bench.begin("fair")
    judging.continue_run(
        *(bench.workspace, bench.info, run.key),
        replace(SETTINGS, judge_concurrency=1),
        Monitor(lambda done, total, told: None),
    )
    # Three seconds of answers: once at the beginning, and all of them at the end.
    assert len(counted) == 2 and counted[-1] == 12


def test_the_last_that_is_told_of_a_run_is_how_it_ended(bench: Bench) -> None:
    told: list[tuple[int, str]] = []

    def slowly(done: int, total: int, message: str) -> None:
        if done < total:
            time.sleep(2)  # as where the disk is busy; the run is at its end meanwhile
        told.append((done, message))

    run = bench.begin("fair")
    judging.continue_run(bench.workspace, bench.info, run.key, SETTINGS, Monitor(slowly))
    assert told[0][0] < 12
    # How many of how many is set behind it by whoever shows it.
    assert told[-1] == (12, "$0.0000 spent; 6 yes, 6 no; answers")


def test_a_slow_answer_is_given_up_after_its_time(bench: Bench) -> None:
    run = bench.begin("slow", runs=1, pairs=PAIRS[:1])
    run = bench.go_on(run, judge_timeout_seconds=1, judge_attempts=1)
    (found,) = bench.answers(run)
    assert (found.outcome, found.error) == (Outcome.FAILED, "No answer came in time.")


def test_as_many_requests_are_under_way_as_may_be_and_no_more(bench: Bench) -> None:
    run = bench.begin("fair")
    bench.server.gate = threading.Event()
    thread = threading.Thread(target=bench.go_on, args=(run,))
    thread.start()
    while bench.server.most_at_once < 4:
        time.sleep(0.002)
    bench.server.gate.set()
    thread.join()
    assert (bench.server.most_at_once, bench.server.calls) == (4, 12)


def test_a_judge_that_waits_to_be_asked_again_holds_up_none_of_a_panel(bench: Bench) -> None:
    run = bench.begin("500", "fair", runs=2)
    waits = {"judge_backoff_ms": 600_000, "judge_longest_wait_seconds": 3_600}
    thread = threading.Thread(target=bench.go_on, args=(run,), kwargs=waits)
    thread.start()
    until = time.monotonic() + 60
    while len(bench.votes("openai:fair")) < len(PAIRS) and time.monotonic() < until:
        time.sleep(0.05)
    cancel(bench.workspace, LOCAL, run)
    thread.join()
    assert bench.votes("openai:fair") == FAIR
    assert bench.votes("openai:500") == {}


def test_the_order_is_swapped_in_half_of_the_runs(bench: Bench) -> None:
    run = bench.judged("first", runs=4, swap=True, pairs=PAIRS[1:2])
    said = {
        one.number: (one.swapped, one.verdict.label) for one in bench.answers(run) if one.verdict
    }
    assert said == {1: (False, 2), 2: (True, 0), 3: (False, 2), 4: (True, 0)}
    assert bench.votes("openai:first") == {("fish.csv", "owls.csv"): None}  # can't tell


def test_a_verdict_that_the_order_decides_is_no_label(bench: Bench) -> None:
    """A judge that looks at the first table alone: three of its five answers are of one order."""
    run = bench.judged("first", runs=5, swap=True)
    first, second = ("fish.csv", "sea fish.csv"), ("fish.csv", "owls.csv")
    assert bench.votes("openai:first") == {**dict.fromkeys(FAIR, 0), first: 2, second: None}
    votes = all_votes(bench.workspace, LOCAL, bench.info.key)
    assert [one.ballot.reason for one in votes if one.ballot.label is None] == [
        "The order of the tables decides: most answers are yes as given, and no with the tables "
        "swapped."
    ]
    assert run.protocol == Protocol(runs=5, swap=True)


def test_a_run_of_an_earlier_version_votes_by_all_its_answers(bench: Bench) -> None:
    run = bench.begin("first", runs=5, swap=True)
    with bench.workspace.writing() as db:
        db.execute("UPDATE judge_runs SET protocol = json_remove(protocol, '$.orders_must_agree')")
    bench.go_on(run)
    second = ("fish.csv", "owls.csv")
    assert bench.votes("openai:first")[second] == 2
    found = judge_run(bench.workspace, bench.info.key, run.key).protocol
    assert found == Protocol(runs=5, swap=True, orders_must_agree=False)


def test_a_run_that_swaps_nothing_is_found_again_by_what_was_stored_of_it(bench: Bench) -> None:
    """Its protocol is written down as by earlier versions, by which it is known."""
    run = bench.begin("fair")
    with bench.workspace.reading() as db:
        (kept,) = db.execute("SELECT protocol FROM judge_runs").fetchone()
    assert "orders_must_agree" not in kept and "effort" not in kept
    assert run.protocol == Protocol(runs=3)


def test_every_vote_says_what_was_shown(bench: Bench) -> None:
    run = bench.judged("first", runs=2, swap=True, pairs=PAIRS[:2])
    first = {one.case: one.request_hash for one in bench.answers(run) if one.number == 1}
    with bench.workspace.reading() as db:
        votes = list(db.query("SELECT case_key, label, shown FROM votes"))
    assert None in {vote["label"] for vote in votes}  # no majority
    assert {vote["case_key"]: vote["shown"] for vote in votes} == first


def test_confidence_and_facets_go_into_the_vote(bench: Bench) -> None:
    run = bench.judged("fair", graded=True, facets=True, confidence=True, pairs=PAIRS[:1])
    (first, *_) = bench.answers(run)
    assert first.verdict is not None
    assert (first.verdict.confidence, first.verdict.facets) == (0.9, (2, 2, 2, 2))
    with bench.workspace.reading() as db:
        (row,) = db.query("SELECT confidence, task_facet, reason FROM votes")
    assert row == {
        "confidence": pytest.approx(0.9),
        "task_facet": 2,
        "reason": "(3 of 3 answers) same columns",
    }


def test_a_panel_votes_with_a_voice_each(bench: Bench) -> None:
    run = bench.judged("yes", "gemini no", "fair", runs=1)
    assert set(bench.votes("openai:yes").values()) == {2}
    assert set(bench.votes("gemini:no").values()) == {0}
    assert bench.votes("openai:fair") == FAIR
    assert tallies(bench.workspace, run)["gemini:no"].labels == {0: 4}
    assert tally(bench.workspace, run).answered == 12


def test_the_same_request_is_never_sent_twice_by_another_run(bench: Bench) -> None:
    bench.judged("fair", runs=3, pairs=PAIRS[:2])
    run = bench.judged("fair", runs=5)
    assert bench.server.calls == 20
    counts = tally(bench.workspace, run)
    assert (counts.answered, counts.reused) == (20, 6)
    assert sum(one.reused for one in bench.answers(run)) == 6


def test_a_report_reads_answers_without_their_texts(bench: Bench) -> None:
    run = bench.judged("fair", "prose", runs=1)
    record = judge_record(bench.workspace, LOCAL, bench.info, "openai:fair")
    found = bench.answers(run, voter="openai:fair")
    assert all(one.raw for one in found)
    assert list(record.answers) == [replace(one, raw="") for one in found]


def test_examples_are_settled_cases_that_are_not_judged(bench: Bench) -> None:
    key = put_pair(bench.workspace, LOCAL, bench.info.key, PAIRS[3]).key
    adjudicate(bench.workspace, LOCAL, key, Ballot(0, reason="mayors are no birds"))
    bench.judged("fair", runs=1, pairs=PAIRS[:2], examples=(key,))
    assert all(
        "mayors are no birds" in body["messages"][1]["content"] for body in bench.server.bodies
    )
    assert bench.votes("openai:fair")[("fish.csv", "sea fish.csv")] == 2


def test_a_judge_does_not_take_the_name_of_a_person_who_voted(bench: Bench) -> None:
    key = put_pair(bench.workspace, LOCAL, bench.info.key, PAIRS[0]).key
    person = Voter("ann")
    object.__setattr__(person, "name", "openai:fair")  # as earlier versions took it
    cast_vote(bench.workspace, person, key, Ballot(0))
    with pytest.raises(VoterError, match="the name of a human who has voted"):
        bench.begin("fair")


def test_one_process_at_a_time_asks_a_judge(bench: Bench) -> None:
    run = bench.begin("fair")
    with (
        only_asker(bench.workspace, 999, run.judges),
        pytest.raises(BusyError, match="openai:fair"),
    ):
        bench.go_on(run)


def test_a_provider_of_its_own_address_needs_a_key(bench: Bench) -> None:
    for name in ("openai:gpt-4o-mini", "gemini:gemini-2.5-flash"):
        with pytest.raises(MissingKeyError, match="_API_KEY"):
            judging.begin_run(
                bench.workspace, bench.info, LOCAL, [Judge.named(name)], Protocol(), pairs=PAIRS
            )
    with pytest.raises(JudgeNotFoundError, match="There are: rule:matcher"):
        judging.begin_run(
            bench.workspace, bench.info, LOCAL, [Judge.named("rule:x")], Protocol(), pairs=PAIRS
        )
    assert judge_runs(bench.workspace, bench.info.key) == []


def test_a_run_whose_key_is_gone_says_so_and_can_be_resumed(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-x")
    run = judging.begin_run(
        bench.workspace, bench.info, LOCAL, [Judge.named("openai:m")], Protocol(), pairs=PAIRS
    )
    monkeypatch.delenv("OPENAI_API_KEY")
    with pytest.raises(MissingKeyError):
        bench.go_on(run)
    (found,) = judge_runs(bench.workspace, bench.info.key)
    assert found.state is RunState.FAILED
    assert "Set OPENAI_API_KEY" in found.message
