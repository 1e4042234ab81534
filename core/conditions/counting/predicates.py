"""Conditions on rows as SQL over the cells of one column: parameters for values, never names.

Cells are text: dates are read out of them by `core.lake.written.dates`, numbers by
`core.lake.written.numbers`. Columns have numbers (``v0``, ``v1``...), so that no header ever
comes near a statement.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from unicodedata import normalize

from core.conditions.alike import as_amount
from core.conditions.counting.values import (
    begins,
    is_truth,
    of_truths,
    remarked,
    truth,
    without_remarks,
)
from core.conditions.exact_numbers import exact, is_beyond_doubles
from core.conditions.moments import span
from core.conditions.types import (
    Category,
    Comparison,
    Date,
    Missing,
    Number,
    Quantity,
    RowCondition,
    Text,
    When,
)
from core.lake.cells import BLANKS
from core.lake.written.dates import clear
from core.lake.written.missing_values import MISSING, STAND_INS, strings

CELLS_BETWEEN = "\x1f"
"""What stands between the cells of a row that are looked at together."""

_MISSING = frozenset(text.lower() for text in MISSING)
_ARTICLES = ("the ", "a ", "an ")
_BLANKS = (
    "[" + "".join(rf"\x{{{ord(blank):04X}}}" for blank in BLANKS if blank != CELLS_BETWEEN) + "]+"
)
_PLAIN = r"-?(?:0|[1-9]\d*)(\.\d+)?"
"""A number, and no code: "007" is another one than "7"."""
_CODE = r"^\s*0[0-9]+\s*$"
_YEAR = r"^[12][0-9]{3}(?:\.0+)?$"
_DAY = r"^(?:1[5-9]|20|21)[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])$"
"""A date without signs, "20200131"; other numbers of eight digits are amounts."""
_YEARS = r"^[12][0-9]{3} ?[-–—/] ?(?:[12][0-9]{3}|[0-9]{2}|present|now)?$"
"""A season, or all years from the first on: "2004 - 05", "1999–2003", "2009 -"."""
_YEAR_MONTH = "^[0-9]{4}-(?:0[1-9]|1[0-2])$"
_MONTH_YEAR = "^(?:0?[1-9]|1[0-2])[-./](?:1[5-9]|20|21)[0-9]{2}$"
_WHOLE_MONTH = "^(?:1[5-9]|20|21)[0-9]{2}(?:0[1-9]|1[0-2])$"
"""A month without signs, "202003"."""
_REMARK = r"\s*[:,]?\s*[(\[][^()\[\]]*[)\]]$"
"""Behind a date or a number: "9 June 1981 (age 32)", "2005 (78th)"."""
_AMOUNT_REMARKED = r"^[^(\[]*[0-9][^(\[]*[(\[]"
_TWO_AMOUNTS = r"^\s*[0-9]+[.,][0-9]+\s*\(\s*[0-9]+\s*\)\s*$"
_FIGURE = r"^[^\pL]*[0-9]"
"""A number or a date, whatever stands behind it."""
_SIGNS = {
    Comparison.LESS: "<",
    Comparison.AT_MOST: "<=",
    Comparison.GREATER: ">",
    Comparison.AT_LEAST: ">=",
    Comparison.EQUAL: "=",
}


@dataclass(frozen=True)
class Predicate:
    """What a row satisfies or not.

    Parameters
    ----------
    sql
        A boolean over the columns ``v0``... (text), ``n0``... (numbers), ``w0``... (whole numbers,
        if `needs_whole`) or ``t0``... (moments), ``lacks0``... (whether there is no such column),
        those of `marks`, and named parameters.
    values
        The parameters.
    may_be
        The same of what a row may satisfy, and must not where the opposite is asked for: "W 28-13"
        is no other result than W where no cell is W alone, and a cell that is not missing takes a
        column. None if that is `sql`.
    """

    sql: str
    values: dict[str, object]
    may_be: str | None = None

    @property
    def refused(self) -> str:
        """What a row must not satisfy where the opposite is asked for."""
        return self.sql if self.may_be is None else self.may_be


def predicate(condition: RowCondition, slot: int) -> Predicate:
    """Turn a condition into SQL over the column of its number.

    Examples
    --------
    >>> from core.conditions.types import Quantity, Comparison
    >>> predicate(Number("x", Quantity(Comparison.GREATER, 5)), 2)
    Predicate(sql='n2 > $p2a', values={'p2a': 5}, may_be=None)
    """
    if isinstance(condition, Category):
        return _category(condition, slot)
    if isinstance(condition, Text):
        return _text(condition, slot)
    if isinstance(condition, Number):
        return _number(condition.quantity, slot)
    if isinstance(condition, Missing):
        return _missing(slot)
    amount = as_amount(condition)
    return _date(condition, slot) if amount is None else _year_or_amount(condition, amount, slot)


def needs_numbers(condition: RowCondition) -> bool:
    """Whether a condition compares numbers: of categories, those that have one for a value."""
    if isinstance(condition, Category):
        return any(re.fullmatch(_PLAIN, value.strip()) for value in condition.values)
    return isinstance(condition, Number) or as_amount(condition) is not None


def needs_whole(condition: RowCondition) -> bool:
    """Whether a condition has a whole number that is compared as such, for it is no double."""
    if isinstance(condition, Number):
        return is_beyond_doubles(condition.quantity.value, condition.quantity.upper)
    numbers = condition.values if isinstance(condition, Category) else ()
    return is_beyond_doubles(*(exact(one) for one in numbers if re.fullmatch(_PLAIN, one.strip())))


def missing_texts(condition: RowCondition) -> tuple[str, ...]:
    """Return the texts that stand for a missing cell: no value is compared with them.

    Words are looked for in all cells, and who asks for such a text as a value means it: in a
    column of countries "NA" is Namibia.

    Examples
    --------
    >>> "N/A" in missing_texts(Category("dept", ("X",)))
    True
    >>> missing_texts(Category("country", ("na", "de")))
    ()
    """
    if isinstance(condition, Text):
        return ()
    asked = condition.values if isinstance(condition, Category) else ()
    return () if _MISSING & {folded(value) for value in asked} else MISSING


def bare_amount(column: str) -> str:
    """Return SQL that takes what is remarked in brackets behind a column's numbers away.

    "630 (8.6%)", "12 kg (26 lb)" and "1,234[5]" have one. Not so "(5)", which is below 0, nor
    "13.20 (98)", where either may be meant.
    """
    remarked = (
        f"right(trim({column}), 1) IN (')', ']') AND regexp_matches({column}, '{_AMOUNT_REMARKED}')"
        f" AND NOT regexp_matches({column}, '{_TWO_AMOUNTS}')"
    )
    return (
        f"CASE WHEN {remarked} THEN regexp_replace(trim({column}), '{_REMARK}', '') "
        f"ELSE {column} END"
    )


def bare_moment(column: str) -> str:
    """Return SQL that takes what is remarked in brackets behind a column's dates away."""
    text = f"trim({column})"
    remarked = f"right({text}, 1) IN (')', ']')"
    return f"CASE WHEN {remarked} THEN regexp_replace({text}, '{_REMARK}', '') ELSE {text} END"


def clear_moment(column: str) -> str:
    """Return SQL that reads a text column's dates where the order of day and month is clear.

    Besides what a profile takes for dates, years alone are, of several the first, months in numbers
    with the year behind ("03/2020"), and days and months without signs.
    """
    year = f"make_timestamp(left({column}, 4)::BIGINT, 1, 1, 0, 0, 0)"
    return (
        f"CASE WHEN strlen({column}) BETWEEN 4 AND 6 AND regexp_matches({column}, '{_YEAR}') "
        f"THEN {year} WHEN strlen({column}) = 8 AND regexp_matches({column}, '{_DAY}') "
        f"THEN try_strptime({column}, '%Y%m%d') "
        f"WHEN strlen({column}) = 6 AND regexp_matches({column}, '{_WHOLE_MONTH}') "
        f"THEN try_strptime({column} || '01', '%Y%m%d') "
        f"WHEN strlen({column}) BETWEEN 6 AND 7 AND regexp_matches({column}, '{_MONTH_YEAR}') "
        f"THEN try_strptime('01-' || translate({column}, './', '--'), '%d-%m-%Y') "
        f"WHEN strlen({column}) BETWEEN 5 AND 14 "
        f"AND regexp_matches({column}, '{_YEARS}') "
        f"AND NOT regexp_matches({column}, '{_YEAR_MONTH}') THEN {year} ELSE {clear(column)} END"
    )


def folded(value: str) -> str:
    """Return a value as it is compared with cells: case, kinds of blanks and of accents aside.

    Letters are made small one by one, as DuckDB does: a Greek word in capitals ends in the same
    sigma as in the middle, and "İ" is an "i".

    Examples
    --------
    >>> folded(" New\u00a0York "), folded("ΑΘΗΝΑΣ"), folded("İstanbul")
    ('new york', 'αθηνασ', 'istanbul')
    """
    composed = normalize("NFC", " ".join(value.split()))
    return "".join(letter.lower()[0] for letter in composed)


def is_value(cell: str, value: str) -> bool:
    """Whether a cell is a value, as conditions count it.

    An article in front of it and a remark in brackets behind count for nothing.

    Examples
    --------
    >>> is_value("The Godfather", "godfather"), is_value("Godfather", "The Godfather")
    (True, False)
    >>> is_value("Germany (EUA)", "Germany"), is_value("Germany", "Germany (EUA)")
    (True, False)
    """
    asked = folded(value)
    among = {asked, *(article + asked for article in _ARTICLES)}
    return bool({folded(cell), without_remarks(folded(cell))} & among)


def _cells(slot: int, words: str) -> str:
    """Give the cells as `folded` has words; what is dear is done where the words call for it."""
    cells = f"v{slot}"
    if " " in words:
        cells = f"trim(regexp_replace({cells}, '{_BLANKS}', ' ', 'g'))"
    return f"lower({cells})" if words.isascii() else f"lower(nfc_normalize({cells}))"


def marks(condition: RowCondition, slot: int) -> Iterator[str]:
    """Give what a table's cells together say of each: columns of aggregates.

    ``truths`` of a column of yes and no, ``exact`` of each value that some cell is; for missing
    cells ``figures`` of a column of numbers or dates.
    """
    if isinstance(condition, Missing):
        figures = f"count_if(regexp_matches(v{slot}, '{_FIGURE}'))"
        yield f"2 * {figures} > count_if(NOT {_stands_in(slot)}) AS figures{slot}"
    if not isinstance(condition, Category):
        return
    if any(truth(value.strip()) is not None for value in condition.values):
        yield f"{of_truths(f'v{slot}')} AS truths{slot}"
    for i, value in enumerate(condition.values):
        if _may_begin_cells(value):
            yield f"coalesce(bool_or({_equal(value, slot, i)}), false) AS exact{slot}_{i}"


def _may_begin_cells(value: str) -> bool:
    """Whether a cell that begins with a value may be it: "4 - 2" is no 4."""
    return not re.fullmatch(_PLAIN, value.strip())


def _equal(value: str, slot: int, i: int) -> str:
    """Make SQL of whether a cell is a value, whatever the others of its column are."""
    words, name = folded(value), f"$p{slot}c{i}"
    cells = _cells(slot, words)
    # The reader leaves an article in front out: "title is the godfather".
    among = ", ".join([name, *(f"'{article}' || {name}" for article in _ARTICLES)])
    equal = f"{cells} IN ({among})"
    return equal if words.endswith((")", "]")) else f"({equal} OR {remarked(cells, among)})"


def _category(condition: Category, slot: int) -> Predicate:
    values: dict[str, object] = {}
    tests, others = [], []
    for i, value in enumerate(condition.values):
        name = f"p{slot}c{i}"
        values[name] = folded(value)
        test = _equal(value, slot, i)
        is_yes = truth(value.strip())
        if is_yes is not None:
            test += f" OR (truths{slot} AND {is_truth(f'v{slot}', is_yes)})"
        if re.fullmatch(_PLAIN, value.strip()):
            values[f"{name}n"] = exact(value)
            number = _compared(slot, f"= ${name}n", values[f"{name}n"])
            # What is no number is another value, and not unknown.
            test += f" OR (coalesce({number}, false) AND NOT regexp_matches(v{slot}, '{_CODE}'))"
        tests.append(test)
        if _may_begin_cells(value):
            begun = begins(_cells(slot, folded(value)), f"${name}")
            others.append(f"(NOT exact{slot}_{i} AND {begun})")
    every = " OR ".join(tests)
    return Predicate(f"({every})", values, f"({' OR '.join([every, *others])})" if others else None)


def _text(condition: Text, slot: int) -> Predicate:
    words = folded(condition.text)
    cells = _cells(slot, words)
    pattern = rf"(?:^|[^\pL\pN]){re.escape(words)}(?:$|[^\pL\pN])"
    return Predicate(
        f"(contains({cells}, $p{slot}w) AND regexp_matches({cells}, $p{slot}r))",
        {f"p{slot}w": words, f"p{slot}r": pattern},
    )


def _number(quantity: Quantity, slot: int) -> Predicate:
    low, high = f"p{slot}a", f"p{slot}b"
    if quantity.comparison is Comparison.BETWEEN:
        ends = (f">= ${low}", quantity.value), (f"<= ${high}", quantity.upper)
        # Not by BETWEEN: of three types it makes one, which may be that of doubles.
        between = " AND ".join(_compared(slot, sign, end) for sign, end in ends)
        return Predicate(f"({between})", {low: quantity.value, high: quantity.upper})
    if quantity.comparison is Comparison.ABOUT:
        begin, end = quantity.about
        return Predicate(f"n{slot} BETWEEN ${low} AND ${high}", {low: begin, high: end})
    compared = _compared(slot, f"{_SIGNS[quantity.comparison]} ${low}", quantity.value)
    return Predicate(compared, {low: quantity.value})


def _compared(slot: int, comparison: str, number: object) -> str:
    """Compare a column's numbers, whole ones as such where doubles could not tell them apart."""
    if not is_beyond_doubles(number):
        return f"n{slot} {comparison}"
    return f"CASE WHEN w{slot} IS NULL THEN n{slot} {comparison} ELSE w{slot} {comparison} END"


def _missing(slot: int) -> Predicate:
    """A column that is not there has no cell that could be missing, and none that is filled.

    Among numbers and dates a lone dash stands for none; among names it may be one.
    """
    none = f"(v{slot} IS NULL OR trim(v{slot}) = '' OR (figures{slot} AND {_stands_in(slot)}))"
    return Predicate(f"(NOT lacks{slot} AND {none})", {}, f"(lacks{slot} OR {none})")


def _stands_in(slot: int) -> str:
    """Make SQL of whether a cell is empty, or stands for none where the others are numbers."""
    return f"lower(trim(v{slot})) IN ('', {strings(STAND_INS)})"


def _year_or_amount(condition: Date, amount: Number, slot: int) -> Predicate:
    """Compare dates as such, and what is no date as an amount.

    A column that is not called as dates are may be either: "rent between 1500 and 2000".
    """
    dated, counted = _date(condition, slot), _number(amount.quantity, slot)
    named = {f"{name}n": value for name, value in counted.values.items()}
    sql = re.sub(r"(\$p\d+[ab])\b", r"\1n", counted.sql)
    return Predicate(f"coalesce({dated.sql}, {sql})", {**dated.values, **named})


def _date(condition: Date, slot: int) -> Predicate:
    low, high = f"p{slot}a", f"p{slot}b"
    begin, next_begin = span(condition.first)
    if condition.when is When.BEFORE:
        return Predicate(f"t{slot} < ${low}", {low: begin})
    if condition.when is When.UNTIL:
        return Predicate(f"t{slot} < ${low}", {low: next_begin})
    if condition.when is When.AFTER:
        return Predicate(f"t{slot} >= ${low}", {low: next_begin})
    if condition.when is When.SINCE:
        return Predicate(f"t{slot} >= ${low}", {low: begin})
    if condition.when is When.BETWEEN:
        next_begin = span(condition.last)[1]
    return Predicate(f"(t{slot} >= ${low} AND t{slot} < ${high})", {low: begin, high: next_begin})
