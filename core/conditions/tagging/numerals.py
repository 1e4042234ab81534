"""Find the numbers that a text says."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_DIGITS = re.compile(
    r"(?<![\w.])(?P<number>\d{1,3}(?:[,.' \u00a0]\d{3})+(?!\d)|\d*\.?\d+)"
    r"(?:\s*(?P<unit>k|thousand|million|mio|mn|m|bn|billion|%|percent|per cent)(?!\w))?",
    re.IGNORECASE,
)
_GROUPED = re.compile(r"\d{1,3}(?:\.\d{3})+")
"""Digits whose points may part thousands: "1.500", not "1.5"."""
_UNITS = {
    **{"k": 1e3, "thousand": 1e3, "million": 1e6, "mio": 1e6, "mn": 1e6, "m": 1e6},
    **{"bn": 1e9, "billion": 1e9, "%": 0.01, "percent": 0.01, "per cent": 0.01},
}
_UNITS_IN_WORDS = {
    **{"zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7},
    **{"eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13},
    **{"fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18},
    **{"nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60},
    **{"seventy": 70, "eighty": 80, "ninety": 90},
}
_GREAT = {"hundred": 100, "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
_PARTS = {
    "half": 2,
    "third": 3,
    "thirds": 3,
    "quarter": 4,
    "quarters": 4,
    "fifths": 5,
    "tenths": 10,
}
_DOZEN = {"dozen": 12}
_ONE = "|".join([*_UNITS_IN_WORDS, *_GREAT, *_PARTS, *_DOZEN])
_BETWEEN = r"(?:[ -]|(?<=hundred) and |(?<=thousand) and |(?<=million) and )"
_WORDS = re.compile(rf"\b(?:{_ONE})(?:{_BETWEEN}(?:{_ONE}))*\b", re.IGNORECASE)
_MANY = "|".join([*_GREAT, *_DOZEN])
_TIMES = re.compile(
    r"\b(?:(?P<half>half an? )|couple (?:of )?)"
    rf"(?P<great>(?:{_MANY})(?: (?:{_MANY}))*)s?\b",
    re.IGNORECASE,
)
"""Two or half of what counts many: "a couple of hundred thousand", "half a dozen"."""
_SHARE = re.compile(r"\b(?:an?|one) (?P<part>fifth|tenth)(?= of\b)", re.IGNORECASE)
"""A part of what is counted, unlike "the tenth column"."""
_SHARES = {"fifth": 0.2, "tenth": 0.1}
PERCENT = re.compile(r"\s?(?:%|per ?cent\b)", re.IGNORECASE)
_NEAR = 1e-9
_THOUSAND = 1_000


@dataclass(frozen=True)
class Numeral:
    """A stretch of a text that says a number."""

    start: int
    end: int
    may_be: frozenset[float]
    """What it may mean: "1.500" a fraction or thousands, "30%" also 0.3."""

    def says(self, number: float) -> bool:
        """Whether it may mean a number."""
        return any(abs(one - number) <= _NEAR * max(1, number) for one in self.may_be)


def numerals(text: str) -> list[Numeral]:
    """Find the numbers in digits and in words, in their order.

    Examples
    --------
    >>> [sorted(one.may_be) for one in numerals("1,500 rows, five columns, 30% of them")]
    [[1500.0], [5.0], [0.3, 30.0]]
    >>> [sorted(one.may_be) for one in numerals("sixty per cent of twenty rows")]
    [[0.6, 60.0], [20.0]]
    >>> [sorted(one.may_be) for one in numerals("a couple of hundred rows, half a dozen columns")]
    [[200.0], [6.0]]
    >>> [sorted(one.may_be) for one in numerals("over 1.500 or 1.5")]
    [[1.5, 1500.0], [1.5]]
    """
    digits = list(_in_digits(text))
    ends = {one.end for one in digits}
    words = (one for one in _in_words(text) if len(text[: one.start].rstrip()) not in ends)
    return sorted([*digits, *words], key=lambda one: one.start)


def _in_digits(text: str) -> Iterator[Numeral]:
    for found in _DIGITS.finditer(text):
        digits = re.sub(r"[,' \u00a0]", "", found["number"])
        plain = {digits, digits.replace(".", "")} if _GROUPED.fullmatch(digits) else {digits}
        may_be = {float(one) for one in plain if one.count(".") <= 1}
        unit = _UNITS.get((found["unit"] or "").lower())
        if unit is not None:
            may_be |= {one * unit for one in may_be}
        yield Numeral(*found.span("number"), frozenset(may_be))


def _in_words(text: str) -> Iterator[Numeral]:
    many = list(_TIMES.finditer(text))
    for one in many:
        great = re.findall(_MANY, one["great"].lower())
        value = math.prod(_value([word]) for word in great) * (0.5 if one["half"] else 2)
        yield Numeral(*one.span(), frozenset({value}))
    for share in _SHARE.finditer(text):
        yield Numeral(*share.span("part"), frozenset({_SHARES[share["part"].lower()]}))
    for found in _WORDS.finditer(text):
        if any(one.start() <= found.start() < one.end() for one in many):
            continue
        value = _value(re.findall(rf"\b(?:{_ONE})\b", found.group().lower()))
        of_hundred = {value * 0.01} if PERCENT.match(text, found.end()) else set()
        yield Numeral(*found.span(), frozenset({value, *of_hundred}))


def _value(words: Sequence[str]) -> float:
    """Add up the words of a number: "two hundred and fifty", "three quarters"."""
    whole, below = 0.0, 0.0
    for word in words:
        if word in _PARTS:
            return (whole + below or 1) / _PARTS[word]
        great = _GREAT.get(word) or _DOZEN.get(word, 0)
        if great >= _THOUSAND:
            whole, below = whole + (below or 1) * great, 0.0
        elif great:
            below = (below or 1) * great
        else:
            below += _UNITS_IN_WORDS[word]
    return whole + below
