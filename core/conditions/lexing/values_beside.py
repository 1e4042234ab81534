"""Say "is" between a column and its values that stand side by side: "with sex F or M".

Beside other conditions such words are no topic. Where the column is called as such columns are and
its values are names or codes nothing else can be meant; elsewhere the reading is doubted.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from lark import Token

from core.conditions.words.kind_sets import CLAUSE_ENDS, NAMES, TELLS_TOPIC
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
_PASSED = {"FILL", "TABLES", "COLON"}
_REQUESTING = {"UNION", "JOIN", "FILL"}
_BEFORE = {"WITH", "WITHOUT", "COMMA", "STOP", "AND", "OR"}
_NAMING = {"WORD", "KNOWN", "K_DATES", "COUNT"}
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
_ROWS_WITH = ("ROWS", "WITH")
_MOST_OF_PAIR = 4
_WORDS_OF_NAME = 3
_WORDS_OF_VALUE = 4


def values_told(row: Sequence[Token], text: str) -> list[Token]:
    """Put "is" between names and values that stand side by side."""
    if {str(one.type) for one in row} <= _PLAIN:
        return list(row)
    found = list(row)
    first = next((str(one.type) for one in row if str(one.type) not in _PASSED), "")
    about = first in NAMES or any(str(one.type) in TELLS_TOPIC for one in row)
    for place in range(len(row) - 1, 0, -1):
        if (str(row[place - 1].type) in _BEFORE or _heads(row, place - 1)) and str(
            row[place].type
        ) in _NAMING:
            found[place:] = _with_is(found[place:], text, found[:place], about=about)
    return found


def _heads(row: Sequence[Token], place: int) -> bool:
    """Whether a colon stands behind a request: "to stack on mine: region Rioja, over 9 rows".

    Behind "tables" only a value in quotation marks is one: "unionable tables: region 'Rioja'".
    """
    if str(row[place].type) != "COLON":
        return False
    requested = str(row[max(place - 1, 0)].type)
    return requested in _REQUESTING or (
        requested == "TABLES" and is_quoted_value([*row[place + 1 :], None])
    )


def is_quoted_value(row: Sequence[Token | None]) -> bool:
    """Whether a column and a value in quotation marks stand first, and nothing else up to a comma.

    The column is one as those of categories are called, or as only columns are.

    Parameters
    ----------
    row
        The tokens behind a colon; none stands for the end.
    """
    ends = next((at for at, one in enumerate(row) if one is None or one.type in CLAUSE_ENDS), 0)
    kinds = [str(one.type) for one in row[:ends] if one is not None]
    if kinds[-1:] != ["QUOTED"] or not set(kinds[:-1]) <= _NAMING or not 1 < ends <= _MOST_OF_PAIR:
        return False
    name = str(row[ends - 2])
    return name[:1].islower() and (name.lower() in _CATEGORIES or "_" in name)


@dataclass(frozen=True)
class _Beside:
    """What stands behind a comma, "with" or the like, and may be a column and its values.

    Parameters
    ----------
    name, first, ends
        How many words are the name, and where the first value and all of them end.
    commas
        Where commas part values.
    begun
        Kinds of the two tokens before.
    article
        Whether "the" stands before the name.
    """

    row: Sequence[Token]
    name: int
    first: int
    ends: int
    commas: frozenset[int]
    begun: tuple[str, ...]
    article: bool

    @property
    def several(self) -> bool:
        """Whether alternatives are told."""
        return self.ends > self.first

    @property
    def category(self) -> bool:
        """Whether the column is called as those of categories are."""
        return str(self.row[self.name - 1]).lower() in _CATEGORIES

    @property
    def underscored(self) -> bool:
        """Whether a value in quotation marks stands beside a name as only columns have."""
        return str(self.row[self.name].type) == "QUOTED" and "_" in self.row[self.name - 1]

    @property
    def named(self) -> bool:
        """Whether the first value is a name, a code, or quoted."""
        first = self.row[self.name]
        return _is_name(first) or str(first.type) == "QUOTED"

    @property
    def mixed(self) -> bool:
        """Whether a word that is no name goes on with one: "A drugs", "French operas"."""
        row = self.row
        return self.named and any(
            map(_goes_on_plainly, (row[self.name : self.first], row[self.first : self.ends]))
        )


def _with_is(row: list[Token], text: str, before: Sequence[Token], *, about: bool) -> list[Token]:
    found = _beside(row, text, before)
    if found is None or not _is_valued(found):
        return row
    start = row[found.name].start_pos
    kind = token("IS", SURELY if _is_sure(found, about=about) else PERHAPS, start, start)
    listed = [retyped(one, "OR") if at in found.commas else one for at, one in enumerate(row)]
    return [*listed[: found.name], kind, *listed[found.name :]]


def _beside(row: list[Token], text: str, before: Sequence[Token]) -> _Beside | None:
    words = _run(row, _NAMING | NAMES, _WORDS_OF_NAME + _WORDS_OF_VALUE)
    begun = tuple(str(one.type) for one in before[-2:])
    name = _words_of_name(row[:words])
    two = not name and begun[-1] == "WITH" and words == 2  # noqa: PLR2004 - a name and a value
    name = name or int(two)
    if not name or words - name > _WORDS_OF_VALUE:
        return None
    commas, ends = _list_behind(row, words)
    article = text[before[-1].end_pos or 0 : row[0].start_pos].strip().lower() == "the"
    found = _Beside(row, name, words, ends, frozenset(commas), begun, article)
    return None if two and not (found.several or begun == _ROWS_WITH) else found


def _is_valued(found: _Beside) -> bool:
    """Whether words are a column and its values, surely or perhaps."""
    row, rows = found.row, found.begun == _ROWS_WITH
    behind = _BEHIND if found.named else _BEHIND_PLAIN
    if found.ends < len(row) and str(row[found.ends].type) not in behind:
        return False  # "sex F or age above 60", "the party affiliation is not …"
    if found.named:
        told = found.several or found.category or found.article or rows or found.underscored
        return told and not (found.mixed and not found.several)  # "with class A drugs"
    return (found.several or found.category or rows) and _may_be_value(found)


def _is_sure(found: _Beside, *, about: bool) -> bool:
    """Whether nothing else can be meant; without a topic "over 9 rows, type II" may tell one."""
    comma = found.begun[-1] == "COMMA"
    parted = not found.begun[-1].startswith(("WITH", "COLON"))
    if found.mixed or (parted and not found.several and not about):
        return False
    if found.named:
        return found.category or found.article or found.underscored
    return found.category and comma and found.several


def _may_be_value(found: _Beside) -> bool:
    """Whether words that are no name may be a value, and neither a column's nor of a topic.

    "Soil with chamber type closed" goes on with a topic, which is parted from a column by the
    words of both.
    """
    said, behind = str(found.row[found.first - 1]).lower(), found.begun[-1]
    if behind == "OR" or (not found.several and not behind.startswith("WITH")):
        return False  # "heat pump or district heating", "volcanoes, alert level red"
    often = str(found.row[found.name - 1]).lower() in OFTEN
    goes_on = behind in {"COMMA", "WITH"} and found.begun[0] in NAMES
    of_topic = goes_on and often and (found.name > 1 or not found.several)
    return said not in _OF_NAMES and said[-1:] != "s" and not of_topic


def _goes_on_plainly(value: Sequence[Token]) -> bool:
    """Whether a word that is no name follows one: "A drugs", "French operas"."""
    return len(value) > 1 and _is_name(value[-2]) and str(value[-1])[:1].islower()


def _run(row: Sequence[Token], kinds: Collection[str], most: int) -> int:
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
    return str(one.type) in NAMES and (said[:1].isupper() or coded)


def _list_behind(row: Sequence[Token], place: int) -> tuple[set[int], int]:
    """Where the commas of a list stand that goes on at a place, and where its last value ends."""
    commas: set[int] = set()
    told: set[int] = set()
    ends = at = place
    while at < len(row) and str(row[at].type) in {"COMMA", "OR"}:
        comma = str(row[at].type) == "COMMA"
        closing = [str(one.type) for one in row[at + comma : at + comma + 1]] == ["OR"]
        begins = at + 1 + (comma and closing)
        words = _run(row[begins:], NAMES, _WORDS_OF_VALUE)
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
