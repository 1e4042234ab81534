"""Names and values in the parts of a parsed text that are about rows."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from lark import Token

from core.conditions.errors import ConditionError
from core.conditions.reading.nodes import Node, child, every_token, extent_of
from core.conditions.reading.titles import says_column
from core.conditions.reading.value_words import (
    require_telling,
)
from core.conditions.requests import Span
from core.conditions.senses.keys import is_identifier
from core.conditions.types import Condition, Or, Text

_RELATED = re.compile(r"(?<=\w)-related$", re.IGNORECASE)
_QUOTES = "\"'“”‘’„«»`"
_OF_DATES = {"date", "dates", "day", "month", "year", "time"}
"""What is said behind the quoted name of a column and is no part of it: "retired" date."""
_AMOUNT_WORDS = {"many", "much", "few", "little", "long", "large"}
"""What no column is called: "twice as many rows"."""
_CODE = re.compile(r"0\d+")
_TWO = 2
_THE = re.compile(r"^the (?=(?:subject|topic|theme)\b)", re.IGNORECASE)
"""The lexicon has them with their article: "the subject column"."""


class RowWords:
    """Names and values of a part of a tree as they stand in the text.

    Parameters
    ----------
    text
        What was parsed: names and values are cut out of it as they stand.

    Attributes
    ----------
    doubts
        Words that may be meant otherwise than they were read.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self.doubts: list[Span] = []

    def _doubt(self, node: Node | Token, hint: str, instead: str = "") -> None:
        """Keep a reading, and say of its words what may be meant instead."""
        start, end = extent_of(node)
        self.doubts.append(
            Span(start, end, self._text[start:end], hint, kept=True, instead=instead)
        )

    def _words(self, node: Node | Token) -> str:
        start, end = extent_of(node)
        return clean(self._text[start:end])

    def _between(self, first: Token, last: Token) -> str:
        return clean(self._text[extent_of(first)[0] : extent_of(last)[1]])

    def _part(self, node: Node, name: str) -> str:
        found = child(node, name)
        if name == "name":
            words = self._name(found)
            known = any(str(one.type) == "KNOWN" for one in every_token(found))
            if words.lower() in _AMOUNT_WORDS and not known:
                raise ConditionError("say how many")
            return words
        if name == "value":
            require_telling(list(every_token(found)))
        return self._words(found)

    def _name(self, node: Node) -> str:
        """Cut out the name of a column: "price column" and "column price" are "price"."""
        tokens = list(every_token(node))
        while len(tokens) > 1 and str(tokens[-1].type) == "COLUMN":
            tokens.pop()
        while len(tokens) > 1 and says_column(tokens, self._text):
            tokens.pop(0)
        if len(tokens) > 1 and [str(one.type) for one in tokens[:2]] == ["QUOTED", "OF"]:
            tokens = tokens[:1]  # "the 'age' of the runners"
        sure = str(tokens[0].type) == "QUOTED" or is_identifier(self._words(tokens[0]))
        if len(tokens) == _TWO and sure and str(tokens[1]).lower() in _OF_DATES:
            tokens.pop()
        return _THE.sub("", self._between(tokens[0], tokens[-1]))

    def _values(self, node: Node) -> list[str]:
        found = sorted(node.find_data("value"), key=extent_of)
        for value in found:
            require_telling(list(every_token(value)))
        return [self._words(value) for value in found]

    def _alternatives(self, tokens: Sequence[Token]) -> list[str]:
        """Cut a value at each "or" between words, and at commas where it ends a list.

        "Rome, Oslo or Bern" are three; "Saitama, Saitama, Japan" is one value, and "Paris, Texas or
        Salem, Oregon" are two.
        """
        require_telling(tokens)
        cuts = [i for i, token in enumerate(tokens) if str(token.type) == "OR"]
        if 0 in cuts or len(tokens) - 1 in cuts:
            return [self._between(tokens[0], tokens[-1])]
        commas = [i for i, token in enumerate(tokens) if str(token.type) == "COMMA"]
        if len(cuts) == 1 and all(comma < cuts[0] for comma in commas):
            cuts = sorted([*commas, *cuts])
        edges = [-1, *cuts, len(tokens)]
        return [
            self._between(tokens[a + 1], tokens[b - 1])
            for a, b in itertools.pairwise(edges)
            if b > a + 1
        ]

    def _code(self, node: Node) -> str:
        """Give a number as it is spelled if it begins with a needless 0, as codes do: "007"."""
        numbers = (one for one in every_token(node) if str(one.type) == "NUMBER")
        spelled = (self._text[slice(*extent_of(one))] for one in numbers)
        return next((one for one in spelled if _CODE.fullmatch(one)), "")


def without_related(words: str) -> str:
    """Take off what only says that something is about the words before it.

    Examples
    --------
    >>> without_related("volcano-related"), without_related("weather-related claims")
    ('volcano', 'weather-related claims')
    """
    return _RELATED.sub("", words)


def clean(text: str) -> str:
    """Take quotation marks and blanks off the ends of a name or a value.

    Examples
    --------
    >>> clean(" 'New York' "), clean("auto(l5)"), clean("Rock 'n' Roll")
    ('New York', 'auto(l5)', "Rock 'n' Roll")
    """
    text = text.strip()
    while len(text) > 1 and text[0] in _QUOTES and text[-1] in _QUOTES:
        text = text[1:-1].strip()
    return text


def in_order(words: Sequence[str], text: str) -> tuple[str, ...]:
    """Put words in the order of the text: trees are walked from below.

    Examples
    --------
    >>> in_order(["M", "K"], "More of class K or M")
    ('K', 'M')
    """
    return tuple(sorted(dict.fromkeys(words), key=lambda one: _place(one, text)))


def _place(words: str, text: str) -> int:
    """Where words stand as such, not inside others: "M" in "More of K or M"."""
    alone = re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text)
    return alone.start() if alone is not None else text.find(words)


def either(parts: list[Text]) -> Condition:
    """Put words together of which one is enough."""
    return parts[0] if len(parts) == 1 else Or(tuple(parts))
