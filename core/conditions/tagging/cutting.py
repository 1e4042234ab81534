"""Cut a text into words and signs."""

from __future__ import annotations

import re
from dataclasses import dataclass

_WORD = re.compile(r"[^\W_]+(?:[_'’.\-/&][^\W_]+)*|_+[^\W_]+|[^\w\s]|_")
_QUOTED = re.compile(
    r"\"[^\"]+\"|“[^”]+”|„[^“”]+[“”]|«[^»]+»|`[^`]+`|‘[^’]+’(?!\w)|(?<!\w)'[^']+'(?!\w)"
)
"""What stands between two signs of quotation; one alone means inches, or nothing."""


@dataclass(frozen=True)
class Word:
    """A word or a sign of a text."""

    text: str
    start: int
    end: int
    quoted: bool
    """Whether it stands in quotation marks."""

    @property
    def is_name(self) -> bool:
        """Whether it is neither a number nor a sign: these stand in names and around them alike."""
        return self.text[0].isalpha() or self.text[0] == "_"


def cut(text: str) -> list[Word]:
    """Cut a text into words and signs, in their order.

    Examples
    --------
    >>> [word.text for word in cut("where unit_price isn't over €1,200")]
    ['where', 'unit_price', "isn't", 'over', '€', '1', ',', '200']
    >>> [word.quoted for word in cut('in "New York" now')]
    [False, True, True, True, True, False]
    """
    spans = [found.span() for found in _QUOTED.finditer(text)]
    found: list[Word] = []
    for match in _WORD.finditer(text):
        quoted = any(start <= match.start() < end for start, end in spans)
        found.append(Word(match.group(), match.start(), match.end(), quoted))
    return found
