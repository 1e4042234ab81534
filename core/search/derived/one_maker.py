"""One at a time makes what is derived from a data lake; whoever else wants it waits for it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO

from core.monitor import Monitor
from core.store.file_lock import take_lock

_SECONDS_BETWEEN_WORDS = 0.2


@contextmanager
def one_maker(folder: Path, what: str, monitor: Monitor) -> Iterator[None]:
    """Hold the turn to make a derived folder; who waited looks first whether it has been made.

    Those of a kind that are of the lake in another state, or made otherwise, wait for one another:
    each replaces the others. The kernel lets go of the turn when a process ends.

    Parameters
    ----------
    folder
        From `core.search.derived.folders.derived_folder`.
    what
        What it holds, for `monitor`: "the lake's vectors".

    Raises
    ------
    CancelledError
        If `monitor` says so while another is waited for.
    """
    kind = folder.name.rsplit("-", 2)[0]
    lock = folder.parent / f".{kind}.lock"
    with ExitStack() as held:
        while (file := _taken(lock)) is None:
            monitor.raise_if_stopped()
            monitor.progress(0, 0, f"Waiting for whoever else makes {what}")
        held.enter_context(file)
        held.callback(lock.unlink, missing_ok=True)
        yield


def _taken(lock: Path) -> IO[str] | None:
    """Take a lock of which nothing is left once it is let go; none if another still holds it."""
    lock.parent.mkdir(parents=True, exist_ok=True)
    file = lock.open("w")
    if take_lock(file, _SECONDS_BETWEEN_WORDS):
        with suppress(FileNotFoundError):
            if lock.stat().st_ino == os.fstat(file.fileno()).st_ino:
                return file
    file.close()
    return None
