"""Numbers of a condition as they were written: whole ones beyond 2^53 are no doubles."""

from __future__ import annotations

import re

EXACT_IN_DOUBLES = 2**53
"""Up to here every whole number is a double; beyond it some are that of a neighbour."""
_WHOLE = re.compile(r"[+-]?\d{1,38}")
"""What DuckDB's HUGEINT holds."""


def exact(number: str | float) -> float:
    """Read a number; a whole one that a double may not hold stays whole.

    Examples
    --------
    >>> exact("2.5"), exact("7"), exact("9007199254741005")
    (2.5, 7.0, 9007199254741005)
    """
    if _WHOLE.fullmatch(str(number)) and abs(int(number)) >= EXACT_IN_DOUBLES:
        return int(number)
    return float(number)


def is_beyond_doubles(*numbers: object) -> bool:
    """Whether one of some numbers, read by `exact`, is whole and too large for a double."""
    return any(isinstance(one, int) and abs(one) >= EXACT_IN_DOUBLES for one in numbers)
