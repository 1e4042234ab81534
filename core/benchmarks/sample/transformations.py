"""Ways in which two offices write down the same thing: pure functions from column to column."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from datetime import date

import pandas as pd

from core.errors import InputError

COMPASS = (
    *("N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE"),
    *("S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW"),
)

NAMES: dict[str, dict[str, str]] = {
    "weekday": {"Thur": "Thursday", "Fri": "Friday", "Sat": "Saturday", "Sun": "Sunday"},
    "initial": {"Female": "F", "Male": "M", "female": "F", "male": "M"},
    "salutation": {"Female": "woman", "Male": "man", "female": "woman", "male": "man"},
    "flag": {"No": "0", "Yes": "1"},
    "boolean": {"No": "false", "Yes": "true"},
    "latin": {name: f"Iris {name}" for name in ("setosa", "versicolor", "virginica")},
    "bm": {"malignant": "M", "benign": "B"},
    "barolo": {"1": "Barolo", "2": "Grignolino", "3": "Barbera"},
    "arm": {"control": "A", "treatment": "B"},
    "degrees": {name: format(place * 22.5, "g") for place, name in enumerate(COMPASS)},
}
"""Replacements of whole values, by the name of the step."""


def as_text(value: object) -> str:
    """A cell as text: whole numbers without a point, others with ten significant digits.

    Ten digits hide the last-bit differences that versions of a numeric library can make.

    >>> as_text(127.0), as_text(779.4453145), as_text("Asia")
    ('127', '779.4453145', 'Asia')
    """
    if isinstance(value, float):
        return format(value, ".10g")
    return str(value)


def _date(pattern: str) -> Callable[[str], str]:
    def write(text: str) -> str:
        parts = [int(part) for part in text.split("-")]
        return date(*[*parts, 1, 1][:3]).strftime(pattern)

    return write


DATES = {
    "dmy": _date("%d/%m/%Y"),
    "mdy": _date("%m/%d/%Y"),
    "dotted_date": _date("%d.%m.%Y"),
    "compact": _date("%Y%m%d"),
    "isoweek": _date("%G-W%V"),
    "month_year": _date("%m/%Y"),
    "jan1": _date("%Y-01-01"),
    "end_of_year": _date("%Y-12-31"),
}
"""Other ways to write an ISO date, month or year, by the name of the step."""


def _sexagesimal(text: str) -> str:
    degrees = abs(float(text))
    whole = math.floor(degrees)
    return f"{'-' if float(text) < 0 else ''}{whole}°{math.floor((degrees - whole) * 60):02d}'"


TEXTS: dict[str, Callable[[str], str]] = {
    "upper": str.upper,
    "lower": str.lower,
    "title": str.title,
    "comma": lambda text: text.replace(".", ","),
    "grouped": lambda text: f"{float(text):,.0f}",
    "spaced": lambda text: f"{float(text):,.0f}".replace(",", " "),
    "dotted": lambda text: f"{float(text):,.0f}".replace(",", "."),
    "minutes": _sexagesimal,
    "clock": lambda text: f"{int(text):02d}:00",
}
"""Changes of one cell's text, by the name of the step."""


def transform(column: pd.Series, steps: Sequence[str]) -> list[str]:
    """Write a column as text after some steps.

    Parameters
    ----------
    column
        Values of one source column, none of them missing.
    steps
        Names, applied from left to right: a key of `NAMES`, `DATES` or `TEXTS`; ``dN`` for N
        decimals; ``times:F`` to change the unit by a factor, which comes before all else;
        ``before:T`` and ``after:T`` to put T before or after each value (``_`` is a blank).

    Returns
    -------
    list of str
        One text for each value.

    Raises
    ------
    InputError
        If a step is unknown.

    >>> transform(pd.Series([1.5, 2.0]), ["times:10", "d1", "comma"])
    ['15,0', '20,0']
    >>> transform(pd.Series(["2018-01-29"]), ["isoweek"])
    ['2018-W05']
    """
    for step in steps:
        if step.startswith("times:"):
            column = column.astype(float) * float(step.removeprefix("times:"))
    texts = [as_text(value) for value in column.tolist()]
    for step in steps:
        texts = _step(texts, step)
    return texts


def _step(texts: list[str], step: str) -> list[str]:
    name, _, argument = step.partition(":")
    argument = argument.replace("_", " ")
    if name == "times":
        return texts
    if name in ("before", "after"):
        return [argument + text if name == "before" else text + argument for text in texts]
    if name in NAMES:
        return [NAMES[name][text] for text in texts]
    if name[0] == "d" and name[1:].isdigit():
        return [f"{float(text):.{name[1:]}f}" for text in texts]
    change = DATES.get(name) or TEXTS.get(name)
    if change is None:
        raise InputError(f"A step must be one that the sample knows. Got {step!r}.")
    return [change(text) for text in texts]
