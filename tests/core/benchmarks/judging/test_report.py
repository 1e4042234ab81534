from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

from core.benchmarks.auditing.scored_runs import leaderboard
from core.benchmarks.curating.label_errors import label_errors
from core.benchmarks.judging.report import (
    NotAJudgeError,
    judge_record,
    judge_report,
    judges_of,
)
from core.benchmarks.judging.running import begin_run, continue_run
from core.benchmarks.judging.sending import send_disputed
from core.benchmarks.runs import import_run
from core.benchmarks.types import BenchmarkInfo
from core.evaluation import Metric
from core.judges import Judge, Protocol, RunState
from core.judges.records.answers import Question, store_answer
from core.judges.records.concluding import vote_on
from core.judges.records.runs import cases_of, judge_runs
from core.judges.types import Outcome, Sent, Verdict
from core.labels import (
    LOCAL,
    Ballot,
    Kind,
    Pair,
    Voter,
    adjudicate,
    cast_vote,
    create_queue,
    current_votes,
    progress,
    put_pair,
    queue,
)
from core.labels.errors import BadQueueError, RoleError
from core.labels.queueing.handing import next_case
from core.labels.queueing.remaining import remaining
from core.labels.voting.casting import GivenVote, cast
from core.labels.voting.questions import partly_is
from core.monitor import UNMONITORED
from core.settings import Settings
from core.store import Workspace
from tests.core.benchmarks import tiny

ANN, BOB, JUDGE = Voter("ann"), Voter("bob"), Voter("openai:m", Kind.LLM)
Made = tuple[Workspace, BenchmarkInfo]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """The judge contradicts people on towns, the ground truth on owls; on river all agree."""
    folder = tmp_path_factory.mktemp("report")
    workspace = Workspace.open(folder / "workspace")
    info = tiny.add(workspace, "tiny", tiny.ugen(folder / "tiny"))
    votes = {
        ("fish.csv", "river.csv"): (2, 2),
        ("fish.csv", "towns.csv"): (2, 0),
        ("birds.csv", "owls.csv"): (0, None),
    }
    for (query, table), (judge, people) in votes.items():
        key = put_pair(workspace, LOCAL, info.key, Pair(query, f"datalake/{table}")).key
        cast_vote(workspace, JUDGE, key, Ballot(judge, confidence=0.9))
        for voter in (ANN, BOB) if people is not None else ():
            cast_vote(workspace, voter, key, Ballot(people))
    return workspace, info


def test_a_record_has_what_everybody_said_and_what_kind_of_pair_it_is(made: Made) -> None:
    workspace, info = made
    cases = judge_record(workspace, LOCAL, info, "openai:m").cases.sort("table")
    columns = ("query", "table", "judge", "people", "truth", "cells", "overlap", "confidence")
    # Cells: fish 3 x 2 and owls 2 x 2; birds 2 x 2. Both tables count.
    assert cases.select(columns).rows() == [
        ("birds.csv", "datalake/owls.csv", 0, None, 2, 8, 1.0, 0.9),
        ("fish.csv", "datalake/river.csv", 2, 2, 2, 10, 1.0, 0.9),
        ("fish.csv", "datalake/towns.csv", 2, 0, 0, 10, 0.0, 0.9),
    ]


def test_a_report_of_imported_votes_tells_what_can_be_told(made: Made) -> None:
    workspace, info = made
    found = judge_report(workspace, LOCAL, info, "openai:m")
    agreement, wrong = found.people.readings[0], found.truth.readings[0]
    assert (agreement.value, agreement.of) == (0.5, 2)
    assert (wrong.value, wrong.of) == (pytest.approx(2 / 3), 3)
    assert found.cost.readings[0].value is None
    assert found.estimates[0].what == (
        'wrong or missing labels in the ground truth, where "partly" is yes'
    )
    document = json.loads(json.dumps(found.to_document()))
    assert (document["cases"], document["compared"]) == (3, 2)
    assert len(document["findings"]) == 12


def test_the_places_of_a_run_are_those_that_are_scored(tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path / "workspace")
    files = {
        **{f"datalake/{name}.csv": tiny.FISH for name in ("q", "near", "a", "b", "c")},
        "queries.jsonl": '{"query_id": "q", "query_table": "q.csv"}\n',
        "qrels.tsv": "q\ta\t1\nq\tb\t0\n",
        "ignore.tsv": "q\tnear\n",
        "run.json": '{"q": ["q", "near", "b", "a", "c"]}',
    }
    info = tiny.add(workspace, "tiny", tiny.lay(tmp_path / "tiny", files))
    import_run(workspace, info, tmp_path / "tiny" / "run.json", "m")
    for table, label in (("a", 2), ("b", 0)):
        key = put_pair(workspace, LOCAL, info.key, Pair("q", f"datalake/{table}.csv")).key
        for voter in (ANN, JUDGE):
            cast_vote(workspace, voter, key, Ballot(label))
    estimate = judge_report(workspace, LOCAL, info, "openai:m", run="m", k=2).estimates[1]
    assert estimate.what.startswith("P@2 of m,")
    (row,) = leaderboard(workspace, info, 2).rows
    assert estimate.people.value == row[Metric.P] == 0.5


def test_what_people_say_of_the_labels_is_the_same_whoever_judges(tmp_path: Path) -> None:
    """A judge that can't tell takes no case from people, and it is told how often it cannot."""
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.ugen(tmp_path / "tiny"))
    said = {"river.csv": (2, None), "towns.csv": (2, 2), "owls.csv": (0, None)}
    for table, (people, unsure) in said.items():
        key = put_pair(workspace, LOCAL, info.key, Pair("fish.csv", f"datalake/{table}")).key
        cast_vote(workspace, ANN, key, Ballot(people))
        cast_vote(workspace, JUDGE, key, Ballot(2))
        cast_vote(workspace, Voter("openai:unsure", Kind.LLM), key, Ballot(unsure))
    sure, unsure = (judge_report(workspace, LOCAL, info, f"openai:{x}") for x in ("m", "unsure"))
    for found in (sure, unsure):
        people = found.estimates[0].people
        assert (people.value, people.of) == (pytest.approx(1 / 3), 3)  # towns is labelled 0
    assert (len(unsure.record.settled), len(unsure.record.compared())) == (3, 1)
    assert unsure.record.told == (
        '3 cases; people settled 3 of them, and on 2 of those it votes "can\'t tell"'
    )
    (abstained,) = unsure.abstained.readings
    assert (abstained.value, abstained.of) == (pytest.approx(2 / 3), 3)
    assert sure.abstained.readings[0].value == 0.0


def test_partly_counts_as_it_does_where_queues_count_wrong_labels(tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.ugen(tmp_path / "tiny"))
    # River is labelled positive, towns is not, owls have no label.
    pairs = [Pair("fish.csv", f"datalake/{table}.csv") for table in ("river", "towns", "owls")]
    made = create_queue(workspace, LOCAL, info.key, "all", pairs)
    for case, people in enumerate((2, 1, 1), start=1):
        cast_vote(workspace, ANN, case, Ballot(people))
        cast_vote(workspace, JUDGE, case, Ballot(2))
    for least, wrong in ((None, 2), (1, 2), (2, 0)):
        of = info if least is None else replace(info, positive_from=least)
        queued = label_errors(workspace, LOCAL, of, made)
        found = judge_report(workspace, LOCAL, info, "openai:m", least).estimates[0]
        share = queued["wrong"].sum() / queued["settled"].sum()
        assert found.people.value == pytest.approx(share) == pytest.approx(wrong / 3)
        assert found.what.endswith(partly_is(of.positive_from))


def test_a_pair_without_a_label_counts_as_no(made: Made, tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.ugen(tmp_path / "tiny"))
    unlabelled = Pair("birds.csv", "datalake/towns.csv")
    case = put_pair(workspace, LOCAL, info.key, unlabelled).key
    cast_vote(workspace, JUDGE, case, Ballot(2))
    record = judge_record(workspace, LOCAL, info, "openai:m")
    assert record.cases["truth"].to_list() == [0]
    assert record.disputed["case"].to_list() == [case]


def test_only_a_judge_has_a_report_and_only_a_curator_reads_it(made: Made) -> None:
    workspace, info = made
    (judge,) = judges_of(workspace, info)
    assert (judge.voter, judge.kind, judge.cases) == ("openai:m", Kind.LLM, 3)
    with pytest.raises(NotAJudgeError, match="There are: openai:m"):
        judge_report(workspace, LOCAL, info, "ann")
    with pytest.raises(RoleError):
        judge_report(workspace, ANN, info, "openai:m")


def test_votes_of_judges_are_counted_once_a_case_and_benchmark(made: Made, tmp_path: Path) -> None:
    workspace, info = made
    second = tiny.add(workspace, "second", tiny.ugen(tmp_path / "second"))
    rule = Voter("rule:matcher", Kind.RULE)
    pairs = [Pair("fish.csv", "datalake/river.csv"), Pair("birds.csv", "datalake/towns.csv")]
    for benchmark, asked in ((info, pairs), (second, pairs[:1])):
        for pair in asked:
            case = put_pair(workspace, LOCAL, benchmark.key, pair).key
            for label in (2, 0):  # the second takes the place of the first
                cast_vote(workspace, rule, case, Ballot(label))
            adjudicate(workspace, LOCAL, case, Ballot(2))
    for benchmark in (info, second):
        votes = current_votes(workspace, benchmark.key).filter(pl.col("kind") != "human")
        counted = votes.group_by("voter", "kind").len().sort("voter").rows()
        found = judges_of(workspace, benchmark)
        assert [(one.voter, one.kind, one.cases) for one in found] == counted
    assert [one.cases for one in judges_of(workspace, second)] == [1]


def test_runs_are_listed_with_how_many_cases_they_have(made: Made) -> None:
    workspace, info = made
    pairs = [Pair("fish.csv", "datalake/towns.csv"), Pair("fish.csv", "datalake/river.csv")]
    judge = Judge.named("rule:matcher")
    run = begin_run(workspace, info, LOCAL, [judge], Protocol(), pairs=pairs)
    assert [one.cases for one in judge_runs(workspace, info.key)] == [2]
    keys = [put_pair(workspace, LOCAL, info.key, pair).key for pair in pairs]
    assert list(cases_of(workspace, run)) == keys


def test_disputed_cases_go_to_people_once_and_blind(made: Made) -> None:
    workspace, info = made
    record = judge_record(workspace, LOCAL, info, "openai:m")
    assert send_disputed(workspace, LOCAL, info, record, "disputed", wanted=1) == 2
    assert send_disputed(workspace, LOCAL, info, record, "disputed") == 0
    waiting = queue(workspace, info.key, "disputed")
    assert waiting.source == {"disputed by": "openai:m"}
    # Two people have voted on towns, so owls is what a person is asked about.
    handed = next_case(workspace, waiting, Voter("cy"))
    assert handed is not None
    assert handed.table == "datalake/owls.csv"


def test_asking_for_more_votes_changes_no_figure_and_only_votes_do(tmp_path: Path) -> None:
    """Of two cases with one vote and one with two the judge gets one of each wrong."""
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.ugen(tmp_path / "tiny"))
    votes = {
        ("fish.csv", "river.csv"): (2, (2,)),
        ("fish.csv", "owls.csv"): (0, (2,)),
        ("birds.csv", "towns.csv"): (0, (2, 2)),
    }
    cases = []
    for (query, table), (judge, people) in votes.items():
        cases.append(put_pair(workspace, LOCAL, info.key, Pair(query, f"datalake/{table}")).key)
        cast_vote(workspace, JUDGE, cases[-1], Ballot(judge))
        for voter, label in zip((ANN, BOB), people, strict=False):
            with workspace.writing() as db:
                moment = "2026-01-01T00:00:00Z"
                cast(db, GivenVote(voter, cases[-1], Ballot(label), voted_at=moment))

    def agreement() -> tuple[float | None, int, str]:
        found = judge_report(workspace, LOCAL, info, "openai:m")
        begins = "Since cases were sent to them as disputed by this judge, "
        again = [note for note in found.notes if note.startswith(begins)]
        told = "".join(again).removeprefix(begins).partition(". Where such cases alone")[0]
        return found.people.readings[0].value, found.people.readings[0].of, told

    assert agreement() == (pytest.approx(1 / 3), 3, "")
    record = judge_record(workspace, LOCAL, info, "openai:m")
    assert send_disputed(workspace, LOCAL, info, record, "disputed") == 2
    send_disputed(workspace, LOCAL, info, record, "five", wanted=5)
    assert agreement() == (pytest.approx(1 / 3), 3, "")
    made = queue(workspace, info.key, "disputed")
    done = progress(workspace, made, LOCAL)
    assert (done.cases, done.done, done.votes, done.votes_wanted) == (2, 0, 3, 2 + 3)
    _, once, twice = cases
    cast_vote(workspace, Voter("cy"), once, Ballot(0))
    told = "people voted again on 1 case"
    assert agreement() == (0.5, 2, told)  # a tie is left to a curator
    cast_vote(workspace, Voter("cy"), twice, Ballot(2))
    told = "people voted again on 2 cases"
    assert agreement() == (0.5, 2, told)
    assert progress(workspace, made, LOCAL).done == 2
    assert remaining(workspace, made, Voter("dora")) == 0
    adjudicate(workspace, LOCAL, once, Ballot(0))
    assert agreement() == (pytest.approx(2 / 3), 3, f"{told} and curators decided 1 case")


def test_a_number_that_was_asked_for_counts_for_disputed_cases_that_were_open(
    tmp_path: Path,
) -> None:
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.ugen(tmp_path / "tiny"))
    case = put_pair(workspace, LOCAL, info.key, Pair("birds.csv", "datalake/owls.csv")).key
    cast_vote(workspace, JUDGE, case, Ballot(0))
    record = judge_record(workspace, LOCAL, info, "openai:m")
    send_disputed(workspace, LOCAL, info, record, "two", wanted=2)
    for voter, settled in ((ANN, 0), (BOB, 1)):
        cast_vote(workspace, voter, case, Ballot(2))
        assert len(judge_record(workspace, LOCAL, info, "openai:m").settled) == settled


def test_a_judge_that_disputes_nothing_has_nothing_to_send(made: Made) -> None:
    workspace, info = made
    record = judge_record(workspace, LOCAL, info, "openai:m")
    agreeing = type(record)("openai:m", record.cases.filter(pl.col("judge") == pl.col("truth")))
    calm = type(record)("openai:m", agreeing.cases.filter(pl.col("people") != 0))
    with pytest.raises(BadQueueError):
        send_disputed(workspace, LOCAL, info, calm, "none")


def test_the_rule_votes_through_a_run_and_is_reported_like_any_judge(tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.ugen(tmp_path / "tiny"))
    settings = Settings(workspace=workspace.root, workers=1)
    pairs = [
        Pair("fish.csv", "datalake/river.csv"),
        Pair("fish.csv", "datalake/towns.csv"),
    ]
    rule = Judge.named("rule:matcher")
    started = begin_run(workspace, info, LOCAL, [rule], Protocol(), pairs=pairs)
    done = continue_run(workspace, info, started.key, settings, monitor=UNMONITORED)
    assert done.state is RunState.DONE
    record = judge_record(workspace, LOCAL, info, "rule:matcher")
    assert dict(record.cases.select("table", "judge").rows()) == {
        "datalake/river.csv": 2,
        "datalake/towns.csv": 0,
    }
    found = judge_report(workspace, LOCAL, info, "rule:matcher")
    assert found.unanswered.readings[0].value == 0.0
    assert found.notes == ()


def test_ways_of_asking_that_are_measured_together_are_told(made: Made) -> None:
    workspace, info = made
    judge = Judge.named("openai:ways", "http://127.0.0.1:9/v1")
    pairs = [Pair("fish.csv", "datalake/river.csv")]
    keys = []
    for number, protocol in enumerate((Protocol(runs=1), Protocol(runs=1, temperature=0.7))):
        run = begin_run(workspace, info, LOCAL, [judge], protocol, pairs=pairs)
        sent = Sent(f"way {number}", Outcome.OK, "union-2", True, Verdict(2, "alike"))
        store_answer(
            workspace, Question(run.key, judge.voter, cases_of(workspace, run)[0], 1, False), sent
        )
        vote_on(workspace, run, judge, cases_of(workspace, run)[0], 1)
        keys.append(run.key)
    (note,) = judge_report(workspace, LOCAL, info, judge.voter).notes[:1]
    assert note.startswith(
        f"It was asked in 2 ways: temperature 0.1 (run {keys[0]}); temperature 0.7 (run {keys[1]})."
    )


def test_places_that_a_run_leaves_empty_count_in_its_precision(tmp_path: Path) -> None:
    """One of two queries has an answer, of one candidate, which is right: P@2 is a quarter."""
    workspace = Workspace.open(tmp_path / "workspace")
    files = {
        **{f"datalake/{name}.csv": tiny.FISH for name in ("q", "r", "a", "b")},
        "queries.jsonl": "".join(
            f'{{"query_id": "{name}", "query_table": "{name}.csv"}}\n' for name in "qr"
        ),
        "qrels.tsv": "q\ta\t1\nr\tb\t1\n",
        "run.json": '{"q": ["a"]}',
    }
    info = tiny.add(workspace, "tiny", tiny.lay(tmp_path / "tiny", files))
    import_run(workspace, info, tmp_path / "tiny" / "run.json", "m")
    key = put_pair(workspace, LOCAL, info.key, Pair("q", "datalake/a.csv")).key
    for voter in (ANN, JUDGE):
        cast_vote(workspace, voter, key, Ballot(2))
    (_, found) = judge_report(workspace, LOCAL, info, "openai:m", run="m", k=2).estimates
    assert found.what.startswith(
        "positives among the 1 pair in the first 2 places of m (its P@2 is this times 1/4: the "
        "other 3 places are empty)"
    )
    assert leaderboard(workspace, info, 2).rows[0][Metric.P] == 0.25 * found.people.value


def test_addresses_that_are_measured_together_are_told(made: Made) -> None:
    workspace, info = made
    keys = []
    for number, address in enumerate(("http://127.0.0.1:9/v1", "http://127.0.0.1:8/v1")):
        judge = Judge.named(f"openai:moved@{address}")
        pairs = [Pair("fish.csv", "datalake/river.csv")]
        run = begin_run(workspace, info, LOCAL, [judge], Protocol(runs=1), pairs=pairs)
        (case,) = cases_of(workspace, run)
        sent = Sent(f"moved {number}", Outcome.OK, "union-2", True, Verdict(2, "alike"))
        store_answer(workspace, Question(run.key, judge.voter, case, 1, False), sent)
        vote_on(workspace, run, judge, case, 1)
        keys.append(run.key)
    (note,) = judge_report(workspace, LOCAL, info, "openai:moved").notes[:1]
    assert note.startswith(
        f"It was asked in 2 ways: address http://127.0.0.1:9/v1 (run {keys[0]}); "
        f"address http://127.0.0.1:8/v1 (run {keys[1]})."
    )


def test_a_name_that_several_models_answer_to_is_told(made: Made, tmp_path: Path) -> None:
    """As where an endpoint passes questions on to another model when the first is busy."""
    workspace, info = made
    judge = Judge.named("openai:router", "http://127.0.0.1:9/v1")
    pairs = [Pair("fish.csv", "datalake/river.csv"), Pair("fish.csv", "datalake/towns.csv")]
    run = begin_run(workspace, info, LOCAL, [judge], Protocol(runs=1), pairs=pairs)
    for case, model in zip(cases_of(workspace, run), ("large-1", "small-1"), strict=True):
        sent = Sent(f"{case}", Outcome.OK, "union-2", True, Verdict(2, "alike"), model=model)
        store_answer(workspace, Question(run.key, judge.voter, case, 1, False), sent)
        vote_on(workspace, run, judge, case, 1)
    (note,) = judge_report(workspace, LOCAL, info, "openai:router").notes[:1]
    assert note.startswith("Its answers came from 2 models, as they name themselves: large-1 (1)")
