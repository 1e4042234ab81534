"""The state of a file on disk, by which it is told whether it must be read again."""

from __future__ import annotations

import os
from pathlib import Path

from core.lake.formats import write_ahead_log


def size_and_time(path: str | Path, status: os.stat_result) -> tuple[int, int]:
    """Return a file's size and time of change in nanoseconds, with those of its log.

    What was committed to a SQLite database may stand in a log beside it alone, while the database
    stays as it is.

    Parameters
    ----------
    status
        Of the file itself.
    """
    log = write_ahead_log(path)
    try:
        beside = log.stat() if log else None
    except OSError:
        beside = None
    if beside is None or not beside.st_size:
        return status.st_size, status.st_mtime_ns
    return status.st_size + beside.st_size, max(status.st_mtime_ns, beside.st_mtime_ns)
