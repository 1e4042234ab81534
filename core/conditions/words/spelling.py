"""Slips of the keyboard in the words that a condition hangs on."""

from __future__ import annotations

import re
from functools import cache

from core.conditions.words.lexicon import phrases

_SWAPPED = (
    "table|tables|union|append|where|which|about|above|below|before|after|least|fewer|lower|"
    "greater|higher|between|join|merge|attach|stack|rows|could|would|should|please|their|want|"
    "need|with|have|must|find|show"
)
_MISTYPED = (
    "dataset|datasets|unionable|joinable|columns|attributes|records|entries|between|average|"
    "contain|contains|containing|mention|mentions|mentioning|include|includes|including|exceeds|"
    "exceeding|without|related|concerning|exactly|joining|appended|column|information|numeric|"
    "something|anything|looking|regarding|minimum|maximum|subject|around|after|should|anywhere|another|append|attach"
)
"""Of these a letter may be missing or double too; of shorter ones that makes other words."""
_CONTRACTED = {
    **{"im": "i'm", "ive": "i've", "thats": "that's", "whats": "what's", "theres": "there's"},
    **{"theyre": "they're", "weve": "we've", "lets": "let's"},
}
"""What is typed without its apostrophe, and no other word."""
_WORD = re.compile(r"[a-z]+")


def respelled(word: str) -> str:
    """Return the word that was meant where letters are swapped, one is missing, or one is double.

    Only words of the grammar are put right, and only those that no other word becomes by such a
    slip ("grater" stays); names and values are never touched, as is "IM" among "GM" and "WGM".

    Parameters
    ----------
    word
        As it was typed.

    Returns
    -------
    str
        In lower case.

    Examples
    --------
    >>> respelled("unionabel"), respelled("Colums"), respelled("beetween"), respelled("cable")
    ('unionable', 'columns', 'between', 'cable')
    >>> respelled("im"), respelled("IM")
    ("i'm", 'im')
    """
    lower = word.lower()
    if lower in _CONTRACTED:
        return lower if word.isupper() else _CONTRACTED[lower]
    return _slips().get(lower, lower)


def is_slip(word: str) -> bool:
    """Whether a word is one of the grammar's with a slip, which it puts right.

    Examples
    --------
    >>> is_slip("Abuot"), is_slip("about"), is_slip("Kenya")
    (True, False, False)
    """
    return respelled(word) != word.lower()


def letters_swapped_back(text: str) -> str:
    """Return a text of the same length in which words with swapped letters are put right.

    Examples
    --------
    >>> letters_swapped_back("need to stakc more rows, Wiht care")
    'need to stack more rows, Wiht care'
    """
    return _WORD.sub(_swapped_back, text)


def _swapped_back(word: re.Match[str]) -> str:
    meant = respelled(word[0])
    return meant if len(meant) == len(word[0]) else word[0]


@cache
def _slips() -> dict[str, str]:
    known = {word for phrase in phrases() for word in phrase}
    found: dict[str, str] = {}
    for word in f"{_SWAPPED}|{_MISTYPED}".split("|"):
        slips = {word[:i] + word[i + 1] + word[i] + word[i + 2 :] for i in range(len(word) - 1)}
        if word in _MISTYPED.split("|"):
            inner = range(1, len(word) - 1)
            slips |= {word[:i] + word[i + 1 :] for i in inner}
            slips |= {word[:i] + word[i] + word[i:] for i in inner}
        found |= dict.fromkeys(slips - known, word)
    return found
