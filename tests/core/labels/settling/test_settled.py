from __future__ import annotations

from core.labels import (
    LOCAL,
    Ballot,
    Kind,
    Pair,
    Voter,
    adjudicate,
    cast_vote,
    create_queue,
    put_pair,
)
from core.labels.settling.settled import settled_by_people
from core.store import Workspace

ANN, BOB, CY = Voter("ann"), Voter("bob"), Voter("cy")


def test_people_settle_by_majority_once_a_case_has_the_votes_that_its_queues_want(
    workspace: Workspace,
) -> None:
    pairs = [Pair("q", f"{name}.csv") for name in "abcde"]
    create_queue(workspace, LOCAL, 1, "three", pairs[:4], wanted=3)
    create_queue(workspace, LOCAL, 1, "one", [pairs[0], pairs[4]])
    few, most, all_alike, decided, alone = (
        put_pair(workspace, LOCAL, 1, pair).key for pair in pairs
    )
    for case, labels in {few: (2,), most: (2, 2, 0), all_alike: (0, 0, 0), alone: (1,)}.items():
        for voter, label in zip((ANN, BOB, CY), labels, strict=False):
            cast_vote(workspace, voter, case, Ballot(label))
    adjudicate(workspace, LOCAL, decided, Ballot(0))
    cast_vote(workspace, Voter("openai:m", Kind.LLM), few, Ballot(2))
    cast_vote(workspace, BOB, few, Ballot(None))

    assert settled_by_people(workspace, 1).drop("query").rows() == [
        (most, "b.csv", 2, False),
        (all_alike, "c.csv", 0, False),
        (decided, "d.csv", 0, True),
        (alone, "e.csv", 1, False),
    ]
    strict = settled_by_people(workspace, 1, unanimous_from=2)
    assert strict["case"].to_list() == [all_alike, decided]
