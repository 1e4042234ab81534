"""One at a time changes a data lake or a benchmark."""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from core.errors import BusyError

_SECONDS_BETWEEN = 0.01


@contextmanager
def only_one(folder: Path, what: str, done: str, seconds: float = 0) -> Iterator[None]:
    """Hold the lock of a data lake or a benchmark; the kernel lets go of it when a process ends.

    Parameters
    ----------
    folder
        Its folder in the workspace.
    what, done
        For the message: "The lake 'prices'", and what is being done to it, as "refreshed".
    seconds
        How long to wait for whoever holds it.

    Raises
    ------
    BusyError
        If another still holds it then.
    """
    path = folder / ".lock"
    with path.open("w") as file:
        if not _taken(file, seconds):
            raise BusyError(f"{what} is being {done} by another process; wait until it is done.")
        if not path.exists() or path.stat().st_ino != os.fstat(file.fileno()).st_ino:
            raise BusyError(f"{what} is being removed by another process.")
        yield


def _taken(file: IO[str], seconds: float) -> bool:
    until = time.monotonic() + seconds
    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        except BlockingIOError:
            if time.monotonic() >= until:
                return False
        time.sleep(_SECONDS_BETWEEN)
