"""Folders and files that are under way, and what killed processes have left of such."""

from __future__ import annotations

import contextlib
import fcntl
import math
import os
import re
import shutil
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

from core.store.file_lock import is_held

_LOCK = "lock"
_GRACE_SECONDS = 60
_GRACE_WITHOUT_LOCK_SECONDS = 86_400
SECONDS_BETWEEN_LOOKS = 3_600
_LOOKED: dict[Path, float] = {}
"""When folders were last looked through for files that were left, on the monotonic clock."""
_UNDER_WAY = re.compile(r"\..+\.[0-9a-f]{32}\.new")
_FILE_UNDER_WAY = re.compile(r"\.soundings-[0-9a-f]{32}\.new(\..*)?")
"""Says whose it is, as it may lie among files of somebody else's."""
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


def file_under_way(target: Path) -> Path:
    """Name a file beside `target`, with its suffix, that is to take its place.

    What killed processes have left of such files there is removed after a day. A process looks for
    it once an hour in each folder, which may have many thousands of files.
    """
    now = time.monotonic()
    if now - _LOOKED.get(target.parent, -math.inf) >= SECONDS_BETWEEN_LOOKS:
        _LOOKED[target.parent] = now
        _remove_left_files(target.parent)
    return target.with_name(f".soundings-{uuid.uuid4().hex}.new{target.suffix}")


def _remove_left_files(folder: Path) -> None:
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if _FILE_UNDER_WAY.fullmatch(entry.name) and _is_of_another_day(entry.stat()):
                Path(entry).unlink(missing_ok=True)


def finish(folder: Path) -> None:
    """Take the lock's file out of a folder under way, which is done."""
    (folder / _LOCK).unlink()


def remove_folder(folder: Path) -> None:
    """Take a folder away at once, so that nobody sees a part of it, and then remove what is in it.

    What a process has mapped of it stays with that one. One that is not there is passed over.

    Raises
    ------
    OSError
        If it cannot be taken away.
    """
    aside = folder.with_name(f".{folder.name}.{uuid.uuid4().hex}.new")
    with contextlib.suppress(FileNotFoundError):
        folder.rename(aside)
        shutil.rmtree(aside, ignore_errors=True)


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
    found = path.stat()
    lock = path / _LOCK
    if _UNDER_WAY.fullmatch(path.name) and lock.exists():
        if time.time() - found.st_mtime < _GRACE_SECONDS or is_held(lock):
            return False
        return lock.exists()  # whoever finishes has taken it out meanwhile
    named = _UNDER_WAY.fullmatch(path.name) or _WITHOUT_LOCK.fullmatch(path.name)
    return named is not None and _is_of_another_day(found)


def _is_of_another_day(found: os.stat_result) -> bool:
    return time.time() - found.st_mtime >= _GRACE_WITHOUT_LOCK_SECONDS
