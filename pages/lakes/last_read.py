"""When a lake's folder was looked at last, and what that came to."""

from __future__ import annotations

from core.jobs import Job
from core.types import LakeInfo
from pages.shared.job_panel import is_before_the_last_refresh
from pages.shared.words import plain, since


def last_read(lake: LakeInfo, job: Job | None) -> str:
    """Say when a lake was read, and what the refresh found if that was the last work on it.

    Parameters
    ----------
    job
        The latest piece of work of the lake that has ended.
    """
    if not lake.refreshed_at:
        return "Not read to the end yet."
    told = f"Read {since(lake.refreshed_at)}."
    if job is None or (job.kind, job.state) != ("refresh", "done"):
        return told
    return told if is_before_the_last_refresh(lake, job) else f"{told} {plain(job.message)}"
