"""Votes of others, as a file has them: entered all or none."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from core.labels.queueing.cases import put
from core.labels.types import Ballot, Origin, Pair, Role, Task, Voter
from core.labels.voting.casting import cast
from core.labels.voting.importing import FileVote, moment
from core.labels.voting.votes import is_stored, stored_vote
from core.store import Workspace
from core.store.sqlite import Database

_NUMBERED = "judge run "
_Place = tuple[str, bool, int]
"""Voter, whether it is a decision, and case: what a vote supersedes the earlier ones of."""


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


class _OnlyTriedError(Exception):
    """Ends a transaction that is not to be kept."""


def enter_votes(
    workspace: Workspace,
    curator: Voter,
    benchmark_key: int,
    votes: Sequence[tuple[str, str, Task, FileVote]],
    dry_run: bool = False,
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
    with suppress(_OnlyTriedError), workspace.writing() as db:
        entered = _enter(db, benchmark_key, votes)
        if dry_run:
            raise _OnlyTriedError
    return entered


def _enter(
    db: Database, benchmark_key: int, votes: Sequence[tuple[str, str, Task, FileVote]]
) -> Entered:
    pairs = [Pair(query, table, task, Origin.UPLOAD) for query, table, task, _ in votes]
    names = json.dumps(sorted({vote.voter for *_, vote in votes}))
    before = _said(db, benchmark_key, names)
    added = 0
    superseded: dict[_Place, int] = {}
    lines: dict[tuple[str, int], int] = {}
    turns = _Turns()
    for case_key, (query, table, _, vote) in zip(put(db, benchmark_key, pairs), votes, strict=True):
        said = [vote.voter, vote.kind.value, vote.label, vote.reason, vote.voted_at]
        text = json.dumps([benchmark_key, query, table, *said])
        content = hashlib.sha256(text.encode()).hexdigest()
        place = vote.voter, vote.final, case_key
        if not vote.final:
            lines[vote.voter, case_key] = vote.line
        turn = turns.of(place, content)
        own = _key(db, vote, case_key, content) if vote.key else f"import {content}{turn}"
        ballot = vote.ballot or Ballot(vote.label, reason=vote.reason)
        # The voter did not sign in: the curator vouches for the file.
        voter = Voter(vote.voter, vote.kind)
        given = moment(vote.voted_at)
        timed = bool(vote.voted_at) and vote.timed
        stored, new = cast(
            db,
            voter,
            case_key,
            ballot,
            own,
            final=vote.final,
            voted_at=given,
            app_version=vote.app_version,
            timed=timed,
        )
        added += new
        superseded.pop(place, None)
        if not new and not stored.current and not vote.voted_at and not vote.key:
            superseded[place] = vote.line
    after = _said(db, benchmark_key, names)
    replaced = [lines[place] for place, label in before.items() if after[place] != label]
    stands = tuple(sorted(superseded.values()))
    return Entered(added, len(votes) - added, stands, tuple(sorted(replaced)))


def _said(db: Database, benchmark_key: int, names: str) -> dict[tuple[str, int], int | None]:
    """Return what voters, a JSON list of names, say now, by voter and case; decisions aside."""
    sql = (
        "SELECT voter, case_key, label FROM current_votes JOIN cases ON cases.key = case_key "
        "WHERE benchmark_key = ? AND final = 0 AND voter IN (SELECT value FROM json_each(?))"
    )
    return {(voter, case): label for voter, case, label in db.execute(sql, [benchmark_key, names])}


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


def _key(db: Database, vote: FileVote, case_key: int, content: str) -> str:
    """Return the key of a vote, made its own where earlier versions gave one to several.

    Judge runs made theirs of numbers that begin at 1 in every workspace.
    """
    if not vote.key.startswith(_NUMBERED) or not is_stored(db, vote.key, case_key):
        return vote.key
    known = stored_vote(db, vote.key, case_key)
    same = (known.case, known.voter, known.ballot.label, known.voted_at)
    if same == (case_key, vote.voter, vote.label, moment(vote.voted_at) or known.voted_at):
        return vote.key
    return f"{vote.key} {content}"
