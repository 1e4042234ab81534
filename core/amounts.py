"""Things counted in words."""

from __future__ import annotations

from collections.abc import Sequence


def signed(number: float, digits: int = 3) -> str:
    """Write a difference with its sign, which what is rounded to nothing has none of.

    Examples
    --------
    >>> signed(0.25), signed(-0.0004), signed(-0.25, 1)
    ('+0.250', '0.000', '-0.2')
    """
    written = f"{number:+.{digits}f}"
    return written if float(written) else written[1:]


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
