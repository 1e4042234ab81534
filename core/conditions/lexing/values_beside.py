"""Say "is" between a column and its values that stand side by side: "with sex F or M".

Beside other conditions such words are no topic. Where the column is called as such columns are and
its values are names or codes nothing else can be meant; elsewhere the reading is doubted.
"""

from __future__ import annotations

from collections.abc import Sequence

from lark import Token

from core.conditions.words.tokens import retyped, token

SURELY, PERHAPS = "is beside", "may be beside"
"""What an "is" is called that nobody said: where it is sure, and where it is to be doubted."""
OFTEN = {
    *("level", "status", "type", "grade", "class", "category", "colour", "color", "size", "region"),
    *("country", "city", "state", "brand", "kind", "code", "gender", "sex", "league", "position"),
    *("season", "stage", "phase", "priority", "severity", "language", "genre", "party", "breed"),
    *("borough", "district", "county", "province", "currency", "method", "format", "outcome"),
}
"""What columns of categories are called, and little else."""
_CATEGORIES = {
    *OFTEN,
    *("manufacturer", "material", "commodity", "species", "supplier", "vendor", "operator"),
    *("department", "division", "conference", "confederation", "nationality", "religion"),
    *("condition", "zone", "role", "surface", "shift", "variety", "payer", "make", "continent"),
}
_BEFORE = {"WITH", "WITHOUT", "COMMA", "STOP", "AND", "OR"}
_NAMING = {"WORD", "KNOWN", "K_DATES", "COUNT"}
_VALUES = {"WORD", "KNOWN", "QUOTED"}
_BEHIND_PLAIN = {"COMMA", "STOP", "AND", "OR", "RPAR", "PUNCTUATION"}
_BEHIND = {
    *("WITH", "WITHOUT", "EXCEPT", "UNLESS", "JOIN", "UNION", "FILL", "TOPIC", "ABOUT"),
    *_BEHIND_PLAIN,
}
"""What may follow a value; a word that is no name may be one of a column's before others."""
_OF_NAMES = {
    *("name", "code", "number", "id", "type", "class", "level", "group", "rate", "date", "count"),
    *("list", "size", "title", "label", "description", "index", "score", "share", "ratio", "range"),
    *("column", "field", "value", "text", "affiliation", "change", "history", "year", "time"),
}
"""What names of columns end with, and few values: "city name"."""
_PLAIN = {
    *("WORD", "KNOWN", "QUOTED", "COMMA", "OR", "AND", "STOP", "FILL", "OF", "IN", "FOR", "COLON"),
}
_WORDS_OF_NAME = 3
_WORDS_OF_VALUE = 4


def values_told(row: Sequence[Token], text: str) -> list[Token]:
    """Put "is" between names and values that stand side by side."""
    if {str(one.type) for one in row} <= _PLAIN:
        return list(row)
    found = list(row)
    for place in range(len(row) - 1, 0, -1):
        if str(row[place - 1].type) in _BEFORE and str(row[place].type) in _NAMING:
            found[place:] = _with_is(found[place:], text, found[:place])
    return found


def _with_is(row: list[Token], text: str, before: Sequence[Token]) -> list[Token]:
    words = _run(row, _NAMING | _VALUES, _WORDS_OF_NAME + _WORDS_OF_VALUE)
    name = _words_of_name(row[:words])
    told = not name and str(before[-1].type) == "WITH" and words == 2  # noqa: PLR2004 - name, value
    name = name or int(told)
    if not name or words - name > _WORDS_OF_VALUE or row[0] == "…":
        return row
    commas, ends = _list_behind(row, words)
    several = ends > words
    first, last = row[name], row[words - 1]
    named = _is_name(first) or str(first.type) == "QUOTED"
    if ends < len(row) and str(row[ends].type) not in (_BEHIND if named else _BEHIND_PLAIN):
        return row  # "sex F or age above 60", "the party affiliation is not …"
    category = str(row[name - 1]).lower() in _CATEGORIES
    article = text[before[-1].end_pos or 0 : row[0].start_pos].strip().lower() == "the"
    rows = [str(one.type) for one in before[-2:]] == ["ROWS", "WITH"]
    if not (several or category or article or rows) or (told and not (several or rows)):
        return row
    single = not several
    read_already = (name > 1 or single) and str(row[name - 1]).lower() in OFTEN
    if not named and not _may_be_value(last, before, single=single, topic=read_already):
        return row
    if not named and not (several or category or rows):
        return row
    behind_comma = str(before[-1].type) == "COMMA" and several
    sure = (named and (category or article)) or (category and behind_comma)
    start = first.start_pos
    listed = [retyped(one, "OR") if at in commas else one for at, one in enumerate(row)]
    return [*listed[:name], token("IS", SURELY if sure else PERHAPS, start, start), *listed[name:]]


def _may_be_value(last: Token, before: Sequence[Token], *, single: bool, topic: bool) -> bool:
    """Whether words that are no name may be a value, and neither a column's nor of a topic.

    "Soil with chamber type closed" goes on with a topic, which is parted from a column by the
    words of both.
    """
    said, behind = str(last).lower(), str(before[-1].type)
    if behind == "OR" or (single and not behind.startswith("WITH")):
        return False  # "heat pump or district heating", "volcanoes, alert level red"
    return said not in _OF_NAMES and said[-1:] != "s" and not (topic and _goes_on(before))


def _goes_on(before: Sequence[Token]) -> bool:
    """Whether a topic goes on, which is parted from a column by the words of both."""
    kinds = [str(one.type) for one in before[-2:]]
    return kinds[-1] in {"COMMA", "WITH"} and kinds[0] in _VALUES


def _run(row: Sequence[Token], kinds: set[str], most: int) -> int:
    ends = 0
    while ends < min(len(row), most) and str(row[ends].type) in kinds:
        ends += 1
    return ends


def _words_of_name(words: Sequence[Token]) -> int:
    """How many words are the name: those before a capital, or up to what categories are called."""
    if not words or not str(words[0])[:1].islower():
        return 0
    ends = next((at for at, one in enumerate(words) if _is_name(one)), 0)
    ends = ends or next((at for at, one in enumerate(words) if str(one.type) == "QUOTED"), 0)
    if not ends:
        called = (at for at, one in enumerate(words, 1) if str(one).lower() in _CATEGORIES)
        ends = next(called, 0)
    return ends if ends < len(words) and ends <= _WORDS_OF_NAME else 0


def _is_name(one: Token) -> bool:
    """Whether a word is a name or a code: "Vestas", "F", "R290"."""
    said = str(one)
    coded = any(sign.isdigit() for sign in said) and any(sign.isalpha() for sign in said)
    return str(one.type) in _VALUES and (said[:1].isupper() or coded)


def _list_behind(row: Sequence[Token], place: int) -> tuple[set[int], int]:
    """Where the commas of a list stand that goes on at a place, and where its last value ends."""
    commas: set[int] = set()
    told: set[int] = set()
    ends = at = place
    while at < len(row) and str(row[at].type) in {"COMMA", "OR"}:
        comma = str(row[at].type) == "COMMA"
        closing = [str(one.type) for one in row[at + comma : at + comma + 1]] == ["OR"]
        begins = at + 1 + (comma and closing)
        words = _run(row[begins:], _VALUES, _WORDS_OF_VALUE)
        if not words:
            break
        if not closing:
            commas.add(at)
        elif comma:
            told.add(at)
        at = begins + words
        if closing:
            ends = at
            told |= commas
    return told, ends
