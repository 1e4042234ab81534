"""Names of columns as they are given in one option."""

from __future__ import annotations

from core.errors import InputError
from core.lake.labels import split_labels


def split_names(names: str, option: str) -> list[str]:
    """Split names at commas as CSV does, so that one in quotes may hold a comma.

    Raises
    ------
    InputError
        If there is something, but no name, or it cannot be split.

    Examples
    --------
    >>> split_names('a, "b, c"', "--on")
    ['a', 'b, c']
    """
    found = split_labels(names)
    if names.strip() and not found:
        raise InputError(f"{option} takes names with commas between them. Got {names!r}.")
    return found
