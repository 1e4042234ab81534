"""Words that say what the cells of a column are: "the score's above 85"."""

from __future__ import annotations

import itertools

from core.conditions.senses import comparing
from core.conditions.senses.here import Here
from core.conditions.words.kind_sets import COLUMN_NAMES, NAMES, OTHER_THAN, UNKNOWN_NAMES

_SHORT_IS = {"'s", "’s"}
_BEFORE_IS = {"WORD", "KNOWN", "QUOTED", "COLUMN", "K_DATES", "K_NUMBERS", "K_TEXT", "COUNT"}
_BEHIND_IS = {
    *("GT", "GE", "LT", "LE", "UP_TO", "EQ", "NEAR", "BETWEEN", "BEFORE", "UNTIL", "AFTER"),
    *("SINCE", "NOT", "ONE_OF", "APPEARS", "QUOTED"),
}
"""What may follow an "is" that is shortened, and no possessive."""
_WORDS_OF_LIST = 9
_THEIRS = {"their", "its", "his", "her"}
_HAVING = ("have", "has", "having", "had", "with")
_BEHIND_NAMES = {"", ",", ".", ";", "?", "!", "and", "or", "but"}
_BEHIND_KINDS = {"UNION", "JOIN", "WITH", "STOP", "COMMA"}
_VALUES = {"PIECE", "QUOTED", "ONE_OF", "NOT", "NEITHER"}
_RELATIVE_IS = {"that's", "that’s", "that is", "which is"}
_WISHES = ("want", "need", "like", "prefer", "wish", "would love", "i'd love", "we'd love")
_DONE = {"included", "part", "covered", "joined", "unioned", "added", "combined", "found", "used"}


def is_short_verb(here: Here) -> bool:
    """Whether an "is" is shortened: "the score's above 85"."""
    return may_be_short_verb(here) and here.kind_at(here.behind) in _BEHIND_IS


def is_short_behind_noun(here: Here) -> bool:
    """Whether an "is" or a possessive says nothing: "a table's row count", "whatever's joined"."""
    behind = here.before in {"TABLES", "TOPIC", "WITH", "VALUES"}
    behind = behind or (here.before == "FILL" and str(here.found[-1]) in {"what", "whatever"})
    return here.text in _SHORT_IS and behind


def is_said_of_column(here: Here) -> bool:
    """Whether it is said what cells are: "with a host that's beech, birch or hazel"."""
    if here.text not in _RELATIVE_IS or here.before not in NAMES:
        return False
    named = sum(1 for _ in itertools.takewhile(COLUMN_NAMES.__contains__, reversed(here.kinds)))
    announced = here.kinds[: len(here.kinds) - named][-1:]
    article = here.word(here.place - named - 1) in {"a", "an"}
    return article and announced in (["WITH"], ["OR"], ["ONE_OF"])


def may_be_short_verb(here: Here) -> bool:
    """Whether an "is" or a possessive is shortened: "the score's above 85", "each country's"."""
    return here.text in _SHORT_IS and here.before in _BEFORE_IS


def is_named_as(here: Here) -> bool:
    """Whether a name follows its value: "'Oslo' given as the city", "Rome or Oslo given as…"."""
    if here.kind != "IS" or not here.text.endswith(" as"):
        return False
    if here.before == "WORD" and here.kind_at(here.behind) == "ARTICLE":
        return "OR" in here.kinds[-_WORDS_OF_LIST:] and "WITH" in here.kinds
    if comparing.names_before_value(here):
        return False
    return (here.kinds[-2:] if here.before == "IS" else here.kinds[-1:])[:1] == ["QUOTED"]


def is_had_for(here: Here) -> bool:
    """Whether a name is had for what a column says: "that have Toyota for their manufacturer"."""
    if here.text != "for" or here.before not in UNKNOWN_NAMES:
        return False
    value = list(itertools.takewhile(lambda one: one.type in UNKNOWN_NAMES, reversed(here.found)))
    before = " ".join(here.found[: len(here.found) - len(value)][-2:])
    named = value[-1][:1].isupper() or here.before == "QUOTED"
    owned = here.word(here.behind) in _THEIRS and here.names_at(here.behind + 1)
    owned = owned or _is_kind_of_value(here, str(value[0]))
    of_people = "who" in before.split()  # "people who have Easter for their feast"
    return before.endswith(_HAVING) and named and owned and not of_people


def _is_kind_of_value(here: Here, value: str) -> bool:
    """Whether a column ends what is said: "have Oslo for a city", unlike "have GDP for a city"."""
    if here.word(here.behind) not in {"a", "an", "the"} or value.isupper() or value.endswith("s"):
        return False
    last = here.behind + 1
    while here.names_at(last + 1) and here.word(last + 1) not in _BEHIND_NAMES:
        last += 1
    behind = here.kind_at(last + 1)
    ends = behind in _BEHIND_KINDS or here.word(last + 1) in _BEHIND_NAMES
    return here.names_at(here.behind + 1) and last <= here.behind + 2 and ends


def is_whose_column(here: Here) -> bool:
    """Whether "their" stands before the column of a value: "have Toyota for their manufacturer"."""
    return here.text in _THEIRS and here.before == "AS" and here.found[-1] == "for"


def is_anything(here: Here) -> bool:
    """Whether a value is refused: "country anything except France", unlike "on anything but …"."""
    if here.text not in {"anything", "everything"} or here.before not in {"WORD", "COLUMN"}:
        return False
    return here.kind_at(here.behind) in OTHER_THAN


def is_of_column_before(here: Here) -> bool:
    """Whether cells of the column before are spoken of: "a price column whose values are …"."""
    return (
        here.text == "whose" and here.before == "COLUMN" and here.kind_at(here.behind) == "VALUES"
    )


def has_value(here: Here) -> bool:
    """Whether a value stands before its column: "that have the value 'Rome' in the city column"."""
    if here.kind != "IS" or not here.text.endswith("the value"):
        return False
    return here.before not in {"WORD", "QUOTED", "KNOWN", "COLUMN"}


def is_wished(here: Here) -> bool:
    """Whether it is said what a column is wanted to be: "I don't want the brand to be Nestlé"."""
    if here.text != "to be" or here.kind_at(here.behind) not in _VALUES:
        return False
    begins = len(here.found)
    while begins and str(here.found[begins - 1].type) in COLUMN_NAMES:
        begins -= 1
    wished = here.found[begins - 1] if 0 < begins < len(here.found) else ""
    return wished.endswith(_WISHES) and here.word(here.behind) not in _DONE
