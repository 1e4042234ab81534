"""Votes of a file entered at once come to what they come to one after the other."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from core.errors import SoundingsError
from core.labels import (
    LOCAL,
    Ballot,
    Kind,
    Pair,
    QueueTerms,
    Task,
    Voter,
    add_to_queue,
    adjudicate,
    cast_vote,
    create_queue,
    next_case,
    put_pair,
    set_aside,
)
from core.labels.queueing.cases import put
from core.labels.voting import casting, entering
from core.labels.voting.casting import GivenVote, cast
from core.labels.voting.entering import Entered, enter_votes
from core.labels.voting.importing import FileVote, moment
from core.labels.voting.votes import is_stored, stored_vote
from core.store import Workspace
from core.store.sqlite import Database
from tests.core.labels.conftest import with_benchmark

NOW = datetime.now(UTC).replace(microsecond=0)
MOMENTS = [
    "",
    "2026-01-01",
    NOW.isoformat(),
    *((NOW + timedelta(hours=hours)).isoformat() for hours in (-1, 1, 2)),
]
PAIRS = [("p", "a.csv"), ("q", "a.csv"), ("q", "b.csv")]
VOTERS = [("ann", Kind.HUMAN), ("bob", Kind.HUMAN), ("cy", Kind.HUMAN), ("openai:m", Kind.LLM)]
LABELS = [0, 1, 2, None]
TABLES = {
    "cases": "query_id, table_id, task, origin",
    "voters": "*",
    "votes": "*",
    "queue_cases": "*",
    "leases": "*",
    "set_aside": "*",
    "superseded_votes": "*",
}
Row = tuple[str, str, Task, FileVote]


def one_by_one(db: Database, votes: list[Row]) -> Entered:
    """Enter votes by `cast`, each after the other, and look at the history after each of them."""
    turns: dict[str, int] = {}
    last: dict[tuple[Any, ...], str] = {}
    superseded: dict[tuple[Any, ...], int] = {}
    lines: dict[tuple[str, int], int] = {}
    pairs = list(dict.fromkeys((query, table) for query, table, _, _ in votes))
    cases = dict(zip(pairs, put(db, 1, [Pair(*pair) for pair in pairs]), strict=True))
    before, added = current_labels(db), 0
    for query, table, _, vote in votes:
        case = cases[query, table]
        said = [vote.voter, vote.kind.value, vote.label, vote.reason, vote.voted_at]
        text = json.dumps([1, query, table, *said])
        content, place = hashlib.sha256(text.encode()).hexdigest(), (vote.voter, vote.final, case)
        turns[content] = turns.get(content, 0) + (last.get(place) != content)
        last[place] = content
        turn = f" {turns[content]}" if turns[content] > 1 else ""
        at, key = moment(vote.voted_at), vote.key or f"import {content}{turn}"
        if vote.key.startswith("judge run ") and is_stored(db, vote.key, case):
            known = stored_vote(db, vote.key, case)
            same = known.case, known.voter, known.ballot.label, known.voted_at
            if same != (case, vote.voter, vote.label, at or known.voted_at):
                key = f"{vote.key} {content}"
        stored, new = cast(
            db,
            GivenVote(
                *(Voter(vote.voter, vote.kind), case),
                vote.ballot or Ballot(vote.label, reason=vote.reason),
                *(key, vote.final, at, vote.app_version),
                bool(vote.voted_at) and vote.timed,
            ),
        )
        added += new
        superseded.pop(place, None)
        if not new and not stored.current and not vote.voted_at and not vote.key:
            superseded[place] = vote.line
        if not vote.final:
            lines[vote.voter, case] = vote.line
    after = current_labels(db)
    replaced = [lines[place] for place, label in before.items() if after[place] != label]
    stands = tuple(sorted(superseded.values()))
    return Entered(added, len(votes) - added, stands, tuple(sorted(replaced)))


def current_labels(db: Database) -> dict[tuple[str, int], int | None]:
    sql = (
        "SELECT voter, case_key, label FROM current_votes JOIN cases ON cases.key = case_key "
        "WHERE benchmark_key = 1 AND final = 0"
    )
    return {(voter, case): label for voter, case, label in db.execute(sql)}


def stored(db: Database) -> dict[str, list[tuple[Any, ...]]]:
    return {
        table: sorted((tuple(row) for row in db.execute(f"SELECT {what} FROM {table}")), key=repr)
        for table, what in TABLES.items()
    }


class _LookedError(Exception):
    """Ends a transaction that is only looked at."""


@st.composite
def files(draw: st.DrawFn, before: Sequence[Row] = (), kinds: bool = True) -> list[Row]:
    found: list[Row] = []
    for line in range(2, draw(st.integers(2, 14)) + 1):
        known = [*before, *found]
        if known and draw(st.integers(0, 2)) == 0:
            *pair, vote = draw(st.sampled_from(known))  # once more, as it stood
            found.append((*pair, FileVote(**{**vote.__dict__, "line": line})))
            continue
        query, table = draw(st.sampled_from(PAIRS))
        name, kind = draw(st.sampled_from(VOTERS))
        if kinds and name == "cy" and draw(st.integers(0, 9)) == 0:
            kind = Kind.RULE
        final = kind is Kind.HUMAN and draw(st.integers(0, 4)) == 0
        label = draw(st.sampled_from(LABELS[: 3 if final else 4]))
        number = draw(st.integers(0, 2))
        key = draw(st.sampled_from(["", "", "", f"key {number}", f"judge run {number} x"]))
        voted_at = draw(st.sampled_from(MOMENTS))
        timed = draw(st.booleans())
        said = (line, query, table, name, kind, label, "", voted_at)
        vote = FileVote(*said, final=final, key=key, timed=timed)
        found.append((query, table, Task.UNION, vote))
    return found


@st.composite
def two_files(draw: st.DrawFn) -> tuple[list[Row], list[Row]]:
    earlier = draw(files(kinds=False))
    return earlier, draw(files(earlier))


@pytest.fixture
def queued(tmp_path: Path) -> Workspace:
    """Two queues, of which people hold cases, have set some aside and voted on some."""
    workspace = with_benchmark(tmp_path / "workspace", "b", "other")
    first = create_queue(
        workspace, LOCAL, 1, "two", [Pair(*pair) for pair in PAIRS[:2]], QueueTerms(wanted=2)
    )
    more = create_queue(workspace, LOCAL, 1, "one", [Pair(*PAIRS[1])])
    for voter, label in (("ann", 2), ("bob", 0)):
        cast_vote(workspace, Voter(voter), 1, Ballot(label), f"judge run {label} x")
        assert next_case(workspace, first, Voter(voter)) is not None
        set_aside(workspace, more, Voter(voter), 2)
    add_to_queue(workspace, LOCAL, more, [Pair(*PAIRS[0])])
    adjudicate(workspace, LOCAL, 2, Ballot(1))
    other = put_pair(workspace, LOCAL, 2, Pair(*PAIRS[0])).key  # keys are a benchmark's own
    cast_vote(workspace, Voter("ann"), other, Ballot(1), "key 0")
    return workspace


def at_once(db: Database, votes: list[Row]) -> Entered:
    return entering._enter(db, 1, entering._ready(1, votes))


def both_ways(
    workspace: Workspace, earlier: list[Row], votes: list[Row]
) -> tuple[list[Any], list[Any]]:
    """Return what votes come to behind those of an earlier file, or why they are refused."""
    now = NOW.isoformat(timespec="milliseconds")
    found = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(casting, "_now", lambda: now)
        patch.setattr(entering, "_now", lambda: now)
        for enter in (
            one_by_one,
            lambda db, rows: entering._enter(db, 1, entering._ready(1, rows)),
        ):
            with only_looked_at(workspace) as db:
                with suppress(SoundingsError):
                    one_by_one(db, earlier)
                try:
                    found.append([enter(db, votes), stored(db)])
                except SoundingsError as error:
                    found.append([type(error), str(error)])
    one, other = found
    return one, other


@contextmanager
def only_looked_at(workspace: Workspace) -> Iterator[Database]:
    """Give a write transaction of which nothing stays."""
    with suppress(_LookedError), workspace.writing() as db:
        yield db
        raise _LookedError


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(two_files())
def test_votes_of_a_file_come_to_what_they_come_to_one_by_one(
    queued: Workspace, drawn: tuple[list[Row], list[Row]]
) -> None:
    one, other = both_ways(queued, *drawn)
    event(str(one[0]) if isinstance(one[0], type) else "entered")
    assert other == one


def row(line: int, voter: str, label: int | None, **more: Any) -> Row:
    kind = Kind.LLM if ":" in voter else Kind.HUMAN
    return (*PAIRS[2], Task.UNION, FileVote(line, *PAIRS[2], voter, kind, label, **more))


@pytest.mark.parametrize(
    ("earlier", "votes", "told"),
    [
        # A decision again that another takes the place of only further down.
        ([], [(2, "ann", 2), (3, "ann", 2), (4, "bob", 0)], Entered(2, 1)),
        ([(2, "ann", 2), (3, "bob", 0)], [(2, "ann", 2)], Entered(0, 1, superseded=(2,))),
    ],
)
def test_decisions_of_a_file(queued, earlier, votes, told) -> None:
    rows = [[row(*one, final=True) for one in some] for some in (earlier, votes)]
    one, other = both_ways(queued, *rows)
    assert (one[0], other) == (told, one)


@pytest.mark.parametrize(
    ("earlier", "votes", "told"),
    [
        ([(2, "ann", 2), (3, "ann", 0)], [(2, "ann", 2)], Entered(0, 1, superseded=(2,))),
        ([(2, "ann", 2)], [(2, "ann", 0), (3, "ann", None)], Entered(2, 0, replaced=(3,))),
        ([(2, "ann", None)], [(2, "ann", 1), (3, "bob", 1)], Entered(2, 0, replaced=(2,))),
        (
            [(2, "ann", 2)],
            [(2, "ann", 0), (3, "ann", 2)],
            Entered(1, 1, superseded=(3,), replaced=(3,)),
        ),
    ],
)
def test_votes_of_a_file_that_do_not_count_or_take_the_place_of_others(
    queued, earlier, votes, told
) -> None:
    rows = [[row(*one) for one in some] for some in (earlier, votes)]
    one, other = both_ways(queued, *rows)
    assert (one[0], other) == (told, one)


def test_several_votes_of_one_number_of_a_judge_run_in_a_file(queued: Workspace) -> None:
    numbered = {"key": "judge run 7 x", "voted_at": "2026-01-01"}
    votes = [row(line, "openai:m", label, **numbered) for line, label in enumerate((2, 0, 2, 0), 2)]
    one, other = both_ways(queued, [], votes)
    assert (one[0], other) == (Entered(2, 2), one)


class _Watched(list[Row]):
    """Votes that note, while they are gone through, whether others could write."""

    def __init__(self, votes: list[Row], workspace: Workspace) -> None:
        super().__init__(votes)
        self.workspace = workspace
        self.free: list[bool] = []

    def __iter__(self) -> Iterator[Row]:
        for vote in super().__iter__():
            with closing(sqlite3.connect(self.workspace.database, timeout=0)) as other:
                try:
                    other.execute("BEGIN IMMEDIATE")
                    self.free.append(True)
                except sqlite3.OperationalError:
                    self.free.append(False)
            yield vote


def test_others_may_write_while_votes_of_a_file_are_made_ready(queued: Workspace) -> None:
    votes = [(*PAIRS[0], Task.UNION, FileVote(2, *PAIRS[0], "cy", Kind.HUMAN, 2))]
    watched = _Watched(votes, queued)
    assert enter_votes(queued, LOCAL, 1, watched).added == 1
    assert set(watched.free) == {True}


def test_what_votes_of_a_case_come_to_is_told_once_for_all_of_a_file(queued: Workspace) -> None:
    def instructions(size: int) -> int:
        """Count those that SQLite takes to enter the votes of so many people on a queued case."""
        votes = [FileVote(2, *PAIRS[0], f"v{number}", Kind.HUMAN, 2) for number in range(size)]
        counted: list[int] = []
        with only_looked_at(queued) as db:
            ready = entering._ready(1, [(*PAIRS[0], Task.UNION, vote) for vote in votes])
            db.conn.set_progress_handler(lambda: counted.append(1), 100)
            entering._enter(db, 1, ready)
            db.conn.set_progress_handler(None, 0)
        return len(counted)

    # Each current vote is looked for among all of the case: the square. Once a vote: the cube.
    assert instructions(100) < 4**2 * instructions(25)
