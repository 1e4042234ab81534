"""One process at a time changes a data lake."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core.errors import BusyError


@contextmanager
def only_one(folder: Path, name: str) -> Iterator[None]:
    """Hold the lock of a data lake; the kernel lets go of it however the process ends.

    Parameters
    ----------
    folder
        The lake's folder of containers.
    name
        The lake's name, for the message.

    Raises
    ------
    BusyError
        If another process holds it.
    """
    path = folder / ".lock"
    with path.open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise BusyError(
                f"The lake {name!r} is being refreshed by another process; wait until it is done."
            ) from error
        if not path.exists() or path.stat().st_ino != os.fstat(file.fileno()).st_ino:
            raise BusyError(f"The lake {name!r} is being removed by another process.")
        yield
