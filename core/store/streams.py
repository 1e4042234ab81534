"""What can be written to and is no file that another one could take the place of."""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

_OPEN_FILES = Path("/dev/fd")


def is_stream(path: Path) -> bool:
    """Whether there is something at `path` that passes on what is written: a pipe, ``/dev/stdout``.

    Examples
    --------
    >>> is_stream(Path("/dev/null")), is_stream(Path("/dev")), is_stream(Path("/no/such/file"))
    (True, False, False)
    """
    if _number(path) is not None:
        return True
    try:
        mode = path.stat().st_mode
    except OSError:
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def ending_of(path: Path, of_stream: str) -> str:
    """Return the ending of a file's name, by which its form is known, in lower case.

    Parameters
    ----------
    of_stream
        That of a stream whose name has none: nobody can give ``/dev/stdout`` one.

    Examples
    --------
    >>> ending_of(Path("a.CSV"), ".json"), ending_of(Path("/dev/stdout"), ".json")
    ('.csv', '.json')
    """
    return path.suffix.lower() or (of_stream if is_stream(path) else "")


def is_stdout(path: Path) -> bool:
    """Whether a path stands for what this process prints to, as ``/dev/stdout`` does."""
    return _number(path) == 1


@contextlib.contextmanager
def file_for_stream(path: Path) -> Iterator[Path]:
    """Give a place to write to, whose content goes into a stream when the block ends well.

    Raises
    ------
    OSError
        If the stream takes no more, or the block has written nothing.
    """
    with TemporaryDirectory() as folder:
        made = Path(folder, path.name)
        yield made
        with made.open("rb") as content, _opened(path) as stream:
            shutil.copyfileobj(content, stream)


def _opened(path: Path) -> IO[bytes]:
    number = _number(path)
    # By its path it would be opened anew, from its beginning: of a file that a shell sends several
    # commands to, each would write over what the one before has written.
    return path.open("wb") if number is None else os.fdopen(os.dup(number), "wb")


def _number(path: Path) -> int | None:
    """Find which open file of this process a path stands for, as ``/dev/stdout`` does for 1."""
    own = os.path.realpath(_OPEN_FILES)
    with contextlib.suppress(OSError):
        linked = path.parent / path.readlink()
        for one in (path, linked):
            if os.path.realpath(one.parent) == own and one.name.isdecimal():
                return int(one.name)
    return None
