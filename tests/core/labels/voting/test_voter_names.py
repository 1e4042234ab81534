from __future__ import annotations

import pytest

from core.labels import Ballot, Kind, Pair, Voter, cast_vote, put_pair
from core.labels.voting.voter_names import alike_names, known_spelling
from core.store import Workspace


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
