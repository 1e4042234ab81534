from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.benchmarks.curating.known_votes import BETWEEN, last_known, vote_word
from core.benchmarks.types import BenchmarkInfo
from core.labels import LOCAL, Ballot, Pair, Voter, adjudicate, cast_vote, put_pair
from core.labels.voting.votes import current_votes, last_vote
from core.store import Workspace
from tests.core.benchmarks import tiny

PAIRS = [("fish.csv", "datalake/towns.csv"), ("birds.csv", "datalake/owls.csv")]


def said_up_to(workspace: Workspace, info: BenchmarkInfo, last: int) -> dict[tuple[str, str], str]:
    words: dict[tuple[str, str], list[str]] = {pair: [] for pair in PAIRS}
    for final in (False, True):
        frame = current_votes(workspace, info.key, final, last)
        for query, table, voter, label in frame.select("query", "table", "voter", "label").rows():
            words[query, table].append(vote_word(voter, label, final))
    return {pair: BETWEEN.join(found) for pair, found in words.items()}


@settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["ann", "b; c=1", "final"]),
            st.sampled_from([0, 1]),
            st.sampled_from([0, 2]),
        ),
        min_size=1,
        max_size=8,
    )
)
def test_the_last_vote_is_that_up_to_which_the_votes_are_those_of_the_file(
    tmp_path_factory: pytest.TempPathFactory, given_: list[tuple[str, int, int]]
) -> None:
    folder: Path = tmp_path_factory.mktemp("votes")
    workspace = Workspace.open(folder / "workspace")
    info = tiny.add(workspace, "tiny", tiny.ugen(folder / "tiny"))
    cases = [put_pair(workspace, LOCAL, info.key, Pair(*pair)).key for pair in PAIRS]
    moments = []
    for voter, case, label in given_:
        if voter == "final":
            adjudicate(workspace, LOCAL, cases[case], Ballot(label))
        else:
            cast_vote(workspace, Voter(voter), cases[case], Ballot(label))
        moments.append(last_vote(workspace, info.key))
    at = {moment: said_up_to(workspace, info, moment) for moment in moments}
    for said in at.values():
        assert last_known(workspace, info, said) == max(m for m in moments if at[m] == said)
    assert last_known(workspace, info, dict.fromkeys(PAIRS, "nobody=1")) is None
    assert last_known(workspace, info, dict.fromkeys(PAIRS, "")) is None
