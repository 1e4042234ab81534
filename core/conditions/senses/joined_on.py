"""On which columns tables are joined: "join it to mine on the city column"."""

from __future__ import annotations

import itertools
from collections.abc import Callable

from core.conditions.senses.here import Here
from core.conditions.senses.keys import ends_with_key, has_information, is_identifier
from core.conditions.words.kind_sets import BEFORE_KEYS, OPERATIONS, SURELY_ABOUT, TOLD_COLUMNS

_GAINING = {
    *("a", "an", "one", "others", "adding", "attaching", "means", "joining", "merging", "linking"),
    "stacking",
}
_BY = {"by", "using", "via", "through"}
"""What may say on which columns, behind "joinable"."""
_WORDS_OF_NAME = 3
_NEAR = 4
_WORDS_OF_PART = 8
_ENDS_OF_PART = {",", ";", ":", "."}
_OWN = ("mine", "my table", "this table", "our table", "ours", "this one", "my data", "our data")


def _is_on_key(here: Here) -> bool:
    """Whether it is said on what to join, far behind: "join it to mine on the city column"."""
    if here.text != "on" or "JOIN" not in here.kinds or here.before in {"JOIN", "UNION", "COLUMN"}:
        return False
    named = is_identifier(here.piece(here.behind)) and not has_information(here)
    if named or _says_keys(here):
        return True
    beside = here.before == "COMMA" and here.kinds[-2:-1] == ["JOIN"]
    if (beside or (here.before == "TABLES" and _joined_with(here))) and ends_with_key(here):
        return True
    if here.kind_at(here.behind) != "ARTICLE":
        return False
    return any(
        here.kind_at(here.behind + words) == "COLUMN" and here.ends_part(here.behind + words + 1)
        for words in range(2, _WORDS_OF_NAME + 2)
    )


def _joined_with(here: Here) -> bool:
    """Whether tables are what is joined with: "merge my list with another table on isbn"."""
    before = list(here.kinds[:-1])
    while before and before[-1] in {"FILL", "WITH", "TO"}:
        before.pop()
    return before[-1:] == ["JOIN"]


def _says_keys(here: Here) -> bool:
    """Whether columns are named as keys: "on ward or on sector as the join key"."""
    ahead = range(here.behind, here.behind + _WORDS_OF_PART)
    part = itertools.takewhile(lambda place: here.word(place) not in _ENDS_OF_PART, ahead)
    kinds = [(here.kind_at(place), here.phrase_from(place)) for place in part]
    if any(kind == "FILL" and "key" in said for kind, said in kinds):
        return True
    own = here.before == "FILL" and here.found[-1].endswith(_OWN) and here.names_at(here.behind)
    return own and tells_topic(here)


def tells_topic(here: Here) -> bool:
    """Whether it is said elsewhere what tables are about, so that "on" names no topic."""
    told = SURELY_ABOUT & set(here.kinds)
    later = (
        place
        for place in range(here.behind, len(here.pieces))
        if here.kind_at(place) in SURELY_ABOUT and not here.is_number_at(place + 1)
    )
    of_column = (here.kind_at(place - 1) in TOLD_COLUMNS for place in later)
    return bool(told) or not all(of_column)


def _is_together(here: Here) -> bool:
    """Whether it is said of keys that they are one: "on hospital and date together"."""
    if here.text != "together" or not here.ends_part(here.behind):
        return False
    return "AND" in here.kinds[-_NEAR:] and bool(BEFORE_KEYS & set(here.kinds))


def _says_on_what(here: Here) -> bool:
    return here.text in _BY and here.before in OPERATIONS and not _says_how(here)


def _says_how(here: Here) -> bool:
    """Whether it is said what is gained: "to enrich my table by a column about rent"."""
    if here.text not in _BY or here.before not in OPERATIONS:
        return False
    ahead = [here.kind_at(here.behind + words) for words in range(_WORDS_OF_NAME)]
    named = ahead[: ahead.index("TABLES")] if "TABLES" in ahead else ["COMMA"]
    return here.word(here.behind) in _GAINING or set(named) <= {"PIECE", "VAGUE"}


def ends_key(here: Here) -> bool:
    """Whether a key ends before the tables: "join my table on stop code to tables about buses"."""
    keyed = BEFORE_KEYS & set(here.kinds) and "JOIN" in here.kinds
    return here.text in {"to", "onto"} and bool(keyed) and here.kind_at(here.behind) == "TABLES"


RULES: tuple[tuple[Callable[[Here], bool], str], ...] = (
    (_is_on_key, "ON_KEY"),
    (_is_together, "FILL"),
    (_says_on_what, "ON"),
    (_says_how, "FILL"),
)
"""The first that holds says what kind a token is."""
