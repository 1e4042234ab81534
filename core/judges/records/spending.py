"""What a judge run has spent: on answers, and on attempts that may be billed without one."""

from __future__ import annotations

from core.judges.records.answers import Question
from core.judges.records.places import PLACE_COLUMNS
from core.store import Workspace

CHARGED = "coalesce(cost, json_extract(parameters, '$.most_cost'), 0)"
"""What a budget is charged with for a row of `judge_answers`: its cost, else the most it can be."""

_UNREAD = (
    f"INSERT INTO judge_unread ({PLACE_COLUMNS}, attempts, cost) "  # noqa: S608  # ours
    "VALUES (?, ?, ?, ?, ?, 1, ?) ON CONFLICT DO UPDATE SET "
    "attempts = attempts + 1, cost = cost + excluded.cost"
)


def store_unread(workspace: Workspace, question: Question, most: float) -> None:
    """Store that an attempt may be billed although no answer was read, and what it may cost.

    It stays with the run whatever becomes of the question.

    Parameters
    ----------
    most
        The most that it can cost, in US dollars.
    """
    with workspace.writing() as db:
        db.execute(_UNREAD, [*question.place, most])


def unread_by_case(
    workspace: Workspace, benchmark_key: int, voter: str
) -> dict[int, tuple[int, float]]:
    """Return what was set down for a judge's attempts of which no answer was read, by case.

    Returns
    -------
    dict of int to (int, float)
        How many attempts, and the most that they cost in US dollars; those of changed tables, as of
        an injection audit, are not among them.
    """
    sql = (
        "SELECT case_key, sum(attempts), sum(cost) FROM judge_unread "
        "JOIN judge_runs ON judge_runs.key = run_key "
        "WHERE benchmark_key = ? AND voter = ? AND variant = '' GROUP BY case_key"
    )
    with workspace.reading() as db:
        rows = db.execute(sql, [benchmark_key, voter]).fetchall()
    return {case: (attempts, cost) for case, attempts, cost in rows}


def spent_so_far(workspace: Workspace, run_key: int) -> float:
    """Return the US dollars that a run has paid.

    An answer without a cost counts as its bound, and so does an attempt that may be billed although
    no answer was read.
    """
    sql = (
        f"SELECT coalesce(sum({CHARGED}), 0) "  # noqa: S608 - a constant
        "FROM {table} JOIN judge_answers ON judge_answers.key = answer_key "
        "WHERE run_key = ? AND NOT reused"
    )
    unread = "SELECT coalesce(sum(cost), 0) FROM judge_unread WHERE run_key = ?"
    tables = ("judge_asked", "judge_asked_before")
    with workspace.reading() as db:
        return sum(
            float(db.execute(one, [run_key]).fetchone()[0])
            for one in (*(sql.format(table=table) for table in tables), unread)
        )
