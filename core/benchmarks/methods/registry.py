"""The search methods that can be run on a benchmark, by name."""

from __future__ import annotations

from core.benchmarks.errors import UnknownMethodError
from core.benchmarks.methods import conditions, join, text, union
from core.benchmarks.methods.base import Family, Method
from core.settings import Settings

FAMILIES: tuple[Family, ...] = (
    union.FAMILY,
    join.FAMILY,
    text.FAMILY,
    conditions.FAMILY,
)
"""One line a file of methods; a name that two of them have is the later one's."""

METHODS: tuple[str, ...] = tuple(
    dict.fromkeys(name for family in FAMILIES for name in family.names)
)
"""Names of the methods."""

OFFERED: dict[str, str] = {
    name: words for family in FAMILIES for name, words in family.offered.items()
}
"""What a form offers, each with plain words."""


def methods(names: str, settings: Settings) -> list[Method]:
    """Find methods by their names, separated by commas; one that is named twice counts once.

    ``columns`` and ``columns:ENCODER`` with the settings' encoder are one method.

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
    found = [method(name, settings) for name in wanted or [names.strip()]]
    return list({one.label: one for one in found}.values())


def method(name: str, settings: Settings) -> Method:
    """Find a method by its name.

    Parameters
    ----------
    name
        One of `METHODS`; ``columns`` uses the settings' encoder, ``columns:tfidf`` another; the
        label has the encoder in both cases.

    Raises
    ------
    UnknownMethodError
        If there is none of that name.

    Examples
    --------
    >>> method("columns:hash", Settings())
    UnionMethod(label='columns:hash', encoder='hash', rank_by='columns')
    """
    for family in reversed(FAMILIES):
        found = family.find(name, settings)
        if found is not None:
            return found
    also = "".join(f", or {family.spelling}" for family in FAMILIES if family.spelling)
    raise UnknownMethodError(f"A method must be one of {', '.join(METHODS)}{also}. Got {name!r}.")
