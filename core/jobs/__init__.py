"""Long work: progress, cancel, resume."""

from core.jobs.judging import submit_judge_run
from core.jobs.queue import Job, cancel, job, jobs, submit

__all__ = ["Job", "cancel", "job", "jobs", "submit", "submit_judge_run"]
