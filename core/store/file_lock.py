"""Locks of files between processes, which the kernel lets go of however a process ends."""

from __future__ import annotations

import fcntl
import time
from pathlib import Path
from typing import IO

_SECONDS_BETWEEN = 0.005


def take_lock(file: IO[str], seconds: float = 0.0) -> bool:
    """Take the lock of an open file, alone; return whether it was free within so many seconds."""
    until = time.monotonic() + seconds
    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        except BlockingIOError:
            if time.monotonic() >= until:
                return False
        time.sleep(_SECONDS_BETWEEN)


def is_held(path: Path) -> bool:
    """Whether anybody holds the lock of a file alone; nobody does where there is no file.

    To see it the lock is taken for a moment, by any number who look at once. Whoever takes it alone
    at that moment waits for them: give `take_lock` a few tenths of a second.
    """
    try:
        with path.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except BlockingIOError:
        return True
    return False
