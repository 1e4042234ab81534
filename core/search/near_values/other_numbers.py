"""Texts that say other numbers, or other signs: "route 66" and "route 67", "5" and "-5", "A+"."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

_NUMBER = re.compile(r"(?:([-−–+])\s*[$€£¥]?\.?)?(\d+(?:[.,]\d+)*)")
_GROUP = 3
"""Digits between the marks of thousands: before as many a number's only mark is taken for one."""
_BEFORE_A_SIGN = "([=:;,$€£¥"
"""Behind these, or at the beginning, a dash is a minus; elsewhere it may be a hyphen or a range."""
_IN_BRACKETS = re.compile(r"\(\s*[$€£¥]?\s*\d[\d.,]*\s*\)")
"""A negative amount, as accounts write it, or only a number in brackets."""
_BEHIND = re.compile(
    r"(?<!\w)(?:(?:\d+|\w{1,3})(\++)|[^\W\d_]{1,3}([-−–])(?=$|[)\],;/])|[^\W\d_](#))(?!\w)"
)
"""A sign that belongs to what it stands behind: "a+", "bbb-", "c#", "65+"; not "1950-", "apt#"."""

_MAYBE = "?"
_OPPOSED = {frozenset("+-"), frozenset(" -"), frozenset("+" + _MAYBE)}
"""Of a plus, a minus, no sign, and a dash that may be a minus."""


def other_numbers(left: Sequence[str], right: Sequence[str]) -> NDArray[np.bool_]:
    """Say of any two texts whether their digits or signs differ.

    A plus in front is as good as no sign. A dash behind a word or a number may be a minus, a hyphen
    or a range, and brackets around a number may be a minus: either is no other number than one
    without a sign or with a minus.

    Returns
    -------
    ndarray
        Shape (left, right).

    Examples
    --------
    >>> other_numbers(["5", "utc-5", "a"], ["-5", "+5", "utc+5", "a+"]).astype(int).tolist()
    [[1, 0, 0, 1], [0, 1, 1, 1], [1, 1, 1, 1]]
    """
    said = [[_said(text) for text in side] for side in (left, right)]
    every = [*said[0], *said[1]]
    digits, signs = _numbered([one for one, _ in every]), _numbered([one for _, one in every])
    cut = len(left)
    differ: NDArray[np.bool_] = digits[:cut, None] != digits[None, cut:]
    for row, column in np.argwhere(~differ & (signs[:cut, None] != signs[None, cut:])).tolist():
        differ[row, column] = _opposed(said[0][row][1], said[1][column][1])
    return differ


def _numbered(some: Sequence[str]) -> NDArray[np.int64]:
    numbers = {one: number for number, one in enumerate(dict.fromkeys(some))}
    return np.array([numbers[one] for one in some], dtype=np.int64)


def _said(text: str) -> tuple[str, str]:
    """Digits with a point for each decimal mark and the signs behind words; a sign each number."""
    behind = "".join(sign for found in _BEHIND.findall(text) for sign in found).translate(_DASHES)
    found = list(_NUMBER.finditer(text))
    digits = "".join(_plain(number[2]) for number in found) + behind
    if _IN_BRACKETS.fullmatch(text):
        return digits, _MAYBE
    return digits, "".join(_sign(text, number) for number in found)


_DASHES = str.maketrans("−–", "--")


def _sign(text: str, number: re.Match[str]) -> str:
    if number[1] is None or number[1] == "+":
        return number[1] or " "
    before = text[: number.start()].rstrip()
    return "-" if not before or before[-1] in _BEFORE_A_SIGN else _MAYBE


def _opposed(one: str, other: str) -> bool:
    return any(frozenset(pair) in _OPPOSED for pair in zip(one, other, strict=False))


def _plain(number: str) -> str:
    *_, last = re.split("[.,]", number)
    marks = re.findall("[.,]", number)
    whole = re.sub("[.,]", "", number)
    is_decimal = marks and marks[-1] not in marks[:-1] and (len(marks) > 1 or len(last) != _GROUP)
    return f"{whole[: -len(last)]}.{last}" if is_decimal else whole
