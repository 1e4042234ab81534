"""What can be wrong with a run, with qrels or with a question about them."""

from __future__ import annotations

from core.errors import InputError, LocatedError


class CutoffError(InputError):
    """A rank cut-off k is out of range."""


class CorpusSizeError(InputError):
    """A corpus cannot be of that size."""


class ThresholdError(InputError):
    """The smallest relevance that makes a positive is out of range."""


class UnknownMetricError(InputError):
    """No metric of that name."""


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
