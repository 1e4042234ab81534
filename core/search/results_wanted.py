"""How many results a search may be asked for."""

from __future__ import annotations

from core.errors import InputError

MOST_RESULTS = 1_000


def check_results(k: int) -> int:
    """Return how many results are wanted.

    Raises
    ------
    InputError
        If it is no whole number from 1 to 1,000.

    Examples
    --------
    >>> check_results(0)
    Traceback (most recent call last):
    core.errors.InputError: k must be between 1 and 1,000. Got 0.
    """
    if isinstance(k, bool) or not isinstance(k, int) or not 1 <= k <= MOST_RESULTS:
        raise InputError(f"k must be between 1 and {MOST_RESULTS:,}. Got {k!r}.")
    return k
