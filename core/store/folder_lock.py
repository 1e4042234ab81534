"""One at a time changes what is in a folder: a data lake's or a benchmark's."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core.errors import BusyError
from core.store.file_lock import take_lock


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
        if not take_lock(file, seconds):
            raise BusyError(f"{what} is being {done} by another process; wait until it is done.")
        if not path.exists() or path.stat().st_ino != os.fstat(file.fileno()).st_ino:
            raise BusyError(f"{what} is being removed by another process.")
        yield
