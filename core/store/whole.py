"""Files and folders that are on disk whole or not at all."""

from __future__ import annotations

import contextlib
import fcntl
import glob
import os
import shutil
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

_GRACE_SECONDS = 60


@contextlib.contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """Give a place to write to, whose content becomes the file `path` when the block ends well.

    Until then what was at `path` stays as it was; afterwards the new content is on disk, and stays
    there if the power fails. If the block raises, nothing is left. A link stays a link.

    Raises
    ------
    OSError
        If the file cannot be put there, or the block has written none.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with whole_file(Path(folder, "a.txt")) as beside:
    ...         _ = beside.write_text("whole")
    ...     Path(folder, "a.txt").read_text()
    'whole'
    """
    target = Path(os.path.realpath(path))
    beside = target.with_name(f".{uuid.uuid4().hex}{target.suffix}")
    try:
        yield beside
        _flush(beside)
        beside.replace(target)
        _flush(target.parent)
    finally:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)


@contextlib.contextmanager
def whole_folder(folder: Path) -> Iterator[Path]:
    """Give a folder to write into, which becomes `folder` when the block ends well.

    Until then nothing is seen at `folder`; if the block raises, nothing is left. What a killed
    process left half made beside `folder` is removed: its lock has gone with it.

    Parameters
    ----------
    folder
        Must not be there or be empty when the block ends.

    Raises
    ------
    OSError
        If the folder cannot be put there.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    _sweep(folder)
    beside = folder.parent / f".{folder.name}.{uuid.uuid4().hex}.new"
    beside.mkdir()
    lock = os.open(beside / "lock", os.O_CREAT | os.O_RDWR)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield beside
        (beside / "lock").unlink()
        for place, _, names in os.walk(beside):
            for name in names:
                _flush(Path(place, name))
            _flush(Path(place))
        beside.rename(folder)
        _flush(folder.parent)
    finally:
        os.close(lock)
        shutil.rmtree(beside, ignore_errors=True)


@contextlib.contextmanager
def new_folder(folder: Path) -> Iterator[Path]:
    """Give a folder as `whole_folder` does, which several processes may make at once.

    The first to end gives it, the others' is dropped.

    Parameters
    ----------
    folder
        Must hold, by its name, what it is made of: whoever comes second gets the first's.
    """
    made = False
    try:
        with whole_folder(folder) as beside:
            yield beside
            made = True
    except OSError:
        if not (made and folder.is_dir()):
            raise


def _sweep(folder: Path) -> None:
    for left in folder.parent.glob(f".{glob.escape(folder.name)}.*.new"):
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
