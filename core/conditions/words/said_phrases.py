"""Find a phrase before its column that has words with a meaning: "the phrase out of order in"."""

from __future__ import annotations

import re

from lark import Token

from core.conditions.words.lexicon import phrases
from core.conditions.words.tokens import token

_ANNOUNCED = re.compile(r"\b(?:phrase|term|text|string|words|wording) $", re.IGNORECASE)
_LONGEST = len(" wording ")
_SAID = re.compile(
    r"(?P<said>[\w'’-]+(?: (?!(?:and|or|nor|as|in|under|within|inside)\b)[\w'’-]+){1,4}?)"
    r"(?= (?:in|under|within|inside) (?:"
    r"(?:(?:the|its|their|a) )?(?:column|field)s? (?!and\b|or\b)\w|"
    r"(?:the|its|their) [\w-]+(?: [\w-]+){0,3} (?:column|field)\b))",
    re.IGNORECASE,
)


def read_said_phrase(text: str, place: int) -> Token | None:
    """Read what a column is said to contain, behind "phrase" or the like and before the column.

    Only where a word of it would be read as another part of the condition.

    Examples
    --------
    >>> str(read_said_phrase("the phrase out of order in the column remarks", 11))
    'out of order'
    >>> read_said_phrase("the phrase deep fog in the column remarks", 11) is None
    True
    """
    if not _ANNOUNCED.search(text[max(0, place - _LONGEST) : place]):
        return None
    match = _SAID.match(text, place)
    if match is None:
        return None
    said = match["said"]
    words = said.lower().split()
    known = phrases()
    if not any((word,) in known for word in words):
        return None
    return token("QUOTED", said, place, place + len(said))
