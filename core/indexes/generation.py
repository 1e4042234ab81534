"""A folder that is made whole or not at all."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

_GRACE_SECONDS = 60


@contextlib.contextmanager
def new_folder(folder: Path) -> Iterator[Path]:
    """Give a folder to write into, which becomes `folder` when the block ends well.

    Until then nothing is seen at `folder`; if the block raises, nothing is left. What a killed
    process left half made beside `folder` is removed: its lock has gone with it. Several
    processes may make one folder at once: the first to end gives it, the others' is dropped.

    Parameters
    ----------
    folder
        Must hold, by its name, what it is made of: whoever comes second gets the first's.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    _sweep(folder)
    beside = folder.parent / f".{folder.name}.{uuid.uuid4().hex}.new"
    beside.mkdir()
    lock = os.open(beside / "lock", os.O_CREAT | os.O_RDWR)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield beside
        for file in beside.iterdir():
            _flush(file)
        (beside / "lock").unlink()
        _flush(beside)
        try:
            beside.rename(folder)
        except OSError:
            if not folder.is_dir():
                raise
        _flush(folder.parent)
    finally:
        os.close(lock)
        shutil.rmtree(beside, ignore_errors=True)


def _sweep(folder: Path) -> None:
    for left in folder.parent.glob(f".{folder.name}.*.new"):
        with contextlib.suppress(OSError):
            if time.time() - left.stat().st_mtime < _GRACE_SECONDS:
                continue  # may be between being made and being locked
            handle = os.open(left / "lock", os.O_RDWR)
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(left, ignore_errors=True)
            finally:
                os.close(handle)


def _flush(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
