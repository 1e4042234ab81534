"""Cut a labelled text into what a condition is made of: names, values, topics and numbers."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.conditions.exact_numbers import EXACT_IN_DOUBLES
from core.conditions.moments import read_moment, read_period
from core.conditions.said_of_values import HOW, MARKED
from core.conditions.tagging.cutting import Word
from core.conditions.tagging.labels import BEYOND, NUMBER, OUTSIDE, REFUSED
from core.conditions.tagging.lines import Role
from core.conditions.tagging.numerals import PERCENT, Numeral, numerals

NOT = "not "
"""Comparisons that are refused begin with it."""
_BETWEEN = "between"
QUOTES = "\"'“”‘’„«»`"
_MINUS = re.compile(r"(?:^|[\s(=<>:])[-−]$|\bminus $", re.IGNORECASE)
_GOES_ON = re.compile(r"[/-]\d|\s?(?:m|mio|mn)\b", re.IGNORECASE)
"""What follows a number that is a part of something else, or millions or metres."""
_GREAT = re.compile(r"\s?(?:k|thousand|million|bn|billion)\b", re.IGNORECASE)
_SHARES = frozenset({"share", "result matched share"})
_SIZES = frozenset(
    {"rows", "columns", "result rows", "result columns", "result new rows", "result new columns"}
)
_YEAR = re.compile(r"(?:1\d|20|21)\d\d")
_LONGEST_DATE = 30
_DIGITS = 12
"""Behind the point of a number: 70% is 0.7."""
_SIGNS = re.compile(r"\W+")
_BEING = re.compile(r"(?:^(?:is|are|was|were|be|being)|n['’]t|['’]s|not)$", re.IGNORECASE)
_OF_NAMES = {"+", "-", "−", "#", "*", "%"}
"""Signs that a name may end with."""


@dataclass(frozen=True)
class LikelyName:
    """Words that are a name, a topic or a value: ``words[first:last]``."""

    first: int
    last: int
    role: Role
    text: str
    refused: bool


@dataclass(frozen=True)
class LikelyNumber:
    """Words that are a number which is compared, or a date: ``words[first:last]``."""

    first: int
    last: int
    of: str
    """What it counts, as `core.conditions.tagging.lines.Counted` has it."""
    comparison: str
    value: float | None
    """None if the words do not say one number: they may still be a date."""
    moments: tuple[str, str] | None
    """The date, or the first and the last of a period, in ISO 8601."""


LikelyPart = LikelyName | LikelyNumber


def likely_parts(text: str, words: Sequence[Word], labels: Sequence[str]) -> list[LikelyPart]:
    """Cut a text by the labels of its words, in its order.

    Examples
    --------
    >>> from core.conditions.tagging.cutting import cut
    >>> text = "tables on raw milk, 80 rows"
    >>> labels = ["O", "O", "B-topic", "I-topic", "O", "#rows =", "O"]
    >>> [(part.first, part.last) for part in likely_parts(text, cut(text), labels)]
    [(2, 4), (5, 6)]
    """
    said = numerals(text)
    parts: list[LikelyPart] = []
    for first, last in stretches(labels):
        label = labels[first]
        if label.startswith(NUMBER):
            parts.append(_number(text, words[first:last], label, said, first, last))
        elif (name := _name(text, words, label, first, last)) is not None:
            parts.append(name)
    return parts


def stretches(labels: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Give the stretches of words of one name, or of one number."""
    first = 0
    while first < len(labels):
        label = labels[first]
        last = first + 1
        if label not in {OUTSIDE, BEYOND}:
            goes_on = label if label.startswith(NUMBER) else f"I{label[1:]}"
            while last < len(labels) and labels[last] == goes_on:
                last += 1
            yield first, last
        first = last


def _name(text: str, words: Sequence[Word], label: str, first: int, last: int) -> LikelyName | None:
    while last > first and _SIGNS.fullmatch(words[last - 1].text):
        sign = words[last - 1]
        if sign.text == ")" or (sign.text in _OF_NAMES and _is_attached(text, sign)):
            break
        last -= 1
    while first < last and _SIGNS.fullmatch(words[first].text):
        first += 1
    if first == last:
        return None
    role = Role(label[2:].removesuffix(REFUSED))
    if role is Role.VALUE:
        first += _marking(words, first, last)
    said = text[words[first].start : words[last - 1].end].strip(QUOTES)
    return LikelyName(first, last, role, said, label.endswith(REFUSED))


def _marking(words: Sequence[Word], first: int, last: int) -> int:
    """Count words in front of a value that say that it is one: "is marked closed"."""
    being = first > 0 and _BEING.search(words[first - 1].text) is not None
    if not being or words[first].text.lower() not in MARKED or first + 1 == last:
        return 0
    if words[first + 1].text.lower() == "as":
        return 2 if first + 2 < last else 0
    return 0 if words[first + 1].text.lower() in HOW else 1


def _is_attached(text: str, sign: Word) -> bool:
    """Whether a sign ends the word before it: "AB-", "C++"."""
    return not text[: sign.start][-1:].isspace() and not text[sign.end :][:1].isalnum()


def _number(
    text: str,
    words: Sequence[Word],
    label: str,
    said: Sequence[Numeral],
    first: int,
    last: int,
) -> LikelyNumber:
    of, _, comparison = label.removeprefix(NUMBER).rpartition(" ")
    if of.endswith(" not"):
        of, comparison = of.removesuffix(" not"), f"not {comparison}"
    start, end = words[0].start, words[-1].end
    of_words = [one for one in said if one.start < end and one.end > start]
    value = _value(text, of_words[0], of) if len(of_words) == 1 else None
    return LikelyNumber(first, last, of, comparison, value, _moments(text, start, end))


def _value(text: str, numeral: Numeral, of: str) -> float | None:
    """Choose what a numeral means where it stands; none if that is open."""
    behind = text[numeral.end :]
    if _GOES_ON.match(behind):
        return None
    may_be = sorted(numeral.may_be)
    if PERCENT.match(behind):
        may_be = [may_be[0] if of in _SHARES else may_be[-1]]
    elif _GREAT.match(behind):
        may_be = may_be[-1:]
    elif of in _SIZES:
        may_be = [one for one in may_be if one.is_integer()]
    if len(may_be) != 1:
        return None
    if not may_be[0] < EXACT_IN_DOUBLES:
        return None
    value = _in_full(may_be[0]) if of in _SHARES else round(may_be[0], _DIGITS)
    sign = -1 if _MINUS.search(text[: numeral.start]) else 1
    return sign * value


def _in_full(share: float) -> float:
    """Cut a share behind six digits, as the grammar does: two rows of three are two thirds.

    Examples
    --------
    >>> _in_full(2 / 3), _in_full(0.57)
    (0.666666, 0.57)
    """
    return math.floor(round(share * 1e6, 3)) / 1e6


def _moments(text: str, start: int, end: int) -> tuple[str, str] | None:
    """Read the date of which a number is a part, the longest that takes it in."""
    for begin in range(max(0, start - _LONGEST_DATE), start + 1):
        if begin and (text[begin - 1].isalnum() or text[begin - 1] in "-/."):
            continue
        period = read_period(text, begin)
        if period is not None and period[2] >= end:
            return period[0], period[1]
        moment = read_moment(text, begin)
        if moment is not None and moment[1] >= end:
            return moment[0], moment[0]
    year = text[start:end]
    return (year, year) if _YEAR.fullmatch(year) else None


def ranges(numbers: Sequence[LikelyNumber]) -> Iterator[tuple[LikelyNumber, ...]]:
    """Give each number by itself, and the two ends of a range together."""
    place = 0
    while place < len(numbers):
        one, *others = numbers[place : place + 2]
        ranged = one.comparison.removeprefix(NOT) == _BETWEEN
        alike = [two for two in others if (two.of, two.comparison) == (one.of, one.comparison)]
        yield (one, *alike) if ranged else (one,)
        place += 1 + (ranged and bool(alike))
