"""Running work: how far it is, how long it will take, and a way to stop it."""

from __future__ import annotations

from datetime import datetime
from functools import partial

import streamlit as st

from core import jobs
from core.jobs import Job
from core.types import LakeInfo
from pages.shared.failures import shown_plainly
from pages.shared.opened import workspace
from pages.shared.words import duration, plain, sentence

_SECONDS = 1.0
_DOING = {
    "refresh": "Reading {}",
    "encode": "Making {} ready for search",
    "words": "Making {} ready for search in words",
    "index": "Making {} ready for joins",
    "benchmark": "Adding the benchmark {}",
    "run": "Running methods on {}",
    "overlap": "Comparing the pairs of {}",
    "refit": "Teaching the rule voter from {}",
}
_STATES = {
    "done": (":material/check_circle:", "finished"),
    "failed": (":material/error:", "failed"),
    "cancelled": (":material/cancel:", "cancelled"),
}


def active_jobs(subject: str = "") -> list[Job]:
    """List the work under way, of one lake or of all."""
    found = jobs.jobs(workspace(), active_only=True)
    return [job for job in found if subject in ("", job.subject)]


def job_panel(subject: str = "") -> None:
    """Show the work under way, of one lake or of all; looks every second until it is done.

    When a piece of work ends the whole page is drawn again.
    """
    keys = [job.key for job in active_jobs(subject)]
    if keys:
        st.fragment(partial(_running, subject, keys), run_every=_SECONDS)()


def _running(subject: str, keys: list[int]) -> None:
    with shown_plainly():
        found = active_jobs(subject)
        if [job.key for job in found] != keys:
            st.rerun()
        for job in found:
            _one(job)


def _one(job: Job) -> None:
    with st.container(border=True):
        what = _DOING.get(job.kind, job.kind + " {}").format(f"**{plain(job.subject)}**")
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(what, width="stretch")
            st.button(
                "Stopping" if job.cancel_requested else "Cancel",
                key=f"cancel {job.key}",
                disabled=job.cancel_requested,
                help="Stops at the next step; what is finished by then is kept.",
                on_click=jobs.cancel,
                args=(workspace(), job.key),
            )
        st.progress(_share(job), text=plain(_status(job)))


def _share(job: Job) -> float:
    return min(1.0, job.done / job.total) if job.total else 0.0


def _status(job: Job) -> str:
    if job.state == "waiting" or not job.total:
        return job.message or "Starting"
    if job.done >= job.total:
        return f"{job.message}: finishing"  # counts stand still while results are written
    left = job.seconds_left
    to_go = f", about {duration(left)} to go" if left is not None else ""
    # The message first: the time is that of this step, and others may follow.
    return f"{job.message}: {job.done:,} of {job.total:,}{to_go}"


def last_job(subject: str, kind: str = "") -> Job | None:
    """Find the latest piece of work of a lake that has ended."""
    for job in jobs.jobs(workspace()):
        if job.subject == subject and kind in ("", job.kind) and not job.active:
            return job
    return None


def say_failure(lake: LakeInfo, kind: str = "") -> None:
    """Say why the latest work on a lake did not end well, unless the lake was read since then."""
    job = last_job(lake.name, kind)
    if job is None or job.state == "done":
        return
    if not lake.refreshed_at or datetime.fromisoformat(job.ended_at or job.created_at) >= (
        datetime.fromisoformat(lake.refreshed_at)
    ):
        say_ended(job)


def ended(job: Job) -> str:
    """Say what came of a piece of work, as Markdown."""
    icon, state = _STATES[job.state]
    what = _DOING.get(job.kind, job.kind + " {}").format(plain(job.subject))
    return f"{icon} {what} {state}. {sentence(job.message)}"


def say_ended(job: Job) -> None:
    """Say what came of a piece of work; what failed is not said in passing, until it is hidden."""
    (st.error if job.state == "failed" else st.caption)(ended(job))
    if job.state != "done":
        st.button(
            "Hide",
            key=f"hide {job.key}",
            icon=":material/close:",
            type="tertiary",
            help="Hide this; what failed or was cancelled is forgotten, nothing else.",
            on_click=jobs.forget_failures,
            args=(workspace(), job.subject),
        )
