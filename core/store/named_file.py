"""Files that people have written to a place of their choice, and what is told where that fails."""

from __future__ import annotations

import contextlib
import errno
from collections.abc import Iterator
from pathlib import Path

from core.errors import ExportError, UnwritableFileError
from core.store.full_disk import is_full_disk
from core.store.whole import whole_file


@contextlib.contextmanager
def named_file(path: Path) -> Iterator[Path]:
    """Give a place to write to as `whole_file` does, for a file that a person has named.

    A place that is wrong is wrong input. One that was right until its disk took no more is a
    failure: the same may go well the next time.

    Raises
    ------
    UnwritableFileError
        If nothing can be written there.
    ExportError
        If the disk is full, or fails.
    BrokenPipeError
        If it is a pipe that nobody reads any more.
    """
    try:
        with whole_file(path) as beside:
            yield beside
    except BrokenPipeError:
        raise
    except OSError as error:
        why = error.strerror or str(error)
        if is_full_disk(error) or error.errno == errno.EIO:
            raise ExportError(
                f"{path} was not written: the disk has no room for it ({why}). Make room or choose "
                "another place."
            ) from error
        raise UnwritableFileError(
            f"{path}: The file must be writable. Got: {why}; choose another place."
        ) from error
