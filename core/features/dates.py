r"""Dates of many formats as one text, ``2020-01-31``.

What a date is tells `core.lake.written.dates`. Its time of day stays as ``T10:30:00``, midnight and
a fraction of zero are dropped. A time with an offset is that of UTC: ``12:00:00+02:00`` is
``T10:00:00``, as ``10:00Z`` and a time without a zone are. ``10:00-11:30`` may be a span: an offset
with a minus counts only behind seconds. A month name with a year alone is ``2020-01``. Years have
four digits: those who compare values cannot know the century of two.

``05/03/2020`` is the fifth of March or the third of May. Which of the two is decided column by
column (`orders_of`): by the other dates of the column that can be only one of them. Where none
can, the day stands first

- between points: nobody who begins with the month writes ``05.03.2020``;
- where it is the first of each month or quarter of several years: always 1, with every other month,
  or those of quarters, on the other side.

Where neither is so, or some say one and some the other, such a date stays as it stands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from core.lake.written import dates as written_dates
from core.lake.written.month_names import ENGLISH, FOREIGN

if TYPE_CHECKING:
    import polars as pl

DAY_FIRST, MONTH_FIRST = 1, 2
_POINTS = 4
_LEFT, _RIGHT, _YEARS = 3, 15, 27
"""The bits of what is seen that tell which numbers up to 12 stand first and second, which years."""
_YEAR_BITS = 36
_ALL_MONTHS = 0b1111_1111_1111
_FIRST = 0b1
_EACH_MONTH, _EACH_QUARTER = 0b1111_1111_1110, 0b0010_0100_1000
"""Months that the first of January, which is one date in either order, is not needed for."""
_WITHOUT_TIME = ("name_year", "month_characters")
"""Ways to write a date behind which no time of day stands."""

_NUMBERS = {name: f"{number:02}" for number, name in enumerate(ENGLISH, 1)}
_FOREIGN = {name: f"{number:02}" for name, number in FOREIGN}
_YEAR, _TWO, _MONTH = "([12][0-9]{3})", "([0-9]{1,2})", f"({written_dates.MONTH})"
_BEHIND = written_dates.BEHIND
_NOON = written_dates.NOON.replace("(", "(?P<half>", 1)
_ZONE = r" ?(?:z|utc|gmt|(?P<offset>[-+][0-9]{2}(?::?[0-9]{2})?))"
_TIME = (
    rf"(?:{_BEHIND}(?P<hour>[0-9]{{1,2}}):(?P<minute>[0-9]{{2}})"
    rf"(?::(?P<second>[0-9]{{2}})(?P<fraction>\.[0-9]+)?)?(?:{_NOON})?(?:{_ZONE})?)?"
)
_FURTHEST = 14
"""Hours that the clocks of a place are before or behind UTC at most."""
_LAST_MINUTE = 59

_PARTS = ("left", "right", "year")
_WITH_POINTS = r"^[0-9]{1,2} ?\."
_YEAR_FIRST = rf"(?i)^{written_dates.year_first(_YEAR, _TWO)}{_TIME}$"
_YEAR_LAST = rf"(?i)^{written_dates.year_last(_YEAR, _TWO)}{_TIME}$"
_CHARACTERS = rf"(?i)^{written_dates.in_characters(_YEAR, _TWO)}{_TIME}$"
_MONTH_CHARACTERS = rf"(?i)^{written_dates.month_in_characters(_YEAR, _TWO)}$"
_DAY_NAME = rf"(?i)^{written_dates.day_name(_YEAR, _TWO, _MONTH)}{_TIME}$"
_NAME_DAY = rf"(?i)^{written_dates.name_day(_YEAR, _TWO, _MONTH)}{_TIME}$"
_NAME_YEAR = rf"(?i)^{written_dates.name_year(_YEAR, _MONTH)}$"
_SHAPE = (
    r"(?i)^(?:[0-9]{1,4} ?[-/.] ?[0-9]{1,2} ?[-/.] ?[0-9]{1,4}|[0-9]{4}年|.*"
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|jän|ene|gen|fév|fev|mär|maa|mai|maj|mag|mei"
    r"|avr|abr|jui|giu|lug|aoû|aou|ago|set|okt|out|ott|dez|des|déc|dic)\pL*\.?(?: de)? ?,?[ -]"
    r"(?:[0-9].*)?[12][0-9]{3})"
)
"""What every date looks like, and little else: found twenty times as fast as a date is read."""


def fold_dates(values: pl.Series) -> pl.DataFrame:
    """Write the dates among some values as one text, both ways where there are two.

    Parameters
    ----------
    values
        Text without white space at the ends.

    Returns
    -------
    DataFrame
        A row a value that is a date: ``place`` (in `values`), ``day_first`` and ``month_first``
        (the date read in either order; null if it cannot be, equal if the order does not matter),
        and ``tells``, what it tells of the order in its column (`orders_seen`).

    Examples
    --------
    >>> import polars as pl
    >>> dates = fold_dates(pl.Series(["5 March 2020", "05/03/2020", "31/03/2020", "5-3"]))
    >>> dates.drop("tells").rows()
    [(0, '2020-03-05', '2020-03-05'), (1, '2020-03-05', '2020-05-03'), (2, '2020-03-31', None)]
    """
    import polars as pl

    places = values.str.contains(_SHAPE).fill_null(False).arg_true()
    if not len(places):  # reading no dates by ten patterns would take longer than all else
        none = pl.Series([], dtype=pl.String)
        tells = pl.Series([], dtype=pl.Int64)
        return pl.DataFrame(
            {"place": places, "day_first": none, "month_first": none, "tells": tells}
        )
    shaped = pl.DataFrame({"place": places, "value": values.gather(places)})
    value = pl.col("value")
    groups = {
        "year_first": value.str.extract_groups(_YEAR_FIRST),
        "year_last": value.str.extract_groups(_YEAR_LAST),
        "day_name": value.str.extract_groups(_DAY_NAME),
        "name_day": value.str.extract_groups(_NAME_DAY),
        "name_year": value.str.extract_groups(_NAME_YEAR),
    }
    has_characters = shaped["value"].str.contains("年", literal=True).any()
    if has_characters:
        groups["characters"] = value.str.extract_groups(_CHARACTERS)
        groups["month_characters"] = value.str.extract_groups(_MONTH_CHARACTERS)
    found = shaped.select("place", **groups, points=value.str.contains(_WITH_POINTS))
    timed = [name for name in groups if name not in _WITHOUT_TIME]
    offset = pl.coalesce(_field(name, "offset") for name in timed)
    year_first = _day("year_first", 1, 2, 3)
    day_last, month_last = _day("year_last", 3, 2, 1), _day("year_last", 3, 1, 2)
    named = pl.coalesce(_day("day_name", 3, 2, 1), _day("name_day", 3, 1, 2))
    month = _field("name_year", 2) + "-" + _month("name_year", 1)
    clear = pl.coalesce(year_first, named, month)
    if has_characters:
        clear = pl.coalesce(clear, _day("characters", 1, 2, 3), _month_of_year())
    read = found.select(
        "place",
        day_first=pl.coalesce(clear, day_last),
        month_first=pl.coalesce(clear, month_last),
        offset=offset,
        points="points",
        **{name: _field("year_last", place) for place, name in enumerate(_PARTS, 1)},
    )
    dates = _in_utc(read).filter(
        pl.any_horizontal(pl.col("day_first", "month_first").is_not_null())
    )
    return dates.select(
        "place", "day_first", "month_first", tells=pl.Series(_told_of_order(dates), dtype=pl.Int64)
    )


def orders_seen(
    columns: NDArray[np.int64], tells: NDArray[np.int64], count: int
) -> NDArray[np.int64]:
    """Put together, for each column, what its dates tell of the order of day and month.

    Parameters
    ----------
    columns
        The column of each date, shape (dates,), below `count`.
    tells
        What each date tells, see `fold_dates`.

    Returns
    -------
    ndarray
        Shape (count,), for `orders_of`. What is seen in parts of a column is put together by
        ``|``.
    """
    seen = np.zeros(count, dtype=np.int64)
    np.bitwise_or.at(seen, columns, tells)
    return seen


def orders_of(seen: NDArray[np.int64]) -> NDArray[np.int8]:
    """Decide in which order day and month stand in columns, shape (columns,).

    Returns
    -------
    ndarray
        `DAY_FIRST`, `MONTH_FIRST`, or 0 where it cannot be told.

    Examples
    --------
    >>> import polars as pl
    >>> def order(*values):
    ...     return int(orders_of(fold_dates(pl.Series(values))["tells"].bitwise_or()))
    >>> order("05/03/2020", "31/03/2020"), order("05/03/2020"), order("05.03.2020")
    (1, 0, 1)
    >>> order("01/04/2020", "01/07/2020", "01/10/2020", "01/04/2021")
    1
    """
    left, right = (seen >> begin & _ALL_MONTHS for begin in (_LEFT, _RIGHT))
    years = seen >> _YEARS
    several_years = (years & (years - 1)) != 0
    day = (seen & _POINTS != 0) | several_years & _are_firsts(left, right)
    month = several_years & _are_firsts(right, left)
    likely = day * DAY_FIRST + month * MONTH_FIRST
    certain = seen & (DAY_FIRST | MONTH_FIRST)
    order = np.where(certain == 0, likely, certain)
    return np.where(order == DAY_FIRST | MONTH_FIRST, 0, order).astype(np.int8)


def _are_firsts(days: NDArray[np.int64], months: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Whether numbers that stand on one side can be nothing but days, each the first."""
    others = months & ~_FIRST
    told: NDArray[np.bool_] = np.isin(others, [_EACH_MONTH, _EACH_QUARTER]) & (days == _FIRST)
    return told


def _told_of_order(dates: pl.DataFrame) -> NDArray[np.int64]:
    """What each date tells: its order where it has one, else its numbers and its year, as bits."""
    import polars as pl

    by_day, by_month = (
        dates[name].is_not_null().to_numpy() for name in ("day_first", "month_first")
    )
    left, right, year = (dates[name].cast(pl.Int64).fill_null(0).to_numpy() for name in _PARTS)
    one = np.int64(1)
    either = by_day & by_month & (year > 0)
    bits = one << np.where(either, _LEFT + left - 1, 0)
    bits |= one << np.where(either, _RIGHT + right - 1, 0)
    bits |= one << np.where(either, _YEARS + year % _YEAR_BITS, 0)
    bits |= np.where(dates["points"].to_numpy() & (left != right), _POINTS, 0)
    told = np.where(either, bits, 0)
    told[by_day & ~by_month] = DAY_FIRST
    told[by_month & ~by_day] = MONTH_FIRST
    return told


def _in_utc(read: pl.DataFrame) -> pl.DataFrame:
    """Write moments with an offset as those of UTC; what is no offset makes no date."""
    import polars as pl

    if read["offset"].null_count() == read.height:  # most columns have none
        return read.drop("offset")
    offset = pl.col("offset")
    hours = offset.str.slice(1, 2).cast(pl.Int64)
    minutes = offset.str.extract("^.{3}:?([0-9]{2})$").cast(pl.Int64).fill_null(0)
    is_offset = (hours <= _FURTHEST) & (minutes <= _LAST_MINUTE)
    sign = pl.when(offset.str.starts_with("-")).then(-1).otherwise(1)
    ahead = pl.duration(minutes=sign * (hours * 60 + minutes))

    def moved(name: str) -> pl.Expr:
        day = pl.col(name)
        is_midnight = day.str.len_chars() == len("2020-01-31")
        whole = pl.when(is_midnight).then(day + "T00:00:00").otherwise(day)
        fraction = whole.str.slice(len("2020-01-31T00:00:00"))
        moment = whole.str.head(len("2020-01-31T00:00:00")).str.to_datetime("%Y-%m-%dT%H:%M:%S")
        written = (moment - ahead).dt.strftime("%Y-%m-%dT%H:%M:%S") + fraction
        return pl.when(is_offset).then(written.str.strip_suffix("T00:00:00")).alias(name)

    sides = ("day_first", "month_first")
    there = read.filter(offset.is_not_null()).with_columns(moved(name) for name in sides)
    return read.update(there.drop("offset"), on="place", include_nulls=True).drop("offset")


def _field(group: str, name: int | str) -> pl.Expr:
    import polars as pl

    return pl.col(group).struct.field(str(name))


def _month(group: str, number: int) -> pl.Expr:
    """A month's number, whether it is given as one or by its name."""
    import polars as pl

    given = _field(group, number)
    name = given.str.to_lowercase()
    foreign = name.replace_strict(_FOREIGN, default=None)
    named = name.str.slice(0, 3).replace_strict(_NUMBERS, default=None)
    return pl.coalesce(foreign, named, given.str.zfill(2))


def _day(group: str, year: int, month: int, day: int) -> pl.Expr:
    """A day as ISO 8601 with its time of day, if there is such a day."""
    import polars as pl

    date = pl.concat_str(
        _field(group, year), _month(group, month), _field(group, day).str.zfill(2), separator="-"
    )
    hour = _hour(group)
    minute, second = _field(group, "minute"), _field(group, "second")
    time = pl.concat_str(hour, minute, second.fill_null("00"), separator=":")
    fraction = (
        _field(group, "fraction").fill_null("").str.strip_chars_end("0").str.strip_suffix(".")
    )
    timed = _field(group, "hour").is_not_null()
    no_time = ~timed | ((time == "00:00:00") & (fraction == ""))
    moment = pl.when(no_time).then(date).otherwise(date + "T" + time + fraction)
    is_day = date.str.to_date("%Y-%m-%d", strict=False).is_not_null()
    is_time = ~timed | time.str.to_time("%H:%M:%S", strict=False).is_not_null()
    may_be_span = _field(group, "offset").str.starts_with("-") & second.is_null()
    return pl.when(is_day & is_time & ~may_be_span.fill_null(False)).then(moment)


def _month_of_year() -> pl.Expr:
    """A month in characters, if there is such a month."""
    import polars as pl

    month = _field("month_characters", 1) + "-" + _month("month_characters", 2)
    is_month = (month + "-01").str.to_date("%Y-%m-%d", strict=False).is_not_null()
    return pl.when(is_month).then(month)


def _hour(group: str) -> pl.Expr:
    """The hour of the day, 00 to 23; null with AM or PM behind what is no hour of twelve."""
    import polars as pl

    given, half = _field(group, "hour"), _field(group, "half").str.to_lowercase()
    of_twelve = given.cast(pl.Int8, strict=False)
    hour = of_twelve % 12 + pl.when(half == "p").then(12).otherwise(0)
    by_half = pl.when(of_twelve.is_between(1, 12)).then(hour.cast(pl.String).str.zfill(2))
    return pl.when(half.is_null()).then(given.str.zfill(2)).otherwise(by_half)
