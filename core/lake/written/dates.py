r"""Dates as people write them: one list for profiles, conditions on rows and folded values.

A day is told by year, month and day as numbers, the year first, or last with the day or the month
before it (``-``, ``/`` or ``.`` between, with blanks around or without), or with a month's name, in
full or abbreviated, in English or a language of `core.lake.written.month_names`, ordinals and an
English weekday in front included, or with Chinese characters, ``2023年7月26日``; a month's name
with a year alone, ``2020-01`` or ``2023年7月``, is its first day. A time of day may stand behind,
of 24 hours or of twelve with AM or PM.

The patterns are those of RE2 and of Rust alike, to be matched whatever the case of letters.
`clear` and `in_order` read them by SQL, `core.features.dates` with polars.

Two digits are a year in ``31/12/20``, ``31.12.20`` and ``31-Dec-20``: 2000 to 2068, or 1969 to
1999. ``20-12-24`` is no date: it may begin with the year as well.
"""

from __future__ import annotations

from core.lake.written.month_names import FOREIGN, in_english

MONTHS = (
    *("jan(?:uary)?", "feb(?:ruary)?", "mar(?:ch)?", "apr(?:il)?", "may", "june?", "july?"),
    *("aug(?:ust)?", "sep(?:t|tember)?", "oct(?:ober)?", "nov(?:ember)?", "dec(?:ember)?"),
)
MONTH = rf"(?:{'|'.join([*MONTHS, *(name for name, _ in FOREIGN)])})"
ORDINAL = r"(?:st|nd|rd|th|er|º|°)?\.?"
_COMMA = " ?,?"
"""Behind a part of a date; tables of cut texts have a blank before it: "May 4 , 2011"."""
_OF, _OF_YEAR = "(?:(?:of|de) )?", "(?: de)?"
WEEKDAY = rf"(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\.?{_COMMA} )?"
NOON = r" ?([ap])\.?m\.?"
"""AM or PM."""
_ZONE = " ?(?:z|utc|gmt|[-+][0-9]{2}:?[0-9]{2})"
_CLOCK = "[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?"
BEHIND = "(?:[t ]|, )"
"""Between a date and its time of day."""
_TIME = rf"(?:{BEHIND}{_CLOCK}(?:[.][0-9]+)?(?:{NOON})?(?:{_ZONE})?)?"

_FULL_YEAR, _ANY_YEAR = "[0-9]{4}", "[0-9]{4}|[0-9]{2}"
_NUMBER = "[0-9]{1,2}"
_BETWEEN = " ?[-/.] ?"
_LONGEST = 40


def year_first(year: str, number: str) -> str:
    """Return a pattern of dates such as 2020-01-31, from those of its parts."""
    return f"{year}{_BETWEEN}{number}{_BETWEEN}{number}"


def year_last(year: str, number: str) -> str:
    """Return a pattern of dates such as 31/01/2020 or 1/31/2020."""
    return f"{number}{_BETWEEN}{number}{_BETWEEN}{year}"


def in_characters(year: str, number: str) -> str:
    """Return a pattern of dates such as 2020年1月31日."""
    return f"{year}年 ?{number}月 ?{number}日"


def month_in_characters(year: str, number: str) -> str:
    """Return a pattern of months such as 2020年1月."""
    return f"{year}年 ?{number}月"


def day_name(year: str, number: str, month: str) -> str:
    """Return a pattern of dates such as 31st of January 2020."""
    return rf"{WEEKDAY}{number}{ORDINAL}[ -]{_OF}{month}\.?{_OF_YEAR}{_COMMA}[ -]{year}"


def name_day(year: str, number: str, month: str) -> str:
    """Return a pattern of dates such as Friday, January 31, 2020."""
    return rf"{WEEKDAY}{month}\.? {number}{ORDINAL}{_COMMA} {year}"


def name_year(year: str, month: str) -> str:
    """Return a pattern of months such as January 2020."""
    return rf"{month}\.?{_OF_YEAR}{_COMMA}[ -]{year}"


_CHARACTERS = f"{month_in_characters(_FULL_YEAR, _NUMBER)}(?: ?{_NUMBER}日)?"
_BY_YEAR = rf"(?:{year_first(_FULL_YEAR, _NUMBER)}|{_FULL_YEAR}-{_NUMBER}|{_CHARACTERS})"
_TO_YEAR = rf"(?:{year_last(_FULL_YEAR, _NUMBER)}|{_NUMBER}[/.]{_NUMBER}[/.][0-9]{{2}})"
_DAY_NAME = day_name(f"(?:{_ANY_YEAR})", _NUMBER, MONTH)
_NAME_DAY = name_day(_FULL_YEAR, _NUMBER, MONTH)
_NAME_YEAR = name_year(_FULL_YEAR, MONTH)
_NAMED = f"(?:{_DAY_NAME}|{_NAME_DAY}|{_NAME_YEAR})"

SHAPE = rf"(?i)(?:{_BY_YEAR}|{_TO_YEAR}|{_NAMED}){_TIME}"
"""What every date looks like as a whole; whether there is such a day, reading tells."""
CLOCK = _CLOCK
"""What a time of day looks like that stands alone."""

# %y stands before %Y, which takes "20" for the year 20. A format that fails is dear, so a cell
# comes to those of its own shape only.
_YEAR_FIRST = ("%Y-%m-%d", "%Y/%m/%d", "%Y.%m.%d", "%Y-%m")
_WITH_NAME = ("%d %b %y", "%d %b %Y")
_DAY_FIRST = ("%d/%m/%y", "%d.%m.%y", "%d/%m/%Y", "%d.%m.%Y", "%d-%m-%Y")
_MONTH_FIRST = ("%m/%d/%y", "%m.%d.%y", "%m/%d/%Y", "%m.%d.%Y", "%m-%d-%Y")
_ISO_TIMES = ("", " __:__:__", "T__:__:__")
"""Of what a cast reads, at a tenth of the time."""
_CLOCKS = ("%H:%M", "%H:%M:%S", "%I:%M%p", "%I:%M:%S%p")


def clear(column: str) -> str:
    """Return SQL that reads a text column's dates where the order of day and month is clear.

    Null where there is none. A time zone is left out: time is told to the day, not across zones.
    """
    iso = " OR ".join(f"{column} LIKE '____-__-__{time}'" for time in _ISO_TIMES)
    date, time = _parts(column)
    # A blank may stand between the parts.
    signs = f"rtrim(translate({date}, '年月日 ', '--'), '-')"
    by_year = f"try_strptime({signs}, [{_strings(_YEAR_FIRST)}])"
    named = f"try_strptime({_day_by_name(date)}, [{_strings(_WITH_NAME)}])"
    return (
        f"CASE WHEN strlen({column}) NOT BETWEEN 6 AND {_LONGEST} THEN NULL "
        f"WHEN {iso} THEN TRY_CAST({column} AS TIMESTAMP) "
        f"WHEN {_is(column, _BY_YEAR + _TIME)} THEN {by_year} + {time} "
        f"WHEN {_is(column, _NAMED + _TIME)} THEN {named} + {time} END"
    )


def in_order(column: str, day_first: bool) -> str:
    """Return SQL that reads dates such as 03/04/2015 in one of the two orders, null elsewhere."""
    date, time = _parts(column)
    formats = _strings(_DAY_FIRST if day_first else _MONTH_FIRST)
    return (
        f"CASE WHEN strlen({column}) BETWEEN 6 AND {_LONGEST} AND {_is(column, _TO_YEAR + _TIME)} "
        f"THEN try_strptime(replace({date}, ' ', ''), [{formats}]) + {time} END"
    )


def clock(column: str) -> str:
    """Return SQL that reads a time of day alone, as of the first of January 1900."""
    return f"CASE WHEN {_is(column, _CLOCK)} THEN try_strptime({column}, [{_strings(_CLOCKS)}]) END"


def _is(column: str, pattern: str) -> str:
    return f"regexp_full_match({column}, '(?i){pattern}')"


def _parts(column: str) -> tuple[str, str]:
    """SQL of a date without its time of day, and of that as an interval."""
    time = f"regexp_extract({column}, '(?i){BEHIND}{_CLOCK}.*$')"
    bare = f"regexp_replace({time}, '(?i)^{BEHIND}|[.][0-9]+|{_ZONE}$', '', 'g')"
    bare = f"regexp_replace({bare}, '(?i){NOON}$', '\\1m')"
    moment = f"try_strptime({bare}, [{_strings(_CLOCKS)}])"
    interval = (
        f"CASE WHEN {column} NOT LIKE '%:%' THEN INTERVAL 0 DAY "
        f"ELSE {moment} - TIMESTAMP '1900-01-01' END"
    )
    return f"left({column}, length({column}) - length({time}))", f"({interval})"


def _day_by_name(date: str) -> str:
    """SQL that writes a date with a month's name as "31 jan 2020"."""
    name = r"([a-z]{3})[a-z]*\.?"
    day = f"({_NUMBER}){ORDINAL}"
    ways = (
        (rf"^.*?{day}[ -]{_OF}{name}{_OF_YEAR}{_COMMA}[ -]([0-9]+)$", r"\1 \2 \3"),
        (rf"^.*?{name} {day}{_COMMA} ([0-9]+)$", r"\2 \1 \3"),
        (rf"^{name}{_OF_YEAR}{_COMMA}[ -]([0-9]+)$", r"1 \1 \2"),
    )
    date = in_english(date)
    for pattern, written in ways:
        date = f"regexp_replace({date}, '(?i){pattern}', '{written}')"
    return date


def _strings(values: tuple[str, ...]) -> str:
    return ", ".join(f"'{value}'" for value in values)
