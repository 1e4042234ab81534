from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from core.benchmarks import registry
from core.benchmarks.judging.matcher_training import query_hashes
from core.benchmarks.judging.report import judge_record
from core.benchmarks.judging.rule_lessons import learned_cases
from core.benchmarks.judging.running import begin_run, continue_run
from core.judges import Judge, Protocol
from core.judges.matcher.model import shipped_model
from core.judges.matcher.rule import NAME, keep_model
from core.judges.records.answers import Question, store_answer
from core.judges.types import Outcome, Sent, Verdict
from core.labels import LOCAL, Ballot, Kind, Pair, Voter, cast_vote, put_pair
from core.labels.types import Task
from core.monitor import UNMONITORED
from core.settings import Settings
from core.store import Workspace
from tests.core.benchmarks import tiny

FISH, BIRDS = Pair("fish.csv", "datalake/river.csv"), Pair("birds.csv", "datalake/owls.csv")


def test_cases_of_queries_that_the_model_that_voted_was_taught_are_told(tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.ugen(tmp_path / "tiny"))
    fish, birds = (put_pair(workspace, LOCAL, info.key, pair).key for pair in (FISH, BIRDS))
    cases = {fish: "fish.csv", birds: "birds.csv"}
    assert learned_cases(workspace, info, cases) == frozenset()

    known = query_hashes(workspace, info, registry.queries(workspace, info))
    shipped = shipped_model(Task.UNION)
    taught = replace(
        shipped,
        intercept=shipped.intercept + 1,
        query_hashes=frozenset({known["fish.csv"][:16]}),
    )
    keep_model(workspace, LOCAL, taught)
    # Votes without an answer behind them, as imported ones, are of the model in use.
    assert learned_cases(workspace, info, cases) == {fish}

    run = begin_run(
        workspace, info, LOCAL, [Judge.named(NAME)], Protocol(runs=1), pairs=[FISH, BIRDS]
    )
    for case, version in ((fish, shipped.version), (birds, "matcher-0 of long ago")):
        sent = Sent(f"{case}", Outcome.OK, "", False, Verdict(2, "alike"), model=version)
        store_answer(workspace, Question(run.key, NAME, case, 1, False), sent)
    assert learned_cases(workspace, info, cases) == {birds}


def test_what_the_shipped_rule_judged_it_was_not_taught(tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.ugen(tmp_path / "tiny"))
    run = begin_run(
        workspace, info, LOCAL, [Judge.named(NAME)], Protocol(runs=1), pairs=[FISH, BIRDS]
    )
    settings = Settings(workspace=workspace.root, workers=1)
    continue_run(workspace, info, run.key, settings, monitor=UNMONITORED)
    record = judge_record(workspace, LOCAL, info, NAME)
    assert record.cases["baseline"].null_count() == 0
    assert record.cases["baseline_learned"].to_list() == [False, False]

    known = query_hashes(workspace, info, registry.queries(workspace, info))
    refitted = replace(
        shipped_model(Task.UNION), intercept=0.5, query_hashes=frozenset({known["fish.csv"][:16]})
    )
    keep_model(workspace, LOCAL, refitted)
    votes = judge_record(workspace, LOCAL, info, NAME).cases
    assert votes["baseline_learned"].to_list() == [False, False]  # they are the shipped one's
    run = begin_run(
        workspace, info, LOCAL, [Judge.named(NAME)], Protocol(runs=1), pairs=[FISH, BIRDS]
    )
    continue_run(workspace, info, run.key, settings, monitor=UNMONITORED)
    taught = judge_record(workspace, LOCAL, info, NAME).cases.filter("baseline_learned")
    assert taught["query"].to_list() == ["fish.csv"]


def test_a_judges_record_says_where_the_baseline_was_taught(tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.ugen(tmp_path / "tiny"))
    known = query_hashes(workspace, info, registry.queries(workspace, info))
    hashes = frozenset({known["fish.csv"][:16]})
    keep_model(workspace, LOCAL, replace(shipped_model(Task.UNION), query_hashes=hashes))
    for pair in (FISH, BIRDS):
        key = put_pair(workspace, LOCAL, info.key, pair).key
        cast_vote(workspace, Voter("openai:m", Kind.LLM), key, Ballot(2))
        cast_vote(workspace, Voter(NAME, Kind.RULE), key, Ballot(2))
    record = judge_record(workspace, LOCAL, info, "openai:m")
    assert dict(record.cases.select("query", "baseline_learned").iter_rows()) == {
        "fish.csv": True,
        "birds.csv": False,
    }
