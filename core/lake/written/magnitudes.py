r"""Thousands, millions and billions behind a number, told from units by SQL.

"1.2 million", "3 Mio. €", "€637k" and "120万円" say it by themselves. A letter alone may be a unit:
"5 m" is metres, "14k" gold, "300 K" a temperature, "3 M" a size, "105B" a code. Which of the two it
is decide all cells of a column (`read_by_letters`); what stays in doubt is a unit, and is said.
"""

from __future__ import annotations

import re

_WORDS = {
    3: ("thousand", "thousands", "tsd", "thsd", "tausend"),
    4: ("万", "萬"),
    5: ("lakh", "lakhs", "lac"),
    6: (
        *("million", "millions", "mio", "mln", "mill", "millionen", "millón", "millones"),
        *("milhão", "milhões", "milione", "milioni", "miljoen", "miljoner"),
    ),
    7: ("crore", "crores"),
    8: ("億", "亿"),
    9: (
        *("billion", "billions", "bn", "bln", "mrd", "mld", "milliarde", "milliarden"),
        *("milliard", "milliards", "miliardi", "miljard", "miljarder"),
    ),
    12: ("trillion", "trillions", "billionen"),
}
_WITH_MONEY = {
    3: ("k",),
    6: ("m", "mn", "mm"),
    7: ("cr",),
    9: ("b", "md", "mds"),
    12: ("tn",),
}
"""What says it beside a currency: nobody weighs euros. "T€" is thousands, "$1.2T" trillions."""
_LETTERS = {"k": 3, "m": 6, "b": 9}
_OPEN = tuple(
    f"{blank}{letter}" for blank in ("", " ") for letter in (*_LETTERS, *map(str.upper, _LETTERS))
)
_UNIT = "u"
_BLANK = r"[ \x{a0}\x{2009}\x{202f}]"
_BEHIND = r"[0-9][.,]?[ \x{a0}\x{2009}\x{202f}]?\pL"
_FINEST_GOLD = 24
"""Carats: "14k" and "24k" are no thousands."""

MEASURED_IN_METRES = re.compile(
    r"height|length|depth|width|distance|altitude|elevation|span|thick|diameter|radius|perimeter|"
    r"tall|high|deep|wide|long|clearance|drop|jump|throw|swim|run|race|wave|snow|tide|level|draught|"
    r"beam|dive|gauge|climb|ascent|descent|met(?:er|re)|size|stride|reach|visibility",
    re.IGNORECASE,
)
"""Names of columns that speak of a length."""


def magnitude(column: str, text: str, money: str, currencies: str) -> str:
    """Return SQL that says what the letters behind a cell's number are.

    Null without letters; the power of ten, as text, where they certainly are a magnitude; the
    letter, with the blank before it, where it may be one; ``u`` for any other unit.

    Parameters
    ----------
    text
        SQL of what `core.lake.written.numbers.written` has found, null where it is no number.
    money
        Pattern of what an amount of money holds.
    currencies
        Pattern of currencies that may stand right behind: "637 kEUR".
    """

    def behind(end: str) -> str:
        pattern = rf"[0-9][.,]?({_BLANK}?\pL+?)(?:{currencies})?(?:$|[^\pL\pN{end}])"
        return f"translate(regexp_extract({column}, '{pattern}', 1), '\u00a0\u2009\u202f', '   ')"

    by_word, by_amount = _powers(_WORDS), _powers(_WORDS, _WITH_MONEY)
    letters = _map({letter: letter for letter in _OPEN})
    in_thousands = rf"[0-9][.,]?{_BLANK}?T(?:\p{{Sc}}|{currencies})"
    with_money = (
        f"CASE WHEN NOT regexp_matches({column}, '[0-9][.,]?{_BLANK}?[tT]') "
        f"THEN {by_amount}[lower(trim({behind('')}))] "
        f"WHEN regexp_matches({column}, '{in_thousands}') THEN '3' "
        f"WHEN regexp_matches({column}, '[0-9][.,]?{_BLANK}?T(?:$|[^\\pL\\pN])') THEN '12' "
        f"ELSE {by_amount}[lower(trim({behind('')}))] END"
    )
    alone = behind("/^")
    without = f"coalesce({by_word}[lower(trim({alone}))], {letters}[{alone}])"
    # What is extracted takes twenty times as long as what is only matched.
    may_be = rf"(?i)[0-9][.,]?{_BLANK}?(?:{_any_word()}|[kmbt])(?:{currencies})?(?:$|[^\pL\pN])"
    return (
        f"CASE WHEN {text} IS NULL OR {text} = {column} THEN NULL "
        f"WHEN NOT regexp_matches({column}, '{_BEHIND}') THEN NULL "
        f"WHEN NOT regexp_matches({column}, '{may_be}') THEN '{_UNIT}' "
        f"WHEN regexp_matches({column}, '{money}') "
        f"THEN coalesce({with_money}, '{_UNIT}') ELSE coalesce({without}, '{_UNIT}') END"
    )


def read_by_letters(size: str, text: str) -> str:
    """Return SQL that says of a group of numbers whether single letters behind them are magnitudes.

    They are beside a cell that certainly has one ("€1.2M"); where there are several with fractions
    ("637K", "6.9M"), or thousands and millions ("100k", "1 m"); where the one has fractions and is
    a capital M or B ("6.9M"), or stands beside bare numbers ("980", "1.2K"); and in "50k" from 25
    on. They are not if there are other units.

    Parameters
    ----------
    size, text
        What `magnitude` says of each cell, and `core.lake.written.numbers.written` has found.
    """
    letter, broken = f"{size} IN ({_listed(_OPEN)})", f"regexp_matches({text}, '[.,]')"
    alone = f"bool_and({size} IN ('M', 'B')) FILTER (WHERE {letter})"
    attached = f"bool_and({size} NOT LIKE ' %') FILTER (WHERE {letter})"
    several = f"count(DISTINCT upper(trim({size}))) FILTER (WHERE {letter}) > 1"
    fractions = f"count(DISTINCT {text}) FILTER (WHERE {letter} AND {broken})"
    of_thousands = f"bool_or({size} = 'k')"
    beside_bare = f"count(*) FILTER (WHERE {size} IS NULL AND {text} IS NOT NULL)"
    whole = f"TRY_CAST({text} AS DOUBLE)"
    units = f"bool_or({size} = '{_UNIT}' AND {text} IS NOT NULL)"
    return (
        f"CASE WHEN NOT coalesce(bool_or({letter}), false) OR {units} "
        f"THEN false WHEN bool_or({_is_power(size)}) THEN true "
        f"WHEN {several} THEN {fractions} > 0 OR "
        f"({of_thousands} AND NOT bool_or(lower(trim({size})) = 'b')) "
        f"WHEN NOT {attached} THEN false "
        f"WHEN {alone} THEN {fractions} > 1 OR ({fractions} > 0 AND {beside_bare} > 0) "
        f"WHEN bool_or(lower({size}) = 'k') AND {fractions} > 0 AND {beside_bare} > 0 THEN true "
        f"WHEN {of_thousands} THEN {fractions} > 0 OR max({whole}) > {_FINEST_GOLD} ELSE false END"
    )


def doubted(size: str, by_letters: str) -> str:
    """Return SQL that tells the letter of a group that may have been taken for the wrong thing.

    With a plus before it if it was read as a magnitude; null where there is no doubt: beside a
    certain magnitude, a currency or another unit, and of a small "b", which codes have.
    """
    letter = f"{size} IN ({_listed(_OPEN)})"
    one = f"min(trim({size})) FILTER (WHERE {letter} AND trim({size}) <> 'b')"
    return (
        f"CASE WHEN bool_or({size} = '{_UNIT}' OR {_is_power(size)}) THEN NULL "
        f"WHEN {by_letters} THEN '+' || {one} ELSE {one} END"
    )


def exponent(size: str, by_letters: str) -> str:
    """Return SQL that writes a cell's magnitude behind its number: ``e6``, or nothing."""
    powers = _map({letter: f"e{_LETTERS[letter.strip().lower()]}" for letter in _OPEN})
    return (
        f"CASE WHEN {_is_power(size)} THEN 'e' || {size} "
        f"WHEN {by_letters} THEN coalesce({powers}[{size}], '') ELSE '' END"
    )


def without_magnitude(unit: str, size: str, by_letters: str) -> str:
    """Return SQL that takes the magnitude out of a unit, so that "€k" and "M€" are both "€"."""
    is_one = f"({_is_power(size)} OR ({by_letters} AND {size} IN ({_listed(_OPEN)})))"
    return (
        f"CASE WHEN {is_one} THEN nullif(regexp_replace({unit}, '(?i){_any_word()}|t', ''), '') "
        f"ELSE {unit} END"
    )


def _any_word() -> str:
    """Pattern of all words, the longest first."""
    words = {word for by in (_WORDS, _WITH_MONEY) for some in by.values() for word in some}
    return "|".join(sorted(words, key=lambda word: (-len(word), word)))


def _is_power(size: str) -> str:
    return f"{size} BETWEEN '0' AND '9~'"


def _powers(*by: dict[int, tuple[str, ...]]) -> str:
    return _map({word: str(n) for some in by for n, words in some.items() for word in words})


def _map(values: dict[str, str]) -> str:
    return "MAP {" + ", ".join(f"'{key}': '{value}'" for key, value in values.items()) + "}"


def _listed(values: tuple[str, ...]) -> str:
    return ", ".join(f"'{value}'" for value in values)
