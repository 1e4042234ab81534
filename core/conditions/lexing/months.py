"""Read dates of which a part stands apart: "in March or April 2020"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lark import Token

from core.conditions.moments import read_moment
from core.conditions.words.tokens import token

_MONTH = re.compile(
    r"(?:[Jj]anuary|[Ff]ebruary|March|[Aa]pril|May|[Jj]une|[Jj]uly|August|[Ss]eptember|[Oo]ctober|"
    r"[Nn]ovember|[Dd]ecember|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)"
)
"""A month alone; small letters do where nothing else is called so: "may", "march"."""
_MONTH_OF_YEAR = re.compile(r"\d{4}-\d\d")
_NAME_OF_DAY = re.compile(
    r"Day|Eve|Christmas|Easter|Thanksgiving|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day"
)
_COMPARING = {"BEFORE", "AFTER", "SINCE", "UNTIL", "UP_TO", "FROM"}
_LINKS = {"OR", "AND", "NOR", "TO", "UNTIL", "UP_TO", "COMMA"}


def months_dated(row: Sequence[Token], text: str) -> list[Token]:
    """Make dates of months that stand before another one with its year.

    "In March or April 2020" is "in March 2020 or in April 2020", and "from March to May 2020" are
    two months of one year, too. A capital word before it makes a month a name: "Fredric March or
    April 2020".
    """
    found = list(row)
    for place in range(len(found) - 1, 1, -1):
        year, behind = _year_of_month(found, place, text)
        month = found[behind]
        if year and str(month.type) == "WORD" and _MONTH.fullmatch(month):
            before = found[behind - 1] if behind else None
            if before is None or not _is_name(before):
                read = read_moment(f"{month} {year}", 0)
                if read is not None:
                    found[behind] = token("DATE", read[0], month.start_pos, month.end_pos)
    return _in_each(found)


def days_dated(row: Sequence[Token]) -> list[Token]:
    """Leave the name of a day out before its date: "after Christmas Day, December 25, 2020"."""
    found: list[Token] = []
    for one in row:
        if str(one.type) == "DATE" and str(found[-1].type if found else "") == "COMMA":
            begins = len(found) - 1
            while begins and _is_name(found[begins - 1]):
                begins -= 1
            named = found[begins:-1]
            before = [str(each.type) for each in found[max(begins - 2, 0) : begins]]
            compared = before == ["IS", "ON"] or set(before[-1:]) & _COMPARING
            if compared and named and _NAME_OF_DAY.fullmatch(named[-1]):
                del found[begins:]
        found.append(one)
    return found


def _year_of_month(row: Sequence[Token], place: int, text: str) -> tuple[str, int]:
    """Return the year of a month in words, and where a month may stand that is linked with it."""
    last = row[place]
    said = text[last.start_pos : last.end_pos]
    if str(last.type) != "DATE" or not _MONTH_OF_YEAR.fullmatch(last) or not said[:1].isalpha():
        return "", 0
    links = place - 1
    while links and str(row[links].type) in _LINKS:
        links -= 1
    return (last[:4], links) if links < place - 1 else ("", 0)


def _in_each(row: Sequence[Token]) -> list[Token]:
    """Say "in" of the second of two months, too: "in March 2020 or April 2020"."""
    found: list[Token] = []
    for one in row:
        before = [str(each.type) for each in found[-3:]]
        if before == ["IN", "DATE", "OR"] and _MONTH_OF_YEAR.fullmatch(one):
            found.append(token("IN", "in", one.start_pos, one.start_pos))
        found.append(one)
    return found


def _is_name(one: Token) -> bool:
    return str(one.type) == "WORD" and one[:1].isupper()
