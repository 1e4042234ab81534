"""Whether an expression says what the words say: what it left out, and what it made up."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from enum import StrEnum
from typing import Any

from lark import Token

from core.conditions.lexing.lexer import tokens
from core.conditions.notation import write_quantity
from core.conditions.requests import Span
from core.conditions.types import Condition, Quantity
from core.conditions.words.kind_sets import NAMES, NUMBERS, TIMES
from core.features.terms import spans

LEFT_OUT = "nothing of it stands in the expression"

_SHARES = {"HALF": 0.5, "MOST": 0.5, "ALL": 1.0}
"""Words for a share, and the number that they stand for."""

_YEAR = re.compile(r"(?<!\d)\d{4}(?!\d)")


def left_out(text: str, condition: Condition | None, understood: Sequence[Span]) -> list[Span]:
    """Find the names, values and numbers of a text of which an expression has nothing.

    Parameters
    ----------
    understood
        Words that are said to be not understood already; they are not found again.

    Examples
    --------
    >>> from core.conditions import parse
    >>> [s.text for s in left_out("price below 5 in Oslo", parse("price below 5").condition, ())]
    ['Oslo']
    """
    held = _Held.of(condition)
    found: list[Span] = []
    for token in tokens(text):
        start, end = token.start_pos or 0, token.end_pos or 0
        if str(token.type) in NAMES:
            missing = [
                (start + word.begin, start + word.end)
                for word in spans([text[start:end]])[0]
                if word.term not in held.words
            ]
        else:
            missing = [] if held.has(token) else [(start, end)]
        found += [
            Span(a, b, text[a:b], LEFT_OUT)
            for a, b in missing
            if not any(span.start < b and a < span.end for span in understood)
        ]
    return _joined(text, found)


def made_up(text: str, columns: Sequence[str], condition: Condition | None) -> list[str]:
    """Find the texts and numbers of an expression that neither the words nor the columns have.

    Examples
    --------
    >>> from core.conditions import parse
    >>> made_up("students with high marks", [], parse("marks above 90").condition)
    ['90']
    """
    row = tokens(text, columns)
    known = _words([text, *columns])
    numbers = {number for token in row for number in _numbers_of(token)}
    found = [
        one
        for one in _texts(condition, moments=False)
        if any(word.term not in known for word in spans([one])[0])
    ]
    years = set(_YEAR.findall(text)) | {
        year for token in row if str(token.type) in TIMES for year in _YEAR.findall(str(token))
    }
    found += [moment for moment in _moments(condition) if moment[:4] not in years]
    found += [
        write_quantity(quantity) if quantity.upper is not None else f"{quantity.value:g}"
        for quantity in _quantities(condition)
        if not {quantity.value, quantity.upper} - {None} <= numbers
    ]
    return list(dict.fromkeys(found))


@dataclass(frozen=True)
class _Held:
    """The words, numbers and years of an expression."""

    words: set[int]
    numbers: set[float]
    years: set[str]

    @classmethod
    def of(cls, condition: Condition | None) -> _Held:
        texts = _texts(condition)
        years = {year for text in texts for year in _YEAR.findall(text)}
        return cls(_words(texts), set(_numbers(condition)), years)

    def has(self, token: Token) -> bool:
        """Whether a number or a date is in it; other words only hold a sentence together."""
        kind = str(token.type)
        if kind in TIMES and set(_YEAR.findall(str(token))) & self.years:
            return True
        if kind not in NUMBERS:
            return kind not in TIMES
        stated = spans([str(token)])[0]
        return bool(self.numbers & set(_numbers_of(token))) or all(
            word.term in self.words for word in stated
        )


def _numbers_of(token: Token) -> list[float]:
    kind = str(token.type)
    if kind in _SHARES:
        return [_SHARES[kind]]
    if kind not in NUMBERS:
        return []
    number = float(str(token))
    return [number, number / 100] if kind == "PERCENT" else [number]


def _words(texts: Sequence[str]) -> set[int]:
    return {word.term for found in spans(list(texts)) for word in found}


def _texts(value: Any, moments: bool = True) -> list[str]:
    """Give every text in an expression: names, topics, values and, if wanted, dates."""
    return [
        text
        for name, text in _leaves(value)
        if isinstance(text, str)
        and not isinstance(text, StrEnum)
        and (moments or name not in {"first", "last"})
        and text
    ]


def _moments(value: Any) -> list[str]:
    return [text for name, text in _leaves(value) if name in {"first", "last"} and text]


def _quantities(value: Any) -> Iterator[Quantity]:
    if isinstance(value, Quantity):
        yield value
    elif isinstance(value, tuple):
        for one in value:
            yield from _quantities(one)
    elif is_dataclass(value):
        for field in fields(value):
            yield from _quantities(getattr(value, field.name))


def _numbers(value: Any) -> Iterator[float]:
    for _, one in _leaves(value):
        if isinstance(one, int | float) and not isinstance(one, bool):
            yield float(one)


def _leaves(value: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """Give the plain values of an expression with the names of their fields."""
    if isinstance(value, tuple):
        for one in value:
            yield from _leaves(one, name)
    elif is_dataclass(value):
        for field in fields(value):
            yield from _leaves(getattr(value, field.name), field.name)
    elif value is not None:
        yield name, value


def _joined(text: str, found: Sequence[Span]) -> list[Span]:
    """Put neighbouring words together."""
    joined: list[Span] = []
    for span in sorted(found, key=lambda one: one.start):
        if joined and not text[joined[-1].end : span.start].strip():
            start = joined.pop().start
            joined.append(Span(start, span.end, text[start : span.end], span.hint))
        else:
            joined.append(span)
    return joined
