"""What a word is beside a number: a unit, a comparison, a range or a time."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable

from lark import Token

from core.conditions.date_names import is_dated
from core.conditions.senses.here import Here
from core.conditions.words.currencies import is_compared, is_currency
from core.conditions.words.kind_sets import (
    OPERATIONS,
    SIZES,
    SURE_TIMES,
    SURELY_ABOUT,
    UNQUOTED_NAMES,
    WANTED,
    WHOLE_NUMBERS,
)
from core.conditions.words.lexicon import DASHES, phrases
from core.conditions.words.numbers import is_plainly_a_range, read_number
from core.conditions.words.phrase_lookup import phrase_at
from core.conditions.words.tokens import token

_AFTER_RANGE = {"UNIT", "ROWS", "COLUMNS", "COLUMN"}
_BEFORE_RANGE = {"COUNT", "BETWEEN", "FROM", "IN", "DATES", "ABOUT", "NEAR", "ROWS", "COLUMNS"}
_BEFORE_PLAIN_RANGE: tuple[list[str], ...] = (
    [],
    ["WITH"],
    ["OF"],
    ["TABLES"],
    ["COMMA"],
    ["WORD"],
    ["KNOWN"],
)
_OF_SIZES = {"exactly", "precisely", "total", "altogether", "overall"}
_MORE_OR_LESS = {"more": ">", "fewer": "<", "less": "<"}
_COUNTED = re.compile(r"[a-z]{2,}s|[^\W\d]{1,3}")
"""What is counted stands in the plural, or is short for it."""
_SHORT_MINUTES = {"min", "min."}
_RATIO = re.compile(r"[^\W\d]{1,5}/[^\W_]{1,5}[²³]?")
"""A unit of two: "g/dL"."""
_POWERS = {"square", "cubic"}
_MEASURED = {"NUMBER", "YEAR", "DATE", "PERCENT"}
_NAMED = {"WORD", "KNOWN", "QUOTED", "COLUMN", "COLON"}
_COMPARED = {"GT", "GE", "LT", "LE", "UP_TO", "EQ", "NEAR"}
_OF_KEYWORDS = {"WORD", "FILL", "IN", "OF", "FOR", "FROM"}
_WHEN = {"in", "during"}
_LINKING = {"OF", "AT", "IS"}
_BEHIND_VALUES = {
    *("", "COMMA", "AND", "OR", "WITH", "STOP", "PUNCTUATION", "UNION", "JOIN", "FILL"),
}
_ARTICLES = {"a", "an", "the"}
_BEGINNING = {"", "COMMA", "AND", "OR", "STOP", "FILL"}
_GROWING = ("widen", "broaden", "extend", "expand", "lengthen", "enlarge", "grow", "augment")
_FULL_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_YEARS = re.compile(r"((?:1[5-9]|20)\d\d)[-–]((?:1[5-9]|20)\d\d)")
_YEAR_NAME = re.compile(r"(?:^|[ _])(?:years?|yr)$")
_SEASON = re.compile(r"school|academic|fiscal|financial|tax|budget|study|season|model")
_SAYING_WHICH = {"IS", "EQ", "COLON"}
_ANNOUNCING = (["WITH"], ["AND"], ["OR"], ["COMMA"], ["ONE_OF"])


def counts_turned(pieces: list[Token]) -> list[Token]:
    """Turn "more columns than 6" to "columns > 6"."""
    found: list[Token] = []
    for piece in pieces:
        compared = _MORE_OR_LESS.get(str(found[-2]).lower()) if len(found) > 1 else None
        if compared and str(piece) == "than" and phrases().get((str(found[-1]),)) in SIZES:
            del found[-2]
            found.append(token("PIECE", compared, piece.start_pos, piece.end_pos))
        else:
            found.append(piece)
    return found


def spans_range(pieces: list[Token], place: int, found: list[Token]) -> bool:
    """Whether "5-10" can only mean from 5 to 10: else it may be a score or a season."""
    if found and str(found[-1].type) in _BEFORE_RANGE:
        return True
    if is_plainly_a_range(str(pieces[place])) or _spans_years(str(pieces[place]), found):
        return True
    if len(found) > 1 and str(found[-1].type) == "COLON" and str(found[-2].type) in SIZES:
        return True
    if place + 1 == len(pieces):
        return False
    after, _ = phrase_at(pieces, place + 1)
    return after is not None and str(after.type) in _AFTER_RANGE


def _spans_years(piece: str, found: list[Token]) -> bool:
    """Whether years from one to another stand behind a year's name: "birth year: 1990-1999".

    "School year 2019-2020" is one, and "about the leap year 1990-1999" has a topic.
    """
    spanned = _YEARS.fullmatch(piece)
    named = list(found)
    while named and str(named[-1].type) in _SAYING_WHICH:
        named.pop()
    begins = len(named)
    while begins and str(named[begins - 1].type) in UNQUOTED_NAMES:
        begins -= 1
    name = " ".join(str(one).lower() for one in named[begins:])
    if spanned is None or not _YEAR_NAME.search(name) or _SEASON.search(name):
        return False
    told = begins and str(named[begins - 1].type) in SURELY_ABOUT
    return not told and int(spanned[1]) + 1 < int(spanned[2])


def _ranges_to(here: Here) -> bool:
    """Whether a range goes on: "of 1000 up to 3000 rows", unlike "over 5, up to 9"."""
    counted = here.before in WHOLE_NUMBERS and here.is_number_at(here.behind)
    return here.text == "up to" and counted and here.kinds[-2:-1] in _BEFORE_PLAIN_RANGE


def _is_above(here: Here) -> bool:
    """Whether what "tops" a number is more: "40 rows tops" are less."""
    return here.text == "tops" and here.is_number_at(here.behind)


def _is_between(here: Here) -> bool:
    """Whether "btw" is "between": "rows btw 150 and 600", unlike "btw, 150 rows at least"."""
    if here.text != "btw" or not here.is_number_at(here.behind):
        return False
    joint = here.behind + max(read_number(here.pieces, here.behind, True)[1], 1)
    return here.kind_at(joint) in {"AND", "TO"} and here.is_number_at(joint + 1)


def _is_or_older(here: Here) -> bool:
    """Whether an age is more, and no date earlier: "65 or older"."""
    return here.text == "or older" and here.before == "NUMBER"


def _is_exact(here: Here) -> bool:
    """Whether a number was exact, or of all, that stands before: "4 columns exactly", "total"."""
    if here.text not in _OF_SIZES or here.before not in SIZES:
        return False
    return here.kinds[-2:-1] in (["NUMBER"], ["YEAR"]) and here.ends_part(here.behind)


def _is_only(here: Here) -> bool:
    """Whether "just" is no "exactly"."""
    return here.text == "just" and not here.is_number_at(here.behind)


def _is_most(here: Here) -> bool:
    """Whether a number is the most that can be handled: "I can only handle 60 rows"."""
    if here.kind != "FILL" or " can only " not in here.text:
        return False
    number, used = read_number(here.pieces, here.behind)
    return bool(number) and here.kind_at(here.behind + used) in SIZES


def _is_about_some(here: Here) -> bool:
    """Whether a number is vague: "some 3,000 rows"."""
    return here.text == "some" and here.is_number_at(here.behind)


def _is_about_rows(here: Here) -> bool:
    """Whether a size is vague: "something about 100 rows long"."""
    if here.kind != "TOPIC" or not here.text.endswith("about"):
        return False
    if here.text.endswith("be about") and here.before in _NAMED:
        return here.is_number_at(here.behind)  # "the mark has to be about 12"
    return here.is_number_at(here.behind) and here.kind_at(here.behind + 1) in SIZES


def _is_on_what_begins_with_number(here: Here) -> bool:
    """Whether tables are on a subject that begins with a number: "about 2004 Indians season".

    Right behind the tables any number begins one: "tables about 50 Cent songs". Elsewhere a year
    does before a name, unlike "at Bosch, about 2000 employees".
    """
    if here.kind != "ABOUT" or here.behind == len(here.pieces):
        return False
    number, used = read_number(here.pieces, here.behind)
    if not number or number[-1].type == "PERCENT":
        return False
    name = here.behind + used
    if here.before in WANTED:
        return here.names_or_unit(name) and here.kind_at(name + 1) not in SIZES
    if here.before not in _BEGINNING or not here.names_at(name):
        return False
    first = here.word(here.behind)
    is_name = not first.endswith("00") or here.names_at(name + 1)
    return is_name and _FULL_YEAR.fullmatch(first) is not None


def _is_grown_by(here: Here) -> bool:
    """Whether one's own table is to grow by a number: "widen my list by at least two columns"."""
    if here.text != "by" or here.before not in OPERATIONS:
        return False
    counted = here.is_number_at(here.behind) or here.kind_at(here.behind) in _COMPARED
    return counted and any(word.startswith(_GROWING) for word in here.found[-1].lower().split())


def _is_dash(here: Here) -> bool:
    """Whether a dash parts what is said, and is no "to" between two numbers."""
    if here.text not in DASHES or here.kind == "STOP" or here.before in _MEASURED:
        return False
    return not here.is_number_at(here.behind)


def _is_part_of_keywords(here: Here) -> bool:
    """Whether a time is one keyword more: "AFL ladder 1990s", unlike "seasons 1990s"."""
    if here.kind not in SURE_TIMES or here.before != "WORD":
        return False
    if not set(here.kinds) <= {"WORD", "AND", "OF"}:
        return False
    if here.kind == "DATE" and here.found[-1] not in _WHEN:
        return False
    return here.behind == len(here.pieces) and not is_dated(str(here.found[-1]))


def _is_time_of_keywords(here: Here) -> bool:
    """Whether keywords say of when they are: "phone sales in 2019", unlike "released in 2019"."""
    if here.kind != "IN" or not here.is_time_at(here.behind):
        return False
    if here.before != "WORD" or not set(here.kinds) <= _OF_KEYWORDS:
        return False
    return not is_dated(str(here.found[-1]))


def _is_currency(here: Here) -> bool:
    """Whether letters stand for a currency: "over R 850"."""
    return is_currency(here.text) and is_compared(here.found) and here.is_number_at(here.behind)


def _is_unit(here: Here) -> bool:
    """Whether a word is what a number counts: "the stock is at most 10 pieces", "over 15 min"."""
    if here.before != "NUMBER":
        return False
    if here.text in _SHORT_MINUTES or _RATIO.fullmatch(here.text):
        return True
    if here.kind != "WORD" or not _COUNTED.fullmatch(here.text):
        return False
    return _measures(here) and here.ends_part(here.behind)


def _measures(here: Here) -> bool:
    """Whether a number stands before with which a column is compared."""
    before = [kind for kind in here.kinds if kind not in _LINKING]
    if before[-4:-3] == ["BETWEEN"] and before[-2] in {"AND", "TO"}:
        before = [*before[:-4], "GT", "NUMBER"]
    return [kind in _NAMED for kind in before[-3:-2]] == [True] and before[-2] in _COMPARED


def _is_equal(here: Here) -> bool:
    """Whether "of" says what cells are: "with a price of 7", unlike "with a team of 7 people"."""
    if here.text != "of":
        return False
    named = sum(1 for _ in itertools.takewhile(_is_named, reversed(here.kinds)))
    announced = here.kinds[: len(here.kinds) - named][-1:]
    if not named or here.word(here.place - named - 1) not in _ARTICLES:
        return False
    if not here.is_time_at(here.behind):
        beside = announced == ["WITH"] and bool(SURELY_ABOUT & set(here.kinds))
        return beside and here.word(here.place - named - 1) != "the" and _is_value(here)
    _, used = read_number(here.pieces, here.behind)
    after = here.behind + max(used, 1)
    goes_on = here.names_at(after) or here.kind_at(after) in SIZES | {"TABLES"}
    return announced in _ANNOUNCING and not goes_on


def _is_value(here: Here) -> bool:
    """Whether a value follows, and no more of a name: "closed", unlike "birth after 2006"."""
    places = range(here.behind, len(here.pieces))
    ends = next((place for place in places if not here.names_at(place)), len(here.pieces))
    if ends == here.behind:
        return here.kind_at(ends) == "QUOTED" or _is_state(here, ends)
    return here.kind_at(ends) in _BEHIND_VALUES


def _is_state(here: Here, place: int) -> bool:
    """Whether a word that requests have, too, is a value: "have a status of returned"."""
    done = here.kind_at(place) == "FILL" and here.word(place).endswith("ed")
    return done and here.phrase_from(place) == here.word(place) and here.ends_part(place + 1)


def _is_value_of_requests(here: Here) -> bool:
    """Whether it is such a word behind "of"."""
    return here.before == "IS" and str(here.found[-1]) == "of" and _is_state(here, here.place)


def _is_of_amount(here: Here) -> bool:
    """Whether "value" only says that a number follows: "with a depth value of at least 45"."""
    if here.kind != "VALUE_OF" or not here.text.startswith("value") or here.before != "WORD":
        return False
    return here.kind_at(here.behind) in _COMPARED or here.is_number_at(here.behind)


def _is_within(here: Here) -> bool:
    """Whether a size is at most a number: "stay within 1,200 rows", "within 1,200 rows"."""
    if here.kind not in {"BETWEEN", "IN"} or not here.text.endswith("within"):
        return False
    return here.is_number_at(here.behind) and here.kind_at(here.behind + 1) in SIZES


def _is_named(kind: str) -> bool:
    return kind in UNQUOTED_NAMES or kind.startswith("K_")


def words_of_unit(here: Here) -> int:
    """How many words are a unit of two: "4 millimoles per litre", "140 grams per litre".

    "Over 5 goals per game" may be of a column of that name; "goals are over 5 per game" is not.
    """
    per = here.place + (here.text != "per")
    if here.word(per) != "per" or not here.names_or_unit(per + 1):
        return 0
    words = per + (3 if here.word(per + 1) in _POWERS else 2) - here.place
    if here.text == "per" and here.before == "UNIT":
        return words
    if here.before != "NUMBER" or not _measures(here):
        return 0
    counted = here.kind == "WORD" and _COUNTED.fullmatch(here.text) is not None
    return words if counted or here.text == "per" else 0


def _is_behind_average(here: Here) -> bool:
    """Whether it only follows "on average": "on average, the wait should be below 6"."""
    return here.text == "," and here.before == "AVERAGE" and str(here.found[-1]) == "on average"


def _is_upward(here: Here) -> bool:
    """Whether a number of rows is the least: "from 40 rows up", unlike "with 40 rows up there"."""
    from_there = here.kinds[-3:-1] == ["FROM", "NUMBER"] and here.before in SIZES
    return from_there and here.text in {"up", "upward"} and here.ends_part(here.behind)


RULES: tuple[tuple[Callable[[Here], bool], str], ...] = (
    (_ranges_to, "TO"),
    (_is_above, "GT"),
    (_is_between, "BETWEEN"),
    (_is_or_older, "OR_MORE"),
    (_is_upward, "OR_MORE"),
    (_is_behind_average, "PUNCTUATION"),
    (_is_exact, "FILL"),
    (_is_only, "FILL"),
    (_is_most, "LE"),
    (_is_about_some, "NEAR"),
    (_is_about_rows, "NEAR"),
    (_is_on_what_begins_with_number, "TOPIC"),
    (_is_grown_by, "GIVES"),
    (_is_dash, "COMMA"),
    (_is_part_of_keywords, "WORD"),
    (_is_time_of_keywords, "WORD"),
    (_is_currency, "UNIT"),
    (_is_unit, "UNIT"),
    (_is_equal, "IS"),
    (_is_of_amount, "IS"),
    (_is_value_of_requests, "WORD"),
    (_is_within, "LE"),
)
"""The first that holds says what kind a token is."""
