"""Work that was begun and not ended: jobs whose process died, cases that nobody gave back."""

from __future__ import annotations

import time

from core import jobs
from core.amounts import amount
from core.doctor.check import Check, State
from core.store import Workspace


def check_jobs(workspace: Workspace) -> Check:
    """Look for jobs whose process has died; nothing is marked."""
    active, dead = jobs.active_and_dead(workspace)
    if dead:
        return Check(
            "jobs",
            State.WARNING,
            f"{len(dead):,} of {len(active):,} jobs under way have died (number "
            f"{', '.join(map(str, dead))}); they are marked as failed when jobs are listed next.",
        )
    return Check(
        "jobs", State.OK, f"{amount(len(active), 'job', 'is', 'are')} under way, none has died."
    )


def check_leases(workspace: Workspace) -> Check:
    """Count the cases that are handed out, and those whose time is over."""
    with workspace.reading() as db:
        total, over = db.execute(
            "SELECT count(*), coalesce(sum(expires_at <= ?), 0) FROM leases", [time.time()]
        ).fetchone()
    return Check(
        "leases",
        State.OK,
        f"{amount(total - over, 'case', 'is', 'are')} with voters; {over:,} more "
        f"{'was, and is' if over == 1 else 'were, and are'} free again.",
    )
