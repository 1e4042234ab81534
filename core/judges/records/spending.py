"""What a judge run has spent: on answers, and on attempts that may be billed without one."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from core.judges.records.places import PLACE_COLUMNS, Place
from core.judges.types import RunState
from core.store import Workspace
from core.store.sqlite import Database

CHARGED = "coalesce(cost, json_extract(parameters, '$.most_cost'), 0)"
"""What a budget is charged with for a row of `judge_answers`: its cost, else the most it can be."""

_SENT = f"INSERT INTO judge_under_way ({PLACE_COLUMNS}, cost) VALUES (?, ?, ?, ?, ?, ?)"  # noqa: S608  # ours
_KNOWN = f"DELETE FROM judge_under_way WHERE ({PLACE_COLUMNS}) = (?, ?, ?, ?, ?)"  # noqa: S608  # ours
_UNREAD = f"""
    INSERT INTO judge_unread ({PLACE_COLUMNS}, attempts, cost)
    SELECT {PLACE_COLUMNS}, 1, cost FROM judge_under_way WHERE {{which}}
    ON CONFLICT DO UPDATE SET attempts = attempts + 1, cost = cost + excluded.cost
"""  # noqa: S608  # ours
_OF_PLACE = f"({PLACE_COLUMNS}) = (?, ?, ?, ?, ?)"


class Stage(Enum):
    """How far an attempt is."""

    SENT = "sent"
    """It is about to be sent, and nothing is known of it until one of the others is noted, or what
    came of its question is stored."""
    UNBILLED = "unbilled"
    """It is not billed."""
    UNREAD = "unread"
    """It may be billed although no answer was read; that stays with the run."""


class Attempt(NamedTuple):
    """An attempt to have a question answered, and the most that it can cost in US dollars."""

    stage: Stage
    place: Place
    most: float


def note_attempts(workspace: Workspace, attempts: Sequence[Attempt]) -> None:
    """Note how far some attempts are, in this order, all or none; on disk on return."""
    with workspace.writing() as db:
        for stage, place, most in attempts:
            if stage is Stage.SENT:
                db.execute(_SENT, [*place, most])
                continue
            if stage is Stage.UNREAD:
                db.execute(_UNREAD.format(which=_OF_PLACE), list(place))
            attempt_known(db, place)


def attempt_known(db: Database, place: Place) -> None:
    """Forget the attempt at a question that is under way: what it cost is stored elsewhere."""
    db.execute(_KNOWN, list(place))


def charge_what_was_left(workspace: Workspace, run_key: int) -> None:
    """Charge a run with attempts of a process that ended before it knew what came of them.

    Called by the one process that carries the run out, before it sends anything.
    """
    with workspace.writing() as db:
        db.execute(_UNREAD.format(which="run_key = ?"), [run_key])
        db.execute("DELETE FROM judge_under_way WHERE run_key = ?", [run_key])


def unread_by_case(
    workspace: Workspace, benchmark_key: int, voter: str
) -> dict[int, tuple[int, float]]:
    """Return what was set down for a judge's attempts of which no answer was read, by case.

    Returns
    -------
    dict of int to (int, float)
        How many attempts, and the most that they cost in US dollars, with those that were under way
        when a run ended; those of changed tables, as of an injection audit, are not among them.
    """
    sql = """
        SELECT case_key, sum(attempts), sum(charged.cost) FROM (
            SELECT run_key, voter, case_key, variant, attempts, cost FROM judge_unread
            UNION ALL
            SELECT run_key, voter, case_key, variant, 1, cost FROM judge_under_way
            JOIN judge_runs ON judge_runs.key = run_key WHERE state != ?
        ) AS charged
        JOIN judge_runs ON judge_runs.key = run_key
        WHERE benchmark_key = ? AND voter = ? AND variant = '' GROUP BY case_key
    """
    with workspace.reading() as db:
        rows = db.execute(sql, [RunState.RUNNING.value, benchmark_key, voter]).fetchall()
    return {case: (attempts, cost) for case, attempts, cost in rows}


def spent_so_far(workspace: Workspace, run_key: int) -> float:
    """Return the US dollars that a run has paid.

    An answer without a cost counts as its bound, and so does an attempt that is under way, or that
    may be billed although no answer was read.
    """
    answered = (
        f"SELECT coalesce(sum({CHARGED}), 0) "  # noqa: S608 - a constant
        "FROM {table} JOIN judge_answers ON judge_answers.key = answer_key "
        "WHERE run_key = ? AND NOT reused"
    )
    unanswered = "SELECT coalesce(sum(cost), 0) FROM {table} WHERE run_key = ?"
    sums = [answered.format(table=table) for table in ("judge_asked", "judge_asked_before")]
    sums += [unanswered.format(table=table) for table in ("judge_unread", "judge_under_way")]
    with workspace.reading() as db:
        return sum(float(db.execute(one, [run_key]).fetchone()[0]) for one in sums)
