"""Letters written without their accents: "Muenchen" and "Munchen" for "München"."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Sequence

LIKENESS = 0.95
"""Of two texts that are the same without accents."""

_WITHOUT = {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ł": "l", "þ": "th"}
_BY_TWO = str.maketrans(_WITHOUT | {"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})
_BY_ONE = str.maketrans(_WITHOUT)


def respelt(left: Sequence[str], right: Sequence[str]) -> list[tuple[int, int]]:
    """Find the texts of two sides that are the same without accents but not with them.

    An accent is left out, or a letter with it written as two, as in German and the Nordic
    languages; both sides in the same way.

    Parameters
    ----------
    left, right
        Texts in lower case.

    Returns
    -------
    list
        Places in `left` and `right`, ascending.

    Examples
    --------
    >>> respelt(["köln", "malmö", "bonn"], ["koeln", "malmo", "koln", "bonn"])
    [(0, 0), (0, 2), (1, 1)]
    """
    known: dict[str, set[int]] = defaultdict(set)
    for place, text in enumerate(right):
        for spelling in _spellings(text):
            known[spelling].add(place)
    return sorted(
        {
            (place, other)
            for place, text in enumerate(left)
            for spelling in _spellings(text)
            for other in known.get(spelling, ())
            if right[other] != text
        }
    )


def _spellings(text: str) -> set[str]:
    if text.isascii():
        return {text}
    return {_bare(text.translate(_BY_TWO)), _bare(text.translate(_BY_ONE))}


def _bare(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
