"""Cast a vote, and settle a case as a curator."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from core import __version__
from core.labels.errors import (
    BadVoteError,
    DecidedMeanwhileError,
    VoteExistsError,
    VoterError,
)
from core.labels.queueing.cases import case_row
from core.labels.queueing.handing import let_go
from core.labels.queueing.queues import count_votes
from core.labels.types import Ballot, Kind, Role, Vote, Voter
from core.labels.voting.voter_names import kind_of
from core.labels.voting.votes import is_stored, stored_vote
from core.store import Workspace
from core.store.sqlite import Database

# One whose votes have all gone leaves a name that anybody may take.
ENTER_VOTER = (
    "INSERT INTO voters (name, kind, first_seen) VALUES (?, ?, ?) ON CONFLICT DO UPDATE "
    "SET kind = excluded.kind, first_seen = excluded.first_seen"
)
INSERT_VOTE = (
    "INSERT INTO votes (key, case_key, voter, final, label, schema_facet, types_facet, "
    "values_facet, task_facet, confidence, reason, alignment, seconds, app_version, shown, "
    "client_key, voted_at, timed) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)


def made_up_key() -> str:
    """Make up the key of a vote that was sent without one."""
    return uuid.uuid4().hex


@dataclass(frozen=True)
class GivenVote:
    """A vote or decision that is to be stored.

    Parameters
    ----------
    client_key
        Unique text of whoever sends the vote; made up if not given.
    voted_at
        When it was given, ISO 8601 with its zone: it does not supersede a later one. Now, and not
        before any vote that it supersedes, if empty.
    app_version
        The version that it was given in; this one if empty.
    timed
        Whether `voted_at` is when it was given, and not only when a file that does not say was
        taken in.
    """

    voter: Voter
    case: int
    ballot: Ballot
    client_key: str = field(default_factory=made_up_key)
    final: bool = False
    voted_at: str = ""
    app_version: str = ""
    timed: bool = True

    def row(self, voted_at: str, key: int | None = None) -> tuple[Any, ...]:
        """Return the values of `INSERT_VOTE`; the next key if none is given."""
        ballot = self.ballot
        return (
            key,
            self.case,
            self.voter.name,
            self.final,
            ballot.label,
            *ballot.facets,
            ballot.confidence,
            ballot.reason,
            ballot.alignment_json,
            ballot.seconds,
            self.app_version or __version__,
            ballot.shown,
            self.client_key,
            voted_at,
            self.timed,
        )


def cast_vote(
    workspace: Workspace,
    voter: Voter,
    case_key: int,
    ballot: Ballot,
    client_key: str | None = None,
) -> Vote:
    """Add a vote; it supersedes the voter's earlier one on the case, which stays in the history.

    When this returns, the vote is on disk. It is taken whether or not the voter holds the case.

    Parameters
    ----------
    client_key
        Unique text of whoever sends the vote: sent twice for a benchmark, it is one vote. Made up
        if none.

    Raises
    ------
    RoleError
        If the voter may not vote.
    CaseNotFoundError
        If there is no such case.
    VoterError
        If the voter's name belongs to a voter of another kind.
    VoteExistsError
        If the key was used for another vote on the same benchmark.
    """
    voter.require(Role.ANNOTATOR, "vote")
    with workspace.writing() as db:
        return cast(db, GivenVote(voter, case_key, ballot, client_key or made_up_key()))[0]


def adjudicate(
    workspace: Workspace,
    curator: Voter,
    case_key: int,
    ballot: Ballot,
    client_key: str | None = None,
    seen: int | None = None,
) -> Vote:
    """Decide a case finally; the decision stands above every vote and every consensus.

    It is kept beside the votes, marked as final, and does not count as the curator's own vote. A
    later decision supersedes it.

    Parameters
    ----------
    seen
        Key of the latest vote or decision on the case that the curator had before them; 0 if there
        was none. If given, no decision is superseded that came after it.

    Raises
    ------
    RoleError
        If it is not a curator.
    DecidedMeanwhileError
        If somebody has decided the case since `seen`.
    BadVoteError
        As `check_decision`.
    CaseNotFoundError, VoterError, VoteExistsError
        As `cast_vote`.
    """
    curator.require(Role.CURATOR, "adjudicate")
    given = GivenVote(curator, case_key, ballot, client_key or made_up_key(), final=True)
    with workspace.writing() as db:
        if seen is not None and not is_stored(db, given.client_key, case_key):
            _check_undecided(db, case_key, seen)
        return cast(db, given)[0]


def _check_undecided(db: Database, case_key: int, seen: int) -> None:
    sql = (
        "SELECT voter, label FROM votes WHERE case_key = ? AND final = 1 AND key > ? "
        "ORDER BY key DESC LIMIT 1"
    )
    row = db.execute(sql, [case_key, seen]).fetchone()
    if row is not None:
        raise DecidedMeanwhileError(
            f"A decision takes the place of those that were looked at. Got one of {row[1]} by "
            f"{row[0]!r} since then; look at it, and decide again if you disagree."
        )


def check_decision(kind: Kind, label: int | None) -> None:
    """Refuse what is no curator's decision, as nothing else may stand above the votes.

    Raises
    ------
    BadVoteError
        If it is "can't tell", or not made by a person.
    """
    if label is None:
        raise BadVoteError(
            "A final decision is 2, 1 or 0. Got can't tell; leave the case as it is instead."
        )
    if kind is not Kind.HUMAN:
        raise BadVoteError(
            f"A final decision is made by a person. Got one of kind {kind}; let it be a vote."
        )


def cast(db: Database, given: GivenVote) -> tuple[Vote, bool]:
    """Add a vote inside a write transaction, and tell whether it is new.

    Raises as `cast_vote`, and if it is final as `check_decision`. Of many votes each holds up
    everybody else's: `core.labels.voting.casting_all.cast_all` adds them at once.
    """
    voter, case_key = given.voter, given.case
    if given.final:
        check_decision(voter.kind, given.ballot.label)
    if is_stored(db, given.client_key, case_key):
        known = stored_vote(db, given.client_key, case_key)
        require_same(given, known.case, known.voter, known.final, known.ballot.label)
        return known, False
    case_row(db, case_key)
    known_kind = kind_of(db, voter.name)
    if known_kind is None:
        db.execute(ENTER_VOTER, [voter.name, voter.kind.value, _now()])
    else:
        require_kind(voter, known_kind)
    first = not db.execute(
        "SELECT 1 FROM votes WHERE case_key = ? AND final = 0 AND voter = ?",
        [case_key, voter.name],
    ).fetchone()
    moment = given.voted_at or _moment(db, voter, case_key, given.final)
    db.execute(INSERT_VOTE, given.row(moment))
    if not given.final:
        if voter.kind is Kind.HUMAN:
            count_votes(db, {case_key: int(first)})
        let_go(db, [(case_key, voter.name)])
    return stored_vote(db, given.client_key, case_key), True


def require_same(given: GivenVote, case: int, voter: str, final: bool, label: int | None) -> None:
    """Refuse a vote whose key is that of another one, of which these are told.

    Raises
    ------
    VoteExistsError
        If it differs in one of them.
    """
    if (case, voter, final, label) != (
        *(given.case, given.voter.name),
        *(given.final, given.ballot.label),
    ):
        raise VoteExistsError(
            f"A vote's key names one vote. Got {given.client_key!r}, which is of {voter!r} on "
            f"case {case}; send another key."
        )


def require_kind(voter: Voter, known: Kind) -> None:
    """Refuse a voter whose name is that of one of another kind.

    Raises
    ------
    VoterError
        If the kind by which the name is known is not the voter's.
    """
    if known is not voter.kind:
        raise VoterError(
            f"A voter's name has one kind. Got {voter.name!r} as {voter.kind}, who is {known} "
            "already; choose another name."
        )


def _moment(db: Database, voter: Voter, case_key: int, final: bool) -> str:
    """Return the moment of a vote given now, which stands even where the clock was set back."""
    latest = (
        "SELECT voted_at FROM votes WHERE case_key = ?1 AND final = ?2 AND (?2 OR voter = ?3) "
        "AND given > julianday(?4) ORDER BY given DESC LIMIT 1"
    )
    now = _now()
    found = db.execute(latest, [case_key, final, voter.name, now]).fetchone()
    return str(found[0]) if found else now


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
