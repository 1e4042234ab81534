"""Where in a text the names, topics and values of its condition stand, and what each is."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from core.conditions.tagging.words import Word, cut

OUTSIDE = "O"
"""The label of words that are no part of a name, a topic or a value."""


class Role(StrEnum):
    """What words of a text are to its condition."""

    TOPIC = "topic"
    ABOUT = "about"
    """What a column is about."""
    NAMED = "named"
    KEY = "key"
    NUMBERS = "numbers"
    """The name of a column whose numbers are compared."""
    DATES = "dates"
    CATEGORY = "category"
    TEXTS = "texts"
    PHRASE = "phrase"
    """What cells contain."""
    VALUE = "value"
    """What cells are."""


@dataclass(frozen=True)
class Mention:
    """Words of a text that a condition has: ``words[first:last]``."""

    first: int
    last: int
    role: Role


_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_BEFORE = (
    (re.compile(r"\btopic $"), Role.TOPIC),
    (re.compile(r"\babout $"), Role.ABOUT),
    (re.compile(r"\bcolumn named $"), Role.NAMED),
    (re.compile(r"\bcontains $"), Role.PHRASE),
    (re.compile(r"(?:\" is|\|) $"), Role.VALUE),
    (re.compile(r"(?:\b(?:join|union) on|\",) $"), Role.KEY),
)
_BEHIND = (
    (re.compile(r" is "), Role.CATEGORY),
    (re.compile(r" contains "), Role.TEXTS),
    (re.compile(r" (?:[<>=]|about|between -?[\d.e+]+ and -?[\d.e+]+(?![-\d]))"), Role.NUMBERS),
    (re.compile(r""), Role.DATES),
)


def roles(line: str) -> list[tuple[Role, str]]:
    """Give the names, topics and values of a condition, in their order.

    Parameters
    ----------
    line
        As `write_condition` or `write_request` write it.

    Examples
    --------
    >>> for role, words in roles('join: topic "maize" and "site" is "A" | "B" and "fee" > 9'):
    ...     print(role, words)
    topic maize
    category site
    value A
    value B
    numbers fee
    """
    return [
        (_role(line[: found.start()], line[found.end() :]), json.loads(found.group()))
        for found in _STRING.finditer(line)
    ]


def _role(before: str, behind: str) -> Role:
    for sign, role in _BEFORE:
        if sign.search(before):
            return role
    return next(role for sign, role in _BEHIND if sign.match(behind))


def mentions(words: Sequence[Word], line: str) -> tuple[list[Mention], bool]:
    """Find what a condition names in the words of its text, the longest first.

    Returns
    -------
    tuple
        The mentions in the order of the text, and whether all were found: a date or a number that
        is spelled otherwise is none, a name that is may not be.
    """
    low = [word.text.casefold() for word in words]
    wanted = [(role, [one.text.casefold() for one in cut(said)]) for role, said in roles(line)]
    taken = [False] * len(low)
    found: list[Mention] = []
    whole = True
    for role, said in sorted(wanted, key=lambda one: -len(one[1])):
        places = (
            i
            for i in range(len(low) - len(said) + 1)
            if low[i : i + len(said)] == said and not any(taken[i : i + len(said)])
        )
        first = next(places, None) if said else None
        if first is None:
            whole = False
            continue
        last = first + len(said)
        taken[first:last] = [True] * len(said)
        found.append(Mention(first, last, role))
    return sorted(found, key=lambda mention: mention.first), whole


def labels(words: Sequence[Word], found: Sequence[Mention]) -> list[str]:
    """Label each word: B- or I- and a role, or O (the BIO scheme of sequence labelling).

    Examples
    --------
    >>> words = cut("tables on raw milk over 5 rows")
    >>> labels(words, mentions(words, 'topic "raw milk" and rows > 5')[0])
    ['O', 'O', 'B-topic', 'I-topic', 'O', 'O', 'O']
    """
    row = [OUTSIDE] * len(words)
    for mention in found:
        row[mention.first : mention.last] = list(_of(mention))
    return row


def _of(mention: Mention) -> Iterator[str]:
    yield f"B-{mention.role}"
    for _ in range(mention.last - mention.first - 1):
        yield f"I-{mention.role}"
