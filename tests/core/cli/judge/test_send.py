from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from core.cli.root import commands
from core.labels import LOCAL, Ballot, Kind, Pair, Voter, cast_vote, progress, put_pair, queue
from core.labels.queueing.remaining import remaining
from core.store import Workspace
from tests.core.benchmarks import tiny


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    """A judge says no of one unionable pair and yes of another."""
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.ugen(tmp_path / "tiny"))
    for query, table, label in (("fish.csv", "river.csv", 2), ("birds.csv", "owls.csv", 0)):
        case = put_pair(workspace, LOCAL, info.key, Pair(query, f"datalake/{table}")).key
        cast_vote(workspace, Voter("openai:m", Kind.LLM), case, Ballot(label))
    return workspace


def said(workspace: Workspace, *arguments: str) -> str:
    words = ["--workspace", str(workspace.root), "judge", "send", "tiny", "--judge", "openai:m"]
    found = CliRunner().invoke(commands, [*words, *arguments])
    assert found.exit_code == 0, found.output
    return found.output


def sent(workspace: Workspace, *arguments: str) -> dict[str, object]:
    document: dict[str, object] = json.loads(said(workspace, *arguments, "--json"))
    return document


def test_disputed_cases_go_to_a_queue_named_after_the_judge(workspace: Workspace) -> None:
    assert sent(workspace) == {
        "benchmark": "tiny",
        "judge": "openai:m",
        "queue": "disputed by openai:m",
        "new": 1,
        "cases": 1,
        "open": 1,
        "votes_each": 1,
    }
    assert sent(workspace)["new"] == 0


def test_what_is_open_is_told_and_how_it_is_handed_out(workspace: Workspace) -> None:
    first = "1 case is new in the queue disputed by openai:m. Open for voting in it: 1 of 1 case."
    how = "Hand them out with `label next tiny --queue 'disputed by openai:m' --voter NAME`"
    assert said(workspace) == f"{first} {how}, or on the page Adjudicate.\n"
    case = put_pair(workspace, LOCAL, 1, Pair("birds.csv", "datalake/owls.csv")).key
    cast_vote(workspace, Voter("ann"), case, Ballot(2))
    assert said(workspace) == (
        "0 cases are new in the queue disputed by openai:m. None of its cases is open for voting: "
        "each has the 1 vote that the queue wants, or more.\n"
    )


def test_cases_that_people_voted_on_are_handed_out_unless_told_how_many_votes_to_want(
    workspace: Workspace,
) -> None:
    """Two people have voted on the only case that is disputed."""
    case = put_pair(workspace, LOCAL, 1, Pair("birds.csv", "datalake/owls.csv")).key
    for name in ("ann", "bob"):
        cast_vote(workspace, Voter(name), case, Ballot(2))
    sent(workspace, "--queue", "twice", "--votes", "2")
    assert remaining(workspace, queue(workspace, 1, "twice"), Voter("cy")) == 0
    sent(workspace)
    made = queue(workspace, 1, "disputed by openai:m")
    assert progress(workspace, made, LOCAL).votes_wanted == 3
    assert remaining(workspace, made, Voter("cy")) == 1
    assert remaining(workspace, made, Voter("ann")) == 0


def test_a_random_sample_keeps_how_it_was_drawn(workspace: Workspace) -> None:
    told = sent(workspace, "--sample", "2", "--queue", "drawn", "--seed", "4", "--votes", "3")
    assert (told["queue"], told["new"]) == ("drawn", 2)
    made = queue(workspace, 1, "drawn")
    assert (made.source["seed"], made.source["of"], made.wanted) == (4, 2, 3)
