"""Days, months, years and moments: read as people write them, written in ISO 8601."""

from __future__ import annotations

import contextlib
import re
from datetime import MAXYEAR, datetime, timedelta

from core.conditions.errors import ConditionError

_ISO = re.compile(r"\d{4}(-\d{2}(-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d{1,6})?)?)?)?")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = (
    "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_CLOCK = (
    r"(?:(?P<h>\d{1,2}):(?P<min>\d{2})(?::(?P<s>\d{2}(?:\.\d{1,6})?)\d*)?"
    r"(?: ?(?P<half_day>[ap])\.?m\b\.?)?|(?P<hour>\d{1,2}) ?(?P<half>[ap])\.?m\b\.?)"
)
_TIME = rf"(?:(?:T|,? (?:at )?){_CLOCK}Z?)?"
_TIME_BEFORE = re.compile(rf"{_CLOCK}(?:,| on(?: the)?| of(?: the)?)? ", re.IGNORECASE)
_UNITS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
_TEENS = (
    *("tenth", "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth"),
    *("sixteenth", "seventeenth", "eighteenth", "nineteenth"),
)
_RANKS = (
    *_UNITS,
    *_TEENS,
    *("twentieth", *(f"twenty-{unit}" for unit in _UNITS), "thirtieth", "thirty-first"),
)
"""The days of a month in words, in their order."""
_RANK = "|".join(sorted((rank.replace("-", "[ -]") for rank in _RANKS), key=len, reverse=True))
_OF_CENTURIES = "|".join((*_TEENS, "twentieth", "twenty[ -]first"))
_DAY = r"(?P<d>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?P<y>1\d{3}|20\d{2}|21\d{2})"
_FORMS = tuple(
    re.compile(form + r"(?![\w-])", re.IGNORECASE)
    for form in (
        r"(?P<y>\d{4})[-/.](?P<m>\d{1,2})[-/.](?P<d>\d{1,2})" + _TIME,
        r"(?P<a>\d{1,2})[-/.](?P<b>\d{1,2})[-/.](?P<y>\d{4})" + _TIME,
        rf"(?:the )?{_DAY}(?: of)?[ -](?P<month>{_MONTH}),?[ -]{_YEAR}" + _TIME,
        rf"(?P<month>{_MONTH}) {_DAY},? {_YEAR}" + _TIME,
        rf"(?:the )?(?P<rank>{_RANK}) (?:day )?of (?P<month>{_MONTH}),? {_YEAR}" + _TIME,
        rf"(?P<month>{_MONTH}) (?:the )?(?P<rank>{_RANK}),? {_YEAR}" + _TIME,
        rf"(?P<month>{_MONTH}),?(?: of)? {_YEAR}",
        rf"{_DAY}[ -](?P<month>{_MONTH})[ -]['’]?(?P<yy>\d{{2}})",
        rf"(?P<month>{_MONTH}) {_DAY},? ['’](?P<yy>\d{{2}})",
        rf"(?P<month>{_MONTH}) ?['’](?P<yy>\d{{2}})",
        r"(?P<y>\d{4})[-/](?P<m>0[1-9]|1[0-2])",
        rf"(?P<m>0?[1-9]|1[0-2])/{_YEAR}(?!/)",
    )
)
_DAY_OR_MONTH = re.compile(r"(?<![\w/.-])(\d{1,2})([/.-])(\d{1,2})\2\d{4}(?![\w/-])")
_LAST_MONTH = 12
_PIVOT = 69
"""Two digits from which on a year is of the 20th century, as in POSIX."""
_DECADES = (
    "twenties",
    "thirties",
    "forties",
    "fifties",
    "sixties",
    "seventies",
    "eighties",
    "nineties",
)
_CENTURIES = {"eighteen": 18, "nineteen": 19}
_PERIODS = tuple(
    re.compile(rf"(?:the )?{form}(?!\w)", re.IGNORECASE)
    for form in (
        r"(?P<decade>(?:1\d|20)\d0)['’]?s",
        rf"(?:{'|'.join(_DECADES)}) \((?:the )?(?P<decade>(?:1\d|20)\d0)['’]?s\)",
        r"(?:['’](?P<tens>[2-9]0)['’]?s|(?P<spoken>" + "|".join(_DECADES) + "))",
        rf"(?P<hundreds>{'|'.join(_CENTURIES)})[ -](?P<spoken>{'|'.join(_DECADES)})",
        rf"(?P<century>(?:1[0-9]|20|21)(?:st|nd|rd|th)|{_OF_CENTURIES})[ -]century",
        rf"q(?P<q>[1-4])[ /-]?{_YEAR}",
        rf"{_YEAR}[ /-]?q(?P<q>[1-4])",
        r"(?P<quarter>" + "|".join(_UNITS[:4]) + rf"|[1-4](?:st|nd|rd|th)) quarter(?: of)? {_YEAR}",
        rf"h(?P<h>[12])[ /-]?{_YEAR}",
        rf"(?P<half>first|second|1st|2nd) half of {_YEAR}",
    )
)


def check_moment(text: str) -> None:
    """Refuse what is not a day, a month, a year or a moment in ISO 8601.

    Raises
    ------
    ConditionError
        Says which forms there are.
    """
    if _ISO.fullmatch(text):
        try:
            span(text)
        except (ValueError, OverflowError):
            pass
        else:
            return
    raise ConditionError(
        "A date is a year, a month, a day or a moment in ISO 8601, such as 2015, 2015-03 or "
        f"2015-03-01. Got {text!r}."
    )


def span(moment: str) -> tuple[datetime, datetime]:
    """Return the beginning of a year, month, day or moment, and the beginning of the next one.

    Of the last year of all, in which registers write what has no end yet, that is its last moment.

    Examples
    --------
    >>> str(span("9999-12-31")[1])
    '9999-12-31 23:59:59.999999'
    >>> [str(end) for end in span("2015-12")]
    ['2015-12-01 00:00:00', '2016-01-01 00:00:00']
    """
    if "T" in moment:
        begin = datetime.fromisoformat(moment)
        return begin, begin + timedelta(microseconds=1)
    numbers = [int(part) for part in moment.split("-")]
    year, month, day = [*numbers, 1, 1][:3] if len(numbers) < 3 else numbers  # noqa: PLR2004
    begin = datetime(year, month, day)
    if year == MAXYEAR and (len(numbers) == 1 or month == 12):  # noqa: PLR2004 - December
        last = len(numbers) < 3 or day == 31  # noqa: PLR2004 - a day, the last
        return begin, datetime.max if last else begin + timedelta(days=1)
    if len(numbers) == 1:
        return begin, datetime(year + 1, 1, 1)
    if len(numbers) == 2:  # noqa: PLR2004 - year and month
        return begin, datetime(year + month // 12, month % 12 + 1, 1)
    return begin, begin + timedelta(days=1)


def read_moment(text: str, start: int = 0) -> tuple[str, int] | None:
    """Read the date that stands at one place of a text.

    Returns
    -------
    moment, end
        In ISO 8601, as exact as it was written, and the place behind it; None if there is no date
        of at least a month and a year. Days come before months where ``03/04/2015`` could be
        either, unless the second number, or that of another date, can only be a day.

    Examples
    --------
    >>> read_moment("March 5th, 2015 or later")
    ('2015-03-05', 15)
    >>> read_moment("12/31/1999"), read_moment("5/2014")
    (('1999-12-31', 10), ('2014-05', 6))
    >>> read_moment("the thirty-first of May 2010"), read_moment("May the fourth, 2010")
    (('2010-05-31', 28), ('2010-05-04', 20))
    >>> read_moment("12 May 2021, 3:20 pm"), read_moment("14:30 on 3 May 2020")
    (('2021-05-12T15:20:00', 20), ('2020-05-03T14:30:00', 19))
    """
    before = _TIME_BEFORE.match(text, start)
    if before is not None:
        day = read_moment(text, before.end())
        moment = day[0] + _time(before.groupdict()) if day is not None else ""
        if day is not None and re.fullmatch(r"\d{4}-\d{2}-\d{2}T.*", moment):
            with contextlib.suppress(ConditionError):
                check_moment(moment)
                return moment, day[1]
    for form in _FORMS:
        found = form.match(text, start)
        if found is None:
            continue
        moment = _iso(found.groupdict(), _months_first(text))
        try:
            check_moment(moment)
        except ConditionError:
            continue
        return moment, found.end()
    return None


def read_period(text: str, start: int = 0) -> tuple[str, str, int] | None:
    """Read a stretch of time that has a name at one place of a text.

    Returns
    -------
    first, last, end
        The years or months that it begins and ends with, and the place behind it. A decade without
        its century is one of the 20th.

    Examples
    --------
    >>> read_period("1990s pop"), read_period("the nineties"), read_period("eighteen-nineties")
    (('1990', '1999', 5), ('1990', '1999', 12), ('1890', '1899', 17))
    >>> read_period("Q3 2019"), read_period("first half of 2020"), read_period("19th century")
    (('2019-07', '2019-09', 7), ('2020-01', '2020-06', 18), ('1801', '1900', 12))
    """
    for form in _PERIODS:
        found = form.match(text, start)
        if found is not None:
            return (*_ends(found.groupdict()), found.end())
    return None


def _ends(parts: dict[str, str | None]) -> tuple[str, str]:
    """Say which year or month a period begins with, and which it ends with."""
    if told := parts.get("century"):
        century = _number(told)
        return f"{century - 1:02}01", f"{century:02}00"
    if year := parts.get("y"):
        months = 6 if parts.get("h") or parts.get("half") else 3
        told = next(parts[name] for name in ("q", "h", "quarter", "half") if parts.get(name)) or ""
        number = _number(told)
        return f"{year}-{(number - 1) * months + 1:02}", f"{year}-{number * months:02}"
    spoken = (parts.get("spoken") or "").lower()
    tens = 10 * (_DECADES.index(spoken) + 2) if spoken else int(parts.get("tens") or 0)
    hundreds = _CENTURIES[(parts.get("hundreds") or "nineteen").lower()]
    first = int(parts.get("decade") or 100 * hundreds + tens)
    return str(first), str(first + 9)


def _number(rank: str) -> int:
    """Return which one a rank is of, "19th" or "nineteenth"."""
    digits = re.match(r"\d+", rank)
    return int(digits[0]) if digits else _RANKS.index(rank.lower().replace(" ", "-")) + 1


def _months_first(text: str) -> bool:
    """Whether another date of a text can only have its month first: "2/1/2014 to 2/28/2014"."""
    told = [(int(one[1]), int(one[3])) for one in _DAY_OR_MONTH.finditer(text)]
    ordered = {first > second for first, second in told if max(first, second) > _LAST_MONTH}
    return ordered == {False}


def _iso(parts: dict[str, str | None], months_first: bool = False) -> str:
    year, day, month = parts.get("y"), parts.get("d"), parts.get("m")
    if rank := parts.get("rank"):
        day = str(_number(rank))
    if year is None:
        short = int(parts["yy"] or 0)
        year = str(short + (2000 if short < _PIVOT else 1900))
    if parts.get("month"):
        month = str(_MONTHS.index(str(parts["month"])[:3].lower()) + 1)
    if parts.get("a"):
        first, second = int(parts["a"] or 0), int(parts["b"] or 0)
        turned = second > _LAST_MONTH or (months_first and first <= _LAST_MONTH)
        day, month = (second, first) if turned else (first, second)  # type: ignore[assignment]
    text = f"{year}-{int(month or 0):02}"
    if day:
        text += f"-{int(day):02}"
    return text + _time(parts)


def _time(parts: dict[str, str | None]) -> str:
    """Write a time of day behind its day: "3:20 pm" as ``T15:20:00``; nothing if there is none."""
    told = parts.get("h") or parts.get("hour")
    if not told:
        return ""
    hour, half = int(told), (parts.get("half_day") or parts.get("half") or "").lower()
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    return f"T{hour:02}:{parts.get('min') or '00'}:{parts.get('s') or '00'}"
