"""The names, topics and values of a condition, and where a text has them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.conditions.requests import Span
from core.conditions.types import (
    Category,
    Date,
    HasColumn,
    Leaf,
    Missing,
    Number,
    OnColumns,
    Share,
    Text,
    Topic,
)

TOPIC, NAME, VALUE = "what it is about", "the name of a column", "what cells contain"
"""What words of a condition are to a reader."""
HINT_NAMED = (
    'it was taken for {}; put it in quotation marks if it is, or say it as "COLUMN is VALUE"'
)
HINT_NOT_ABOUT = "it was taken for what tables are about; leave it out if they need not be"
QUOTES = "\"'“”‘’„«»`"
IDENTIFIER = re.compile(r"\w_\w")
"""What names of columns have and no subject, unless a text is nothing else: "trains, stop_id"."""


def worded(leaf: Leaf) -> Iterator[tuple[str, str]]:
    """Give the names, topics and values of a leaf, each with what it is to a reader."""
    match leaf:
        case Share(part=part):
            yield from worded(part)
        case Topic(text=about):
            yield about, TOPIC
        case HasColumn(about=about, named=named):
            yield about, TOPIC
            yield named, NAME
        case OnColumns(columns=columns):
            yield from ((name, NAME) for name in columns)
        case Category(column=column, values=values):
            yield column, NAME
            yield from ((value, VALUE) for value in values)
        case Text(text=words, column=column):
            yield column, NAME
            yield words, VALUE
        case Number(column=column) | Date(column=column) | Missing(column=column):
            yield column, NAME


def spelled(words: str) -> str:
    """Make a pattern of words as a text may have them, however far apart."""
    return r"\s+".join(map(re.escape, words.split()))


def unquoted(text: str, words: str, hint: str) -> Iterator[Span]:
    """Give the first place of some words, unless that is in quotation marks."""
    begins = r"(?<!\w)" if words[0].isalnum() else ""
    ends = r"(?!\w)" if words[-1].isalnum() else ""
    found = re.search(rf"{begins}{spelled(words)}{ends}", text)
    if found is not None and text[found.start() - 1 : found.start()] not in tuple(QUOTES):
        yield Span(found.start(), found.end(), found[0], hint, kept=True)
