"""The first of many patterns that fits at a place, of which hardly any are ever compiled."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from core.conditions.words.asking import ASKING
from core.conditions.words.own_table import OWN_TABLE, ROUGHLY_OWN_TABLE


class FirstOf:
    """Many patterns, tried in their order.

    As one alternation they would have 400,000 letters, nearly all of them the words for one's own
    table over and over, and take seconds to compile. A pattern with a rough stand-in for these is
    short and fits wherever the pattern does; only where it fits is the pattern itself compiled.

    Parameters
    ----------
    patterns
        Case does not count in them.

    Examples
    --------
    >>> forms = FirstOf([rf"widen {OWN_TABLE} by", "widen"])
    >>> forms.match("widen my table by a column", 0)[0], forms.match("widen it", 0)[0]
    ('widen my table by', 'widen')
    """

    def __init__(self, patterns: Iterable[str]) -> None:
        self._patterns = tuple(patterns)
        self._any = re.compile(_any_of(map(_roughly, self._patterns)), re.IGNORECASE)

    def match(self, text: str, place: int) -> re.Match[str] | None:
        """Match the first pattern that fits at a place of a text, as their alternation would."""
        if self._any.match(text, place) is None:
            return None
        for pattern in self._patterns:
            if _compiled(_roughly(pattern)).match(text, place):
                found = _compiled(pattern).match(text, place)
                if found is not None:
                    return found
        return None


def _roughly(pattern: str) -> str:
    return pattern.replace(OWN_TABLE, ROUGHLY_OWN_TABLE)


def _any_of(patterns: Iterable[str]) -> str:
    """Make a pattern that fits where any of some does: who asks stands once before them."""
    asked: list[str] = []
    others: list[str] = []
    for pattern in patterns:
        behind = pattern.removeprefix(ASKING)
        (others if behind == pattern else asked).append(behind)
    return "|".join([*([f"{ASKING}(?:{'|'.join(asked)})"] if asked else []), *others])


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)
