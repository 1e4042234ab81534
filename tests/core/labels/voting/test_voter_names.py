from __future__ import annotations

from pathlib import Path

import pytest

from core.labels import LOCAL, Ballot, Kind, Pair, Role, Voter, adjudicate, cast_vote, put_pair
from core.labels.errors import VoterError
from core.labels.voting.voter_names import alike_names, check_person, known_spelling
from core.store import Workspace
from tests.core.labels.conftest import with_benchmark


@pytest.fixture
def voted(workspace: Workspace) -> Workspace:
    key = put_pair(workspace, Voter("Bob"), 1, Pair("q", "t.csv")).key
    for voter in (Voter("Bob"), Voter("Eve L"), Voter("eve l"), Voter("openai:M", Kind.LLM)):
        cast_vote(workspace, voter, key, Ballot(1))
    return workspace


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("bOb", "Bob"),
        ("Bob", "Bob"),
        ("bobby", "bobby"),
        ("eve l", "eve l"),
        ("EVE L", "EVE L"),  # of two nobody knows which
        ("OPENAI:m", "OPENAI:m"),  # a model is no person
    ],
)
def test_a_name_is_spelled_as_its_owner_voted(voted: Workspace, name: str, known: str) -> None:
    assert known_spelling(voted, name) == known


def test_names_that_differ_in_case_alone_are_told(voted: Workspace) -> None:
    assert alike_names(voted, ["bob", "dan", "Dan"]) == (("bob", "Bob"), ("dan", "Dan"))
    assert alike_names(voted, ["Bob", "dan"]) == ()


@pytest.mark.parametrize(
    ("name", "kind", "other"),
    [
        ("rule:matcher", Kind.HUMAN, Kind.RULE),
        ("OpenAI: gpt-4o", Kind.HUMAN, Kind.LLM),
        ("gemini:flash", Kind.RULE, Kind.LLM),
        ("rule:matcher", Kind.LLM, Kind.RULE),
    ],
)
def test_a_judges_name_is_of_its_kind_alone(name: str, kind: Kind, other: Kind) -> None:
    with pytest.raises(VoterError, match=f"as judges are called; .* its kind is {other}"):
        Voter(name, kind)
    assert Voter(name, other).name == name


def test_a_name_is_anybodys_once_its_votes_and_decisions_have_gone(tmp_path: Path) -> None:
    workspace = with_benchmark(tmp_path / "workspace", "a", "b", "c")
    pair, ann = Pair("q", "t.csv"), Voter("ann", role=Role.CURATOR)
    cast_vote(workspace, ann, put_pair(workspace, ann, 1, pair).key, Ballot(2))
    adjudicate(workspace, ann, put_pair(workspace, ann, 2, pair).key, Ballot(2))
    case, judge = put_pair(workspace, LOCAL, 3, pair).key, Voter("ann", Kind.LLM)
    for benchmark in (1, 2):
        with pytest.raises(VoterError, match="who is human already"):
            cast_vote(workspace, judge, case, Ballot(0))
        with workspace.writing() as db:
            db.execute("DELETE FROM benchmarks WHERE key = ?", [benchmark])
    assert known_spelling(workspace, "ANN") == "ANN"
    assert cast_vote(workspace, judge, case, Ballot(0)).kind is Kind.LLM
    with pytest.raises(VoterError, match="which is a judge's"):
        check_person(workspace, "Ann")
    with pytest.raises(VoterError, match="who is llm already"):
        cast_vote(workspace, ann, case, Ballot(2))
    with workspace.writing() as db:
        db.execute("DELETE FROM benchmarks WHERE key = 3")
    check_person(workspace, "Ann")
