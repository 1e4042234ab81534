"""Long work: progress, cancel, resume."""

from core.jobs.judging import submit_judge_run, submit_refit
from core.jobs.kinds import kind
from core.jobs.queue import (
    Job,
    active_and_dead,
    cancel,
    forget_failures,
    job,
    jobs,
    last_ended,
    submit,
    submit_anew,
)

__all__ = [
    "Job",
    "active_and_dead",
    "cancel",
    "forget_failures",
    "job",
    "jobs",
    "kind",
    "last_ended",
    "submit",
    "submit_anew",
    "submit_judge_run",
    "submit_refit",
]
