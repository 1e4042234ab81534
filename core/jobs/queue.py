"""Jobs in the workspace: submit, follow, cancel.

A job runs in a process of its own, so it outlives the page and the server that started it. It
holds a file lock while it runs; a job that is marked as running but whose lock is free has died.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from core.errors import InputError
from core.store import Workspace
from core.store.file_lock import is_held, take_lock
from core.store.sqlite import Database

ACTIVE = ("waiting", "running")

_PROJECT = Path(__file__).resolve().parents[2]
_ROWS_KEPT = 1_000
_LOGS_KEPT = 100
_SECONDS_WITHOUT_PACE = 20.0
_SHARE_WITHOUT_PACE = 0.1
_DIED = "It ended unexpectedly. Start it again: what was finished is kept."


@dataclass(frozen=True)
class Job:
    """One piece of long work as it stands now.

    Parameters
    ----------
    kind
        What is done: a name that `core.jobs.kinds.kind` knows.
    subject
        The lake or benchmark it is done for.
    state
        waiting, running, done, failed or cancelled.
    done, total
        Of what is going on: files, tables; `total` is 0 while it is unknown.
    message
        What is going on or is waited for, or what came of it.
    step_started_at, step_done
        When what is going on began, and what was done of it then.
    noted_at
        When `done` was.
    """

    key: int
    kind: str
    subject: str
    arguments: Mapping[str, Any]
    state: str
    done: int
    total: int
    message: str
    cancel_requested: bool
    created_at: str
    started_at: str | None
    ended_at: str | None
    step_started_at: str | None = None
    step_done: int = 0
    noted_at: str | None = None

    @property
    def active(self) -> bool:
        """Whether it is waiting or running."""
        return self.state in ACTIVE

    @property
    def seconds_left(self) -> float | None:
        """Time to go at the pace of what is going on; none while that cannot be told.

        A step is slow at first, as code and models are loaded: its pace is not told before a tenth
        of it is done or some time has passed. It is that until the last note, as some steps note
        how far they are after thousands of files: between two notes the time to go falls. None is
        told, either, once nothing was noted for longer than what was left should take.
        """
        made = self.done - self.step_done
        moments = (self.step_started_at, self.noted_at)
        if self.state != "running" or made <= 0 or not self.total or None in moments:
            return None
        began, noted = (datetime.fromisoformat(moment) for moment in moments if moment)
        spent = max(0.0, (noted - began).total_seconds())  # a clock may be put back
        left = max(0, self.total - self.done)
        if spent < _SECONDS_WITHOUT_PACE and made < _SHARE_WITHOUT_PACE * (made + left):
            return None
        silent = max(0.0, (datetime.now(UTC) - noted).total_seconds())
        expected = spent / made * left
        return expected - silent if expected > silent else None


def submit(workspace: Workspace, kind: str, subject: str, **arguments: Any) -> Job:
    """Start a job in a process of its own, or find the active one that does the same.

    That is one of the same kind and subject that differs in no argument that both were given: a
    lake that is being made ready for one encoder can be made ready for another as well. One that
    was asked to stop is not joined; the new job begins when it has ended.

    Its number was never another's. The newest 1,000 jobs are remembered, and the output of the
    newest 100 is kept in files.

    Parameters
    ----------
    arguments
        Of the kind of job; such that JSON holds them.
    """
    return _submit(workspace, kind, subject, arguments, ACTIVE)


def submit_anew(workspace: Workspace, kind: str, subject: str, **arguments: Any) -> Job:
    """Start a job that begins after now, or find one that does the same and still waits.

    For what has changed what it works on: a running job may have read that already. Such a one ends
    first.

    Parameters
    ----------
    arguments
        As for `submit`.
    """
    return _submit(workspace, kind, subject, arguments, ("waiting",))


def _submit(
    workspace: Workspace,
    kind: str,
    subject: str,
    arguments: Mapping[str, Any],
    joined: Sequence[str],
) -> Job:
    """Find a job that does the same, in one of some states, or start one."""
    settle(workspace)
    with workspace.writing() as db:
        for active in _active(db, kind, subject):
            may_join = active.state in joined and not active.cancel_requested
            if may_join and _do_the_same(active.arguments, arguments):
                return active
        key, lock = _entered(workspace, db, [kind, subject, json.dumps(arguments), now()])
    try:
        _spawn(workspace, key, lock)
    except OSError as error:
        end(workspace, key, "failed", f"It could not be started ({error.strerror or error}).")
    _tidy(workspace, key)
    return job(workspace, key)


def job(workspace: Workspace, key: int) -> Job:
    """Find a job.

    Raises
    ------
    InputError
        If there is none of that number.
    """
    with workspace.reading() as db:
        rows = list(db.query("SELECT * FROM jobs WHERE key = ?", [key]))
    if not rows:
        raise InputError(f"A job's number is one that was given out. Got {key}.")
    return _job(rows[0])


def jobs(workspace: Workspace, active_only: bool = False) -> list[Job]:
    """List jobs, newest first; those whose process has died are marked as failed first."""
    settle(workspace)
    where = "WHERE state IN ('waiting', 'running')" if active_only else ""
    with workspace.reading() as db:
        return [_job(row) for row in db.query(f"SELECT * FROM jobs {where} ORDER BY key DESC")]  # noqa: S608 - two constants


def last_ended(workspace: Workspace, subject: str, kind: str = "") -> Job | None:
    """Find the newest job of a subject that has ended, of one kind or of any.

    Of any, it is the last one of a kind that failed, if there is one: work of another kind that
    went well does not make up for it. Those whose process has died are marked as failed first, as
    `jobs` does.
    """
    settle(workspace)
    sql = """
        SELECT * FROM jobs WHERE key IN (
            SELECT max(key) FROM jobs
            WHERE subject = ? AND ? IN ('', kind) AND state NOT IN (?, ?) GROUP BY kind
        )
        ORDER BY state = 'failed' DESC, key DESC LIMIT 1
    """
    with workspace.reading() as db:
        for row in db.query(sql, [subject, kind, *ACTIVE]):
            return _job(row)
    return None


def cancel(workspace: Workspace, key: int) -> None:
    """Ask a job to stop at its next step; what it finished until then is kept."""
    with workspace.writing() as db:
        db.execute(
            "UPDATE jobs SET cancel_requested = 1 WHERE key = ? AND state IN (?, ?)",
            [key, *ACTIVE],
        )


def forget_failures(workspace: Workspace, kind: str, subject: str) -> None:
    """Forget jobs of a kind and subject that failed or were cancelled, once somebody read of it."""
    with workspace.writing() as db:
        db.execute(
            "DELETE FROM jobs WHERE kind = ? AND subject = ? AND state IN ('failed', 'cancelled')",
            [kind, subject],
        )


def lock_path(workspace: Workspace, key: int) -> Path:
    """The file whose lock a job's process holds."""
    return workspace.folder("jobs") / f"{key}.lock"


def active_and_dead(workspace: Workspace) -> tuple[list[int], list[int]]:
    """List the jobs that are waiting or running, and those of them whose process has died."""
    with workspace.reading() as db:
        sql = "SELECT key FROM jobs WHERE state IN (?, ?)"
        active = [key for (key,) in db.execute(sql, list(ACTIVE))]
    return active, [key for key in active if not is_held(lock_path(workspace, key))]


def settle(workspace: Workspace) -> None:
    """Mark jobs as failed whose process has died."""
    _, dead = active_and_dead(workspace)
    if dead:
        with workspace.writing() as db:
            for key in dead:
                db.execute(
                    "UPDATE jobs SET state = 'failed', message = ?, ended_at = ? "
                    "WHERE key = ? AND state IN (?, ?)",
                    [_DIED, now(), key, *ACTIVE],
                )


def waits_for_an_earlier(workspace: Workspace, waiting: Job) -> bool:
    """Whether an earlier job does the same, or one of its kind and subject was asked to stop."""
    settle(workspace)
    with workspace.reading() as db:
        return any(
            one.cancel_requested or _do_the_same(one.arguments, waiting.arguments)
            for one in _active(db, waiting.kind, waiting.subject)
            if one.key < waiting.key
        )


def _active(db: Database, kind: str, subject: str) -> Iterator[Job]:
    """Give the jobs of a kind and subject that are waiting or running, oldest first."""
    sql = "SELECT * FROM jobs WHERE kind = ? AND subject = ? AND state IN (?, ?) ORDER BY key"
    return map(_job, db.query(sql, [kind, subject, *ACTIVE]))


def _do_the_same(some: Mapping[str, Any], others: Mapping[str, Any]) -> bool:
    """Whether jobs of one kind and subject differ in no argument that both were given."""
    return all(some.get(name, value) == value for name, value in others.items())


def begin(workspace: Workspace, key: int) -> bool:
    """Mark a job as running; false if it is not waiting."""
    with workspace.writing() as db:
        sql = (
            "UPDATE jobs SET state = 'running', started_at = ?, message = '' "
            "WHERE key = ? AND state = 'waiting' RETURNING key"
        )
        return db.execute(sql, [now(), key]).fetchone() is not None


def end(workspace: Workspace, key: int, state: str, message: str) -> None:
    """Record how a job ended."""
    with workspace.writing() as db:
        db.execute(
            "UPDATE jobs SET state = ?, message = ?, ended_at = ? WHERE key = ?",
            [state, message, now(), key],
        )


def _tidy(workspace: Workspace, newest: int) -> None:
    """Forget the oldest ended jobs, and remove what ended ones left in the folder."""
    with workspace.writing() as db:
        db.execute(
            "DELETE FROM jobs WHERE key <= ? AND state NOT IN (?, ?)",
            [newest - _ROWS_KEPT, *ACTIVE],
        )
        sql = "SELECT key FROM jobs WHERE state IN (?, ?)"
        active = {str(key) for (key,) in db.execute(sql, list(ACTIVE))}
    for path in workspace.folder("jobs").iterdir():
        if path.stem in active or not path.stem.isdecimal() or int(path.stem) > newest:
            continue
        if path.suffix == ".lock" or int(path.stem) <= newest - _LOGS_KEPT:
            path.unlink(missing_ok=True)


def _entered(workspace: Workspace, db: Database, row: list[str]) -> tuple[int, IO[str]]:
    """Enter a waiting job; return its number and its lock.

    It is locked before its row is seen, and the child inherits the lock, so that there is no moment
    in which an active job's lock is free. A number whose lock is held is passed over: in a database
    that a backup was restored to, a job that the backup does not know may still have it.
    """
    sql = (
        "INSERT INTO jobs (kind, subject, arguments, state, created_at) "
        "VALUES (?, ?, ?, 'waiting', ?) RETURNING key"
    )
    while True:
        (key,) = db.execute(sql, row).fetchone()
        lock = lock_path(workspace, key).open("w")
        if take_lock(lock):
            return key, lock
        lock.close()
        db.execute("DELETE FROM jobs WHERE key = ?", [key])


def _spawn(workspace: Workspace, key: int, lock: IO[str]) -> None:
    known = os.environ.get("PYTHONPATH")
    path = os.pathsep.join([str(_PROJECT), known] if known else [str(_PROJECT)])
    with lock, (workspace.folder("jobs") / f"{key}.log").open("w") as log:
        process = subprocess.Popen(  # noqa: S603 - our own module with our own arguments
            # -P: what lies in the current folder is not imported, but paths are relative to it.
            [sys.executable, "-P", "-m", "core.jobs", str(workspace.root), str(key)],
            env={**os.environ, "PYTHONPATH": path},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
            pass_fds=(lock.fileno(),),
        )
    # A process whose end nobody waits for stays in the system's table as long as we live.
    threading.Thread(target=process.wait, daemon=True, name=f"job {key}").start()


def _job(row: Mapping[str, Any]) -> Job:
    given = {name: row[name] for name in Job.__dataclass_fields__}
    given["arguments"] = json.loads(given["arguments"])
    given["cancel_requested"] = bool(given["cancel_requested"])
    return Job(**given)


def now() -> str:
    """Give the time as jobs note it: UTC, ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")
