"""Words for rows that are counted, and those that sound like them: "cases exceed 400"."""

from __future__ import annotations

from core.conditions.senses.here import Here
from core.conditions.words.kind_sets import COMPARISONS, WHOLE_NUMBERS

_WORDS_OF_LIST = 9
_ROWS_OR_MEASURES = {"cases", "samples", "instances", "observations"}
_MEASURED_ONLY = {"cases", "samples"}
_BEING_MANY = {"are", "were"}
_BEING_ONE_THING = {"is", "was"}
_LEAVING = {"leave", "leaves", "leaving"}
_NO_JOIN = {"WORD", "KNOWN", "QUOTED", "COLUMN", "ABOUT", "TOPIC", "ON", "OF"}
"""What stands before a "leave" that is a name or a topic, or is said of one: "who leave"."""
_PARTING = {"COMMA", "STOP", "AND", "WITH", "IS"}
_MATCHING = {"match", "matches", "matching"}


def is_counted(here: Here) -> bool:
    """Whether a number of rows is spoken of: "coffee with over 40 rows"."""
    return here.kind == "ROWS" and here.before in WHOLE_NUMBERS


def are_measured(here: Here) -> bool:
    """Whether a word for rows is a column's name: "cases exceed 400", unlike "over 400 cases"."""
    if here.text not in _ROWS_OR_MEASURES or here.before in {"COUNT_OF", "NUMBER", "YEAR"}:
        return False
    if here.word(here.behind) in _BEING_ONE_THING:
        return here.kind_at(here.behind + 1) in COMPARISONS  # "cases is over 20"
    told = here.behind + (here.word(here.behind) in _BEING_MANY)
    counted = told > here.behind and (
        here.text not in _MEASURED_ONLY or here.word(here.place - 1) != "the"
    )
    return here.kind_at(told) in COMPARISONS and not counted


def matches_rows(here: Here) -> bool:
    """Whether rows find partners: "matches at least 95% of my rows"."""
    if here.text not in _MATCHING:
        return False
    ahead = [here.kind_at(here.behind + words) for words in range(_WORDS_OF_LIST)]
    return ahead[0] in COMPARISONS and "MY_ROWS" in ahead


def is_of_match(here: Here) -> bool:
    """Whether it is said for how many there is one: "with a match for over half of my rows"."""
    return here.kind == "FOR" and here.before == "MATCHED"


def leaves_matched(here: Here) -> bool:
    """Whether a join is said to leave rows matched: "joins which leave 80% of my rows matched"."""
    if here.text not in _LEAVING or not {"JOIN", "RESULT"} & set(here.kinds):
        return False
    if here.before in _NO_JOIN:
        return False  # "tables about workers who leave, with half of my rows matched"
    ahead = [here.kind_at(here.behind + words) for words in range(_WORDS_OF_LIST)]
    ends = ahead.index("MY_ROWS") if "MY_ROWS" in ahead else 0
    return "MATCHED" in ahead and bool(ends) and _PARTING.isdisjoint(ahead[:ends])
