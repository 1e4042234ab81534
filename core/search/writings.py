"""How the values of a column are written, where another way would mean another value."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.features.dates import DAY_FIRST, MONTH_FIRST, fold_dates
from core.lake.stored.containers import cleaned
from core.lake.stored.relations import StoredCells
from core.lake.written.numbers import CURRENCIES
from core.types import DataType

if TYPE_CHECKING:
    import polars as pl

_MOST_VALUES = 10_000
_NEARLY_ALL = 0.9
"""Share of different values that are days in a column that has a total or a remark besides."""
_LETTERS = "|".join(map(re.escape, CURRENCIES))
_BETWEEN = "'’ \u00a0\u2009\u202f"
_QUANTITY = (
    rf"^\(?[+\-−]?(?:\p{{Sc}}|{_LETTERS})?\s?[+\-−]?\d[\d.,{_BETWEEN}]*[\-−]?"
    rf"(?:\s?(?:[%\p{{Sc}}]|{_LETTERS})|\s\p{{L}}{{1,4}}[²³]?)?\)?$"
)
_UNIT = rf"[%\p{{Sc}}]|{_LETTERS}|\p{{L}}+[²³]?"
_MOST_UNITS = 3
"""Words behind numbers that differ more are no units."""
_COMMA, _POINT = r",\d{1,2}\D*$", r"\.\d{1,2}\D*$"
_BARE = r"\d{4}"
_GROUPED = {
    "": rf"\d[,{_BETWEEN}]\d{{3}}",
    ".": rf"\d[,{_BETWEEN}]\d{{3}}",
    ",": rf"\d[.{_BETWEEN}]\d{{3}}",
}
"""By the decimal mark: how thousands are told apart."""
_YEAR_LAST = r"^\d{1,2}[-/.]\d{1,2}[-/.]\d{4}"


@dataclass(frozen=True)
class Writing:
    """How a column of days, of numbers, or of quantities that are text, is written.

    Parameters
    ----------
    shapes
        Of days, their shapes: ``2020-01-31`` is ``Y-9-9``.
    order
        `DAY_FIRST` or `MONTH_FIRST` if days with the year last show it, else 0.
    mark
        The decimal mark of quantities; empty if they do not show it.
    units
        Currencies, per cent and units of quantities.
    example
        A value that shows the order, the mark or the thousands, if there is one.
    grouped
        Whether thousands have separators; none if the numbers do not show it, or have both.
    """

    shapes: frozenset[str]
    order: int
    mark: str
    units: frozenset[str]
    example: str
    grouped: bool | None = None

    def differs(self, other: Writing) -> bool:
        """Say whether values of both in one column would be misread."""
        if self.shapes and other.shapes:
            ordered = bool(self.order and other.order)
            return self.shapes.isdisjoint(other.shapes) or (ordered and self.order != other.order)
        if self.shapes or other.shapes:
            return False
        marked = bool(self.mark and other.mark)
        separated = None not in (self.grouped, other.grouped) and self.grouped != other.grouped
        return self.units != other.units or (marked and self.mark != other.mark) or separated


def writing(values: pl.Series, data_type: DataType) -> Writing | None:
    """Say how a column is written; none unless it is of days, or text that is all quantities.

    Of numbers, which are read alike with separators and without, it is said if they show which.

    Parameters
    ----------
    values
        Text, missing cells null; the first 10,000 different ones are looked at.

    Examples
    --------
    >>> import polars as pl
    >>> american = writing(pl.Series(["05/03/2020", "05/29/2020"]), DataType.DATETIME)
    >>> british = writing(pl.Series(["05/03/2020", "29/03/2020"]), DataType.DATETIME)
    >>> american.example, british.example, american.differs(british)
    ('05/29/2020', '29/03/2020', True)
    >>> german = writing(pl.Series(["1.234,50 €", "7,00 €"]), DataType.STRING)
    >>> german.mark, sorted(german.units)
    (',', ['€'])
    """
    values = values.alias("")  # polars takes the name of a series, such as "^a$", for a pattern
    some = values.drop_nulls().unique(maintain_order=True).head(_MOST_VALUES)
    if data_type is DataType.DATETIME and len(some):
        return _of_days(some)
    if data_type is DataType.STRING and len(some) and some.str.contains(_QUANTITY).all():
        return _of_quantities(some)
    if data_type in (DataType.INTEGER, DataType.FLOAT) and len(some):
        grouped, shown = _groups(some, "")
        return None if grouped is None else Writing(frozenset(), 0, "", frozenset(), shown, grouped)
    return None


def days_in(cells: StoredCells, place: int) -> Writing | None:
    """Say how the days of a column are written, whatever its type; none unless nearly all are such.

    Parameters
    ----------
    place
        Of the column; its first 10,000 different values are looked at.
    """
    some = _values_in(cells, place)
    days = some.gather(fold_dates(some)["place"])
    return _of_days(days) if len(days) and len(days) >= _NEARLY_ALL * len(some) else None


def writing_in(cells: StoredCells, place: int, data_type: DataType) -> Writing | None:
    """Say how a column of a table is written, as `writing` does; it is read no further than that.

    Parameters
    ----------
    place
        Of the column.
    """
    return writing(_values_in(cells, place), data_type)


def _values_in(cells: StoredCells, place: int) -> pl.Series:
    """Read the first different values of a column, and no further."""
    import polars as pl

    some = pl.Series([], dtype=pl.String)
    for batch in cells.batches([place]):
        values = cleaned(batch.lazy()).collect().to_series().rename("").drop_nulls()
        some = pl.concat([some, values.unique(maintain_order=True)]).unique(maintain_order=True)
        if len(some) >= _MOST_VALUES:
            break
    return some


def _of_days(days: pl.Series) -> Writing:
    shapes = days.str.replace_all(r"\p{L}+", "a")
    shapes = shapes.str.replace_all(r"\d{4}", "Y").str.replace_all(r"\d+", "9")
    read = fold_dates(days)
    told = read.filter(days.gather(read["place"]).str.contains(_YEAR_LAST))
    by_day = told.filter(told["month_first"].is_null())["place"]
    by_month = told.filter(told["day_first"].is_null())["place"]
    order = DAY_FIRST * bool(len(by_day)) + MONTH_FIRST * bool(len(by_month))
    clear = [*by_day, *by_month, 0]
    order = order if order != DAY_FIRST + MONTH_FIRST else 0
    return Writing(frozenset(shapes), order, "", frozenset(), days[clear[0]])


def _of_quantities(texts: pl.Series) -> Writing | None:
    commas, points = (texts.str.contains(mark).arg_true() for mark in (_COMMA, _POINT))
    mark = "" if bool(len(commas)) == bool(len(points)) else "," if len(commas) else "."
    units = frozenset(texts.str.extract_all(_UNIT).explode().drop_nulls())
    if len(units) > _MOST_UNITS:
        return None
    grouped, shown = _groups(texts, mark) if mark else (None, "")
    example = shown if grouped is not None else texts[[*commas, *points, 0][0]]
    return Writing(frozenset(), 0, mark, units, example, grouped)


def _groups(texts: pl.Series, mark: str) -> tuple[bool | None, str]:
    """Whether thousands have separators, and a value that shows it."""
    with_signs = texts.str.contains(_GROUPED[mark]).arg_true()
    without = texts.str.contains(_BARE).arg_true()
    if bool(len(with_signs)) == bool(len(without)):
        return None, ""
    return bool(len(with_signs)), texts[[*with_signs, *without][0]]
