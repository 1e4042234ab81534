"""Start a judge run, or the refit of the rule voter, as a job.

What either needs is imported when it is asked for: the processes in which a job reads files
import this package first, and need none of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.jobs.queue import Job, submit

if TYPE_CHECKING:
    from core.benchmarks.types import BenchmarkInfo
    from core.labels.types import Task, Voter
    from core.store import Workspace


def submit_judge_run(workspace: Workspace, curator: Voter, benchmark: str, run_key: int) -> Job:
    """Carry a judge run out, or go on with it, in a process of its own; as `submit`.

    Its subject is ``BENCHMARK/RUN``, so that runs of one benchmark may go on side by side. Pause
    and cancel it by `core.judges.records.runs`; `core.jobs.cancel` cancels it too.

    Raises
    ------
    RoleError
        If it is not a curator who asks.
    JudgeError
        If the run was cancelled.
    """
    from core.judges.records.runs import allow
    from core.labels.types import Role

    curator.require(Role.CURATOR, "let judges vote")
    allow(workspace, run_key)
    return submit(workspace, "judge", f"{benchmark}/{run_key}", benchmark=benchmark, run=run_key)


def submit_refit(workspace: Workspace, curator: Voter, info: BenchmarkInfo, task: Task) -> Job:
    """Refit `rule:matcher` to the settled labels of a benchmark, in a process of its own.

    Raises
    ------
    RoleError
        If it is not a curator who asks.
    TooFewLabelsError
        If too little is settled, before anything is started.
    """
    from core.benchmarks.judging.matcher_training import Lesson, check_lesson

    check_lesson(workspace, curator, [info], Lesson(task))
    return submit(workspace, "refit", info.name, task=task.value, curator=curator.name)
