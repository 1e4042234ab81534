"""Ways to write the values of a column otherwise, by rule: formats, codes, abbreviations, case."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path

WORDS = "word"
"""Group of `codes` that stands for words inside a text, not for whole values."""

MOST_VALUES = 50
"""Different values of a column of text, at most, that are written in codes or shorter."""

_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
# A zero in front belongs to a code; numbers of four digits may be years.
_NUMBER = re.compile(r"-?([1-9]\d*|0)(\.\d+)?")
_LARGE = re.compile(r"-?\d{5}")
_DATE_FORMS = ("%d %B %Y", "%B %d, %Y", "%Y/%m/%d")
_KNOWN_SHARE = 0.8
_KEPT, _LONG = 4, 6


@dataclass(frozen=True)
class Way:
    """One way to write a column's values otherwise.

    Parameters
    ----------
    name
        What was done, in a few words.
    written
        Each different value to what is written for it: no two to the same, whatever the case.
    """

    name: str
    written: Mapping[str, str]

    def __post_init__(self) -> None:
        if not is_told_apart(self.written):
            raise ValueError("Two values must not be written alike.")


def is_told_apart(written: Mapping[str, str]) -> bool:
    """Whether different values stay different, whatever the case of letters.

    Examples
    --------
    >>> is_told_apart({"a": "1", "b": "2"}), is_told_apart({"a": "x", "b": "X"})
    (True, False)
    """
    return len({value.casefold() for value in written.values()}) == len(written)


def ways(cells: Sequence[str]) -> tuple[Way, ...]:
    """Find the ways in which a column can be written otherwise and still be told apart.

    Parameters
    ----------
    cells
        Its values; empty ones are missing and stay so.

    Examples
    --------
    >>> [(way.name, dict(way.written)) for way in ways(["Kenya", "China", ""])][0]
    ('codes of country', {'Kenya': 'KE', 'China': 'CN'})
    """
    values = [value for value in dict.fromkeys(cells) if value]
    if not values:
        return ()
    if all(map(_DATE.fullmatch, values)):
        found = [(f"dates as {form}", _dates(values, form)) for form in _DATE_FORMS]
    elif all(map(_NUMBER.fullmatch, values)) and any(map(_LARGE.match, values)):
        found = [("thousands separated", {value: _separated(value) for value in values})]
    elif len(values) > MOST_VALUES or not all(any(map(str.isalpha, v)) for v in values):
        found = []
    else:
        found = _coded(values) or [
            ("words cut", _each(values, _cut)),
            ("capitals", _each(values, str.upper)),
        ]
        found.append(("known abbreviations", _each(values, abbreviated)))
    return tuple(
        Way(name, written)
        for name, written in found
        if is_told_apart(written) and any(value != other for value, other in written.items())
    )


def abbreviated(text: str) -> str:
    """Write the words of a text that have a usual abbreviation with it.

    Examples
    --------
    >>> abbreviated("Department of National Statistics"), abbreviated("average_grade")
    ('Dept. of Natl. Stats', 'avg._grade')
    """
    known = codes()[WORDS]

    def short(match: re.Match[str]) -> str:
        word = match[0]
        found = known.get(word.casefold(), word)
        return found.lower() if word.islower() else found

    return re.sub(r"[^\W\d_]+", short, text)


@cache
def codes() -> Mapping[str, Mapping[str, str]]:
    """Return what is usually written for names: by group, the folded name to its code."""
    found: dict[str, dict[str, str]] = {}
    with Path(__file__).with_name("codes.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            found.setdefault(row["group"], {})[row["long"].casefold()] = row["short"]
    return found


def _coded(values: Sequence[str]) -> list[tuple[str, dict[str, str]]]:
    """Write values as the codes of a group that most of them are in."""
    found = []
    for group, known in codes().items():
        named = [value for value in values if value.casefold() in known]
        if group != WORDS and len(named) >= _KNOWN_SHARE * len(values):
            written = {value: known.get(value.casefold(), value) for value in values}
            found.append((f"codes of {group}", written))
    return found


def _each(values: Sequence[str], other: Callable[[str], str]) -> dict[str, str]:
    return {value: other(value) for value in values}


def _cut(text: str) -> str:
    """Cut long words short, with a dot."""
    return re.sub(r"[^\W\d_]+", lambda m: f"{m[0][:_KEPT]}." if len(m[0]) >= _LONG else m[0], text)


def _dates(values: Sequence[str], form: str) -> dict[str, str]:
    written = {}
    for value in values:
        try:
            written[value] = date.fromisoformat(value).strftime(form)
        except ValueError:  # no day of the calendar
            written[value] = value
    return written


def _separated(value: str) -> str:
    whole, point, rest = value.partition(".")
    return f"{int(whole):,}{point}{rest}"
