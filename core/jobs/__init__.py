"""Long work: progress, cancel, resume."""

from core.jobs.queue import Job, cancel, job, jobs, submit

__all__ = ["Job", "cancel", "job", "jobs", "submit"]
