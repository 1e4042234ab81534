"""Start and stop long work for somebody."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core import jobs
from core.errors import InputError
from core.jobs import Job
from core.labels.types import Role, Voter
from core.store import Workspace


def role_for(kind: str, arguments: Mapping[str, Any]) -> Role:
    """Return the role that a piece of work takes, to be started and to be stopped.

    Annotators have made what searches and audits derive from what is there. What brings a folder
    in, asks judges or teaches the rule voter is for curators.

    Examples
    --------
    >>> role_for("refresh", {}), role_for("refresh", {"folder": "/data"})
    (<Role.ANNOTATOR: 'annotator'>, <Role.CURATOR: 'curator'>)
    """
    for_curators = jobs.kind(kind).for_curators or "folder" in arguments
    return Role.CURATOR if for_curators else Role.ANNOTATOR


def start(workspace: Workspace, voter: Voter, kind: str, subject: str, **arguments: Any) -> Job:
    """Start work on what is in the workspace; as `core.jobs.submit`.

    Raises
    ------
    RoleError
        If a viewer asks.
    InputError
        If the work is one for curators: `add_lake`, `add_benchmark`, `submit_judge_run` and
        `submit_refit` start those, and check more.
    """
    voter.require(Role.ANNOTATOR, "start work on lakes and benchmarks")
    if role_for(kind, arguments) is Role.CURATOR:
        raise InputError(f"Work of this kind is not started by the way. Got {kind!r}.")
    return jobs.submit(workspace, kind, subject, **arguments)


def cancel(workspace: Workspace, voter: Voter, key: int) -> None:
    """Ask a job to stop at its next step; as `core.jobs.cancel`.

    Raises
    ------
    RoleError
        If the voter may not start such work either.
    InputError
        If no job has that number.
    """
    job = jobs.job(workspace, key)
    voter.require(role_for(job.kind, job.arguments), "stop this work")
    jobs.cancel(workspace, key)


def forget_failures(workspace: Workspace, voter: Voter, job: Job) -> None:
    """Forget that work like a job failed or was cancelled; as `core.jobs.forget_failures`.

    Raises
    ------
    RoleError
        If the voter may not start such work either.
    """
    voter.require(role_for(job.kind, job.arguments), "hide that this work failed")
    jobs.forget_failures(workspace, job.kind, job.subject)
