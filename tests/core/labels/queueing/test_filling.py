"""Queues are filled by a few statements on all pairs: against the rules, a pair at a time."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from core.labels import LOCAL, Ballot, Kind, Order, Pair, QueueTerms, Voter, add_to_queue, cast_vote
from core.labels.queueing.cases import put_all
from core.labels.queueing.queues import create_queue
from core.labels.types import Origin, Task
from core.store import Workspace
from tests.core.labels.conftest import with_benchmark

VOTERS = [Voter("ann"), Voter("bob"), Voter("cat"), Voter("model", Kind.LLM)]
TABLES = ["a", "b", "B", "c\0", "c\0d", "é"]

pairs = st.lists(
    st.builds(
        Pair,
        st.sampled_from("qr"),
        st.sampled_from(TABLES),
        st.sampled_from(Task),
        st.sampled_from(Origin),
        st.sampled_from([0.0, 0.5]),
    ),
    min_size=1,
    max_size=12,
)
ballots = st.lists(
    st.tuples(st.sampled_from(VOTERS), st.integers(0, 11), st.sampled_from([None, 0, 1, 2])),
    max_size=12,
)


def rows(workspace: Workspace, queue_key: int) -> list[tuple[object, ...]]:
    sql = (
        "SELECT case_key, place, origin, lacking, spread FROM queue_cases "
        "WHERE queue_key = ? ORDER BY place"
    )
    with workspace.reading() as db:
        return [tuple(row) for row in db.execute(sql, [queue_key])]


def by_the_rules(
    workspace: Workspace, lots: list[list[Pair]], keys: dict[tuple[str, str], int], wanted: int
) -> list[tuple[object, ...]]:
    """Return what a queue in order of rank holds: a row per pair, the first time it is given."""
    with workspace.reading() as db:
        kinds = dict(db.execute("SELECT name, kind FROM voters").fetchall())
        cast = db.execute("SELECT case_key, voter, label FROM votes ORDER BY key").fetchall()
    found: list[tuple[object, ...]] = []
    seen: set[int] = set()
    for pair in (pair for lot in lots for pair in lot):
        key = keys[pair.query, pair.table]
        if key in seen:
            continue
        seen.add(key)
        last = {voter: label for case, voter, label in cast if case == key}
        people = [voter for voter in last if kinds[voter] == "human"]
        labels = [last[voter] for voter in people if last[voter] is not None]
        spread = max(labels) - min(labels) if labels else 0
        found.append((key, len(found) + 1, pair.origin.value, wanted - len(people), spread))
    return found


@settings(deadline=None, max_examples=40)
@given(before=pairs, votes=ballots, first=pairs, more=pairs, wanted=st.integers(1, 3))
def test_a_queue_holds_what_the_rules_say_of_each_pair(
    before: list[Pair],
    votes: list[tuple[Voter, int, int | None]],
    first: list[Pair],
    more: list[Pair],
    wanted: int,
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        workspace = with_benchmark(Path(folder))
        cases = put_all(workspace, LOCAL, 1, before)
        assert len(cases) == len(before)
        for voter, number, label in votes:
            cast_vote(workspace, voter, cases[number % len(cases)], Ballot(label))
        queue = create_queue(workspace, LOCAL, 1, "drawn", first, QueueTerms(wanted=wanted))
        both = before + first + more
        known = {(pair.query, pair.table) for pair in before + first}
        held = {(pair.query, pair.table) for pair in first}
        new = {(pair.query, pair.table) for pair in more} - held
        assert add_to_queue(workspace, LOCAL, queue, more) == len(new)
        with workspace.reading() as db:
            stored = db.execute("SELECT key, query_id, table_id, task, origin FROM cases")
            made = {(query, table): (key, *rest) for key, query, table, *rest in stored}
        # Each pair is a case once, as it was first given, and later ones have later numbers.
        for pair in reversed(both):
            place = pair.query, pair.table
            given_first = next(one for one in both if (one.query, one.table) == place)
            assert made[place][1:] == (given_first.task.value, given_first.origin.value)
        assert list(dict.fromkeys((pair.query, pair.table) for pair in both)) == list(made)
        assert known | new == set(made)
        keys = {place: key for place, (key, *_) in made.items()}
        assert cases == [keys[pair.query, pair.table] for pair in before]
        assert rows(workspace, queue.key) == by_the_rules(workspace, [first, more], keys, wanted)


def statements(workspace: Workspace, count: int) -> int:
    """Make a queue of so many pairs, and count the statements but for those that hand pairs in."""
    asked: list[str] = []
    with workspace.held_open():
        with workspace.writing() as db:
            connection = db.conn
        connection.set_trace_callback(asked.append)
        lot = [Pair("q", f"{count} {number}") for number in range(count)]
        create_queue(workspace, LOCAL, 1, f"of {count}", lot, QueueTerms(order=Order.RANDOM))
        connection.set_trace_callback(None)
    assert "COMMIT" in asked
    return sum(not text.startswith("INSERT INTO asked_pairs") for text in asked)


def test_a_long_queue_takes_no_more_statements_than_a_short_one(workspace: Workspace) -> None:
    assert statements(workspace, 3) == statements(workspace, 3_000) < 30
