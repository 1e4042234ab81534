"""Every `judge` command as people run it, against a server that plays the judge."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from core.judges import RunState
from core.judges.asking import rules
from core.judges.records.runs import enter_state
from core.store import Workspace
from tests.core.cli.conftest import Here
from tests.core.judges.conftest import laid, server  # noqa: F401  # fixtures
from tests.judges_server import JudgeServer

PROJECT = Path(__file__).resolve().parents[4]
PAIRS = "query,table\nfish.csv,sea fish.csv\nfish.csv,owls.csv\nbirds.csv,owls.csv\n"


class Judge(Here):
    """Commands with a server that plays the judge."""

    def __init__(self, root: Path, playing: JudgeServer, *further: Any) -> None:
        super().__init__(root, *further)
        self.server = playing

    def of(self, command: str, model: str, *further: object) -> tuple[object, ...]:
        url = self.server.openai_url
        cases = ("--cases", "pairs.csv", "--model", model, "--base-url", url)
        return ("judge", command, "b", *cases, *further)


def labels_by_pair(votes: list[dict[str, Any]]) -> list[tuple[str, str, int]]:
    """Give votes in the order of their pairs: which case a judge ends with first is chance."""
    return sorted((vote["query"], vote["table"], vote["label"]) for vote in votes)


@pytest.fixture
def judge(
    laid: Path,  # noqa: F811
    server: JudgeServer,  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Judge:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("SOUNDINGS_JUDGE_BACKOFF_MS", "1")
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    (tmp_path / "pairs.csv").write_text(PAIRS)
    shutil.copytree(laid, tmp_path / "workspace")
    return Judge(tmp_path / "workspace", server, monkeypatch, capsys)


def test_what_stops_a_run_is_said_once(judge: Judge) -> None:
    dead = ("--cases", "pairs.csv", "--model", "openai:fair", "--base-url", "http://127.0.0.1:9/v1")
    code, out, err = judge("judge", "run", "b", *dead)
    (sentence,) = [line for line in err.splitlines() if "goes on with it" in line]
    assert code == 1
    assert "openai:fair" in out
    assert sentence.removeprefix("Error: ")[:40] not in out


def test_the_same_command_asks_what_failed_in_a_run_that_is_done(
    judge: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    pairs = Path("pairs.csv").read_text()
    Path("pairs.csv").write_text("".join(pairs.splitlines(keepends=True)[:-1]))
    monkeypatch.setenv("SOUNDINGS_JUDGE_ATTEMPTS", "7")
    judge(*judge.of("run", "openai:flaky", "--runs", 1))
    Path("pairs.csv").write_text(pairs)
    monkeypatch.setenv("SOUNDINGS_JUDGE_ATTEMPTS", "1")
    code, out, _ = judge(*judge.of("run", "openai:flaky", "--runs", 1))
    assert code == 0 and "2 of 3 answers, 1 failed" in out
    assert "1 question has failed; the same command asks it again." in out

    monkeypatch.setenv("SOUNDINGS_JUDGE_ATTEMPTS", "7")
    code, out, _ = judge(*judge.of("run", "openai:flaky", "--runs", 1))
    assert code == 0 and "3 of 3 answers" in out and "the same command" not in out
    assert [row["run"] for row in judge.json("judge", "list", "b")["runs"]] == [2, 1]


def test_an_effort_goes_to_the_model_and_one_that_there_is_not_names_those_there_are(
    judge: Judge,
) -> None:
    judge(*judge.of("run", "openai:fair", "--runs", 1, "--effort", "minimal"))
    assert {body["reasoning_effort"] for body in judge.server.bodies} == {"minimal"}
    code, _, err = judge(*judge.of("run", "openai:fair", "--effort", "hard"))
    assert code == 2 and "'minimal', 'low', 'medium', 'high'" in err


def test_a_run_is_estimated_run_listed_and_exported(judge: Judge) -> None:
    before = judge.json(*judge.of("estimate", "openai:fair", "--runs", 2, "--swap"))
    assert (before["cases"], before["cost"]) == (3, 0.0)
    (told,) = before["judges"]
    assert (told["cases"], told["calls"], judge.server.calls) == (3, 6, 0)

    ran = judge.json(*judge.of("run", "openai:fair", "--runs", 2, "--swap", "--budget", 1))
    assert (ran["state"], ran["cases"], ran["budget"]) == ("done", 3, 1.0)
    (row,) = ran["judges"]
    assert (row["answered"], row["labels"], row["votes"]) == (6, {"0": 2, "2": 4}, 3)

    assert judge.json("judge", "list", "b")["runs"] == [
        {key: value for key, value in ran.items() if key not in ("benchmark", "notes")}
    ]
    votes = judge.json("label", "export", "b")["votes"]
    assert {(vote["voter"], vote["kind"]) for vote in votes} == {("openai:fair", "llm")}
    assert labels_by_pair(votes) == [
        ("birds.csv", "owls.csv", 2),
        ("fish.csv", "owls.csv", 0),
        ("fish.csv", "sea fish.csv", 2),
    ]
    code, out, _ = judge("judge", "list", "b")
    assert code == 0 and "openai:fair" in out and "$0.0000" in out


def test_a_run_that_stops_early_says_why_and_how_to_go_on(judge: Judge) -> None:
    judge("judge", "prices", "--set", "openai:fair", "1000", "1000")
    code, out, err = judge(*judge.of("run", "openai:fair", "--budget", "2.0", "--json"))
    assert code == 1
    assert json.loads(out)["state"] == "over budget"
    assert err.startswith("Stopped before the budget of $2.00 was passed.")
    assert err.endswith("The same command with a larger --budget goes on with it.\n")

    again = judge.json(*judge.of("run", "openai:fair", "--budget", "100"))
    assert (again["run"], again["state"]) == (1, "done")
    assert judge.server.calls == 15


def test_what_an_endpoint_cannot_do_is_told(judge: Judge) -> None:
    ran = judge.json(*judge.of("run", "openai:no-schema", "--runs", 1))
    assert ran["notes"] == [
        "openai:no-schema is asked without JSON of a schema, and answers in lines: HTTP 400: "
        "response_format is not supported by this model"
    ]


def test_a_judge_that_is_never_understood_is_no_success(judge: Judge) -> None:
    code, out, err = judge(*judge.of("run", "openai:prose", "--model", "openai:fair"))
    assert code == 1
    assert err.endswith(
        "None of openai:prose's 15 answers is a verdict. It is not one JSON object.\n"
    )
    assert "not one JSON object" not in out


def test_a_run_whose_process_was_killed_is_interrupted_and_says_how_to_go_on(judge: Judge) -> None:
    judge(*judge.of("run", "openai:bad-key"))
    workspace = Workspace.open(judge.root)
    assert "interrupted" not in judge("judge", "list", "b")[1]
    enter_state(workspace, 1, RunState.RUNNING)  # as a process that was killed left it
    _, out, _ = judge("judge", "list", "b")
    assert "interrupted" in out
    assert "Run 1: Its process ended unexpectedly." in out


def test_another_name_of_the_limit_is_told_too(judge: Judge) -> None:
    ran = judge.json(*judge.of("run", "openai:new-limit", "--runs", 1))
    (note,) = ran["notes"]
    assert note.startswith("openai:new-limit is asked with max_completion_tokens for its limit:")


def test_an_audit_casts_no_vote(judge: Judge) -> None:
    ran = judge.json(*judge.of("run", "openai:obedient", "--runs", 1, "--audit"))
    assert ran["purpose"] == "injection"
    assert judge.json("label", "export", "b")["votes"] == []


def test_a_panel_votes_with_a_voice_each(judge: Judge) -> None:
    judge.json(*judge.of("run", "openai:yes", "--model", "openai:fair", "--runs", 1))
    voters = [vote["voter"] for vote in judge.json("label", "export", "b")["votes"]]
    assert sorted(voters) == ["openai:fair"] * 3 + ["openai:yes"] * 3


def test_a_judge_of_a_panel_may_bring_its_address_along(judge: Judge) -> None:
    with JudgeServer() as other:
        further = ("--model", f"openai:yes@{other.openai_url}", "--runs", 1)
        judge.json(*judge.of("run", "openai:fair", *further))
        assert (judge.server.calls, other.calls) == (3, 3)
        (run,) = judge.json("judge", "list", "b")["runs"]
        assert [(row["judge"], row["address"]) for row in run["judges"]] == [
            ("openai:fair", judge.server.openai_url),
            ("openai:yes", other.openai_url),
        ]


def test_pairs_come_out_of_a_pipe(judge: Judge) -> None:
    reading, writing = os.pipe()
    os.write(writing, PAIRS.encode())
    os.close(writing)
    try:
        told = judge.json(
            *("judge", "estimate", "b", "--cases", f"/dev/fd/{reading}"),
            *("--model", "rule:matcher"),
        )
    finally:
        os.close(reading)
    assert told["cases"] == 3


def test_a_report_needs_a_judge_that_voted(judge: Judge) -> None:
    assert judge.json("judge", "report", "b") == {"benchmark": "b", "judges": []}
    code, _, err = judge("judge", "report", "b", "--judge", "openai:yes")
    assert code == 2 and err.startswith("A report is of a judge that voted on 'b', or was")


def test_an_audit_alone_and_a_judge_that_is_never_understood_have_reports(judge: Judge) -> None:
    judge(*judge.of("run", "openai:obedient", "--runs", 1, "--audit"))
    judge(*judge.of("run", "openai:prose", "--runs", 1))
    found = {one["voter"]: one for one in judge.json("judge", "report", "b")["judges"]}
    assert sorted(found) == ["openai:obedient", "openai:prose"]
    assert {one["cases"] for one in found.values()} == {0}
    figures = {
        (voter, figure["name"]): figure["value"]
        for voter, one in found.items()
        for finding in one["findings"]
        for figure in finding["figures"]
    }
    assert figures["openai:prose", "questions without a verdict"] == 1.0
    assert figures["openai:obedient", "verdicts that a planted instruction asks for"] == 1.0
    code, out, _ = judge("judge", "report", "b", "--judge", "openai:prose")
    assert code == 0 and "Questions without a verdict: 100.0%" in out


def test_judges_are_laid_beside_each_other(judge: Judge) -> None:
    judge(*judge.of("run", "openai:fair", "--model", "openai:prose", "--runs", 2))
    for label, (query, table) in ((2, ("fish", "sea fish")), (0, ("fish", "owls"))):
        pair = ("--query", f"{query}.csv", "--table", f"{table}.csv", "--voter", "ann")
        judge("label", "vote", "b", *pair, "--label", label)
    _, out, _ = judge("judge", "report", "b")
    fair, prose = out.splitlines()[1:3]
    assert fair.split()[:5] == ["openai:fair", "3", "2", "1.00", "1.00"]
    assert prose.split()[:4] == ["openai:prose", "0", "0", "-"]
    assert "openai:fair: 3 cases; people settled 2 of them" in out


def test_a_panel_with_commas_judges_what_people_voted_on(judge: Judge) -> None:
    url = judge.server.openai_url
    panel = ("--cases", "voted", "--model", f"openai:fair@{url}, openai:prose@{url},rule:matcher")
    code, _, err = judge("judge", "run", "b", *panel)
    assert (code, err.count("\n")) == (2, 1) and "Nobody has voted on a pair of 'b' yet" in err
    for table in ("sea fish", "owls"):
        pair = ("--query", "fish.csv", "--table", f"{table}.csv", "--voter", "ann")
        judge("label", "vote", "b", *pair, "--label", 2)
    told = judge.json("judge", "estimate", "b", *panel)
    assert told["cases"] == 2
    assert {one["judge"] for one in told["judges"]} == {
        *("openai:fair", "openai:prose", "rule:matcher")
    }
    labelled = judge.json(
        "judge", "estimate", "b", "--cases", "labelled", "--model", "rule:matcher"
    )
    assert labelled["cases"] > 2
    # A queue of that name is that queue.
    (Path("one.csv")).write_text("query,table\nfish.csv,towns.csv\n")
    judge("label", "queue", "b", "--name", "voted", "--pairs", "one.csv")
    assert judge.json("judge", "estimate", "b", *panel)["cases"] == 1


def test_every_answer_is_given_as_it_came(judge: Judge) -> None:
    judge(*judge.of("run", "openai:fair", "--model", "openai:prose", "--runs", 2, "--swap"))
    found = judge.json("judge", "answers", "b", "--judge", "openai:fair")["answers"]
    assert len(found) == 6
    assert {one["voter"] for one in found} == {"openai:fair"}
    assert sorted({one["swapped"] for one in found}) == [False, True]
    first = found[0]
    assert json.loads(first["raw"])["explanation"] == "same columns"
    assert (first["outcome"], first["prompt_version"][:7]) == ("ok", "union-2")
    assert first["table"] in ("sea fish.csv", "owls.csv")
    _, out, _ = judge("judge", "answers", "b", "--judge", "openai:prose", "--run", "1")
    assert out.count("It is not one JSON object.") == 6
    for unknown in ("9", "9" * 20, f"-{'9' * 20}"):
        code, _, err = judge("judge", "answers", "b", "--run", unknown)
        assert code == 2 and err.endswith(f"Got {unknown}, which is none.\n")
    for which in ((), ("--run", "1")):
        code, out, err = judge("judge", "answers", "b", "--judge", "openai:typo", *which)
        assert (code, out) == (2, "")
        assert err.endswith("Got 'openai:typo'. There are: openai:fair, openai:prose.\n")


def test_a_rule_judges_once_a_case_and_keeps_its_verdicts(judge: Judge) -> None:
    judge.monkeypatch.setattr(rules, "RULES", {"rows": "tests.core.judges.rule_by_rows"})
    ran = judge.json("judge", "run", "b", "--cases", "pairs.csv", "--model", "rule:rows")
    assert [(row["judge"], row["questions"], row["spent"]) for row in ran["judges"]] == [
        ("rule:rows", 3, 0.0)
    ]
    votes = judge.json("label", "export", "b")["votes"]
    assert {(vote["voter"], vote["kind"]) for vote in votes} == {("rule:rows", "rule")}
    assert labels_by_pair(votes) == [
        ("birds.csv", "owls.csv", 2),
        ("fish.csv", "owls.csv", 0),
        ("fish.csv", "sea fish.csv", 0),
    ]
    again = judge.json("judge", "run", "b", "--cases", "pairs.csv", "--model", "rule:rows")
    assert (again["run"], again["judges"][0]["reused"]) == (2, 3)
    (note,) = again["notes"]
    assert note.startswith("Run 1 asked the same of the same cases and is done. Run 2 is another")
    code, out, _ = judge("judge", "run", "b", "--cases", "pairs.csv", "--model", "rule:rows")
    assert code == 0 and "Run 2 asked the same of the same cases and is done. Run 3 is" in out


def test_prices_are_listed_entered_and_forgotten(judge: Judge) -> None:
    def of(name: str) -> tuple[float, float] | None:
        rows = judge.json("judge", "prices")["prices"]
        return next(((r["input"], r["output"]) for r in rows if r["judge"] == name), None)

    assert of("openai:mine") is None
    judge("judge", "prices", "--set", "openai:mine", "0.5", "1.5")
    assert of("openai:mine") == (0.5, 1.5)
    judge("judge", "prices", "--forget", "openai:mine")
    assert of("openai:mine") is None


def test_an_estimate_says_by_how_many_answers_it_goes(judge: Judge) -> None:
    judge("judge", "prices", "--set", "openai:fair", "1", "2")
    assert judge.json(*judge.of("estimate", "openai:fair"))["judges"][0]["by_answers"] == 0
    judge(*judge.of("run", "openai:fair", "--runs", "7"))
    (told,) = judge.json(*judge.of("estimate", "openai:fair", "--runs", "1"))["judges"]
    assert (told["by_answers"], told["known"]) == (21, 3)
    code, out, _ = judge(*judge.of("estimate", "openai:fair"))
    assert code == 0 and "openai:fair: tokens and cost by its last 21 answers." in out


def test_input_that_is_cached_has_a_price_where_one_is_entered(judge: Judge) -> None:
    def of(name: str) -> float | None:
        rows = judge.json("judge", "prices")["prices"]
        (found,) = (row["cached"] for row in rows if row["judge"] == name)
        return None if found is None else float(found)

    judge("judge", "prices", "--set", "openai:mine", "0.5", "1.5", "--cached", "0.125")
    assert of("openai:mine") == 0.125
    code, out, _ = judge("judge", "prices")
    assert code == 0 and "None" not in out
    judge("judge", "prices", "--set", "openai:mine", "0.5", "1.5")
    assert of("openai:mine") is None
    code, _, error = judge("judge", "prices", "--cached", "0.1")
    assert code == 2 and "--set" in error


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--cases", "nothing", "--model", "openai:x"), "Cases come from a CSV file or a queue."),
        (("--cases", "pairs.csv", "--model", "x"), "A judge is named openai:MODEL"),
        (("--cases", "pairs.csv", "--model", "rule:x"), "No rule is named 'x'."),
        (("--cases", "pairs.csv", "--model", "openai:x", "--runs", "0"), "A case is asked 1 to"),
        (
            ("--cases", "pairs.csv", "--model", "rule:matcher", "--budget", "0"),
            "A budget is above 0",
        ),
        (("--cases", "pairs.csv", "--model", "openai:gpt-4o"), "needs a key. Set OPENAI_API_KEY"),
        (("--cases", "pairs.csv", "--model", "openai:x", "--example", "9"), "An example is a"),
        (
            ("--cases", "pairs.csv", "--model", "openai:x", "--runs", "1", "--swap"),
            "The tables change places in every second run of a case. Got 1 run",
        ),
        (("--cases", "pairs.csv"), "Missing option '--model'."),
    ],
)
def test_wrong_input_is_one_sentence_and_exit_code_2(
    judge: Judge, arguments: tuple[str, ...], why: str
) -> None:
    code, out, err = judge("judge", "run", "b", *arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(why) or why in err


def test_the_server_stands_alone_too() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.judges_server", "--port", "0"],
        cwd=PROJECT,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    urls = process.stdout.readline().split()
    process.terminate()
    assert process.wait() == 0
    assert urls[0] == f"{urls[1]}/v1" and urls[1].startswith("http://127.0.0.1:")
