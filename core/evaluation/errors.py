"""What can be wrong with a run, with qrels or with a question about them."""

from __future__ import annotations

from pathlib import Path

from core.errors import InputError


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


class CutoffError(InputError):
    """A rank cut-off k is out of range."""


class CorpusSizeError(InputError):
    """A corpus cannot be of that size."""


class ThresholdError(InputError):
    """The smallest relevance that makes a positive is out of range."""


class UnknownMetricError(InputError):
    """No metric of that name."""


class UnknownColumnsError(LocatedError):
    """A file's columns are not those of any form that can be read."""


class MalformedFileError(LocatedError):
    """A line or a file does not have the form that the rest of it promises."""


class BadScoreError(LocatedError):
    """A score is not a finite number."""


class BadRelevanceError(LocatedError):
    """A relevance is not a whole number in range."""


class UnknownRunFormatError(InputError):
    """A run is neither read from nor written to a form of that name."""


class EmptyRunError(LocatedError):
    """A run holds no ranked candidate at all."""


class EmptyQrelsError(LocatedError):
    """Qrels hold no query at all."""


class DuplicateCandidateError(LocatedError):
    """A query ranks one candidate twice."""


class DuplicateLabelError(LocatedError):
    """A query-candidate pair is judged twice."""


class NoPositivesError(LocatedError):
    """A query, or every query, has no positive label where one is needed."""


class RunMismatchError(InputError):
    """Runs and qrels, or several runs, do not belong together."""


class UnwritableNameError(InputError):
    """A name holds characters that the file form cannot carry."""


class UnwritableFileError(InputError):
    """A file cannot be written where it is wanted."""
