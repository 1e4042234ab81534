"""`judge again` as people run it: the estimate first, then the questions, then the counts."""

from __future__ import annotations

from pathlib import Path

from core.benchmarks import registry
from core.judges import RunState
from core.judges.records.runs import cancel, judge_run
from core.labels import LOCAL
from core.store import Workspace
from tests.core.cli.judge.test_judge import Judge, judge, laid, server  # noqa: F401  # fixtures


def test_what_is_no_verdict_is_estimated_asked_again_and_counted(judge: Judge) -> None:  # noqa: F811
    judge("judge", "prices", "--set", "openai:late", "1", "1")
    judge.server.prose["late"] = 2
    judge(*judge.of("run", "openai:late", "--runs", 1))
    told = judge.json("judge", "again", "b", "--run", 1)
    assert (told["run"], told["again"], judge.server.calls) == (1, 2, 3)
    assert (told["judges"][0]["calls"], told["cost"] > 0) == (2, True)
    _, out, _ = judge("judge", "again", "b", "--run", 1)
    assert out.splitlines()[-1] == "2 questions of run 1 would be asked again; --yes asks."

    code, out, err = judge("judge", "again", "b", "--run", 1, "--yes")
    assert code == 0 and judge.server.calls == 5
    assert err.startswith("Asking again 2 questions of run 1: 2 calls for about $0.00")
    assert "2 questions were asked again for want of a verdict, and 2 of them have one now." in out
    assert "0 questions of run 1 would be" in judge("judge", "again", "b", "--run", 1, "--yes")[1]

    (row,) = judge.json("judge", "list", "b")["runs"][0]["judges"]
    assert (row["ok"], row["unparsable"], row["again"]) == (3, 0, 2)
    found = judge.json("judge", "answers", "b")["answers"]
    assert [one["replaced"] for one in found] == [False] * 3 + [True] * 2
    assert judge("judge", "answers", "b")[1].count("asked again: It is not one JSON object.") == 2


def test_a_budget_that_does_not_do_is_raised_by_the_same_command(judge: Judge) -> None:  # noqa: F811
    judge("judge", "prices", "--set", "openai:late", "1000", "1000")
    judge.server.prose["late"] = 2
    judge(*judge.of("run", "openai:late", "--runs", 1, "--budget", 100))
    again = ("judge", "again", "b", "--run", 1, "--yes", "--budget")
    code, _, err = judge(*again, 0.5)
    assert code == 1 and err.endswith("The same command with a larger --budget goes on with it.\n")
    told = judge("judge", "again", "b", "--run", 1)[1].splitlines()[-1]
    assert (
        told == "0 questions of run 1 would be asked again, with 2 more that are open; --yes asks."
    )
    assert judge("judge", "list", "b")[1].count("over budget") == 1
    assert judge(*again, 100)[0] == 0
    assert judge.server.calls == 5


def test_a_run_that_was_cancelled_asks_nothing(judge: Judge) -> None:  # noqa: F811
    judge("judge", "prices", "--set", "openai:fair", "1000", "1000")
    judge(*judge.of("run", "openai:fair", "--runs", 1, "--budget", 0.01))  # for no question
    workspace = Workspace.open(Path("workspace"))
    info = registry.benchmark(workspace, "b")
    cancel(workspace, LOCAL, judge_run(workspace, info.key, 1))
    for further in ((), ("--yes",), ("--yes", "--budget", 100)):
        code, _, err = judge("judge", "again", "b", "--run", 1, *further)
        assert code == 2 and "A run that was cancelled does not go on. Got run 1" in err
    assert judge_run(workspace, info.key, 1).state is RunState.CANCELLED
    assert judge.server.calls == 0


def test_wrong_input_is_a_sentence(judge: Judge) -> None:  # noqa: F811
    judge(*judge.of("run", "openai:prose", "--runs", 1))
    for wrong, why in (
        (("--run", 9), "A judge run is named by the number that `judge list` gives. Got 9"),
        (("--run", 1, "--judge", "x"), "Run 1 has the judges openai:prose. Got 'x'"),
        (("--run", 1, "--yes", "--budget", 0), "A budget is above 0 US dollars."),
    ):
        code, _, err = judge("judge", "again", "b", *wrong)
        assert code == 2 and why in err
