"""Files and folders that are on disk whole or not at all."""

from __future__ import annotations

import contextlib
import os
import shutil
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

from core.store.leftovers import file_under_way, finish, folder_under_way
from core.store.streams import file_for_stream, is_stream


@contextlib.contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """Give a place to write to, whose content becomes the file `path` when the block ends well.

    Until then what was at `path` stays as it was; afterwards the new content is on disk, and stays
    there if the power fails. If the block raises, nothing is left; what killed processes have left
    half made beside it is removed after a day. A link stays a link, and a file keeps its mode.
    What is there and no file, as a pipe is, stays too, and is written to when the block ends well.

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
    if is_stream(path):
        with file_for_stream(path) as made:
            yield made
        return
    target = Path(os.path.realpath(path))
    beside = file_under_way(target)
    try:
        yield beside
        with contextlib.suppress(FileNotFoundError):
            shutil.copymode(target, beside)
        _flush(beside)
        beside.replace(target)
        _flush(target.parent)
    finally:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)


@contextlib.contextmanager
def whole_folder(folder: Path) -> Iterator[Path]:
    """Give a folder to write into, which becomes `folder` when the block ends well.

    Until then nothing is seen at `folder`; if the block raises, nothing is left. What killed
    processes left half made beside `folder` is removed, whatever it was to become.

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
    with folder_under_way(folder.parent, folder.name) as beside:
        yield beside
        finish(beside)
        for place, _, names in os.walk(beside):
            for name in names:
                _flush(Path(place, name))
            _flush(Path(place))
        put_folder(beside, folder)


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


def put_folder(made: Path, folder: Path) -> None:
    """Give a folder that is whole its place on the same disk, where it stays if the power fails.

    Parameters
    ----------
    folder
        Must not be there or be empty.

    Raises
    ------
    OSError
        If the folder cannot be put there.
    """
    made.rename(folder)
    _flush(folder.parent)


def _flush(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def new_file(folder: Path, suffix: str, write: Callable[[Path], None]) -> Path:
    """Write a new file whole or not at all.

    Returns
    -------
    Path
        The new file, of a name that no other has.
    """
    path = folder / f"{uuid.uuid4().hex}{suffix}"
    with whole_file(path) as beside:
        write(beside)
    return path
