"""The kinds of jobs, by name."""

from __future__ import annotations

from importlib import import_module

from core.jobs.work import Kind

_WHERE = {
    **dict.fromkeys(("refresh", "encode", "words", "index"), "core.jobs.of_lakes"),
    **dict.fromkeys(("benchmark", "run", "overlap", "judge", "refit"), "core.jobs.of_benchmarks"),
}
"""Only what a job needs is imported: that of benchmarks takes longer than to read a small lake."""


def kind(name: str) -> Kind:
    """Return what does the jobs of a kind.

    Raises
    ------
    KeyError
        If there is no such kind.

    Examples
    --------
    >>> kind("refresh").__doc__.partition(",")[0]
    'Add a lake if a folder is given'
    """
    found: Kind = getattr(import_module(_WHERE[name]), name)
    return found
