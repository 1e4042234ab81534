"""Running work: a way to start it, how far it is, how long it will take, a way to stop it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import streamlit as st

from core import jobs, on_behalf
from core.jobs import Job
from core.labels.types import Role
from core.types import LakeInfo
from pages.shared.catalog_cache import workspace
from pages.shared.drawn_by_itself import drawn_by_itself
from pages.shared.failures import shown_plainly
from pages.shared.identity import may, me_or_local
from pages.shared.this_run import run_again
from pages.shared.words import duration, plain, sentence

_SECONDS = 1.0
_STATES = {
    "done": (":material/check_circle:", "finished"),
    "failed": (":material/error:", "failed"),
    "cancelled": (":material/cancel:", "cancelled"),
}


def active_jobs(subject: str = "") -> list[Job]:
    """List the work under way, of one lake or of all."""
    found = jobs.jobs(workspace(), active_only=True)
    return [job for job in found if subject in ("", job.subject)]


def start_button(
    label: str, kind: str, subject: str, key: str, icon: str | None = None, **arguments: Any
) -> None:
    """Offer to start work on what is in the workspace: `core.on_behalf.start`."""
    allowed = may(Role.ANNOTATOR)
    st.button(
        label,
        type="primary",
        key=key,
        icon=icon,
        disabled=not allowed,
        help=None if allowed else "Viewers start no work; annotators and curators do.",
        on_click=start,
        args=(kind, subject),
        kwargs=arguments,
    )


def start(kind: str, subject: str, **arguments: Any) -> None:
    """Start work for who is here, or say why not."""
    with shown_plainly():
        on_behalf.start(workspace(), me_or_local(), kind, subject, **arguments)


def job_panel(
    subject: str = "", drawn: object = None, made: Callable[[], object] = lambda: None
) -> None:
    """Show the work under way, of one lake or of all; looks every second until it is done.

    When a piece of work ends the whole page is drawn again.

    Parameters
    ----------
    drawn
        What of the work's results the page shows.
    made
        Gives what there is of them by now: where it is something else before the work is done the
        page is drawn again, too. It is called every second.
    """
    keys = [job.key for job in active_jobs(subject)]
    if keys:
        drawn_by_itself(_running, every=_SECONDS)(subject, keys, drawn, made)


def _running(subject: str, keys: list[int], drawn: object, made: Callable[[], object]) -> None:
    found = active_jobs(subject)
    if [job.key for job in found] != keys or made() != drawn:
        run_again()
    for job in found:
        _one(job)


def _one(job: Job) -> None:
    allowed = may(on_behalf.role_for(job.kind, job.arguments))
    with st.container(border=True):
        what = jobs.kind(job.kind).doing.format(f"**{plain(job.subject)}**")
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(what, width="stretch")
            st.button(
                "Stopping" if job.cancel_requested else "Cancel",
                key=f"cancel {job.key}",
                disabled=job.cancel_requested or not allowed,
                help="Stops at the next step; what is finished by then is kept."
                if allowed
                else "Who may start such work may stop it.",
                on_click=_cancel,
                args=(job.key,),
            )
        st.progress(_share(job), text=plain(_status(job)))


def _cancel(key: int) -> None:
    with shown_plainly():
        on_behalf.cancel(workspace(), me_or_local(), key)


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
    return jobs.last_ended(workspace(), subject, kind)


def say_failure(lake: LakeInfo, kind: str = "") -> None:
    """Say why the latest work on a lake did not end well, unless the lake was read since then."""
    say_if_failed(lake, last_job(lake.name, kind))


def say_if_failed(lake: LakeInfo, job: Job | None) -> None:
    """Say why work on a lake did not end well, unless the lake was read since then."""
    if job is None or job.state == "done":
        return
    if not lake.refreshed_at or not is_before_the_last_refresh(lake, job):
        say_ended(job)


def is_before_the_last_refresh(lake: LakeInfo, job: Job) -> bool:
    """Whether a lake that was read to the end was so after a piece of work had ended."""
    moment = datetime.fromisoformat(job.ended_at or job.created_at)
    return moment < datetime.fromisoformat(lake.refreshed_at)


def ended(job: Job) -> str:
    """Say what came of a piece of work, as Markdown."""
    icon, state = _STATES[job.state]
    what = jobs.kind(job.kind).doing.format(plain(job.subject))
    return f"{icon} {what} {state}. {sentence(job.message)}"


def say_ended(job: Job) -> None:
    """Say what came of a piece of work; what failed is not said in passing, until it is hidden."""
    (st.error if job.state == "failed" else st.caption)(ended(job))
    if job.state != "done" and may(on_behalf.role_for(job.kind, job.arguments)):
        st.button(
            "Hide",
            key=f"hide {job.key}",
            icon=":material/close:",
            type="tertiary",
            help="Hide this; what failed or was cancelled is forgotten, nothing else.",
            on_click=_forget_failures,
            args=(job,),
        )


def _forget_failures(job: Job) -> None:
    with shown_plainly():
        on_behalf.forget_failures(workspace(), me_or_local(), job)
