"""Names of columns as they are given in one option."""

from __future__ import annotations

import csv
import itertools

from core.errors import InputError


def split_names(names: str, option: str) -> list[str]:
    """Split names at commas as CSV does, so that one in quotes may hold a comma.

    Raises
    ------
    InputError
        If there is something, but no name.

    Examples
    --------
    >>> split_names('a, "b, c"', "--on")
    ['a', 'b, c']
    """
    rows = list(csv.reader([names], skipinitialspace=True))
    found = [name.strip() for name in itertools.chain(*rows) if name.strip()]
    if names.strip() and not found:
        raise InputError(f"{option} takes names with commas between them. Got {names!r}.")
    return found
