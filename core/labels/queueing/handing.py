"""Hand cases to voters: the next one, those after it, leases, what is set aside.

A voter's cursor stands before the first place of the queue that may still be theirs, so that
asking for the next case does not pass over all that they have voted on before.
"""

from __future__ import annotations

import json
import time
from collections.abc import Collection, Sequence

from core.labels.queueing.cases import case_row
from core.labels.types import Case, Order, Queue, Role, Voter
from core.store import Workspace
from core.store.sqlite import Database

LEASE_SECONDS = 600.0
"""How long a case stays with the person it was handed to."""

# CROSS JOIN and INDEXED BY keep SQLite from beginning with all cases of the queue.
_FREE = """
    queue_cases.queue_key = :queue AND lacking > 0 AND queue_cases.case_key != :but
    AND queue_cases.case_key NOT IN (SELECT value FROM json_each(:without))
    AND NOT EXISTS (
        SELECT 1 FROM votes
        WHERE votes.case_key = queue_cases.case_key AND final = 0 AND voter = :voter)
    AND lacking > (
        SELECT count(*) FROM leases
        WHERE leases.case_key = queue_cases.case_key AND leases.queue_key = :queue
            AND voter != :voter AND expires_at > :now AND expires_at <= :latest)
"""
_NOT_ASIDE = """
    NOT EXISTS (
        SELECT 1 FROM set_aside WHERE set_aside.queue_key = :queue AND voter = :voter
            AND set_aside.case_key = queue_cases.case_key)
"""
_DISPUTED = """
    SELECT case_key FROM queue_cases INDEXED BY queue_cases_disputed
    WHERE spread > 0 AND {free} AND {not_aside} ORDER BY spread DESC, place LIMIT :count
"""
_AHEAD = """
    SELECT case_key, place FROM queue_cases INDEXED BY queue_cases_open
    WHERE {free} AND {not_aside} AND place > :cursor ORDER BY place LIMIT :count
"""
_LATER = """
    SELECT queue_cases.case_key FROM set_aside CROSS JOIN queue_cases
        ON queue_cases.queue_key = set_aside.queue_key
        AND queue_cases.case_key = set_aside.case_key
    WHERE set_aside.queue_key = :queue AND set_aside.voter = :voter AND come_back AND {free}
    ORDER BY turn LIMIT :count
"""
_HELD = """
    SELECT queue_cases.case_key FROM leases AS mine CROSS JOIN queue_cases
        ON queue_cases.queue_key = mine.queue_key AND queue_cases.case_key = mine.case_key
    WHERE mine.queue_key = :queue AND mine.voter = :voter AND {free}
"""
_HELD_BACK = """
    SELECT min(place) FROM leases CROSS JOIN queue_cases
        ON queue_cases.queue_key = leases.queue_key AND queue_cases.case_key = leases.case_key
    WHERE leases.queue_key = :queue AND place > :cursor AND leases.voter != :voter
        AND expires_at > :now AND expires_at <= :latest AND lacking > 0
        AND NOT EXISTS (
            SELECT 1 FROM votes
            WHERE votes.case_key = leases.case_key AND final = 0 AND voter = :voter)
        AND {not_aside}
"""
_PASSED_OVER = """
    SELECT min(place) FROM queue_cases WHERE queue_key = :queue AND place > :cursor
        AND case_key IN (SELECT value FROM json_each(:without))
"""


def next_case(
    workspace: Workspace,
    queue: Queue,
    voter: Voter,
    now: float | None = None,
    without: Sequence[int] = (),
) -> Case | None:
    """Hand the voter a case that they have not voted on, and hold it for them.

    The case that the voter holds already is given again, so that a page may be loaded twice. No
    more people hold a case at one moment than it lacks votes. When nothing else is left, those
    that the voter wanted to come back to are given in the order they were set aside.

    Parameters
    ----------
    now
        Seconds since 1970; the clock's if none.
    without
        Keys of cases that are not handed out, as nobody can look at them for now.

    Returns
    -------
    Case or None
        None if there is nothing for this voter now: all is voted on, skipped, or with others.

    Raises
    ------
    RoleError
        If the voter may not vote.
    """
    voter.require(Role.ANNOTATOR, "vote")
    with workspace.writing() as db:
        # Inside, for it may have waited its turn while others were given leases.
        now = time.time() if now is None else now
        values = _values(queue, voter, now, without=without)
        found = _choose(db, queue, values)
        if found is None:
            sql = "DELETE FROM leases WHERE queue_key = :queue AND voter = :voter"
            db.execute(sql, values)
            return None
        db.execute(
            "INSERT INTO leases (queue_key, voter, case_key, expires_at) "
            "VALUES (:queue, :voter, :case, :until) ON CONFLICT DO UPDATE "
            "SET case_key = excluded.case_key, expires_at = excluded.expires_at",
            {**values, "case": found},
        )
        return case_row(db, found)


def upcoming(
    workspace: Workspace,
    queue: Queue,
    voter: Voter,
    held: int,
    count: int,
    without: Sequence[int],
) -> list[Case]:
    """Tell which cases the voter would be handed after the one they hold, to be made ready.

    Nothing is held for them: others may be handed those cases first.

    Parameters
    ----------
    held
        Key of the case that the voter has before them.
    count
        How many, at least 1.
    without
        As in `next_case`.

    Raises
    ------
    RoleError
        If the voter may not vote.
    """
    voter.require(Role.ANNOTATOR, "vote")
    values = _values(queue, voter, time.time(), held, count, without)
    with workspace.reading() as db:
        values["cursor"] = _cursor(db, values)
        order = (
            (_DISPUTED, _AHEAD, _LATER) if queue.order is Order.DISAGREEMENT else (_AHEAD, _LATER)
        )
        found = [int(row[0]) for sql in order for row in _rows(db, sql, values)]
        return [case_row(db, key) for key in list(dict.fromkeys(found))[:count]]


def set_aside(
    workspace: Workspace, queue: Queue, voter: Voter, case_key: int, come_back: bool = False
) -> None:
    """Pass a case: for good, or to come back to it when nothing else is left.

    Others get it as before. Set aside again, it goes to the end of those to come back to.

    Raises
    ------
    RoleError
        If the voter may not vote.
    CaseNotFoundError
        If there is no such case.
    """
    voter.require(Role.ANNOTATOR, "vote")
    with workspace.writing() as db:
        case_row(db, case_key)
        (turn,) = db.execute(
            "SELECT coalesce(max(turn), 0) + 1 FROM set_aside WHERE queue_key = ? AND voter = ?",
            [queue.key, voter.name],
        ).fetchone()
        db.execute(
            "INSERT INTO set_aside (queue_key, voter, case_key, come_back, turn) "
            "VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE "
            "SET come_back = excluded.come_back, turn = excluded.turn",
            [queue.key, voter.name, case_key, come_back, turn],
        )
        db.execute(
            "DELETE FROM leases WHERE queue_key = ? AND voter = ? AND case_key = ?",
            [queue.key, voter.name, case_key],
        )


def skipped_cases(workspace: Workspace, queue: Queue, voter: Voter) -> list[int]:
    """List the cases that the voter has passed for good, by their keys, the first passed first."""
    sql = (
        "SELECT case_key FROM set_aside WHERE queue_key = ? AND voter = ? AND NOT come_back "
        "ORDER BY turn"
    )
    with workspace.reading() as db:
        return [key for (key,) in db.execute(sql, [queue.key, voter.name])]


def voted_cases(workspace: Workspace, queue: Queue, voter: Voter, count: int) -> list[int]:
    """List the cases of a queue that the voter voted on last, by their keys, the latest last."""
    sql = (
        "SELECT case_key FROM votes WHERE voter = "
        "(SELECT name FROM voters WHERE name = :voter AND kind = :kind) AND final = 0 AND EXISTS ("
        "SELECT 1 FROM queue_cases "
        "WHERE queue_key = :queue AND queue_cases.case_key = votes.case_key) "
        "GROUP BY case_key ORDER BY max(key) DESC LIMIT :count"
    )
    values = {
        "queue": queue.key,
        "voter": voter.name,
        "kind": voter.kind.value,
        "count": count,
    }
    with workspace.reading() as db:
        return [key for (key,) in db.execute(sql, values)][::-1]


def let_go(db: Database, voted: Collection[tuple[int, str]]) -> None:
    """End the leases on cases and forget that they were set aside, each by a voter, by its name."""
    for sql in (
        "DELETE FROM leases WHERE case_key = ? AND voter = ?",
        "DELETE FROM set_aside WHERE case_key = ? AND voter = ?",
    ):
        db.conn.executemany(sql, voted)


def _choose(db: Database, queue: Queue, values: dict[str, object]) -> int | None:
    held = _first(db, _HELD, values)
    if held:
        return int(held[0])
    if queue.order is Order.DISAGREEMENT:
        disputed = _first(db, _DISPUTED, values)
        if disputed:
            return int(disputed[0])
    ahead = _ahead(db, values)
    if ahead is not None:
        return ahead
    later = _first(db, _LATER, values)
    return int(later[0]) if later else None


def _ahead(db: Database, values: dict[str, object]) -> int | None:
    """Find the first free case after the voter's cursor, and move the cursor up to it."""
    before = _cursor(db, values)
    values = {**values, "cursor": before}
    found = _first(db, _AHEAD, values)
    if found is None:
        return None
    key, place = found
    # What another person holds, and this one could have, may become free again, and must not be
    # left behind. A lease that is over holds nothing: who left would keep all cursors back.
    # Nor must a case that nobody can look at for now.
    kept = [row[0] for sql in (_HELD_BACK, _PASSED_OVER) for row in _rows(db, sql, values)]
    cursor = min([place, *(one for one in kept if one is not None)]) - 1
    if cursor > before:
        db.execute(
            "INSERT INTO queue_cursors (queue_key, voter, place) VALUES (:queue, :voter, :place) "
            "ON CONFLICT DO UPDATE SET place = excluded.place",
            {**values, "place": cursor},
        )
    return int(key)


def _cursor(db: Database, values: dict[str, object]) -> int:
    sql = "SELECT place FROM queue_cursors WHERE queue_key = :queue AND voter = :voter"
    row = db.execute(sql, values).fetchone()
    return int(row[0]) if row else 0


def _values(
    queue: Queue,
    voter: Voter,
    now: float,
    but: int = 0,
    count: int = 1,
    without: Sequence[int] = (),
) -> dict[str, object]:
    return {
        "queue": queue.key,
        "voter": voter.name,
        "now": now,
        "until": now + LEASE_SECONDS,
        # A lease that ends later was given before the clock was set back, and does not count.
        "latest": now + 2 * LEASE_SECONDS,
        "but": but,
        "count": count,
        "without": json.dumps(list(without)),
    }


def _rows(db: Database, sql: str, values: dict[str, object]) -> list[tuple[int, ...]]:
    sql = sql.format(free=_FREE, not_aside=_NOT_ASIDE)
    return [tuple(row) for row in db.execute(sql, values).fetchall()]


def _first(db: Database, sql: str, values: dict[str, object]) -> tuple[int, ...] | None:
    return next(iter(_rows(db, sql, values)), None)
