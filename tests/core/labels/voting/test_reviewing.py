from __future__ import annotations

import pytest

from core.errors import InputError
from core.labels import (
    LOCAL,
    Ballot,
    Kind,
    Order,
    Pair,
    Queue,
    QueueTerms,
    Voter,
    adjudicate,
    cast_vote,
    create_queue,
    next_case,
    set_aside,
)
from core.labels.errors import RoleError
from core.labels.queueing.handing import upcoming
from core.labels.voting.reviewing import agreement_so_far, queue_cases
from core.labels.voting.showings import keep_showing, showing
from core.store import Workspace

ANN, BOB = Voter("ann"), Voter("bob")


def made(workspace: Workspace, order: Order = Order.RANK, tells: bool = True) -> Queue:
    pairs = [Pair("q", name) for name in "abcd"]
    return create_queue(
        workspace,
        LOCAL,
        1,
        "doubts",
        pairs,
        QueueTerms(wanted=2, order=order, tells_agreement=tells),
    )


def vote(workspace: Workspace, voter: Voter, labels: dict[int, int | None]) -> None:
    for case, label in labels.items():
        cast_vote(workspace, voter, case, Ballot(label))


class TestUpcoming:
    def test_what_is_told_is_what_is_handed_next(self, workspace: Workspace) -> None:
        for order in (Order.RANK, Order.DISAGREEMENT):
            of = create_queue(
                workspace,
                LOCAL,
                1,
                order.value,
                [Pair(order.value, n) for n in "abcd"],
                QueueTerms(wanted=3, order=order),
            )
            found = _tables(workspace, of)
            vote(workspace, BOB, {found["c"]: 2})
            vote(workspace, Voter("cy"), {found["c"]: 0})
            for _ in range(4):
                case = next_case(workspace, of, ANN)
                assert case is not None
                told = upcoming(workspace, of, ANN, case.key, 1, without=())
                cast_vote(workspace, ANN, case.key, Ballot(1))
                assert [next_case(workspace, of, ANN)] == (told or [None])

    def test_what_is_to_come_back_to_is_told_last(self, workspace: Workspace) -> None:
        of = made(workspace)
        first = next_case(workspace, of, ANN)
        assert first is not None
        set_aside(workspace, of, ANN, first.key, come_back=True)
        held = next_case(workspace, of, ANN)
        assert held is not None
        assert [case.table for case in upcoming(workspace, of, ANN, held.key, 9, without=())] == [
            "c",
            "d",
            "a",
        ]

    def test_nothing_is_held_by_it(self, workspace: Workspace) -> None:
        of = made(workspace)
        upcoming(workspace, of, ANN, 0, 4, without=())
        handed = next_case(workspace, of, BOB)
        assert handed is not None
        assert handed.table == "a"


class TestAgreementSoFar:
    def test_other_labels_that_are_the_same_of_all_that_can_be_compared(
        self, workspace: Workspace
    ) -> None:
        of = made(workspace)
        vote(workspace, ANN, {1: 2, 2: 1, 3: None, 4: 0})
        vote(workspace, BOB, {1: 2, 2: 0, 3: 2, 4: None})
        cast_vote(workspace, Voter("judge", Kind.LLM), 1, Ballot(0))
        cast_vote(workspace, BOB, 2, Ballot(1))  # changed his mind
        assert agreement_so_far(workspace, of, ANN) == (2, 2)

    def test_it_stays_closed_unless_the_queue_tells_it(self, workspace: Workspace) -> None:
        assert agreement_so_far(workspace, made(workspace, tells=False), ANN) is None


class TestQueueCases:
    def test_a_curator_sees_every_vote(self, workspace: Workspace) -> None:
        of = made(workspace)
        vote(workspace, ANN, {1: 2, 2: 1})
        vote(workspace, BOB, {1: 0})
        vote(workspace, BOB, {1: None})
        adjudicate(workspace, LOCAL, 1, Ballot(1))
        rows = queue_cases(workspace, LOCAL, of).select(
            "table", "votes", "lacking", "labels", "final"
        )
        assert rows.rows() == [
            ("a", 2, 0, "ann 2, bob ?", 1),
            ("b", 1, 1, "ann 1", None),
            ("c", 0, 2, "", None),
            ("d", 0, 2, "", None),
        ]

    def test_who_only_votes_does_not(self, workspace: Workspace) -> None:
        with pytest.raises(RoleError, match="Only a curator may open the votes of others"):
            queue_cases(workspace, ANN, made(workspace))


class TestShowings:
    def test_what_was_shown_is_found_again_by_its_hash(self, workspace: Workspace) -> None:
        key = keep_showing(workspace, {"rows": 20, "tables": ["a", "ü"]})
        assert keep_showing(workspace, {"tables": ["a", "ü"], "rows": 20}) == key
        assert showing(workspace, key) == {"rows": 20, "tables": ["a", "ü"]}

    def test_a_hash_of_nothing_is_told(self, workspace: Workspace) -> None:
        with pytest.raises(InputError, match="Got 'abc', not kept"):
            showing(workspace, "abc")


def _tables(workspace: Workspace, of: Queue) -> dict[str, int]:
    rows = queue_cases(workspace, LOCAL, of).select("table", "case").rows()
    return {str(table): int(case) for table, case in rows}
