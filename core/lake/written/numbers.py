"""Numbers as people write them, read by SQL: one rule for conditions on rows and for profiles.

Units, currencies, signs, thousands and decimal marks are those of any country. What one cell leaves
open, whether "421.878" is four hundred thousand or four hundred, is decided by all cells of its
column. It takes three steps: `written` finds the number in a cell, `marked` what its points and
commas show, `sized` the magnitude behind it and `open_minus` whether a minus may be; then
`counts_by_comma`, `read_by_letters` and `minus_behind` say for a column which mark its cells show,
whether letters are magnitudes and dashes minuses; `number` and `signed` read them by that.
"""

from __future__ import annotations

import re

from core.lake.written.magnitudes import exponent, magnitude
from core.lake.written.missing_values import STAND_INS, strings

CURRENCIES = (
    *("AED", "AUD", "BGN", "BRL", "CAD", "CHF", "CNY", "CZK", "DKK", "EUR", "GBP", "HKD", "HUF"),
    *("IDR", "ILS", "INR", "ISK", "JPY", "KES", "KRW", "MXN", "MYR", "NGN", "NOK", "NZD", "PHP"),
    *("PLN", "RON", "RSD", "RUB", "SAR", "SEK", "SGD", "THB", "TRY", "TWD", "UAH", "USD", "VND"),
    *("ZAR", "SFr.", "Fr.", "Rs.", "kr.", "kr", "Kč", "zł", "US$", "R$", "A$", "C$"),
)
"""Currencies that are written in letters; those with a sign of their own need no list."""

_BLANK = r"[ \x{a0}\x{2009}\x{202f}]"
THOUSANDS = r" \x{a0}\x{2009}\x{202f}''’"
"""Between thousands, besides point and comma; the apostrophe is doubled for SQL."""

_MARK = f"[{THOUSANDS}]"
_LETTERS = "|".join(re.escape(one) for one in CURRENCIES)
_MONEY = rf"(?:\p{{Sc}}|{_LETTERS})"
_CHARACTERS = "円|元|圓"
_HAS_MONEY = (
    rf"\p{{Sc}}|{_CHARACTERS}|"
    rf"(?:^|[^\pL])(?:[kKmMT]|[mM][nN]|bn|Mio|Mrd)?(?:{_LETTERS})(?:$|[^\pL])"
)
SIGN = "[-+−]?"
FIRST_SIGN = rf"(?:{SIGN}|[-−]{_BLANK})"
"""In front of all: "- CHF 5"."""
_VAGUELY = (
    rf"(?i:ca\.?|c\.|circa|approx\.?|approximately|about|around|nearly|almost|est\.){_BLANK}?"
)
"""In front of an amount that is not exact: "ca. 30"."""
BEFORE_AMOUNTS = rf"(?:[^\pL\pN.,+−-]{{0,3}}|(?:{_VAGUELY})?\(?{_MONEY}{_BLANK}?\(?|{_VAGUELY})"
_DIGITS = (
    rf"[0-9]{{1,3}}(?:{_MARK}[0-9]{{3}})+(?:[.,][0-9]*)?"
    r"|[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]*)?|[0-9]{1,3}(?:\.[0-9]{3})+(?:,[0-9]*)?"
    r"|[0-9]+(?:[.,][0-9]*)?|[.,][0-9]+"
)
BEHIND_AMOUNTS = r"[\s\x{a0}]?[^\s0-9¼-¾⅐-⅞][^0-9]{0,12}"
_AMOUNT = (
    rf"^{FIRST_SIGN}{BEFORE_AMOUNTS}{SIGN}{_BLANK}?(?:{_DIGITS})"
    rf"(?:[eE][-+]?[0-9]{{1,3}})?(?:{BEHIND_AMOUNTS})?$"
)
_SPAN = rf"[0-9](?:(?:[0-9.,]|{_MARK})*[0-9])?(?:[eE][-+]?[0-9]+)?"
_BARE = r"[+-]?(?:0|[1-9][0-9]{0,2}(?:\.[0-9]{3})?)"
_WHOLE = r"[+-]?(?:[0-9]+|[0-9]{1,3}(?:,[0-9]{3}){2,}|[0-9]{1,3}(?:\.[0-9]{3}){2,})"
_WHOLE_AS_FLOAT = r"[+-]?[0-9]+\.00?"
"""As programs write whole numbers of columns with gaps: "9007199254740993.0"."""
_NO_WHOLE = r"^[^\pL0-9]*[.,][0-9]"
_LONGEST = 60
_SIGNS = r" +-−()"
"""What makes a bare number one below 0: "31-", "(31)"."""
_MINUS_BEFORE = "^[^0-9]*[-−]"
_UNIT_BEHIND = rf"(?:{_BLANK}?(?:{_MONEY}|%)|{_BLANK}\pL{{1,3}}[²³]?)?"
"""Behind a minus that stands behind: "1.5-inch" has none, "1.5- kg" has."""
_MINUS_BEHIND = (
    rf"(?:[.,][0-9]+|{_MARK}[0-9]+|[0-9]{{3}}){_BLANK}?"
    rf"(?:[-−]{_UNIT_BEHIND}|(?:{_MONEY}|%){_BLANK}?[-−]){_BLANK}*$"
)
_SINCE = rf"^{_BLANK}*[12][0-9]{{3}}{_BLANK}?[-−]"
"""A year and all that came behind it."""
_OPEN_MINUS = rf"[0-9]{_BLANK}?[-−]{_UNIT_BEHIND}{_BLANK}*$"
_IN_BRACKETS = rf"^{_BLANK}*(?:{_MONEY}{_BLANK}?)?\(.*\)(?:{_BLANK}?(?:%|{_MONEY}))?{_BLANK}*$"


def written(column: str) -> str:
    """Return SQL that finds the number in a cell: its sign, digits, points and commas.

    Null where a cell is no number. "1,234.50 kg" gives ``1,234.50``, "CHF 1'011.50" ``1011.50``;
    a minus may stand before or behind, be U+2212, or be brackets around the number.
    """

    def holds(pattern: str) -> str:
        return f"regexp_matches({column}, '{pattern}')"

    # DuckDB's cast takes "12_3" for 123.
    bare = f"isfinite(TRY_CAST({column} AS DOUBLE)) AND NOT contains({column}, '_')"
    # Groups of a pattern take twenty times as long as what is only matched, a cast a hundredth.
    digits = f"translate(regexp_extract({column}, '{_SPAN}'), ' \u00a0\u2009\u202f''’', '')"
    found = f"CASE WHEN {holds(_NO_WHOLE)} THEN '0.' ELSE '' END || {digits}"
    behind = f"({holds(_MINUS_BEHIND)} AND NOT {holds(_SINCE)})"
    return (
        f"CASE WHEN {bare} THEN {column} "
        f"WHEN strlen({column}) >= {_LONGEST} OR NOT {holds(_AMOUNT)} THEN NULL "
        f"WHEN {holds('[(−-]')} AND ({holds(_MINUS_BEFORE)} OR {behind} OR {holds(_IN_BRACKETS)}) "
        f"THEN '-' || {found} ELSE {found} END"
    )


def open_minus(column: str, text: str) -> str:
    """Return SQL that says whether what stands behind a cell's number may be a minus or a dash.

    "31-" may be the dash of "31-35", "1500-" all that came since 1500; see `minus_behind`.

    Parameters
    ----------
    text
        What `written` has found in the cell, without that sign: a column by then.
    """
    return (
        f"CASE WHEN {text} IS NULL OR {text} = {column} OR {text} LIKE '-%' THEN false "
        f"ELSE regexp_matches({column}, '{_OPEN_MINUS}') END"
    )


def minus_behind(column: str, text: str) -> str:
    """Return SQL that says of a group of `written` cells whether their minus stands behind.

    It does if it certainly does in one of them: "980-" or "12,50-".
    """
    certainly = (
        f"{text} LIKE '-%' AND NOT contains({column}, '(') "
        f"AND NOT regexp_matches({column}, '{_MINUS_BEFORE}')"
    )
    return f"coalesce(bool_or({certainly}), false)"


def signed(value: str, is_open: str, is_behind: str) -> str:
    """Return SQL that gives a cell's value its sign.

    Parameters
    ----------
    value
        SQL of what `number` or `whole` reads.
    is_open, is_behind
        SQL of what `open_minus` says of the cell and `minus_behind` of the column.
    """
    return f"CASE WHEN {is_open} AND {is_behind} THEN -({value}) ELSE {value} END"


def sized(column: str, text: str) -> str:
    """Return SQL that says whether a cell's number has a magnitude behind it, or another unit.

    See `core.lake.written.magnitudes`.

    Parameters
    ----------
    text
        What `written` has found in the cell: a column by then, for it is dear.
    """
    return magnitude(column, text, _HAS_MONEY, f"{_LETTERS}|{_CHARACTERS}")


def marked(text: str) -> str:
    """Return SQL that says what the points and commas of a number are, null where it has none.

    ``comma`` or ``point`` where that can only be the decimal mark ("3,5", "1.234,5" and
    "1.234.567" show a comma), ``open comma`` or ``open point`` where the only one may divide
    thousands as well ("1,234", "1.234").

    Parameters
    ----------
    text
        What `written` has found in the cell: a column by then, for it is dear.
    """
    any_number = (
        f"CASE WHEN {_open(text, ',')} THEN 'open comma' WHEN {_open(text, '.')} THEN 'open point' "
        f"WHEN {_shows(text, '.', ',')} THEN 'comma' WHEN {_shows(text, ',', '.')} THEN 'point' END"
    )
    # Most numbers have no comma, and are told at a tenth of the time.
    point = f"strpos({text}, '.')"
    return (
        f"CASE WHEN strpos({text}, ',') > 0 OR strlen({text}) - {point} = 3 "
        f"THEN CASE WHEN {point} > 0 OR strpos({text}, ',') > 0 THEN {any_number} END "
        f"WHEN {point} = 0 THEN NULL WHEN {text} LIKE '%.%.%' THEN 'comma' "
        f"WHEN {text} IS NOT NULL THEN 'point' END"
    )


def money_in_thousands(column: str, mark: str) -> str:
    """Return SQL that says of "24.050 €" that it is money, null where a point is no such one.

    Parameters
    ----------
    mark
        What `marked` says of the cell: a column by then.
    """
    return f"CASE WHEN {mark} = 'open point' THEN regexp_matches({column}, '{_HAS_MONEY}') END"


def counts_by_comma(column: str, text: str, mark: str, money: str) -> str:
    """Return SQL that says of a group of `written` cells whether their decimal mark is a comma.

    It is if more cells show that than show a point. Where no cell shows either, points are between
    thousands in amounts of money that reach 10 or twice the smallest ("24.050 €": thousandths are
    of prices of fuel, all alike), and see `bare_thousands`.

    Parameters
    ----------
    column
        The cells; for the second those that have a value must be bare numbers, a minus before or
        behind them, or brackets, aside.
    mark, money
        What `marked` and `money_in_thousands` say of each cell.
    """
    commas, points, open_commas = _marks(mark)
    value = f"abs(TRY_CAST({text} AS DOUBLE))"
    least, most = (f"{end}({value}) FILTER (WHERE {money})" for end in ("min", "max"))
    # Most numbers are bare as they stand; CASE, unlike OR, then does not trim, which is dear.
    bare = (
        f"CASE WHEN {text} = {column} THEN true "
        f"ELSE trim({column}, '{_SIGNS}') = trim({text}, '+-') END"
    )
    none = f"{column} IS NULL OR lower({column}) IN ({strings(STAND_INS)})"
    alone = f"bool_and(CASE WHEN {text} IS NULL THEN {none} ELSE {bare} END)"
    in_thousands = bare_thousands(text, f"{mark} IS DISTINCT FROM 'point'")
    differ = f"coalesce({most} > {least} AND ({most} >= 10 OR {most} >= 2 * {least}), false)"
    return (
        f"CASE WHEN {commas} > 0 OR {points} > 0 THEN {commas} > {points} "
        f"WHEN {open_commas} > 0 THEN false "
        f"ELSE {differ} OR ({alone} AND {in_thousands}) END"
    )


def bare_thousands(text: str, may_be: str = "true") -> str:
    """Return SQL that says whether the points of a group of bare numbers are between thousands.

    They are if each has three digits behind it and whole numbers stand among them that are larger
    than what they would be as fractions: "1.730" beside "591". Alone they are fractions, such as
    times, speeds and scores: so are all such columns that are known.

    Parameters
    ----------
    may_be
        SQL that is false of what certainly is no such number, and need not be looked at.
    """
    pointed, whole = f"{text} LIKE '%.%'", f"{text} NOT LIKE '%.%'"
    value, is_bare = f"abs(TRY_CAST({text} AS DOUBLE))", f"regexp_full_match({text}, '{_BARE}')"
    return (
        f"coalesce(bool_and(CASE WHEN {may_be} THEN {is_bare} ELSE false END) "
        f"AND min({text}) FILTER (WHERE {pointed}) < max({text}) FILTER (WHERE {pointed}) "
        f"AND max({value}) FILTER (WHERE {whole}) > max({value}) FILTER (WHERE {pointed}), false)"
    )


def doubted_marks(mark: str, money: str, by_comma: str) -> str:
    """Return SQL that says how points were taken in a group that shows no decimal mark.

    ``thousands``, ``fractions`` of money, ``bare fractions`` where several numbers have three
    digits behind a point and none another number of them, or null where there is no doubt.
    """
    commas, points, open_commas = _marks(mark)
    open_points = f"count(*) FILTER (WHERE {mark} = 'open point')"
    return (
        f"CASE WHEN {commas} + {points} + {open_commas} > 0 THEN NULL "
        f"WHEN {by_comma} THEN 'thousands' WHEN bool_or({money}) THEN 'fractions' "
        f"WHEN {open_points} > 1 THEN 'bare fractions' END"
    )


def _marks(mark: str) -> tuple[str, str, str]:
    """SQL that counts cells with a decimal comma, with a point, and with a comma left open."""
    commas, points, open_commas = (
        f"count(*) FILTER (WHERE {mark} = '{one}')" for one in ("comma", "point", "open comma")
    )
    return commas, points, open_commas


def number(text: str, mark: str, by_comma: str, size: str, by_letters: str) -> str:
    """Return SQL that reads what `written` found, null where there is none.

    Parameters
    ----------
    mark
        What `marked` says of the cell.
    by_comma
        SQL of what `counts_by_comma` says of the column.
    size, by_letters
        SQL of what `sized` says of the cell and `read_by_letters` of the column.
    """
    large = _read(text, mark, by_comma, f" || {exponent(size, by_letters)}")
    return f"CASE WHEN {size} IS NULL THEN {_read(text, mark, by_comma, '')} ELSE {large} END"


def whole(text: str, size: str) -> str:
    """Return SQL that reads a whole number of up to 38 digits as such, null elsewhere."""
    alone = f"({size} IS NULL OR {size} = 'u')"
    return (
        f"CASE WHEN {alone} AND regexp_full_match({text}, '{_WHOLE}') "
        f"THEN TRY_CAST(translate({text}, '+,.', '') AS HUGEINT) "
        f"WHEN {alone} AND regexp_full_match({text}, '{_WHOLE_AS_FLOAT}') "
        f"THEN TRY_CAST(split_part({text}, '.', 1) AS HUGEINT) END"
    )


def _read(text: str, mark: str, by_comma: str, behind: str) -> str:
    """SQL that reads a number by its column's mark, with an exponent behind it.

    Null where it is beyond the greatest double.
    """
    cast = f"TRY_CAST({text}{behind} AS DOUBLE)"
    read = (
        f"CASE WHEN NOT {by_comma} AND isfinite({cast}) THEN {cast} "
        f"WHEN {mark} = 'comma' OR ({by_comma} AND {mark} IN ('open comma', 'open point')) "
        f"THEN TRY_CAST(replace(replace({text}, '.', ''), ',', '.'){behind} AS DOUBLE) "
        f"ELSE TRY_CAST(replace({text}, ',', ''){behind} AS DOUBLE) END"
    )
    return f"nullif(nullif({read}, 'inf'::DOUBLE), '-inf'::DOUBLE)"


def _shows(text: str, thousands: str, mark: str) -> str:
    """SQL that says whether a number can only be meant with one sign for thousands, one mark.

    What `written` finds has at most one of the two several times, and then in groups of three.
    """
    at_mark, at_thousands = f"strpos({text}, '{mark}')", f"strpos({text}, '{thousands}')"
    alone = f"{text} NOT LIKE '%{mark}%{mark}%' AND NOT {_open(text, mark)}"
    return (
        f"CASE WHEN {at_mark} = 0 THEN {text} LIKE '%{thousands}%{thousands}%' "
        f"WHEN {at_thousands} = 0 THEN {alone} ELSE {at_mark} > {at_thousands} END"
    )


def _open(text: str, sign: str) -> str:
    """SQL that says whether a number's only sign may be its mark or divide its thousands."""
    bare, at = f"ltrim({text}, '+-')", f"strpos({text}, '{sign}')"
    return (
        f"(strlen({text}) - {at} = 3 AND strpos({bare}, '{sign}') BETWEEN 2 AND 4 "
        f"AND left({bare}, 1) <> '0' AND {bare} NOT LIKE '%.%,%' AND {bare} NOT LIKE '%,%.%')"
    )
