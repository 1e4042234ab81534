"""The state of a file on disk, by which it is told whether it must be read again."""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from pathlib import Path

from core.lake.formats import write_ahead_log

_HASH_BLOCK_BYTES = 4 * 1024 * 1024


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


def content_hash(path: Path) -> str:
    """Return the hash of a file's content, with that of its log."""
    digest = hashlib.blake2b(digest_size=16)
    _take_in(digest, path)
    if log := write_ahead_log(path):
        with suppress(FileNotFoundError):
            _take_in(digest, log)
    return digest.hexdigest()


def _take_in(digest: hashlib.blake2b, path: Path) -> None:
    with path.open("rb") as source:
        while block := source.read(_HASH_BLOCK_BYTES):
            digest.update(block)
