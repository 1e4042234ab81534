"""Point out dates and times that may be meant otherwise: the day as the month, "from 2008"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.conditions.date_names import is_dated
from core.conditions.doubting.leaf_words import spelled, unquoted
from core.conditions.notation import write_condition
from core.conditions.requests import Span
from core.conditions.senses.keys import is_identifier
from core.conditions.types import (
    Category,
    Comparison,
    Condition,
    Date,
    HasColumn,
    Number,
    When,
    leaves,
)

_HINT_MONTH = "cells that are “{}” were taken; say it with its year if dates are meant"
_HINT_OF_YEAR = "cells that are “{}” were taken; say “{}” if it is one of that year"
_HINT_AROUND = "an average was taken; say “between” and two times if dates are meant"
_OF_MONTH_OR_DAY = re.compile(
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december|"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?|spring|summer|autumn|winter)",
    re.IGNORECASE,
)
_MONTH_OF_YEAR = re.compile(rf"{_OF_MONTH_OR_DAY.pattern} (\d{{4}})", re.IGNORECASE)
_SPOKEN_DECADE = re.compile(
    r"\b(?:twent|thirt|fort|fift|sixt|sevent|eight|ninet)ies\b", re.IGNORECASE
)
_HINT_DECADE = "the years {} to {} were taken; say “between” and two numbers if no years are meant"
_FIRST_YEAR, _LAST_YEAR = 1500, 2100
_HINT_UNDATED = 'it was taken for a column of dates; say "about" if tables are to be about it'
_HINT_DAY = "the day was taken to come before the month; say {} if it does not"
_HINT_START = "it was taken for where dates begin; say {} if they are of that time alone"
_HINT_OWNER = "the dates were taken for those of any column; say “{} {}” if they are this one's"
_MONTHS = 12
_DAY_OR_MONTH = re.compile(r"(?<![\w/.-])(\d{1,2})([/-])(\d{1,2})\2(\d{4})(?![\w/-])")
_GOES_ON = (
    r"on|onwards?|upwards?|to|until|till|through|up|forwards?|and (?:later|after|on)|"
    r"or (?:later|after)|-|–"
)
_DATES_FROM = (
    r"(?i:\b(?:dates?|values|entries|records|rows|data|numbers|figures|ones)) (from {})"
    rf"(?!\S*\d)(?!,? (?i:{_GOES_ON}))"
)


def undated(text: str, condition: Condition | None, columns: Sequence[str]) -> Iterator[Span]:
    """Give names that sound like no column of dates, where something is "in" a time.

    "Tables with road accidents in 2019" may be about them. Names of the query's columns are none.
    """
    known = {column.casefold() for column in columns}
    for leaf in leaves(condition):
        if not isinstance(leaf, Date) or leaf.when is not When.IN or not leaf.column:
            continue
        dated = is_dated(leaf.column.split()[-1]) or _is_called_date(text, leaf.column)
        if leaf.column.casefold() not in known and not dated:
            yield from unquoted(text, leaf.column, _HINT_UNDATED)


def _is_called_date(text: str, column: str) -> bool:
    """Whether a name as columns alone have it is said to be a date: "a flown_on date in 2019"."""
    said = rf"(?<!\w){re.escape(column)} dates?(?!\w)"
    return is_identifier(column) and re.search(said, text, re.IGNORECASE) is not None


def doubtful_days(text: str, condition: Condition | None) -> Iterator[Span]:
    """Give dates whose day may be the month; none where another date tells the order.

    Examples
    --------
    >>> from core.conditions.types import Date, When
    >>> text = "hired between 01/06/2000 and 02/03/2001"
    >>> [span.instead for span in doubtful_days(text, Date("hired", When.BEFORE, "2000-06-01"))]
    ['2000-01-06', '2001-02-03']
    >>> list(doubtful_days("from 1/2/2020 to 12/31/2020", Date("day", When.IN, "2020-02-01")))
    []
    """
    if not any(isinstance(leaf, Date) for leaf in leaves(condition)):
        return
    found = [(one, int(one[1]), int(one[3])) for one in _DAY_OR_MONTH.finditer(text)]
    if any(max(first, second) > _MONTHS for _, first, second in found):
        return
    for one, first, second in found:
        if first != second:
            instead = f"{one[4]}-{first:02}-{second:02}"
            hint = _HINT_DAY.format(instead)
            yield Span(one.start(), one.end(), one[0], hint, kept=True, instead=instead)


def doubtful_times(text: str, condition: Condition | None) -> Iterator[Span]:
    """Give months and days of the week in which something is, and years around which dates are.

    Examples
    --------
    >>> from core.conditions.types import Category
    >>> found = doubtful_times("where date is in March", Category("date", ("March",)))
    >>> [span.text for span in found]
    ['in March']
    """
    for leaf in leaves(condition):
        if isinstance(leaf, Category):
            yield from _months_without_year(text, leaf)
            for value in filter(_OF_MONTH_OR_DAY.fullmatch, leaf.values):
                found = re.search(rf"\b(?:in|on|during) (?:an? )?{value}(?!\w)", text)
                if found is not None:
                    hint = _HINT_MONTH.format(value)
                    yield Span(*found.span(), found[0], hint, kept=True)
        elif isinstance(leaf, Number) and leaf.quantity.comparison is Comparison.ABOUT:
            year = leaf.quantity.value
            dated = is_dated(leaf.column.split()[-1]) and leaf.column.lower() != "year"
            if dated and _FIRST_YEAR <= year <= _LAST_YEAR and year.is_integer():
                yield from unquoted(text, f"{year:.0f}", _HINT_AROUND)


def _months_without_year(text: str, category: Category) -> Iterator[Span]:
    """Give a month beside one with its year, which may be of that year: "March or April 2020"."""
    years = [found[1] for value in category.values if (found := _MONTH_OF_YEAR.fullmatch(value))]
    for month in category.values if years else ():
        if _OF_MONTH_OR_DAY.fullmatch(month):
            instead = f"{month} {years[0]}"
            hint = _HINT_OF_YEAR.format(month, instead)
            for found in re.finditer(rf"(?<!\w){month}(?=,| or\b)", text):
                yield Span(*found.span(), found[0], hint, kept=True, instead=instead)


def doubtful_decades(text: str, condition: Condition | None) -> Iterator[Span]:
    """Give decades in words where the column may be no date: "age is in the twenties".

    Examples
    --------
    >>> found = Date("age", When.BETWEEN, "1920", "1929")
    >>> [span.text for span in doubtful_decades("age is in the twenties", found)]
    ['twenties']
    """
    for leaf in leaves(condition):
        if isinstance(leaf, Date) and leaf.column and not is_dated(leaf.column.split()[-1]):
            spoken = _SPOKEN_DECADE.search(text)
            if spoken is not None:
                hint = _HINT_DECADE.format(leaf.first, leaf.last)
                yield Span(*spoken.span(), spoken[0], hint, kept=True)


def doubtful_starts(text: str, condition: Condition | None) -> Iterator[Span]:
    """Give a year that dates are "from", which may be all of it or where they begin.

    Examples
    --------
    >>> from core.conditions.types import Date, When
    >>> since = Date("", When.SINCE, "2008")
    >>> [span.instead for span in doubtful_starts("they hold dates from 2008", since)]
    ['in 2008']
    >>> list(doubtful_starts("they hold dates from 2008 on", since))
    []
    """
    for leaf in leaves(condition):
        if isinstance(leaf, Date) and leaf.when is When.SINCE:
            found = re.search(_DATES_FROM.format(leaf.first), text)
            if found is not None:
                instead = f"in {leaf.first}"
                hint = _HINT_START.format(instead)
                yield Span(*found.span(1), found[1], hint, kept=True, instead=instead)


def doubtful_owners(text: str, condition: Condition | None) -> Iterator[Span]:
    """Give the name of a column that dates may be meant of, where they are asked of any column.

    Examples
    --------
    >>> from core.conditions.types import And, HasColumn
    >>> both = And((HasColumn(named="minted"), Date("", When.UNTIL, "1707")))
    >>> text = "the column called minted ought to hold dates up to 1707"
    >>> [span.text for span in doubtful_owners(text, both)]
    ['minted']
    >>> list(doubtful_owners("dates up to 1707", Date("", When.UNTIL, "1707")))
    []
    """
    every = list(leaves(condition))
    dates = [leaf for leaf in every if isinstance(leaf, Date) and not leaf.column]
    named = [leaf.named for leaf in every if isinstance(leaf, HasColumn) and leaf.named]
    for date in dates:
        when = write_condition(date).removeprefix("date ")
        for name in named:
            found = re.search(rf"(?<!\w){spelled(name)}(?!\w)", text)
            if found is not None:
                hint = _HINT_OWNER.format(name, when)
                yield Span(found.start(), found.end(), found[0], hint, kept=True)
