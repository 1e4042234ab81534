"""Say of a clause that gives a reason whether something may be asked for in it."""

from __future__ import annotations

import re
from enum import Enum, auto

from core.conditions.words.lexicon import MULTIPLIERS, NUMBER_WORDS, longest_phrase, phrases
from core.conditions.words.operations import read_operation


class Asking(Enum):
    """Whether a clause asks for something."""

    NOTHING = auto()
    PERHAPS = auto()
    """It may hint at a condition: "because only the open count"."""
    SOMETHING = auto()


_ASKING = {"TABLES", "UNION", "JOIN", "COLUMN", "COLUMNS", "ROWS", "RESULT", "INFO"}
"""Kinds of words that conditions are of."""
_HINTING = {
    *("K_NUMBERS", "K_DATES", "K_TEXT", "K_BOOLEANS", "K_UNIQUE", "K_COMPLETE", "AVERAGE"),
    *("KEYWORD", "SOMEWHERE", "WITHOUT", "EXCEPT", "TOPIC"),
}
"""Kinds of words that conditions are made of and reasons seldom."""
_NUMBERS = {*NUMBER_WORDS, *(word for word in MULTIPLIERS if len(word) > 2)} - {"_"}  # noqa: PLR2004
_SIGN = re.compile(r"\d|[<>=\"“”„«»`#]|(?<!\w)'")
_GOES_ON = re.compile(
    r"\b(?:if|unless|provided|whose|(?:in|for|from) which)\b|"
    r"\b(?:and|or|but|those|ones) (?:about|with|without|where|"
    r"that(?! (?:i|we) ha(?:ve|d)\b)|which|who|has|have|on|no|not|of|from|in)\b|"
    r"\babout (?!how\b|what\b|that\b|this\b|it\b|to\b|as\b)\w|\btreat(?:s|ing)? of\b",
    re.IGNORECASE,
)
"""What begins another part of a request, or says what something is about."""
_WISH = re.compile(
    r"\b(?:wants?|wanted|needs?|needed|must|should|shall|ought|requires?|required|only|interest\w*|"
    r"prefer\w*|after|looking|seek\w*|insist\w*|exclud\w*|mention\w*|contain\w*|includ\w*|"
    r"(?<!is )where|"
    r"(?<!\bi )(?<!\bwe )(?<!\bthey )(?<!\byou )(?<!\bhe )(?<!\bshe )"
    r"(?:ha(?:s|ve)(?: got)?|(?:is|are)(?: supposed| meant)?) to (?:only |always )?"
    r"(?:be (?!\w+(?:ed|wn|nt|ven|ken|ten) )|(?:equal|stay|remain|say|read|come|lie|fall)\b)|gotta|"
    r"than)\b",
    re.IGNORECASE,
)
_NAME = re.compile(r"(?<=[\w,] )(?!I\b)[A-Z]")
_WORD = re.compile(r"[\w'’-]+")


def asking(said: str) -> Asking:
    """Say whether a clause that gives a reason asks for something besides.

    Examples
    --------
    >>> asking("because the review is due next month").name
    'NOTHING'
    >>> asking("because only open tables count").name, asking("since Kenya is ours").name
    ('SOMETHING', 'PERHAPS')
    """
    if _SIGN.search(said) or _GOES_ON.search(said):
        return Asking.SOMETHING
    words = list(_WORD.finditer(said))
    plain = [word[0].lower().replace("’", "'") for word in words]
    if _NUMBERS.intersection(plain) or any(read_operation(said, word.start()) for word in words):
        return Asking.SOMETHING
    kinds = _kinds([word for word in plain if word not in {"one", "ones"}])
    if kinds & _ASKING:
        return Asking.SOMETHING
    hints = kinds & _HINTING or _WISH.search(said) or _NAME.search(said)
    return Asking.PERHAPS if hints else Asking.NOTHING


def _kinds(words: list[str]) -> set[str]:
    """Give the kinds of all phrases that stand in a row of words."""
    known, longest = phrases(), longest_phrase()
    found = (
        known.get(tuple(words[start : start + length]))
        for start in range(len(words))
        for length in range(1, min(longest, len(words) - start) + 1)
    )
    return {kind for kind in found if kind is not None}
