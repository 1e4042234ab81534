"""Start a judge run as a job."""

from __future__ import annotations

from core.jobs.queue import Job, submit
from core.judges.runs import allow
from core.store import Workspace


def submit_judge_run(workspace: Workspace, benchmark: str, run_key: int) -> Job:
    """Carry a judge run out, or go on with it, in a process of its own; as `submit`.

    Its subject is ``BENCHMARK/RUN``, so that runs of one benchmark may go on side by side. Pause
    and cancel it by `core.judges.runs`; `core.jobs.cancel` cancels it too.
    """
    allow(workspace, run_key)
    return submit(workspace, "judge", f"{benchmark}/{run_key}", benchmark=benchmark, run=run_key)
