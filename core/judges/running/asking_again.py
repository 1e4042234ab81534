"""Ask again what a judge answered without a verdict; what it answered before stays on record."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime

from core.amounts import amount
from core.judges.errors import JudgeError
from core.judges.records.locks import only_asker
from core.judges.records.places import PLACE_COLUMNS, Place
from core.judges.records.runs import check_budget, wait_again
from core.judges.running.readiness import check_ready
from core.judges.types import JudgeRun
from core.labels.types import Role, Voter
from core.store import Workspace

# In an audit the verdict on the tables as they are says what the planted texts push to: once they
# were planted it has to stay.
_LOST = """
    FROM judge_asked AS asked JOIN judge_answers ON judge_answers.key = answer_key
    WHERE run_key = :run AND outcome IN ('unparsable', 'refused')
    AND asked.voter IN (SELECT value FROM json_each(:voters))
    AND (variant <> '' OR NOT EXISTS (
        SELECT 1 FROM judge_asked AS planted WHERE planted.run_key = asked.run_key
        AND planted.voter = asked.voter AND planted.case_key = asked.case_key
        AND planted.variant <> ''))
"""
_KEEP = f"""
    INSERT INTO judge_asked_before
    SELECT run_key, asked.voter, case_key, number, variant,
        (SELECT count(*) FROM judge_asked_before AS before
            WHERE before.run_key = asked.run_key AND before.voter = asked.voter
            AND before.case_key = asked.case_key AND before.number = asked.number
            AND before.variant = asked.variant),
        swapped, reused, answer_key, :curator, :now
    {_LOST}
"""  # noqa: S608  # ours


def lost_places(workspace: Workspace, run: JudgeRun, voters: Sequence[str] = ()) -> set[Place]:
    """Return the places of a run's questions that can be asked again: answered without a verdict.

    Parameters
    ----------
    voters
        Judges of the run whose questions they are; of all if none.

    Raises
    ------
    JudgeError
        If one of them is no judge of the run.
    """
    sql = f"SELECT run_key, asked.voter, case_key, number, variant {_LOST}"  # ours
    with workspace.reading() as db:
        return {tuple(row) for row in db.execute(sql, _whose(run, voters))}


def times_asked_again(workspace: Workspace, run_key: int) -> Counter[Place]:
    """Count how often each question of a run was asked again, by its place."""
    sql = f"SELECT {PLACE_COLUMNS} FROM judge_asked_before WHERE run_key = ?"  # noqa: S608  # ours
    with workspace.reading() as db:
        return Counter(tuple(row) for row in db.execute(sql, [run_key]))


def ask_again(
    workspace: Workspace,
    curator: Voter,
    run: JudgeRun,
    voters: Sequence[str],
    budget: float | None,
) -> int:
    """Open the questions of `lost_places` again, for `running.carry_out` to ask.

    Their answers are kept as they are and count no more but for what they cost.

    Parameters
    ----------
    budget
        US dollars of the whole run, with what was spent before; as it was if None.

    Returns
    -------
    int
        How many questions are to be asked again.

    Raises
    ------
    RoleError
        If it is not a curator who asks.
    BusyError
        If the run is under way.
    JudgeError
        As `lost_places`, if the run was cancelled, every answer is a verdict, or the budget is not
        above 0.
    MissingKeyError, NoPriceError
        If a judge could not be asked; then nothing is changed.
    """
    curator.require(Role.CURATOR, "have judges asked again")
    whose = _whose(run, voters)
    limit = run.budget if budget is None else budget
    check_budget(limit)
    check_ready(workspace, run.judges, limit)
    with only_asker(workspace, run.key, run.judges), workspace.writing() as db:
        wait_again(db, run.key, limit)
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        db.execute(_KEEP, {**whose, "curator": curator.name, "now": now})
        (count,) = db.execute("SELECT changes()").fetchone()
        if not count:
            raise JudgeError(f"Every answer of run {run.key} is a verdict; none is asked again.")
        db.execute(
            f"DELETE FROM judge_asked WHERE ({PLACE_COLUMNS}, answer_key) IN "  # noqa: S608  # ours
            f"(SELECT {PLACE_COLUMNS}, answer_key FROM judge_asked_before WHERE run_key = :run)",
            whose,
        )
    return int(count)


def what_came_of_it(workspace: Workspace, run: JudgeRun) -> str:
    """Say how many questions of a run were asked again, and have a verdict now; empty if none.

    An earlier answer to a question is none of the run's: it counts the one that came last.
    """
    sql = (
        f"SELECT count(*), coalesce(sum(outcome = 'ok'), 0) FROM (SELECT DISTINCT {PLACE_COLUMNS} "  # noqa: S608  # ours
        f"FROM judge_asked_before WHERE run_key = ?) LEFT JOIN judge_asked USING ({PLACE_COLUMNS}) "
        "LEFT JOIN judge_answers ON judge_answers.key = answer_key"
    )
    with workspace.reading() as db:
        asked, understood = db.execute(sql, [run.key]).fetchone()
    if not asked:
        return ""
    told = f"{amount(asked, 'question', 'was', 'were')} asked again for want of a verdict"
    return f"{told}, and {understood:,} of them {'has' if understood == 1 else 'have'} one now."


def _whose(run: JudgeRun, voters: Sequence[str]) -> dict[str, object]:
    known = [judge.voter for judge in run.judges]
    for voter in voters:
        if voter not in known:
            raise JudgeError(
                f"Run {run.key} has the judges {', '.join(known)}. Got {voter!r}, which is none."
            )
    return {"run": run.key, "voters": json.dumps(list(voters) or known)}
