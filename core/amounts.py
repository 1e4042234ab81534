"""Things counted in words."""

from __future__ import annotations


def amount(number: int, noun: str, *verb: str) -> str:
    """Count things, and say by a verb for one and one for several what they do.

    Examples
    --------
    >>> amount(1, "table"), amount(1234, "table")
    ('1 table', '1,234 tables')
    >>> amount(1, "query table", "is", "are"), amount(0, "vote", "is", "are")
    ('1 query table is', '0 votes are')
    """
    counted = f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
    return " ".join([counted, *verb[:1]] if number == 1 else [counted, *verb[1:2]])
