"""Write the moments of a sheet: dates, times of day, both, and durations.

A workbook keeps a moment as a number of days since its day 0 and shows it by a number format.
calamine writes it out from that day on: a time of day with the date of day 0, a date with midnight.
A duration of 30 hours has the date after day 0. A text that looks the same is no moment and stays
as it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

_MOMENT = r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?$"
_LIKE_ONE = "____-__-__ __:__:__%"
_TIME = (r"^\d{4}-\d\d-\d\d (\d\d:\d\d:\d\d(?:\.\d+)?)$", r"\1")
_DATES = (
    (r"^(\d{4}-\d\d-\d\d) 00:00:00(?:\.0+)?$", r"\1"),
    (r"^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d*?[1-9])?)(?:\.?0*)$", r"\1T\2"),
)
_FIRST_OF_1904 = "1904-01-01 "
_DAY = 24 * 60 * 60 * 1000
_LONGEST_GUESSED = 60 * _DAY


def with_times(
    cells: Any,
    load: Callable[[list[int]], Any],
    durations: Mapping[int, Sequence[int]],
    with_empty: bool,
) -> Any:
    """Write the moments among a sheet's cells as ISO 8601, and durations in hours (``30:05:00``).

    Moments of the first two months that stand beside times of day are durations, too.

    Parameters
    ----------
    cells
        A `pyarrow.RecordBatch` of text.
    load
        Gives the columns at some places as `pyarrow.DurationArray` of milliseconds: of moments
        the time since day 0, of all other cells nothing.
    durations
        Places of columns with the rows, from 1, that count hours beyond a day.
    with_empty
        Whether cells without a text may be durations, as in OpenDocument sheets.
    """
    import pyarrow as pa
    import pyarrow.compute as pc

    columns = list(cells.columns)
    places = [
        place
        for place, one in enumerate(columns)
        if (with_empty and one.null_count) or pc.any(pc.match_like(one, _LIKE_ONE)).as_py()
    ]
    if not places:
        return cells
    for place, one in zip(places, load(places).columns, strict=True):
        texts, since = pc.cast(columns[place], pa.string()), pc.cast(one, pa.int64())
        columns[place] = _written(texts, since, durations.get(place, ()))
    return pa.record_batch(columns, names=cells.schema.names)


def _written(texts: Any, since: Any, rows: Sequence[int]) -> Any:
    import pyarrow as pa
    import pyarrow.compute as pc

    is_moment = pc.and_(since.is_valid(), _sure(pc.match_substring_regex(texts, _MOMENT)))
    on_day_0 = pc.and_(is_moment, _within(since, 0, _DAY))
    lasts = _durations(texts, since, is_moment, on_day_0, rows)
    is_moment, on_day_0 = pc.and_not(is_moment, lasts), pc.and_not(on_day_0, lasts)
    if _are_dates(texts, since, is_moment, on_day_0):
        on_day_0 = pc.and_(on_day_0, False)
    dates = texts
    for pattern, form in _DATES:
        dates = pc.replace_substring_regex(dates, pattern, form)
    written = pc.if_else(is_moment, dates, texts)
    written = pc.if_else(on_day_0, pc.replace_substring_regex(texts, *_TIME), written)
    if pc.any(lasts).as_py():
        spans = pc.if_else(lasts, since, pa.scalar(None, pa.int64())).to_pylist()
        hours = pa.array([None if one is None else _hours(one) for one in spans], pa.string())
        written = pc.if_else(lasts, hours, written)
    return written


def _durations(texts: Any, since: Any, is_moment: Any, on_day_0: Any, rows: Sequence[int]) -> Any:
    """Say which cells are durations: by their rows, without a text, or by all of the column."""
    import numpy as np
    import pyarrow as pa
    import pyarrow.compute as pc

    in_1904 = pc.any(pc.and_(on_day_0, _sure(pc.starts_with(texts, _FIRST_OF_1904)))).as_py()
    early = pc.or_(pc.invert(is_moment), _within(since, 0, _LONGEST_GUESSED))
    beyond_a_day = pc.any(pc.and_not(is_moment, on_day_0)).as_py()
    if pc.any(on_day_0).as_py() and beyond_a_day and pc.all(early).as_py() and not in_1904:
        stated = is_moment
    else:
        flags = np.zeros(len(texts), bool)
        flags[[row - 1 for row in rows if row <= len(texts)]] = True
        stated = pc.and_(is_moment, pa.array(flags))
    return pc.or_(stated, pc.and_(texts.is_null(), since.is_valid()))


def _hours(milliseconds: int) -> str:
    """Write a duration in hours, minutes and seconds.

    Examples
    --------
    >>> _hours(108_300_000), _hours(-7_200_500), _hours(360_000_000)
    ('30:05:00', '-02:00:00.5', '100:00:00')
    """
    seconds, rest = divmod(abs(milliseconds), 1000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    fraction = f".{rest:03}".rstrip("0") if rest else ""
    return f"{'-' * (milliseconds < 0)}{hours:02}:{minutes:02}:{seconds:02}{fraction}"


def _are_dates(texts: Any, since: Any, is_moment: Any, on_day_0: Any) -> bool:
    """Whether what is on day 0 is of that day: 1 January 1904, in workbooks that begin there.

    They have times of day with the same number. A column of them has no other day and not only
    midnights.
    """
    import pyarrow.compute as pc

    if not pc.any(pc.and_(on_day_0, _sure(pc.starts_with(texts, _FIRST_OF_1904)))).as_py():
        return False
    others = pc.any(pc.and_not(is_moment, on_day_0)).as_py()
    return others or not pc.any(pc.and_(on_day_0, _within(since, 1, _DAY))).as_py()


def _within(since: Any, first: int, end: int) -> Any:
    import pyarrow.compute as pc

    return _sure(pc.and_(pc.greater_equal(since, first), pc.less(since, end)))


def _sure(flags: Any) -> Any:
    import pyarrow.compute as pc

    return pc.fill_null(flags, False)
