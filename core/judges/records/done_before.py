"""Whether a judge run asks what another asked before, and why it is one of its own."""

from __future__ import annotations

from core.judges.types import JudgeRun, Purpose, RunState
from core.store import Workspace

_BEFORE = """
    SELECT max(earlier.key) FROM judge_runs AS run
    JOIN judge_runs AS earlier USING (benchmark_key, fingerprint)
    WHERE run.key = ? AND earlier.key < run.key AND earlier.state = ?
"""


def told_done_before(workspace: Workspace, run: JudgeRun) -> str:
    """Say which earlier run asked the same and is done; empty if none did.

    One that is done but for questions that failed goes on instead
    (`core.judges.records.runs.start_run`).
    """
    with workspace.reading() as db:
        (earlier,) = db.execute(_BEFORE, [run.key, RunState.DONE.value]).fetchone()
    if earlier is None:
        return ""
    votes = "" if run.purpose is Purpose.INJECTION else f", and it votes anew, above run {earlier}"
    return (
        f"Run {earlier} asked the same of the same cases and is done. Run {run.key} is another "
        f"one: what was answered is taken over and not asked again{votes}."
    )
