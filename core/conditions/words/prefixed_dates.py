"""Find what stands before a date without a blank: "pre-2010", "post-2020-05-01"."""

from __future__ import annotations

import re

from lark import Token

from core.conditions.date_names import is_dated
from core.conditions.moments import read_moment
from core.conditions.words.tokens import token

_PREFIXES = {"pre": "BEFORE", "post": "AFTER"}
_PREFIX = re.compile(r"(?P<prefix>pre|post)(?P<sign>[- –])(?=[\dA-Z])")
_YEAR = re.compile(r"(?:1\d|20)\d\d(?![\w-])")
_ENDS = re.compile(
    r"\s*(?:[,.;:!?)]|$)|\s+(?:and|or|but|if|in|for|to|as|where|with|without|whose|please|only|"
    r"should|must|that|which|is|are)\b",
    re.IGNORECASE,
)
"""What stands behind a date that is no part of a longer name: no "pre-2010 budgets"."""
_BEFORE = re.compile(r"(?P<word>[\w-]+)[\"'”’`]?(?P<colon>:)?\s+$")
_SAID = {"be", "is", "are", "was", "were", "being", "dated", "date", "dates", "not", "either"}
_LINKED = re.compile(r"\b(?:pre|post)[-– ][\w-]+,? (?:and|or|but) $")


def read_prefixed_date(text: str, place: int) -> Token | None:
    """Read what compares a date that ends a part of a text, up to the date.

    Examples
    --------
    >>> read_prefixed_date("opened_at should be pre-2010", 20)
    Token('BEFORE', 'pre')
    >>> read_prefixed_date("tables on post-2010 budgets", 10) is None
    True
    """
    found = _PREFIX.match(text, place)
    if found is None or (place and not text[place - 1].isspace()):
        return None
    year = _YEAR.match(text, found.end())
    moment = read_moment(text, found.end())
    ends = moment[1] if moment is not None else year.end() if year is not None else 0
    if not ends or not _ENDS.match(text, ends) or not _is_said_of_column(text[:place]):
        return None
    return token(_PREFIXES[found["prefix"]], found["prefix"], place, found.end())


def _is_said_of_column(before: str) -> bool:
    """Whether a name of dates stands last, or what says of one what it is."""
    last = _BEFORE.search(before)
    if last is None:
        return False
    word = last["word"].lower()
    return word in _SAID or "_" in word or is_dated(word) or _LINKED.search(before) is not None
