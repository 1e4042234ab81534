"""Things counted in words."""

from __future__ import annotations


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
    """
    if number == 1:
        return " ".join([f"1 {noun}", *verb[:1]])
    consonant = noun.endswith("y") and noun[-2:-1] not in "aeiou"
    several = f"{noun[:-1]}ies" if consonant else f"{noun}s"
    return " ".join([f"{number:,} {several}", *verb[1:2]])
