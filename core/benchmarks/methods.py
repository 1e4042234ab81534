"""The search methods that can be run on a benchmark, by name."""

from __future__ import annotations

from dataclasses import dataclass

from core.benchmarks.errors import UnknownMethodError
from core.features import ENCODERS
from core.search import RankBy
from core.settings import Settings

COLUMNS = "columns"

METHODS = (*ENCODERS, COLUMNS)
"""Names of the methods: the encoders rank by table vectors, ``columns`` by matching columns."""


@dataclass(frozen=True)
class Method:
    """A union search as a method of a benchmark.

    Parameters
    ----------
    label
        What its run is called.
    encoder
        One of `core.features.ENCODERS`.
    rank_by
        "table" or "columns".
    """

    label: str
    encoder: str
    rank_by: RankBy


def methods(names: str, settings: Settings) -> list[Method]:
    """Find methods by their names, separated by commas; one that is named twice counts once.

    Raises
    ------
    UnknownMethodError
        If there is no name, or none of one of the names.

    Examples
    --------
    >>> [method.label for method in methods("hash, columns:hash,hash", Settings())]
    ['hash', 'columns:hash']
    """
    wanted = dict.fromkeys(name.strip() for name in names.split(",") if name.strip())
    return [method(name, settings) for name in wanted or [names.strip()]]


def method(name: str, settings: Settings) -> Method:
    """Find a method by its name.

    Parameters
    ----------
    name
        One of `METHODS`; ``columns`` uses the settings' encoder, ``columns:tfidf`` another.

    Raises
    ------
    UnknownMethodError
        If there is none of that name.

    Examples
    --------
    >>> method("columns:hash", Settings())
    Method(label='columns:hash', encoder='hash', rank_by='columns')
    """
    if name in ENCODERS:
        return Method(name, name, "table")
    kind, colon, encoder = name.partition(":")
    if kind == COLUMNS and (encoder in ENCODERS or not colon):
        return Method(name, encoder or settings.encoder, "columns")
    raise UnknownMethodError(
        f"A method must be one of {', '.join(METHODS)}, or columns:ENCODER. Got {name!r}."
    )
