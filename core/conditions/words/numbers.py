"""Numbers as people write them, in digits and in words, in a row of pieces of a text."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from lark import Token

from core.conditions.exact_numbers import exact
from core.conditions.words.halves import half_behind, one_of_halves
from core.conditions.words.lexicon import MULTIPLIERS, NUMBER_WORDS
from core.conditions.words.tokens import retyped, token, word_at

_NO_LETTER = r"(?![A-Za-z])"
_CURRENCY = r"[$£¥¢¤฿\u20a0-\u20cf]"
_UNIT = (
    r"(?:(?:kg|km|cm|mm|ms|mg|ml|m|g|min|hrs|kwh|kWh|kW|MW|MWh|GWh|[KMGT]B|[kmgt]b|[KMGT]iB|lbs?|mph|"
    r"kmh|kph|km/h|m/s|ft|yd|mi|oz|sqm|sqft|[kcm]?m[²2³3]|ha|px|[kMG]?Hz|bar|hPa|kPa|psi|kcal|"
    rf"°[CF]?|b){_NO_LETTER}|{_CURRENCY})"
)
_NUMBER = re.compile(
    rf"(?P<sign>[-+−])?(?P<currency>[A-Z]{{0,3}}{_CURRENCY})?"
    r"(?P<digits>\d{1,3}(?:[,'’]\d{3})+(?:\.\d+)?|\d{1,3}(?:\.\d{3})+,\d+|"
    r"\d{1,3}(?:\.\d{3}){2,}|\d+,\d{1,2}|\d+(?:\.\d+)?|\.\d+)"
    r"(?P<exponent>[eE][-+]?\d{1,3})?"
    # A unit first: "80kg" is no 80 thousand grams.
    rf"(?:(?P<unit>{_UNIT})|(?P<times>k|K|M|MM|mn|bn|tn)(?:{_UNIT})?)?(?P<percent>%)?(?P<plus>\+)?"
)
_UNGROUPED = re.compile(rf"[-+−]?(?:[A-Z]{{0,3}}{_CURRENCY})?\d{{1,3}}")
_RANGE = re.compile(
    r"[$€£]?(?P<low>\d+(?:[.,]\d+)*k?)(?P<to>[-–—]|\.\.+)[$€£]?(?P<high>\d+(?:[.,]\d+)*k?)"
    r"(?P<unit>%)?"
)
_PLAINLY_A_RANGE = re.compile(
    r"[\d.,]+k[-–—][\d.,]+k|\d+\.\.+\d+|[$€£][\d.,]+k?[-–—][$€£]?[\d.,]+k?"
)
_BETWEEN_DIGITS = re.compile(r"[,'’]")
_CONTINENTAL = re.compile(r"\d{1,3}(?:\.\d{3})+,\d+|\d{1,3}(?:\.\d{3}){2,}|\d+,\d{1,2}")
"""With a comma before the fraction and points between thousands, as in most of Europe."""
_AFTER_BLANK = re.compile(r"\d{3}(?P<fraction>[.,]\d{1,2})?")
_FRACTION = re.compile(r"(\d)/(\d{1,2})")
_PARTS = {
    part + ending: value
    for part, value in {"third": 3, "quarter": 4, "fifth": 5, "tenth": 10}.items()
    for ending in ("", "s")
}
_WITH_CURRENCY = {"m": 1_000_000, "b": 1_000_000_000}
_TIMES = set(MULTIPLIERS) - {"m", "mm"}  # which are also metres and millimetres
_LARGE = {"thousand", "million", "billion", "trillion"}
_COUNTED_BY_ONE = {*_LARGE, "hundred", "dozen"}
_COUPLED = {"hundred", "dozen", *_LARGE}
_PERCENT = {("percent",), ("%",), ("per", "cent"), ("pct",), ("pct.",)}
_NEGATIVE = {"minus", "negative"}
_OF_ROWS = {"rows", "records", "entries", "lines", "observations", "cases", "tuples"}
_COMPARING = {
    *(
        "exceeds",
        "exceed",
        "over",
        "above",
        "below",
        "under",
        "is",
        "are",
        "than",
        "tops",
        "equals",
    ),
    *("beyond", "past", "passes", "surpasses", ">", "<", "=", ">=", "<="),
}
_ENDING = {"", ".", ",", ";", "?", "!", ")", "and", "or", "but"}
"""What stands behind the end of a comparison."""
_ONE_DIGIT, _TWENTY, _HUNDRED, _THOUSAND = 10, 20, 100, 1_000


def is_number(word: str) -> bool:
    """Whether a word is a number in digits, with its sign, currency, multiplier or unit."""
    return _NUMBER.fullmatch(word) is not None


def read_number(
    pieces: Sequence[Token], place: int, inside_between: bool = False
) -> tuple[list[Token] | None, int]:
    """Read the number that stands at one place, as tokens, and say how many pieces it takes.

    "1,200", "1 200", "1.200,50", "$5k", "80%", "2 million", "minus five", "two hundred and fifty",
    "a dozen", "a couple of hundred", "two thirds of" and "300+" are numbers.

    Parameters
    ----------
    inside_between
        Whether it is the first of "between", whose "and" is no part of it.
    """
    piece = pieces[place]
    if piece.type != "PIECE":
        return None, 0
    if word_at(pieces, place) in _NEGATIVE:
        return _negative(pieces, place)
    part = _part_of_million(pieces, place) or _couple(pieces, place)
    if part is not None:
        return part
    share = _fraction(pieces, place)
    if share is not None:
        return share
    match = _NUMBER.fullmatch(str(piece))
    if match is not None and _is_year(match):
        return [token("YEAR", match["digits"], piece.start_pos, piece.end_pos)], 1
    value, used = (
        _in_digits(pieces, place, match) if match else _in_words(pieces, place, inside_between)
    )
    return (None, 0) if value is None else _measured(pieces, place, value, used, match)


def _measured(
    pieces: Sequence[Token], place: int, value: float, used: int, match: re.Match[str] | None
) -> tuple[list[Token], int]:
    """Take in the multipliers, the per cent and the "+" behind a number."""
    piece = pieces[place]
    plus = bool(match and match["plus"])
    percent = bool(match and match["percent"])
    half, words_of_half = half_behind(pieces, place, place + used)
    if words_of_half:  # else a long whole number keeps its last digits
        value, used = value + half, used + words_of_half
    while not plus and not percent and word_at(pieces, place + used) in _TIMES:
        value *= MULTIPLIERS[word_at(pieces, place + used)]
        used += 1
    words = () if percent else _percent_words(pieces, place + used)
    used += len(words)
    percent = percent or bool(words)
    end = pieces[place + used - 1].end_pos
    kind = "PERCENT" if percent else "NUMBER"
    made = [token(kind, _written(value, percent), piece.start_pos, end)]
    if plus:
        made.append(token("OR_MORE", "+", end, end))
    return made, used


def _negative(pieces: Sequence[Token], place: int) -> tuple[list[Token] | None, int]:
    found, used = read_number(pieces, place + 1) if place + 1 < len(pieces) else (None, 0)
    if found is None or found[0].type != "NUMBER" or str(found[0]).startswith("-"):
        return None, 0
    return [token("NUMBER", f"-{found[0]}", pieces[place].start_pos, found[0].end_pos)], used + 1


def is_plainly_a_range(word: str) -> bool:
    """Whether a word can only be a range, and no score or season: "50k-60k", "5..10"."""
    return _PLAINLY_A_RANGE.fullmatch(word) is not None


def read_range(pieces: Sequence[Token], place: int) -> list[Token] | None:
    """Read "5-10", "5..10" or "2010–2012" as two numbers with a "to" between; none if it falls."""
    piece = pieces[place]
    match = _RANGE.fullmatch(str(piece)) if piece.type == "PIECE" else None
    if match is None:
        return None
    (low, _), (high, _) = (
        read_number([_part(piece, *match.span(name))], 0) for name in ("low", "high")
    )
    if low is None or high is None:
        return None
    if match["high"].endswith("k") and not match["low"].endswith("k"):
        low = [multiplied_alike(low[0], high[0], _THOUSAND)]
    if float(str(low[0])) >= float(str(high[0])):
        return None
    if match["unit"]:
        low, high = ([retyped(found, "PERCENT") for found in one] for one in (low, high))
    dash = token("TO", match["to"], low[0].end_pos, high[0].start_pos)
    return [*low, dash, *high]


def multiplied_alike(low: Token, high: Token, times: float) -> Token:
    """Take the multiplier behind two numbers for both: "5 to 6 million", unlike "500 to 2 million".

    Parameters
    ----------
    times
        What the higher number was multiplied by.
    """
    value = float(str(low)) * times
    if not value < float(str(high)):
        return low
    return token(str(low.type), _written(value, False), low.start_pos, low.end_pos)


def _part(piece: Token, start: int, end: int) -> Token:
    begin = piece.start_pos or 0
    return Token("PIECE", str(piece)[start:end], start_pos=begin + start, end_pos=begin + end)


def _written(value: float, percent: bool) -> str:
    """Write a number for its token: whole ones without a point."""
    whole = not percent and math.isfinite(value) and value == int(value)
    return str(int(value)) if whole else repr(value)


def _in_digits(pieces: Sequence[Token], place: int, match: re.Match[str]) -> tuple[float, int]:
    """Read digits, and groups of three digits behind a blank: "26 298 373"."""
    digits, used = match["digits"], 1
    if _CONTINENTAL.fullmatch(digits):
        digits = digits.replace(".", "").replace(",", ".")
    alone = _UNGROUPED.fullmatch(match[0]) is not None
    while alone and (group := _AFTER_BLANK.fullmatch(word_at(pieces, place + used))):
        digits += group[0].replace(",", ".")
        used += 1
        alone = group["fraction"] is None
    value = exact(_BETWEEN_DIGITS.sub("", digits) + (match["exponent"] or ""))
    value *= MULTIPLIERS.get((match["times"] or "").lower(), 1)
    if match["currency"]:
        value *= _WITH_CURRENCY.get(match["unit"] or "", 1)
    return (-value if match["sign"] in {"-", "−"} else value), used


def _in_words(
    pieces: Sequence[Token], place: int, inside_between: bool
) -> tuple[float | None, int]:
    """Read "five hundred", "one thousand five hundred", "two hundred and fifty", "a dozen"."""
    first, used = word_at(pieces, place), 0
    if first == "zero":
        return 0.0, 1
    if (halves := one_of_halves(pieces, place)) is not None:
        return halves
    if first in {"a", "an", "one"} and word_at(pieces, place + 1) not in _COUNTED_BY_ONE:
        return (1.0, 1) if first == "one" and _ranges_on(pieces, place + 1) else (None, 0)
    total, current = 0, 1 if first in {"a", "an"} else None
    used = int(current is not None)
    while True:
        if used and not inside_between and _is_joint(pieces, place + used, current):
            used += 1
        found = _extended(total, current, word_at(pieces, place + used), begun=used > 0)
        if found is None:
            break
        total, current = found
        used += 1
    return (float(total + (current or 0)), used) if used else (None, 0)


def _ranges_on(pieces: Sequence[Token], place: int) -> bool:
    """Whether a range goes on: "one to two thousand", "between one and three million"."""
    joint = word_at(pieces, place) in {"to", "and", "or"}
    return joint and _small(word_at(pieces, place + 1)) > 0 and word_at(pieces, place + 2) in _LARGE


def _is_joint(pieces: Sequence[Token], place: int, current: int | None) -> bool:
    """Whether an "and" joins what is below a hundred to the hundreds or thousands before it."""
    return (
        word_at(pieces, place) == "and"
        and (current is None or (current >= _HUNDRED and current % _HUNDRED == 0))
        and _small(word_at(pieces, place + 1)) > 0
        and word_at(pieces, place + 2) != "hundred"
    )


def _extended(
    total: int, current: int | None, word: str, begun: bool
) -> tuple[int, int | None] | None:
    """Add a word to thousands and what follows them; none if it is no part of the number."""
    if word in _LARGE and (current is not None or not begun):
        return total + (current or 1) * int(MULTIPLIERS[word]), None
    if word in {"hundred", "dozen"} and (current or 0) < _HUNDRED:
        return total, (current or 1) * int(MULTIPLIERS[word])
    value = _small(word)
    return (total, (current or 0) + value) if value and _fits(current or 0, value) else None


def _fits(current: int, value: int) -> bool:
    """Whether a small number may follow: "twenty one", "hundred fifty", not "five six"."""
    if current % _HUNDRED == 0:
        return True
    return value < _ONE_DIGIT and current % _HUNDRED >= _TWENTY and current % _ONE_DIGIT == 0


def _small(word: str, one: bool = True) -> int:
    """Read a number word under a hundred, hyphenated or not; 0 if it is none."""
    parts = word.split("-", 1)
    if all(part in NUMBER_WORDS or (part == "one" and len(parts) > 1) for part in parts):
        return sum(NUMBER_WORDS.get(part, 1) for part in parts)
    return int(one and word == "one")


def _fraction(pieces: Sequence[Token], place: int) -> tuple[list[Token], int] | None:
    """Read "two thirds of", "3/4 of", "nine out of ten" and "one in four rows" as per cent."""
    first = word_at(pieces, place)
    counted = 1 if first in {"a", "one"} else _small(first, one=False) or _plain(first)
    some, _, part = first.partition("-")
    if part in _PARTS and _small(some) and _parts_end(pieces, place + 1):
        used, share = 1, _small(some) / _PARTS[part]
    elif counted and word_at(pieces, place + 1) in _PARTS and _parts_end(pieces, place + 2):
        used, share = 2, counted / _PARTS[word_at(pieces, place + 1)]
    elif (match := _FRACTION.fullmatch(first)) and _parts_end(pieces, place + 1):
        used, share = 1, int(match[1]) / max(int(match[2]), 1)
    elif counted and (used := _among(pieces, place + 1)):
        whole_word = word_at(pieces, place + used - 1)
        whole = _small(whole_word, one=False) or _plain(whole_word)
        share = counted / whole if whole else 2.0
    else:
        return None
    if not 0 < share <= 1:
        return None
    end = pieces[place + used - 1].end_pos
    return [
        token("PERCENT", repr(math.floor(share * 1e6) / 1e4), pieces[place].start_pos, end)
    ], used


def _among(pieces: Sequence[Token], place: int) -> int:
    """How many pieces "nine out of ten" has, and "one in four" where it is of rows; 0 if it isn't.

    Parameters
    ----------
    place
        Behind the first number.
    """
    words = [word_at(pieces, place + i) for i in range(6)]
    if words[:2] == ["out", "of"]:
        return 0 if _is_compared_with(pieces, place - 1, place + 3) else 4
    behind = words[3:] if words[2:3] == ["of"] else words[2:]
    of_rows = [word in _OF_ROWS for word in behind[: 3 if words[2:3] == ["of"] else 1]]
    if words[0] != "in" or not any(of_rows):
        return 0
    ends = place + 2 + (words[2:3] == ["of"]) + of_rows.index(True)
    return 0 if _is_compared_with(pieces, place - 1, ends + 1) else 3


def _is_compared_with(pieces: Sequence[Token], place: int, end: int) -> bool:
    """Whether cells are compared with a number, and no more is said: "price exceeds 5 in 20 rows".

    Parameters
    ----------
    place, end
        Where the first number stands, and what is behind the rows.
    """
    before = word_at(pieces, place - 1) if place else ""
    return before in _COMPARING and word_at(pieces, end) in _ENDING


def _parts_end(pieces: Sequence[Token], place: int) -> bool:
    """Whether "of" follows, or "or more of"."""
    words = [word_at(pieces, place + i) for i in range(3)]
    return words[0] == "of" or (
        words[0] == "or" and words[1] in {"more", "less", "fewer"} and words[2] == "of"
    )


def _part_of_million(pieces: Sequence[Token], place: int) -> tuple[list[Token], int] | None:
    """Read "half a million" and "a quarter of a million" as numbers, with or without "of a"."""
    words = [word_at(pieces, place + i) for i in range(5)]
    parts = 1 if words[0] in {"a", "one", "half"} else _small(words[0], one=False)
    divided = words[0] == "half" or words[1] in _PARTS
    if not (parts and divided):
        return None
    named = 1 if words[0] == "half" else 2
    named += next((len(of) for of in (["of", "a"], ["a"]) if words[named:][: len(of)] == of), 0)
    whole = word_at(pieces, place + named)
    if whole not in {*_LARGE, "dozen"}:
        return None
    used = named + 1
    value = parts * MULTIPLIERS[whole] / (2 if words[0] == "half" else _PARTS[words[1]])
    if not value:
        return None
    end = pieces[place + used - 1].end_pos
    return [token("NUMBER", _written(value, False), pieces[place].start_pos, end)], used


def _couple(pieces: Sequence[Token], place: int) -> tuple[list[Token], int] | None:
    """Read "a couple of hundred", "a couple thousand" and "a couple of dozens" as two of them.

    What counts many may be many itself: "a couple of hundred thousand".
    """
    behind = place + (word_at(pieces, place) in {"a", "the"})
    if word_at(pieces, behind) != "couple":
        return None
    behind += 2 if word_at(pieces, behind + 1) == "of" else 1
    value = 2
    while (whole := _many(word_at(pieces, behind))) is not None:
        value, behind = value * whole, behind + 1
    if value == 2:  # noqa: PLR2004 - "a couple of rows"
        return None
    end = pieces[behind - 1].end_pos
    return [token("NUMBER", str(value), pieces[place].start_pos, end)], behind - place


def _many(word: str) -> int | None:
    """How many "hundred" or "dozens" are; none if a word counts nothing."""
    whole = word if word in _COUPLED else word.removesuffix("s")
    return int(MULTIPLIERS[whole]) if whole in _COUPLED else None


def _plain(word: str) -> int:
    return int(word) if re.fullmatch(r"[1-9]\d{0,3}", word) else 0


def _percent_words(pieces: Sequence[Token], place: int) -> tuple[str, ...]:
    for length in (1, 2):
        words = tuple(word_at(pieces, place + i) for i in range(length))
        if words in _PERCENT:
            return words
    return ()


def _is_year(match: re.Match[str]) -> bool:
    bare = match[0] == match["digits"]
    return bare and re.fullmatch(r"1[0-9]{3}|20[0-9]{2}|21[0-9]{2}", match["digits"]) is not None
