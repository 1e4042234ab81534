"""The one exception tree: pages and the terminal catch `SoundingsError` and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class SoundingsError(Exception):
    """Something a person can understand and act on: the rule, what was given, the way out.

    Anything that is not a `SoundingsError` is a bug and shows as one.
    """

    exit_code = 1
    """What the terminal exits with: 1 for a failure, 2 for wrong input."""


class InputError(SoundingsError):
    """What was asked for cannot be meant: a wrong value, an unknown name."""

    exit_code = 2


class WorkspaceNotFoundError(InputError):
    """There is no workspace in the folder that is to hold it."""


class LakeNotFoundError(InputError):
    """No data lake of that name is in the workspace."""


class LakeExistsError(InputError):
    """A data lake of that name is in the workspace already, with another folder."""


class TableNotFoundError(InputError):
    """The data lake has no table of that id."""


class ColumnNotFoundError(InputError):
    """The table has no column of that name."""


class UnreadableTableError(InputError):
    """A file is not a table that can be read; says why and what would help.

    Parameters
    ----------
    reason
        One sentence: the rule and what was found.
    hint
        The way out, or an empty string.
    """

    def __init__(self, reason: str, hint: str = "") -> None:
        super().__init__(f"{reason} {hint}".strip())
        self.reason = reason
        self.hint = hint


class OverLimitError(UnreadableTableError):
    """A file is refused by a limit that can be set."""


class MemoryLimitError(UnreadableTableError):
    """A file takes more memory than there is at the moment; it may be read another time."""


class EncoderUnavailableError(InputError):
    """A column encoder is unknown or its model cannot be loaded."""


class LocatedError(InputError):
    """Input that is wrong at a place which can be named.

    Parameters
    ----------
    message
        The rule, what was given, the way out.
    path
        The file that was read, or None for values made in memory.
    line
        Its line, from 1, or None when the fault is the whole file's.

    Examples
    --------
    >>> str(LocatedError("A score must be a number. Got 'high'.", "run.csv", 3))
    "run.csv, line 3: A score must be a number. Got 'high'."
    """

    def __init__(
        self, message: str, path: Path | str | None = None, line: int | None = None
    ) -> None:
        place = "" if path is None else f"{path}, line {line}: " if line else f"{path}: "
        super().__init__(place + message)
        self.message = message
        self.path = path
        self.line = line


class UnknownColumnsError(LocatedError):
    """A file's columns are not those of any form that can be read."""


class MalformedFileError(LocatedError):
    """A line or a file does not have the form that the rest of it promises."""


class RefusedPickleError(LocatedError):
    """A pickle holds something other than plain containers, texts and numbers."""


class UnwritableFileError(InputError):
    """A file cannot be written where it is wanted."""


class BusyError(SoundingsError):
    """Another process is doing the same work on the same data lake."""


class CellsGoneError(BusyError):
    """The cells of a table are not where they were: its lake is being read again."""


class ReadAnewError(BusyError):
    """Tables are not what they were when somebody looked at them: their lake was read again."""


class EngineMemoryError(SoundingsError):
    """The engine that looks at cells had too little memory or disk."""


class CancelledError(SoundingsError):
    """A person cancelled the work; what was finished is kept."""


class WorkspaceError(SoundingsError):
    """The workspace cannot be opened or was made by a newer version."""


class FullDiskError(WorkspaceError):
    """The disk with the workspace takes no more."""


class ExportError(SoundingsError):
    """A file for other programs could not be written to the end, so it was not written at all."""


@contextmanager
def without_groups() -> Iterator[None]:
    """Raise the error itself that ended tasks which went on side by side, not a group of groups.

    That is the first `SoundingsError` among all that came, for it has something to say, or else the
    first error.

    Examples
    --------
    >>> with without_groups():
    ...     raise ExceptionGroup("outer", [ExceptionGroup("inner", [BusyError("Wait.")])])
    Traceback (most recent call last):
    core.errors.BusyError: Wait.
    """
    found: list[BaseException] = []
    try:
        yield
    except BaseExceptionGroup as group:
        found = _members(group)
    if found:  # outside of the clause, so that it keeps what it came of itself
        raise next((one for one in found if isinstance(one, SoundingsError)), found[0])


def _members(error: BaseException) -> list[BaseException]:
    if not isinstance(error, BaseExceptionGroup):
        return [error]
    return [member for one in error.exceptions for member in _members(one)]
