"""What can be wrong about a benchmark in the workspace."""

from __future__ import annotations

from core.errors import InputError, LocatedError


class BenchmarkNotFoundError(InputError):
    """No benchmark of that name is in the workspace."""


class BenchmarkExistsError(InputError):
    """The name is taken by a benchmark of another folder."""


class NoTablesError(InputError):
    """None of the labelled pairs has its tables in the folder."""


class RunNotFoundError(InputError):
    """The benchmark has no run of that label."""


class RunExistsError(InputError):
    """The benchmark has a run of that label already, made in another way."""


class NoAnswersError(InputError):
    """A method failed, and ranked nothing for any query."""


class UnknownMethodError(InputError):
    """No search method has that name."""


class ReleaseNotFoundError(InputError):
    """The benchmark has no release of that name."""


class AmbiguousQueryError(LocatedError):
    """A table is named where a query is meant, and several queries have that table."""


class UnknownPairsError(InputError):
    """A file names pairs that are not a query and a candidate of the benchmark."""


class VotesExistError(InputError):
    """A benchmark that would be removed has votes."""
