"""Votes of others, as a file has them: entered all or none."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import NamedTuple

from core.labels.queueing.carried import BroughtQueues, CarriedQueue, bring_queues
from core.labels.queueing.cases import put
from core.labels.types import Ballot, Kind, Origin, Pair, Role, Task, Voter
from core.labels.voting.casting import GivenVote
from core.labels.voting.casting_all import cast_all
from core.labels.voting.importing import FileVote, moment
from core.labels.voting.votes import stored_votes
from core.store import Workspace
from core.store.sqlite import Database

_NO_QUEUES = BroughtQueues()
_NUMBERED = "judge run "
_Place = tuple[str, bool, str, str]
"""Voter, whether it is a decision, and pair: what a vote supersedes the earlier ones of."""


@dataclass(frozen=True)
class Entered:
    """What an import did."""

    added: int
    known: int
    """Votes that were there already from the same or an equal file."""
    superseded: tuple[int, ...] = ()
    """Lines of those of them that say no moment and are the last of their voter on a pair in the
    file, though a later one stands above them."""
    replaced: tuple[int, ...] = ()
    """Last lines on those pairs on which a voter had said something else before the import."""
    queues: BroughtQueues = _NO_QUEUES
    unqueued: int = 0
    """Cases on which people of the file voted and that are in no queue."""


class _OnlyTriedError(Exception):
    """Ends a transaction that is not to be kept."""


def enter_votes(
    workspace: Workspace,
    curator: Voter,
    benchmark_key: int,
    votes: Sequence[tuple[str, str, Task, FileVote]],
    dry_run: bool = False,
    queues: Sequence[CarriedQueue] = (),
) -> Entered:
    """Enter votes with the pairs that they are on, all or none; equal ones are entered once.

    A vote supersedes those given before it, not those entered before it; one without a moment is
    given now, and known by what it says. So a correction back to what an earlier file said is
    known, too, and does not count; that is told.

    Parameters
    ----------
    votes
        Query id, table id and task of the pair, and the vote.
    dry_run
        Whether only to tell what would come of it, and keep nothing.
    queues
        That came with the votes (`core.labels.queueing.carried.bring_queues`).

    Raises
    ------
    RoleError
        If it is not a curator who asks.
    VoterError
        If a voter's name belongs to a voter of another kind.
    BadVoteError
        If a vote's moment is none, or a decision is not one.
    """
    curator.require(Role.CURATOR, "import votes")
    ready = _ready(benchmark_key, votes)  # before the transaction, for which others wait
    with suppress(_OnlyTriedError), workspace.writing() as db:
        entered = _enter(db, benchmark_key, ready)
        brought = bring_queues(db, benchmark_key, queues)
        entered = replace(entered, queues=brought, unqueued=_unqueued(db, benchmark_key, ready))
        if dry_run:
            raise _OnlyTriedError
    return entered


@dataclass(frozen=True)
class _Ready:
    """A vote of a file made ready, but for the number of its case."""

    line: int
    pair: Pair
    content: str
    """Hash of what it says."""
    key: str
    voter: Voter
    ballot: Ballot
    final: bool
    voted_at: str
    app_version: str
    timed: bool
    told: bool
    """Whether it says by its moment or its key which one it is."""

    @property
    def numbered(self) -> bool:
        """Whether its key may be that of another, too: judge runs made theirs of numbers."""
        return self.key.startswith(_NUMBERED)

    def given(self, case: int, key: str) -> GivenVote:
        """Return the vote with its case and a key."""
        how = self.final, self.voted_at, self.app_version, self.timed
        return GivenVote(self.voter, case, self.ballot, key, *how)


def _ready(benchmark_key: int, votes: Sequence[tuple[str, str, Task, FileVote]]) -> list[_Ready]:
    turns = _Turns()
    found = []
    for query, table, task, vote in votes:
        said = [vote.voter, vote.kind.value, vote.label, vote.reason, vote.voted_at]
        text = json.dumps([benchmark_key, query, table, *said])
        content = hashlib.sha256(text.encode()).hexdigest()
        turn = turns.of((vote.voter, vote.final, query, table), content)
        found.append(
            _Ready(
                line=vote.line,
                pair=Pair(query, table, task, Origin.UPLOAD),
                content=content,
                key=vote.key or f"import {content}{turn}",
                # The voter did not sign in: the curator vouches for the file.
                voter=Voter(vote.voter, vote.kind),
                ballot=vote.ballot or Ballot(vote.label, reason=vote.reason),
                final=vote.final,
                voted_at=moment(vote.voted_at),
                app_version=vote.app_version,
                timed=bool(vote.voted_at) and vote.timed,
                told=bool(vote.voted_at or vote.key),
            )
        )
    return found


def _enter(db: Database, benchmark_key: int, ready: Sequence[_Ready]) -> Entered:
    pairs = list(dict.fromkeys(one.pair for one in ready))
    cases = dict(zip(pairs, put(db, benchmark_key, pairs), strict=True))
    given = _with_own_keys(db, benchmark_key, ready, [cases[one.pair] for one in ready])
    (before,) = db.execute("SELECT coalesce(max(key), 0) FROM votes").fetchone()
    stored = cast_all(db, benchmark_key, given, _now())
    lines: dict[tuple[int, str], int] = {}
    known: dict[tuple[int, str], tuple[int, int] | None] = {}
    decisions: dict[tuple[int, str], tuple[int, int, int] | None] = {}
    up_to = before
    for one, vote, found in zip(ready, given, stored, strict=True):
        place, again = (vote.case, vote.voter.name), not found.new and not one.told
        up_to = max(up_to, found.key)
        if vote.final:
            decisions[place] = (one.line, found.key, up_to) if again else None
        else:
            lines[place] = one.line
            known[place] = (one.line, found.key) if again else None
    says = _said_and_says(db, before, lines)
    superseded = _superseded_decisions(
        db, [decision for decision in decisions.values() if decision]
    )
    superseded += [
        vote[0] for at, vote in known.items() if vote and at in says and says[at].key != vote[1]
    ]
    replaced = [lines[at] for at, found in says.items() if found.label != found.label_before]
    added = sum(found.new for found in stored)
    return Entered(added, len(ready) - added, tuple(sorted(superseded)), tuple(sorted(replaced)))


def _unqueued(db: Database, benchmark_key: int, ready: Iterable[_Ready]) -> int:
    """Count the cases in no queue to which people gave a label."""
    sql = """
        SELECT count(*) FROM json_each(?) AS asked JOIN cases ON benchmark_key = ?
            AND query_id = json_extract(asked.value, '$[0]')
            AND table_id = json_extract(asked.value, '$[1]')
        WHERE NOT EXISTS (SELECT 1 FROM queue_cases WHERE case_key = cases.key)
    """
    voted = {
        (one.pair.query, one.pair.table)
        for one in ready
        if not one.final and one.voter.kind is Kind.HUMAN and one.ballot.label is not None
    }
    (count,) = db.execute(sql, [json.dumps(sorted(voted)), benchmark_key]).fetchone()
    return int(count)


class _Says(NamedTuple):
    """The current vote of a voter on a case, and what an earlier one said."""

    key: int
    label: int | None
    label_before: int | None


def _said_and_says(
    db: Database, before: int, places: Iterable[tuple[int, str]]
) -> dict[tuple[int, str], _Says]:
    """Return what voters say of cases who had said something by the votes up to a key."""
    sql = """
        SELECT json_extract(value, '$[0]') AS place_case,
            json_extract(value, '$[1]') AS place_voter, says.key, says.label, said.label
        FROM json_each(:places)
        CROSS JOIN votes AS said ON said.key = (
            SELECT key FROM votes INDEXED BY votes_of
            WHERE case_key = place_case AND final = 0 AND voter = place_voter AND key <= :before
            ORDER BY given DESC, key DESC LIMIT 1)
        CROSS JOIN votes AS says ON says.key = (
            SELECT key FROM votes INDEXED BY votes_of
            WHERE case_key = place_case AND final = 0 AND voter = place_voter
            ORDER BY given DESC, key DESC LIMIT 1)
    """
    rows = db.execute(sql, {"places": json.dumps([*places]), "before": before})
    return {(case, voter): _Says(*says) for case, voter, *says in rows}


def _superseded_decisions(db: Database, decisions: Sequence[tuple[int, int, int]]) -> list[int]:
    """Return the lines of decisions, by line and key, that one up to a further key supersedes."""
    sql = """
        SELECT json_extract(value, '$[0]') FROM json_each(?) WHERE EXISTS (
            SELECT 1 FROM superseded_votes
            WHERE key = json_extract(value, '$[1]') AND by_key <= json_extract(value, '$[2]'))
    """
    return [line for (line,) in db.execute(sql, [json.dumps(decisions)])]


class _Turns:
    """How often a file goes back to an earlier vote of one voter on one pair.

    A vote without a moment is known by what it says; said again with another between, as 2, 0 and
    2, it is one of its own.
    """

    def __init__(self) -> None:
        self._last: dict[_Place, str] = {}
        self._said: Counter[str] = Counter()

    def of(self, place: _Place, content: str) -> str:
        """Return what to add to the key of a vote; nothing the first time that it is said."""
        self._said[content] += self._last.get(place) != content
        self._last[place] = content
        return f" {self._said[content]}" if self._said[content] > 1 else ""


def _with_own_keys(
    db: Database, benchmark_key: int, ready: Sequence[_Ready], cases: Sequence[int]
) -> list[GivenVote]:
    """Return votes with their cases, and keys made their own where several were given one.

    Earlier versions made those of judge runs of numbers that begin at 1 in every workspace.
    """
    numbered = [one.key for one in ready if one.numbered]
    taken = {
        key: (known.case, known.voter, known.label, known.voted_at)
        for key, known in stored_votes(db, benchmark_key, numbered).items()
    }
    found = []
    for one, case in zip(ready, cases, strict=True):
        key = one.key
        if one.numbered:
            says = case, one.voter.name, one.ballot.label
            if key in taken and (*says, one.voted_at or taken[key][3]) != taken[key]:
                key = f"{key} {one.content}"
            taken.setdefault(key, (*says, one.voted_at))
        found.append(one.given(case, key))
    return found


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
