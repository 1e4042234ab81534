"""Folders that are under way, and what killed processes have left of such."""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import shutil
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

_LOCK = "lock"
_GRACE_SECONDS = 60
_GRACE_WITHOUT_LOCK_SECONDS = 86_400
_UNDER_WAY = re.compile(r"\..+\.[0-9a-f]{32}\.new")
_WITHOUT_LOCK = re.compile(r"tmp[a-z0-9_]{8}")
"""As `tempfile` names folders."""


@contextlib.contextmanager
def folder_under_way(parent: Path, name: str) -> Iterator[Path]:
    """Give a new folder in `parent` that is held while the block lasts, and goes with it.

    What killed processes have left in `parent` is removed: their locks have gone with them.
    """
    sweep(parent)
    folder = parent / f".{name}.{uuid.uuid4().hex}.new"
    folder.mkdir()
    handle = os.open(folder / _LOCK, os.O_CREAT | os.O_RDWR)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield folder
    finally:
        os.close(handle)
        shutil.rmtree(folder, ignore_errors=True)


def finish(folder: Path) -> None:
    """Take the lock's file out of a folder under way, which is done."""
    (folder / _LOCK).unlink()


def sweep(parent: Path) -> None:
    """Remove what killed processes have left in a folder."""
    for left in left_in(parent):
        shutil.rmtree(left, ignore_errors=True)


def left_in(parent: Path) -> Iterator[Path]:
    """Find folders under way that nobody holds; those that have just changed are passed over.

    A folder of `tempfile`, or one whose lock has been taken out, may be held by somebody without
    a sign of it, and counts as left after a day.
    """
    with contextlib.suppress(OSError):
        for path in sorted(parent.iterdir()):
            with contextlib.suppress(OSError):
                if path.is_dir() and _is_left(path):
                    yield path


def _is_left(path: Path) -> bool:
    age = time.time() - path.stat().st_mtime
    if _UNDER_WAY.fullmatch(path.name) and (path / _LOCK).exists():
        return age >= _GRACE_SECONDS and _is_free(path / _LOCK)
    named = _UNDER_WAY.fullmatch(path.name) or _WITHOUT_LOCK.fullmatch(path.name)
    return named is not None and age >= _GRACE_WITHOUT_LOCK_SECONDS


def _is_free(lock: Path) -> bool:
    handle = os.open(lock, os.O_RDWR)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    finally:
        os.close(handle)
    return True
