"""Take a condition's line apart: what it names, and what it counts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum


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
class Named:
    """A name, a topic or a value of a condition."""

    role: Role
    text: str
    refused: bool
    """Whether it is under an odd number of "not"; always False of names of keys and of columns
    whose numbers or dates are compared, where the comparison says it."""


@dataclass(frozen=True)
class Counted:
    """A number of a condition, or the year of a date."""

    of: str
    """"rows", "new rows", "cells" and so on."""
    comparison: str
    """As the line writes it, turned round under "not"; of dates as of numbers."""
    number: float
    """Without its sign."""


_BEYOND = re.compile(r"(?:^| )\?\? ")
_AND_BEYOND = " ;; "
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_NUMBER = r"[\d.]+(?:e[+-]?\d+)?"
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
    (
        re.compile(
            r" (?:[<>=]|about|between -?[\d.]+(?:e[+-]?\d+)? and -?[\d.]+(?:e[+-]?\d+)?(?![-\d.e]))"
        ),
        Role.NUMBERS,
    ),
    (re.compile(r""), Role.DATES),
)
OF_COLUMNS = frozenset(Role) - {Role.TOPIC, Role.KEY, Role.PHRASE, Role.VALUE}
"""What is said of a column: "a column about price", "where price is"; these are not told apart."""

COMPARED = frozenset({Role.KEY, Role.NUMBERS, Role.DATES})
"""Names of which a comparison, or a key, says whether they are refused."""
_OF = r"result new rows|result new columns|result rows|result columns|result matched share"
_QUANTITY = re.compile(
    rf'(?P<of>{_OF}|share|rows|columns|average "_*"|"_*") '
    r"(?P<comparison>>=|<=|>|<|=|about|between) "
    rf"-?(?P<first>{_NUMBER})(?: and -?(?P<second>{_NUMBER}))?(?![-\d.e]| and -?\d)"
)
_DATE = re.compile(
    r'(?:(?<!average )"_*"|\bdate) (?P<comparison>before|after|since|until|in|between) '
    r"(?P<first>\d{4})(?=[-\s)]|$)[-\dT:]*(?: and (?P<second>\d{4})(?=[-\s)]|$))?"
)
_OF_DATES = {"before": "<", "after": ">", "since": ">=", "until": "<=", "in": "="}
_TURNED = {">": "<=", ">=": "<", "<": ">=", "<=": ">"}


def named(line: str) -> list[Named]:
    """Give the names, topics and values of a condition, in their order.

    Parameters
    ----------
    line
        As `write_condition` or `write_request` write it.

    Examples
    --------
    >>> for one in named('join: topic "maize" and not ("site" is "A" | "B") and "fee" > 9'):
    ...     print(one.role, one.text, one.refused)
    topic maize False
    category site True
    value A True
    value B True
    numbers fee False
    """
    masked = _masked(line)
    found: list[Named] = []
    for string in _STRING.finditer(line):
        role = _role(line[: string.start()], line[string.end() :])
        refused = role not in COMPARED and _is_refused(masked, string.start())
        found.append(Named(role, json.loads(string.group()), refused))
    return found


def parted(line: str) -> tuple[str, list[str]]:
    """Part what a condition says of a wording from the words that ask for what none can say.

    Examples
    --------
    >>> parted('topic "cinemas" ?? sorted by size ;; newest first')
    ('topic "cinemas"', ['sorted by size', 'newest first'])
    >>> parted('contains " ?? "'), parted("?? newest first")
    (('contains " ?? "', []), ('', ['newest first']))
    """
    sign = _BEYOND.search(_masked(line))
    if sign is None:
        return line, []
    return line[: sign.start()], line[sign.end() :].split(_AND_BEYOND)


def counted(line: str) -> list[Counted]:
    """Give the numbers of a condition and the years of its dates, in their order.

    Examples
    --------
    >>> for one in counted('not (rows < 9) and "age" between 2 and 5 and "born" since 1990-05'):
    ...     print(one.of, one.comparison, one.number)
    rows >= 9.0
    cells between 2.0
    cells between 5.0
    cells >= 1990.0
    """
    masked = _masked(line)
    # Of whole years the line of a range is that of numbers, too.
    places = {one.start(): one for of in (_DATE, _QUANTITY) for one in of.finditer(masked)}
    return [one for start in sorted(places) for one in _counts(masked, places[start])]


def operation(line: str) -> str | None:
    """Give the operation that a request's line asks for.

    Union, join, or none; None if it leaves that open: columns to unite or join on tell it too, and
    may tell of both.

    Examples
    --------
    >>> operation('join: rows > 5'), operation('topic "join on"'), operation('union on "a"')
    ('join', 'none', None)
    """
    word = re.match(r"(union|join)(?=:|$)", line)
    if word is not None:
        return word[1]
    return None if re.search(r"\b(?:union|join) on ", _masked(line)) else "none"


def _masked(line: str) -> str:
    """Blank out what stands in quotation marks: signs in it are none of the line's."""
    return _STRING.sub(lambda found: f'"{"_" * (len(found.group()) - 2)}"', line)


def _role(before: str, behind: str) -> Role:
    for sign, role in _BEFORE:
        if sign.search(before):
            return role
    return next(role for sign, role in _BEHIND if sign.match(behind))


def _is_refused(masked: str, place: int) -> bool:
    around: list[bool] = []
    for sign in re.finditer(r"(not )?\(|\)", masked[:place]):
        if sign.group() == ")":
            around.pop()
        else:
            around.append(sign[1] is not None)
    return sum(around) % 2 == 1


def _counts(masked: str, place: re.Match[str]) -> Iterator[Counted]:
    said = place.groupdict()
    of = said.get("of", '"')
    of = "average" if of.startswith("average") else "cells" if of.startswith('"') else of
    comparison = _OF_DATES.get(said["comparison"], said["comparison"])
    if _is_refused(masked, place.start()):
        comparison = _TURNED.get(comparison, f"not {comparison}")
    if said["second"] == said["first"]:  # a part of a year
        said = {**said, "second": None}
        comparison = comparison.replace("between", "=")
    for number in (said["first"], said["second"]):
        if number is not None:
            yield Counted(of, comparison, float(number))
