"""What is in the queues: cases and their pairs, the votes that they want, how far each queue is."""

from __future__ import annotations

import json
from collections.abc import Iterable

from core.labels.types import Pair, Progress, Queue, Task, Voter
from core.store import Workspace
from core.store.sqlite import Database


def queued_pairs(workspace: Workspace, queue: Queue) -> list[Pair]:
    """List the pairs of a queue in its order."""
    sql = (
        "SELECT query_id, table_id, task FROM queue_cases JOIN cases ON cases.key = case_key "
        "WHERE queue_key = ? ORDER BY place"
    )
    with workspace.reading() as db:
        rows = db.execute(sql, [queue.key]).fetchall()
    return [Pair(query, table, Task(task)) for query, table, task in rows]


def queued_cases(workspace: Workspace, queue: Queue) -> list[int]:
    """List the cases of a queue in its order, by their numbers."""
    sql = "SELECT case_key FROM queue_cases WHERE queue_key = ? ORDER BY place"
    with workspace.reading() as db:
        return [case for (case,) in db.execute(sql, [queue.key])]


def cases_by_queue(workspace: Workspace, benchmark_key: int) -> dict[int, list[int]]:
    """Map each queue of a benchmark, by its key, to `queued_cases`."""
    sql = (
        "SELECT queues.key, case_key FROM queues LEFT JOIN queue_cases ON queue_key = queues.key "
        "WHERE benchmark_key = ? ORDER BY queues.key, place"
    )
    held: dict[int, list[int]] = {}
    with workspace.reading() as db:
        for key, case in db.execute(sql, [benchmark_key]):
            cases = held.setdefault(key, [])
            if case is not None:
                cases.append(case)
    return held


def unqueued(db: Database, cases: Iterable[int]) -> set[int]:
    """Return which of some cases are in no queue, in a transaction."""
    sql = (
        "SELECT value FROM json_each(?) "
        "WHERE NOT EXISTS (SELECT 1 FROM queue_cases WHERE case_key = value)"
    )
    return {case for (case,) in db.execute(sql, [json.dumps([*cases])])}


def open_pairs(workspace: Workspace, queue_key: int) -> list[tuple[int, str, str]]:
    """List the cases of a queue that lack votes, number, query and table, by number."""
    sql = (
        "SELECT case_key, query_id, table_id FROM queue_cases JOIN cases ON cases.key = case_key "
        "WHERE queue_key = ? AND lacking > 0 ORDER BY case_key"
    )
    with workspace.reading() as db:
        return [tuple(row) for row in db.execute(sql, [queue_key])]


def votes_wanted(workspace: Workspace, benchmark_key: int) -> dict[str, int]:
    """Return the cases of which a queue wants more than one vote, as text, with how many."""
    return _most(workspace, benchmark_key, "wanted")


def votes_needed(workspace: Workspace, benchmark_key: int) -> dict[str, int]:
    """Return the cases that more than one vote settles, as text, with how many.

    That is what queues want, but for cases that were settled before a queue asked for more votes
    of them (``settled`` of `core.labels.queueing.queues.create_queue`).
    """
    return _most(workspace, benchmark_key, "needed")


def _most(workspace: Workspace, benchmark_key: int, column: str) -> dict[str, int]:
    sql = (
        f"SELECT case_key, max(queue_cases.{column}) FROM queue_cases "  # noqa: S608 - our columns
        "JOIN queues ON queues.key = queue_key "
        f"WHERE benchmark_key = ? AND queue_cases.{column} > 1 GROUP BY case_key"
    )
    with workspace.reading() as db:
        return {str(case): votes for case, votes in db.execute(sql, [benchmark_key])}


def progress(workspace: Workspace, queue: Queue, voter: Voter) -> Progress:
    """Count what is done in a queue, and what the voter did."""
    with workspace.reading() as db:
        cases, done, wanted, missing = db.execute(
            "SELECT count(*), coalesce(sum(lacking <= 0), 0), coalesce(sum(wanted), 0), "
            "coalesce(sum(max(lacking, 0)), 0) FROM queue_cases WHERE queue_key = ?",
            [queue.key],
        ).fetchone()
        (yours,) = db.execute(
            "SELECT count(DISTINCT votes.case_key) FROM votes "
            "JOIN queue_cases ON queue_cases.case_key = votes.case_key AND queue_key = ? "
            "JOIN voters ON voters.name = voter AND kind = ? WHERE voter = ? AND final = 0",
            [queue.key, voter.kind.value, voter.name],
        ).fetchone()
        # A case may be full by now, or of another queue, where a link opened it.
        later, skipped = db.execute(
            "SELECT coalesce(sum(come_back AND lacking > 0 AND NOT EXISTS (SELECT 1 FROM votes "
            "WHERE votes.case_key = set_aside.case_key AND final = 0 "
            "AND votes.voter = set_aside.voter)), 0), coalesce(sum(NOT come_back), 0) "
            "FROM set_aside LEFT JOIN queue_cases USING (queue_key, case_key) "
            "WHERE queue_key = ? AND voter = ?",
            [queue.key, voter.name],
        ).fetchone()
    return Progress(cases, done, wanted - missing, wanted, yours, skipped, later)
