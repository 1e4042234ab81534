r"""Words of a text as they stand, and names without their signs, in any script.

Vowel signs and other marks belong to the letter before them. `\w` of the standard library has
letters, digits and underscores alone, and would cut a Hindi or Thai word wherever a vowel is.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

_ASCII_WORD = re.compile(r"\w+")
_MARKS = range(0x300, 0x20000)
"""Where all marks that go with a letter are."""


def words_of(text: str) -> list[str]:
    """Return the words of a text, in order: letters, digits and underscores, with their marks.

    Examples
    --------
    >>> words_of("n. york, दिन 2")
    ['n', 'york', 'दिन', '2']
    """
    return (_ASCII_WORD if text.isascii() else _word()).findall(text)


def plain_name(name: str) -> str:
    r"""Return a name without case, blanks, signs and ways of writing one letter.

    Examples
    --------
    >>> plain_name("Birth_Place (Ｇröße)") == plain_name("birth place gro\u0308sse")
    True
    >>> plain_name("दिन") == plain_name("दान")
    False
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return "".join(words_of(folded)).replace("_", "")


@cache
def _word() -> re.Pattern[str]:
    marks = "".join(c for c in map(chr, _MARKS) if unicodedata.category(c) in {"Mn", "Mc"})
    return re.compile(rf"\w+(?:[{marks}]+\w*)*")
