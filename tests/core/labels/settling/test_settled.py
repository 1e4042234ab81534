from __future__ import annotations

from core.labels import (
    LOCAL,
    Ballot,
    Kind,
    Pair,
    QueueTerms,
    Voter,
    adjudicate,
    cast_vote,
    create_queue,
    put_pair,
)
from core.labels.settling.settled import left_to_curators, settled_by_people
from core.store import Workspace

ANN, BOB, CY = Voter("ann"), Voter("bob"), Voter("cy")


def test_people_settle_by_majority_once_a_case_has_the_votes_that_its_queues_want(
    workspace: Workspace,
) -> None:
    pairs = [Pair("q", f"{name}.csv") for name in "abcde"]
    create_queue(workspace, LOCAL, 1, "three", pairs[:4], QueueTerms(wanted=3))
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


def test_a_decision_stands_above_what_most_people_say(workspace: Workspace) -> None:
    case = put_pair(workspace, LOCAL, 1, Pair("q", "a.csv")).key
    for voter in (ANN, BOB, CY):
        cast_vote(workspace, voter, case, Ballot(2))
    assert settled_by_people(workspace, 1)["label"].to_list() == [2]
    adjudicate(workspace, LOCAL, case, Ballot(0))
    assert settled_by_people(workspace, 1).select("label", "is_decided").rows() == [(0, True)]


def test_cases_that_have_their_votes_and_are_not_settled_are_left_to_curators(
    workspace: Workspace,
) -> None:
    pairs = [Pair("q", f"{name}.csv") for name in "abcde"]
    create_queue(workspace, LOCAL, 1, "two", pairs, QueueTerms(wanted=2))
    tied, unsure, one_of_two, agreed, decided = range(1, 6)
    votes: dict[int, tuple[int | None, ...]] = {
        tied: (2, 0),
        unsure: (2, None),
        one_of_two: (2,),
        agreed: (2, 2),
        decided: (2, 0),
    }
    for case, labels in votes.items():
        for voter, label in zip((ANN, BOB), labels, strict=False):
            cast_vote(workspace, voter, case, Ballot(label))
    adjudicate(workspace, LOCAL, decided, Ballot(2))
    assert left_to_curators(workspace, 1) == {tied, unsure}
