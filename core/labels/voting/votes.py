"""Votes read: the current ones as a frame, and the history of a case."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from core.labels.types import Ballot, Kind, Role, Task, Vote, Voter
from core.store import Workspace
from core.store.sqlite import Database

SCHEMA = pl.Schema(
    {
        "case": pl.Int64(),
        "voter": pl.String(),
        "kind": pl.String(),
        "label": pl.Int64(),
        "query": pl.String(),
        "table": pl.String(),
        "confidence": pl.Float64(),
        "seconds": pl.Float64(),
        "voted_at": pl.String(),
    }
)
"""Columns of `current_votes`."""

_VOTES = """
    SELECT votes.*, kind, query_id, table_id,
        NOT EXISTS (SELECT 1 FROM superseded_votes WHERE key = votes.key) AS current
    FROM votes
    JOIN voters ON voters.name = voter
    JOIN cases ON cases.key = case_key
"""
_CURRENT = """
    SELECT case_key, voter, kind, label, query_id, table_id, confidence, seconds,
        CASE WHEN coalesce(timed, client_key NOT LIKE 'import %') THEN voted_at END
    FROM cases JOIN votes ON case_key = cases.key JOIN voters ON voters.name = voter
    -- With the plus it is seen from each vote's entry in the index; without, each case is looked up
    -- once for every voter of the workspace.
    WHERE +voter IN (SELECT name FROM voters WHERE kind IN (SELECT value FROM json_each(?)))
    AND benchmark_key = ? AND final = ? AND votes.key <= ? AND NOT EXISTS (
        SELECT 1 FROM superseded_votes WHERE key = votes.key AND by_key <= ?
    )
    ORDER BY case_key, voter
"""
_SPANS = """
    SELECT query_id, table_id, voter, label, final, votes.key, min(by_key)
    FROM cases JOIN votes ON case_key = cases.key
    LEFT JOIN superseded_votes ON superseded_votes.key = votes.key
    WHERE benchmark_key = ? GROUP BY votes.key
"""
_COUNTED = """
    SELECT voter, kind, count(DISTINCT case_key)
    FROM cases JOIN votes ON case_key = cases.key JOIN voters ON voters.name = voter
    WHERE benchmark_key = ? AND final = 0 AND kind != ? GROUP BY voter, kind ORDER BY voter
"""
_SENT = """
    FROM votes JOIN cases ON cases.key = case_key
    WHERE client_key = ? AND benchmark_key = (SELECT benchmark_key FROM cases WHERE key = ?)
"""
_OF_KEYS = """
    SELECT client_key, votes.key, case_key, voter, final, label, voted_at
    FROM asked_keys CROSS JOIN votes USING (client_key) JOIN cases ON cases.key = case_key
    WHERE benchmark_key = ? ORDER BY case_key DESC
"""
_REASONED = """
    SELECT cases.key, task, votes.label, votes.reason, votes.final
    FROM cases JOIN current_votes AS votes ON votes.case_key = cases.key
    JOIN voters ON voters.name = voter
    WHERE benchmark_key = ? AND kind = 'human' AND label IS NOT NULL
    ORDER BY length(votes.reason), votes.key DESC
"""
_IMPORTED = "import "
_OLDEST_FIRST = "ORDER BY votes.given, votes.key"
_EVERY = 2**62


def current_votes(
    workspace: Workspace,
    benchmark_key: int,
    final: bool = False,
    last_vote: int | None = None,
    kinds: Sequence[Kind] | None = None,
) -> pl.DataFrame:
    """Return each voter's latest vote on each case of a benchmark.

    Parameters
    ----------
    final
        Whether to return the curators' decisions, the latest of each case, instead of votes.
    last_vote
        Key of the last vote that counts: what the votes were when it was entered.
    kinds
        Whose votes are read; everybody's if none are given. Judges may have given a thousand votes
        for each of a person's.

    Returns
    -------
    DataFrame
        Columns ``case``, ``voter``, ``kind`` (human, llm, rule), ``label`` (0, 1, 2; null for
        "can't tell"), ``query``, ``table``, ``confidence``, ``seconds``, ``voted_at`` (null where
        a file that the vote came in by does not say); sorted by case, then voter.
    """
    last = _EVERY if last_vote is None else last_vote
    with workspace.reading() as db:
        rows = db.execute(_CURRENT, [_named(kinds), benchmark_key, final, last, last]).fetchall()
    return pl.DataFrame([tuple(row) for row in rows], schema=SCHEMA, orient="row")


@dataclass(frozen=True)
class VoteSpan:
    """A vote or decision, and which votes were the last while it was the current one.

    Parameters
    ----------
    key, until
        Its own key, and that of the vote that took its place; none if none has.
    """

    query: str
    table: str
    voter: str
    label: int | None
    final: bool
    key: int
    until: int | None


def vote_spans(workspace: Workspace, benchmark_key: int) -> list[VoteSpan]:
    """List the votes and decisions of a benchmark that ever were current, in no order."""
    with workspace.reading() as db:
        rows = db.execute(_SPANS, [benchmark_key]).fetchall()
    found = [
        VoteSpan(query, table, voter, label, bool(final), key, until)
        for query, table, voter, label, final, key, until in rows
    ]
    # One that was entered after a vote that was given later never stood.
    return [one for one in found if one.until is None or one.until > one.key]


@dataclass(frozen=True)
class ReasonedVote:
    """A person's current vote with a label, or a decision, and the reason that came with it."""

    case: int
    task: Task
    label: int
    reason: str
    final: bool


def reasoned_votes(workspace: Workspace, benchmark_key: int) -> list[ReasonedVote]:
    """List the current votes and decisions of people that have a label; longest reasons last."""
    with workspace.reading() as db:
        rows = db.execute(_REASONED, [benchmark_key]).fetchall()
    return [
        ReasonedVote(case, Task(task), label, reason, bool(final))
        for case, task, label, reason, final in rows
    ]


def decision_reasons(workspace: Workspace, reader: Voter, benchmark_key: int) -> dict[int, str]:
    """Return why curators decided as they did, by case, empty where they did not say.

    Raises
    ------
    RoleError
        As `history`.
    """
    reader.require(Role.CURATOR, "open the votes of others")
    sql = (
        "SELECT case_key, reason FROM votes JOIN cases ON cases.key = case_key WHERE "
        "benchmark_key = ? AND final "
        "AND NOT EXISTS (SELECT 1 FROM superseded_votes WHERE key = votes.key)"
    )
    with workspace.reading() as db:
        return dict(db.execute(sql, [benchmark_key]).fetchall())


def cases_by_judge(workspace: Workspace, benchmark_key: int) -> list[tuple[str, Kind, int]]:
    """Count the cases of a benchmark that each voter who is no person voted on, by name."""
    with workspace.reading() as db:
        rows = db.execute(_COUNTED, [benchmark_key, Kind.HUMAN.value]).fetchall()
    return [(voter, Kind(kind), cases) for voter, kind, cases in rows]


def last_vote(workspace: Workspace, benchmark_key: int, kinds: Sequence[Kind] | None = None) -> int:
    """Return the key of the benchmark's latest vote or decision; 0 if there is none.

    Parameters
    ----------
    kinds
        Whose votes count; everybody's if none are given.
    """
    sql = (
        "SELECT coalesce(max(votes.key), 0) FROM cases JOIN votes ON case_key = cases.key "
        "WHERE benchmark_key = ? "
        "AND +voter IN (SELECT name FROM voters WHERE kind IN (SELECT value FROM json_each(?)))"
    )
    with workspace.reading() as db:
        return int(db.execute(sql, [benchmark_key, _named(kinds)]).fetchone()[0])


def _named(kinds: Sequence[Kind] | None) -> str:
    return json.dumps([kind.value for kind in (Kind if kinds is None else kinds)])


def history(workspace: Workspace, reader: Voter, case_key: int) -> list[Vote]:
    """List every vote and decision on a case, oldest first.

    Raises
    ------
    RoleError
        If it is not a curator who reads: who votes must not see the votes of others.
    """
    reader.require(Role.CURATOR, "open the votes of others")
    with workspace.reading() as db:
        rows = db.query(f"{_VOTES} WHERE case_key = ? {_OLDEST_FIRST}", [case_key])
        return [_vote(row) for row in rows]


def own_vote(workspace: Workspace, voter: Voter, case_key: int) -> Vote | None:
    """Return the voter's own current vote on a case, as for going back to it.

    One of the same name but of another kind is not theirs: a person has no vote of a judge.
    """
    sql = f"{_VOTES} WHERE case_key = ? AND voter = ? AND kind = ? AND final = 0 AND current"
    with workspace.reading() as db:
        row = next(db.query(sql, [case_key, voter.name, voter.kind.value]), None)
    return None if row is None else _vote(row)


def all_votes(workspace: Workspace, reader: Voter, benchmark_key: int) -> list[Vote]:
    """List every vote and decision of a benchmark, oldest first; raises as `history`."""
    reader.require(Role.CURATOR, "open the votes of others")
    with workspace.reading() as db:
        rows = db.query(f"{_VOTES} WHERE benchmark_key = ? {_OLDEST_FIRST}", [benchmark_key])
        return [_vote(row) for row in rows]


def is_stored(db: Database, client_key: str, case_key: int) -> bool:
    """Whether a vote was sent with a key for the benchmark of a case, inside a transaction."""
    return bool(db.execute(f"SELECT 1 {_SENT}", [client_key, case_key]).fetchone())


def stored_vote(db: Database, client_key: str, case_key: int) -> Vote:
    """Read the vote that `is_stored` tells of, inside a transaction; it must be there."""
    sql = f"{_VOTES} WHERE votes.key = (SELECT votes.key {_SENT})"
    return _vote(next(db.query(sql, [client_key, case_key])))


@dataclass(frozen=True)
class KnownVote:
    """What tells a stored vote from another: its number, and what it says of which case."""

    key: int
    case: int
    voter: str
    final: bool
    label: int | None
    voted_at: str


def stored_votes(
    db: Database, benchmark_key: int, client_keys: Iterable[str]
) -> dict[str, KnownVote]:
    """Find which of many votes were sent for a benchmark, in a write transaction, by their keys."""
    db.execute("CREATE TEMP TABLE asked_keys (client_key TEXT PRIMARY KEY) WITHOUT ROWID")
    asked = ((key,) for key in client_keys)
    db.conn.executemany("INSERT OR IGNORE INTO asked_keys VALUES (?)", asked)
    found = {
        client_key: KnownVote(key, case, voter, bool(final), label, at)
        for client_key, key, case, voter, final, label, at in db.execute(_OF_KEYS, [benchmark_key])
    }
    db.execute("DROP TABLE asked_keys")
    return found


def _vote(row: Mapping[str, Any]) -> Vote:
    return Vote(
        key=row["key"],
        case=row["case_key"],
        query=row["query_id"],
        table=row["table_id"],
        voter=row["voter"],
        kind=Kind(row["kind"]),
        final=bool(row["final"]),
        current=bool(row["current"]),
        ballot=Ballot(
            label=row["label"],
            facets=(
                row["schema_facet"],
                row["types_facet"],
                row["values_facet"],
                row["task_facet"],
            ),
            confidence=row["confidence"],
            reason=row["reason"],
            alignment=None
            if row["alignment"] is None
            else tuple((left, right) for left, right in json.loads(row["alignment"])),
            seconds=row["seconds"],
            shown=row["shown"],
        ),
        app_version=row["app_version"],
        client_key=row["client_key"],
        voted_at=row["voted_at"],
        timed=_is_timed(row),
    )


def _is_timed(row: Mapping[str, Any]) -> bool:
    """Whether a vote's moment is its own; of those of before that was kept, by their keys."""
    known = row["timed"]
    return not row["client_key"].startswith(_IMPORTED) if known is None else bool(known)
