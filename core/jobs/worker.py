"""Run one job in this process."""

from __future__ import annotations

import logging
import time

from core.errors import CancelledError, SoundingsError
from core.jobs.kinds import kind
from core.jobs.queue import Job, begin, end, job, now, waits_for_an_earlier
from core.jobs.work import Work
from core.monitor import Monitor
from core.settings import Settings
from core.store import Workspace

WAITS = "Waiting for the one before it to end"

_SECONDS_BETWEEN_NOTES = 0.25


class Notes:
    """Progress of a job, written to the workspace a few times a second at most."""

    def __init__(self, workspace: Workspace, key: int) -> None:
        self._workspace = workspace
        self._key = key
        self._next_note = 0.0
        self._next_look = 0.0
        self._stop = False
        self._step = ("", 0)
        self._done = 0

    def progress(self, done: int, total: int, message: str) -> None:
        """Note how far the work is."""
        begun = (message, total) != self._step or done < self._done
        self._step, self._done = (message, total), done
        if not begun and done != total and time.monotonic() < self._next_note:
            return
        self._next_note = time.monotonic() + _SECONDS_BETWEEN_NOTES
        with self._workspace.writing() as db:
            db.execute(
                "UPDATE jobs SET done = ?, total = ?, message = ?, noted_at = ? WHERE key = ?",
                [done, total, message, now(), self._key],
            )
            if begun:
                db.execute(
                    "UPDATE jobs SET step_started_at = ?, step_done = ? WHERE key = ?",
                    [now(), done, self._key],
                )

    def should_stop(self) -> bool:
        """Whether somebody has asked for it; also while there is no progress to note."""
        if time.monotonic() >= self._next_look:
            self._next_look = time.monotonic() + _SECONDS_BETWEEN_NOTES
            self._stop = job(self._workspace, self._key).cancel_requested
        return self._stop


def run(workspace: Workspace, key: int, settings: Settings) -> None:
    """Do a job that waits and record what came of it; a fault of ours is recorded and raised."""
    found = job(workspace, key)
    notes = Notes(workspace, key)
    free = _is_free(workspace, found, notes)
    if not begin(workspace, key):
        return
    try:
        if not free:
            raise CancelledError("Cancelled before it began.")
        monitor = Monitor(notes.progress, notes.should_stop)
        work = Work(workspace, found.subject, found.arguments, settings, monitor)
        message = kind(found.kind).carry_out(work)
    except CancelledError as error:
        end(workspace, key, "cancelled", str(error))
    except SoundingsError as error:
        end(workspace, key, "failed", str(error))
    except BaseException as error:
        logging.exception("Job %s failed", key)
        end(workspace, key, "failed", f"A fault in Soundings ({type(error).__name__}: {error}).")
        raise
    else:
        end(workspace, key, "done", message)


def _is_free(workspace: Workspace, found: Job, notes: Notes) -> bool:
    """Wait for an earlier job of the same to end, and say so; false if stopped meanwhile."""
    if waits_for_an_earlier(workspace, found):
        notes.progress(0, 0, WAITS)
    while waits_for_an_earlier(workspace, found):
        if notes.should_stop():
            return False
        time.sleep(_SECONDS_BETWEEN_NOTES)
    return True
