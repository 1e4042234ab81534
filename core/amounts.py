"""Things counted in words, and figures rounded."""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Context, Decimal

_EXACT = Context(prec=400, rounding=ROUND_HALF_UP)  # more digits than any float before its point


def rounded(number: float, places: int = 3) -> Decimal:
    """Round as tables and plots in a browser do: a half goes away from nothing.

    Python's own formatting rounds a half to the even digit, so that one score would be 0.562 in a
    sentence and 0.563 in the table below it. What is rounded to nothing has no sign.

    Examples
    --------
    >>> print(rounded(0.5625), rounded(-0.0625), rounded(-0.0004), rounded(2.5, 0))
    0.563 -0.063 0.000 3
    >>> print(rounded(0.0615), f"{0.0615:.20f}")  # is less than it is written as
    0.061 0.06149999999999999911
    """
    exact = Decimal(float(number))
    if not math.isfinite(number):
        return exact
    found = exact.quantize(Decimal(1).scaleb(-places), context=_EXACT)
    return found if found else abs(found)


def between(low: float | None, high: float | None, places: int = 3) -> str:
    """Write the ends of an interval, rounded as `rounded`; nothing if there is none.

    Examples
    --------
    >>> between(0.25, 0.5625), between(0.25, 0.5, 2), between(None, None)
    ('0.250 to 0.563', '0.25 to 0.50', '')
    """
    if low is None or high is None:
        return ""
    return f"{rounded(low, places)} to {rounded(high, places)}"


def percent(share: float, places: int = 0) -> str:
    """Write a share in percent, rounded as `rounded`.

    Examples
    --------
    >>> percent(0.5625, 1), percent(0.125), percent(1.0, 1)
    ('56.3%', '13%', '100.0%')
    """
    return f"{rounded(100 * share, places)}%"


def signed(number: float, digits: int = 3) -> str:
    """Write a difference with its sign, which what is rounded to nothing has none of.

    Examples
    --------
    >>> signed(0.25), signed(-0.0004), signed(-0.25, 1)
    ('+0.250', '0.000', '-0.3')
    """
    written = rounded(number, digits)
    return f"{written:+f}" if written else f"{written}"


def amount(number: int, noun: str, *verb: str) -> str:
    """Count things, and say by a verb for one and one for several what they do.

    Examples
    --------
    >>> amount(1, "table"), amount(1234, "table")
    ('1 table', '1,234 tables')
    >>> amount(2, "query"), amount(2, "key")
    ('2 queries', '2 keys')
    >>> amount(1, "query table", "is", "are"), amount(0, "vote", "is", "are")
    ('1 query table is', '0 votes are')
    >>> amount(1, "person"), amount(2, "person"), amount(2, "miss")
    ('1 person', '2 people', '2 misses')
    """
    if number == 1:
        return " ".join([f"1 {noun}", *verb[:1]])
    if noun.endswith("person"):
        return " ".join([f"{number:,} {noun.removesuffix('person')}people", *verb[1:2]])
    if noun.endswith("s"):
        return " ".join([f"{number:,} {noun}es", *verb[1:2]])
    consonant = noun.endswith("y") and noun[-2:-1] not in "aeiou"
    several = f"{noun[:-1]}ies" if consonant else f"{noun}s"
    return " ".join([f"{number:,} {several}", *verb[1:2]])


def size(bytes_: int) -> str:
    """Give the size of files, in units of a thousand, as lists in the browser do.

    Examples
    --------
    >>> size(812), size(1500), size(5 * 10**9)
    ('812 B', '1.5 KB', '5.0 GB')
    """
    for unit, power in (("GB", 9), ("MB", 6), ("KB", 3)):
        if bytes_ >= 10**power:
            return f"{bytes_ / 10**power:,.1f} {unit}"
    return f"{bytes_} B"


def listed(names: Sequence[str], most: int, between: str = ", ") -> str:
    """List the first of some names in a line and count the rest.

    Examples
    --------
    >>> listed(["a", "b"], 2), listed(["a", "b", "c"], 2)
    ('a, b', 'a, b and 1 more')
    """
    told = between.join(names[:most])
    return told if len(names) <= most else f"{told} and {len(names) - most:,} more"
