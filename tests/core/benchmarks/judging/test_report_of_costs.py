from __future__ import annotations

from pathlib import Path

import pytest

from core.benchmarks.judging.report import judge_report
from core.benchmarks.judging.running import begin_run
from core.judges import Judge, Protocol
from core.judges.records.answers import Question, store_answer
from core.judges.records.concluding import vote_on
from core.judges.records.runs import cases_of
from core.judges.types import Outcome, Sent, Verdict
from core.labels import LOCAL, Ballot, Pair, Voter, cast_vote
from core.store import Workspace
from tests.core.benchmarks import tiny


def test_answers_that_came_to_no_vote_are_paid_by_the_right_verdicts(tmp_path: Path) -> None:
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.ugen(tmp_path / "tiny"))
    judge = Judge.named("openai:shy", "http://127.0.0.1:9/v1")
    tables = ("river.csv", "towns.csv", "owls.csv")
    pairs = [Pair("fish.csv", f"datalake/{table}") for table in tables]
    run = begin_run(workspace, info, LOCAL, [judge], Protocol(runs=2), pairs=pairs)
    right, silent, begun = cases_of(workspace, run)
    asked = [(right, 1, 2), (right, 2, 2), (silent, 1, 2), (silent, 2, None), (begun, 1, None)]
    for case, number, label in asked:
        verdict = None if label is None else Verdict(label)
        outcome = Outcome.UNPARSABLE if verdict is None else Outcome.OK
        sent = Sent(f"{case} {number}", outcome, "union-2", True, verdict, cost=0.01)
        store_answer(workspace, Question(run.key, judge.voter, case, number, False), sent)
    for case in (right, silent, begun):
        vote_on(workspace, run, judge, case, 2)
        for voter in (Voter("ann"), Voter("bob")):
            cast_vote(workspace, voter, case, Ballot(2))
    (paid,) = judge_report(workspace, LOCAL, info, judge.voter).cost.readings
    # Whether the third comes to a vote is open, as it was asked once of twice.
    assert (paid.value, paid.of) == (pytest.approx(0.04), 2)
