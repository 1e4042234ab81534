"""Cast many votes as they would be cast one by one, without holding up others for as long.

Everybody's votes wait for a write transaction, so each statement is on all votes at once.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from core.labels.queueing.handing import let_go
from core.labels.queueing.queues import count_votes
from core.labels.types import Kind
from core.labels.voting.casting import (
    ENTER_VOTER,
    INSERT_VOTE,
    GivenVote,
    check_decision,
    require_kind,
    require_same,
)
from core.labels.voting.voter_names import kinds_of
from core.labels.voting.votes import KnownVote, stored_votes
from core.store.sqlite import Database

_CACHE_KIB = 65_536
_Place = tuple[int, str]
"""Case and voter, who supersedes what they said of it before; of decisions, no voter at all."""

_PLACES = """(
    SELECT json_extract(value, '$[0]') AS place_case, json_extract(value, '$[1]') AS place_voter
    FROM json_each(:places)
)"""
_VOTED = f"""
    SELECT place_case, place_voter FROM {_PLACES} WHERE EXISTS (
        SELECT 1 FROM votes INDEXED BY votes_of
        WHERE case_key = place_case AND final = 0 AND voter = place_voter)
"""  # noqa: S608 - constants
_LATER = """
    SELECT place_case, place_voter, strftime('%Y-%m-%dT%H:%M:%f+00:00', given), voted_at, max(given)
    FROM {places} CROSS JOIN votes INDEXED BY votes_of
        ON case_key = place_case AND {whose} AND given > julianday(:now)
    GROUP BY place_case, place_voter
"""
_OWN, _DECISIONS = (
    _LATER.format(places=_PLACES, whose=whose)
    for whose in ("final = 0 AND voter = place_voter", "final = 1 AND place_voter = ''")
)


@dataclass(frozen=True)
class StoredVote:
    """Where a vote that was to be cast is stored, and whether it was not before."""

    key: int
    new: bool


def cast_all(
    db: Database, benchmark_key: int, votes: Sequence[GivenVote], now: str
) -> list[StoredVote]:
    """Add votes on cases of a benchmark in the order given, inside a write transaction.

    All that comes of it is what `core.labels.voting.casting.cast` makes of one after the other.

    Parameters
    ----------
    now
        When those are given that do not say when, in the form of
        `core.labels.voting.importing.moment`.

    Raises
    ------
    BadVoteError, VoterError, VoteExistsError
        As `cast` of the first that it would refuse; what was added is to be rolled back.
    """
    stored = stored_votes(db, benchmark_key, (vote.client_key for vote in votes))
    kinds = kinds_of(db, {vote.voter.name for vote in votes})
    voters: dict[str, Kind] = {}
    new: list[tuple[int, GivenVote]] = []
    found = []
    sql = "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'votes'"
    (last,) = db.execute(sql).fetchone()
    for vote in votes:
        if vote.final:
            check_decision(vote.voter.kind, vote.ballot.label)
        known = stored.get(vote.client_key)
        if known is not None:
            require_same(vote, known.case, known.voter, known.final, known.label)
            found.append(StoredVote(known.key, new=False))
            continue
        name, kind = vote.voter.name, vote.voter.kind
        if name not in kinds:
            kinds[name] = voters[name] = kind
        require_kind(vote.voter, kinds[name])
        key = last + len(new) + 1
        stored[vote.client_key] = KnownVote(
            key, vote.case, name, vote.final, vote.ballot.label, vote.voted_at
        )
        new.append((key, vote))
        found.append(StoredVote(key, new=True))
    _store(db, new, voters, now)
    return found


def _store(
    db: Database, new: Sequence[tuple[int, GivenVote]], voters: Mapping[str, Kind], now: str
) -> None:
    """Add votes with their keys, the voters that are new, and what else changes by them."""
    moments = _moments(db, [vote for _, vote in new], now)
    voted = {_place(vote): vote.voter.kind for _, vote in new if not vote.final}
    before = {(case, voter) for case, voter in _rows(db, _VOTED, voted)}
    db.conn.executemany(ENTER_VOTER, [(name, kind.value, now) for name, kind in voters.items()])
    rows = (vote.row(at, key) for (key, vote), at in zip(new, moments, strict=True))
    with _room(db):
        db.conn.executemany(INSERT_VOTE, rows)
    first: Counter[int] = Counter()
    for place, kind in voted.items():
        if kind is Kind.HUMAN:
            first[place[0]] += place not in before
    count_votes(db, first)
    let_go(db, voted)


@contextmanager
def _room(db: Database) -> Iterator[None]:
    """Keep more of the votes' indexes in memory: keys go all over them, and are read from disk."""
    (before,) = db.execute("PRAGMA cache_size").fetchone()
    db.execute(f"PRAGMA cache_size = {-_CACHE_KIB}")
    try:
        yield
    finally:
        db.execute(f"PRAGMA cache_size = {int(before)}")


def _moments(db: Database, votes: Sequence[GivenVote], now: str) -> list[str]:
    """Return when votes are given: those that do not say it now, or with the latest before them.

    That is later than now where the clock was set back, or a file comes from one that is ahead.
    """
    asked = {_place(vote) for vote in votes if not vote.voted_at}
    later = [row for sql in (_OWN, _DECISIONS) for row in _rows(db, sql, asked, now)]
    latest = {(case, voter): (at, as_stored) for case, voter, at, as_stored, _ in later}
    found = []
    for vote in votes:
        place = _place(vote)
        if vote.voted_at > latest.get(place, (now, now))[0]:
            latest[place] = vote.voted_at, vote.voted_at
        found.append(vote.voted_at or latest.get(place, (now, now))[1])
    return found


def _place(vote: GivenVote) -> _Place:
    return vote.case, "" if vote.final else vote.voter.name


def _rows(db: Database, sql: str, places: Iterable[_Place], now: str = "") -> list[Any]:
    return db.execute(sql, {"places": json.dumps([*places]), "now": now}).fetchall()
