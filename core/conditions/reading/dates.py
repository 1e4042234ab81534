"""Read comparisons of a column with dates: "hired before 2010", "players born after 1980"."""

from __future__ import annotations

import re

from core.conditions.date_names import (
    DATE_NAME,
    DONE_TO_THINGS,
    PERIOD_NAME,
    is_dated,
)
from core.conditions.exact_numbers import exact
from core.conditions.reading.nodes import Node, child, every_token, extent_of
from core.conditions.reading.quantities import (
    COMPARISONS,
    moments,
    when,
    whens,
)
from core.conditions.reading.row_words import RowWords
from core.conditions.types import (
    And,
    Category,
    Condition,
    Date,
    Not,
    Number,
    Or,
    Quantity,
    Topic,
    When,
)

_SEVERAL = re.compile(
    r"^(?!.*\b(?:by|of|in|for|and|or)\b)(?:.*\b)?(?:[a-z]+s|people|men|women|children)$"
)
"""What sounds like several things, and no column: "players", "silent films"."""
_ASKING = re.compile(
    r"\W*(?:(?:please|find|show|list|search|look|looking|get|give|i|we|want|need|any|all|which|what|"
    r"for|me|us|the|some|unionable|joinable|tables|data|data ?sets|of|about|on|with)\b[\s,:]*)*",
    re.IGNORECASE,
)
"""What stands before the things that are asked for, where no column is spoken of."""
_OF_LATE = ("19", "20")
_HINT_YEAR = 'it was taken for a number; say "until the year ..." if it is one'
_BY_SIZE = {"GT", "GE", "LT", "LE", "EQ", "UP_TO"}


class DateReader(RowWords):
    """Turn the parts of a tree that compare a column with dates into conditions."""

    def _date_is(self, node: Node) -> Condition:
        name = self._part(node, "name")
        types = [str(token.type) for token in every_token(node)]
        if types[-2:] == ["IS", "PERIOD"] and PERIOD_NAME.search(name):
            return Category(name, (self._words(list(every_token(node))[-1]),))
        found = self._of_subject(name, node) or _of_date(name, node)
        if isinstance(found, Number):
            self._doubt_year(node)
        return found

    def _doubt_year(self, node: Node) -> None:
        """Tell what may be a year and was taken for a number: "the reign is up to 1980"."""
        up_to = any(str(token.type) == "UP_TO" for token in every_token(node))
        for year in moments(node):
            if up_to and str(year).startswith(_OF_LATE):
                self._doubt(year, _HINT_YEAR)

    def _of_subject(self, name: str, node: Node) -> Condition | None:
        """Read "players born after 1980" as tables on players with a date of birth."""
        named = list(every_token(child(node, "name")))
        start, _ = extent_of(node)
        if {str(one.type) for one in named} != {"WORD"} or not _ASKING.fullmatch(
            self._text[:start]
        ):
            return None
        subject, _, done = name.rpartition(" ")
        if not _SEVERAL.search(subject) or done.lower() not in DONE_TO_THINGS:
            return None
        return And((Topic(subject), _of_date(done, node)))

    _dates_in = _date_is

    def _date_both(self, node: Node) -> Condition:
        name = self._part(node, "name")
        return And(tuple(_of_date(name, each) for each in whens(node)))

    def _date_either(self, node: Node) -> Condition:
        name = self._part(node, "name")
        return Or(tuple(_of_date(name, each) for each in whens(node)))

    def _date_not(self, node: Node) -> Condition:
        return Not(self._date_is(node))

    def _any_date(self, node: Node) -> Condition:
        return Date("", *when(node))

    def _any_date_in(self, node: Node) -> Condition:
        return Date("", When.IN, str(moments(node)[0]))


def _of_date(name: str, node: Node) -> Condition:
    """Read a comparison with a date; years compared by size are numbers, but of dates."""
    found = when(node)
    years_only = all(str(t.type) == "YEAR" for t in moments(node))
    comparison = next((str(t.type) for t in every_token(node) if str(t.type) in _BY_SIZE), "")
    if years_only and comparison and not _holds_dates(name, comparison, found[0]):
        return Number(name, Quantity(COMPARISONS[comparison], exact(found[1])))
    return Date(name, *found)


def _holds_dates(name: str, comparison: str, when_it_is: When) -> bool:
    """Whether a year behind a name is one: "harvest up to 2010", unlike "price up to 2010"."""
    if comparison != "UP_TO":
        return DATE_NAME.search(name) is not None
    return when_it_is is not When.UNTIL or any(map(is_dated, re.split(r"[\s_]+", name)))
