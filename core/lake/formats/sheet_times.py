"""Write the moments of a sheet: dates, times of day, and both.

A workbook keeps a moment as a number of days since its day 0 and shows it by a number format.
calamine writes it out from that day on: a time of day with the date of day 0, a date with midnight.
A text that looks the same is no moment and stays as it stands.
"""

from __future__ import annotations

from collections.abc import Callable
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


def with_times(cells: Any, load: Callable[[list[int]], Any]) -> Any:
    """Write the moments among a sheet's cells as ISO 8601.

    Parameters
    ----------
    cells
        A `pyarrow.RecordBatch` of text.
    load
        Gives the columns at some places as `pyarrow.DurationArray` of milliseconds: of moments
        the time since day 0, of all other cells nothing.
    """
    import pyarrow as pa
    import pyarrow.compute as pc

    columns = list(cells.columns)
    places = [n for n, one in enumerate(columns) if pc.any(pc.match_like(one, _LIKE_ONE)).as_py()]
    if not places:
        return cells
    for place, since in zip(places, load(places).columns, strict=True):
        columns[place] = _written(pc.cast(columns[place], pa.string()), pc.cast(since, pa.int64()))
    return pa.record_batch(columns, names=cells.schema.names)


def _written(texts: Any, since: Any) -> Any:
    import pyarrow.compute as pc

    is_moment = pc.and_(since.is_valid(), _sure(pc.match_substring_regex(texts, _MOMENT)))
    on_day_0 = pc.and_(is_moment, _within(since, 0, _DAY))
    if _are_dates(texts, since, is_moment, on_day_0):
        on_day_0 = pc.and_(on_day_0, False)
    dates = texts
    for pattern, form in _DATES:
        dates = pc.replace_substring_regex(dates, pattern, form)
    written = pc.if_else(is_moment, dates, texts)
    return pc.if_else(on_day_0, pc.replace_substring_regex(texts, *_TIME), written)


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
