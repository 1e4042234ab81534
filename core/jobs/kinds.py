"""The kinds of jobs: what each is called, who may start it, how it is told, and what does it."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from core.jobs.work import Work

_OF_LAKES = "core.jobs.of_lakes"
_OF_BENCHMARKS = "core.jobs.of_benchmarks"


@dataclass(frozen=True)
class JobKind:
    """What there is to know of one kind of job.

    Parameters
    ----------
    name
        As `core.jobs.submit` is given it; the function that does the work has the same.
    module
        The module of that function. Only what a job needs is imported: that of benchmarks takes
        longer than to read a small lake.
    doing
        What is going on, with ``{}`` where the subject belongs.
    for_curators
        Whether only curators start and stop it, whatever it is given.
    """

    name: str
    module: str
    doing: str
    for_curators: bool = False

    def carry_out(self, work: Work) -> str:
        """Do the work; return a sentence that says what came of it."""
        do: Callable[[Work], str] = getattr(import_module(self.module), self.name)
        return do(work)


KINDS = (
    JobKind("refresh", _OF_LAKES, "Reading {} and making it ready for search"),
    JobKind("encode", _OF_LAKES, "Making {} ready for search"),
    JobKind("words", _OF_LAKES, "Making {} ready for search in words"),
    JobKind("index", _OF_LAKES, "Making {} ready for joins"),
    JobKind("benchmark", _OF_BENCHMARKS, "Adding the benchmark {}", for_curators=True),
    JobKind("run", _OF_BENCHMARKS, "Running methods on {}"),
    JobKind("overlap", _OF_BENCHMARKS, "Comparing the pairs of {}"),
    JobKind("judge", _OF_BENCHMARKS, "Carrying out the judge run {}", for_curators=True),
    JobKind("refit", _OF_BENCHMARKS, "Teaching the rule voter from {}", for_curators=True),
)

_BY_NAME = {one.name: one for one in KINDS}


def kind(name: str) -> JobKind:
    """Return the kind of job of a name.

    Raises
    ------
    KeyError
        If there is no such kind.

    Examples
    --------
    >>> kind("refresh").doing.format("prices")
    'Reading prices and making it ready for search'
    """
    return _BY_NAME[name]
