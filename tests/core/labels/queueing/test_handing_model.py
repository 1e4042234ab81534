"""Queues against a model that looks at every case."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from core.labels import (
    LOCAL,
    Ballot,
    Order,
    Pair,
    Queue,
    QueueTerms,
    Voter,
    add_to_queue,
    cast_vote,
    create_queue,
    next_case,
    set_aside,
)
from core.labels.queueing.handing import LEASE_SECONDS
from core.store import Workspace


@dataclass
class Model:
    """What is known of a queue, and who may be handed which of its cases."""

    wanted: int
    votes: set[tuple[str, int]] = field(default_factory=set)
    skipped: set[tuple[str, int]] = field(default_factory=set)
    leases: dict[str, tuple[int, float]] = field(default_factory=dict)

    def free(self, voter: str, case: int, now: float) -> bool:
        lacking = self.wanted - sum(1 for _, voted in self.votes if voted == case)
        held = sum(
            1
            for other, (leased, until) in self.leases.items()
            if other != voter and leased == case and until > now
        )
        return lacking > held and not {(voter, case)} & self.votes

    def able(self, voter: str, cases: list[int], now: float) -> set[int]:
        free = {case for case in cases if self.free(voter, case, now)}
        return {case for case in free if (voter, case) not in self.skipped}


def cases_of(workspace: Workspace, queue: Queue) -> list[int]:
    with workspace.reading() as db:
        sql = "SELECT case_key FROM queue_cases WHERE queue_key = ?"
        return [key for (key,) in db.execute(sql, [queue.key])]


def test_a_case_is_handed_as_long_as_one_is_free(workspace: Workspace) -> None:
    with workspace.held_open():
        for seed in range(40):
            compare_with_model(workspace, seed)


def compare_with_model(workspace: Workspace, seed: int) -> None:
    dice = random.Random(seed)  # noqa: S311 - what people do
    pairs = [Pair(f"q{seed}", f"t{number}") for number in range(dice.randint(2, 8))]
    wanted, order = dice.choice([1, 2, 3]), dice.choice(list(Order))
    queue = create_queue(
        workspace,
        LOCAL,
        1,
        f"queue {seed}",
        pairs,
        QueueTerms(wanted=wanted, order=order, seed=seed),
    )
    voters = [Voter(f"v{number}") for number in range(dice.randint(1, 4))]
    model, now = Model(wanted), 1e9
    for step in range(40):
        now += dice.choice([1, 1, 1, LEASE_SECONDS + 100])
        if dice.random() < 0.12:
            add_to_queue(workspace, LOCAL, queue, [Pair(f"q{seed}", f"further {step}")])
        voter = dice.choice(voters)
        able = model.able(voter.name, cases_of(workspace, queue), now)
        given = next_case(workspace, queue, voter, now)
        if given is None:
            assert not able
            model.leases.pop(voter.name, None)
            continue
        # One that was set aside after it was handed out may be held still.
        assert given.key in able or model.leases.get(voter.name, (0,))[0] == given.key
        model.leases[voter.name] = (given.key, now + LEASE_SECONDS)
        does = dice.choice(["vote", "vote", "vote", "skip", "later", "leave"])
        if does == "vote":
            cast_vote(workspace, voter, given.key, Ballot(dice.choice([0, 1, 2, None])))
            model.votes.add((voter.name, given.key))
        elif does != "leave":
            set_aside(workspace, queue, voter, given.key, come_back=does == "later")
            if does == "skip":
                model.skipped.add((voter.name, given.key))
            else:
                model.skipped.discard((voter.name, given.key))
        if does != "leave":
            model.leases.pop(voter.name, None)


def cursor(workspace: Workspace, voter: Voter) -> int:
    with workspace.reading() as db:
        sql = "SELECT sum(place) FROM queue_cursors WHERE voter = ?"
        return int(db.execute(sql, [voter.name]).fetchone()[0] or 0)


def test_who_left_keeps_nobodys_cursor_back(workspace: Workspace) -> None:
    """Asking for the next case would pass over all that one has voted on, for good."""
    queue = create_queue(
        workspace, LOCAL, 1, "some", [Pair("q", f"t{i}") for i in range(9)], QueueTerms(wanted=2)
    )
    ann, gone, now = Voter("ann"), Voter("gone"), 1e9
    assert next_case(workspace, queue, gone, now) is not None
    for passed in range(6):
        case = next_case(workspace, queue, ann, now)
        assert case is not None
        assert case.table == f"t{passed}"
        cast_vote(workspace, ann, case.key, Ballot(2))
    # A case that ann has voted on is not hers to come back to, though it is held.
    assert cursor(workspace, ann) == 5

    one = create_queue(
        workspace, LOCAL, 1, "one", [Pair("p", f"t{i}") for i in range(9)], QueueTerms(wanted=1)
    )
    bob = Voter("bob")
    assert next_case(workspace, one, gone, now) is not None
    for _ in range(6):
        case = next_case(workspace, one, bob, now)
        assert case is not None
        cast_vote(workspace, bob, case.key, Ballot(2))
    assert cursor(workspace, bob) == 0  # the first may yet be free for him
    later = now + LEASE_SECONDS
    for table in ("t0", "t7"):
        case = next_case(workspace, one, bob, later)
        assert case is not None
        assert case.table == table
        cast_vote(workspace, bob, case.key, Ballot(2))
    assert cursor(workspace, bob) == 7
