"""Tell which operation a text asks for in words that leave no doubt, however rare they are."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from core.conditions.words.first_of import FirstOf
from core.conditions.words.growing import SAID_OF_GROWTH
from core.conditions.words.taking_in import SAID_OF_TAKING_IN

_REMEMBERED = 64
"""Answers, as each reading of a text asks anew."""
_WORD = re.compile(r"(?<![\w'’-])[\w'’]")


@lru_cache(_REMEMBERED)
def is_surely_asked(text: str, kind: str) -> bool:
    """Whether words for a union, or for a join, say of one's own table how it grows.

    Parameters
    ----------
    kind
        The name of an operation: "UNION" or "JOIN"; nothing else is asked for in such words.

    Examples
    --------
    >>> is_surely_asked("Extend my cohort with tables on sleep", "UNION")
    True
    >>> is_surely_asked("Unionable tables on sleep", "UNION")
    False
    """
    said = _saying(kind)
    return any(said.match(text, word.start()) is not None for word in _WORD.finditer(text))


@cache
def _saying(kind: str) -> FirstOf:
    return FirstOf([*SAID_OF_GROWTH.get(kind, ()), *SAID_OF_TAKING_IN.get(kind, ())])
