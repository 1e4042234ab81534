"""Words that compare or place elsewhere, inside the name of a column: "depth below sea level"."""

from __future__ import annotations

import re
from collections.abc import Callable

from core.conditions.senses.column_names import is_announced, is_said, words_before, words_behind
from core.conditions.senses.here import Here
from core.conditions.words.kind_sets import ABOUT_OR_ON, AS_WRITTEN, IN_PLACE

_JOINING = {"at", "below", "above", "from", "as", "under", "over"}
_STATES = {
    *("progress", "transit", "stock", "use", "service", "force", "print", "review", "production"),
    *("effect", "operation", "preparation", "storage", "dispute", "arrears", "default", "custody"),
    *("draft", "testing", "development", "bloom", "season", "office", "repair", "planning"),
}
"""What something is in that is no place: "status is in progress"."""
_VERBS = {
    *("show", "list", "find", "search", "match", "pull", "give", "look", "check", "want", "need")
}
"""What asks for tables, and begins no clause behind "whose"."""
_BEING_IN = {"is in", "are in"}
_NAMING = {"WORD", "UNIT", "K_NUMBERS", "K_DATES", "K_TEXT"}
_PARTING = {
    *("", "AND", "OR", "COMMA", "IS", "NOT", "WITH", "CONTAINS", "QUOTED", "LPAR", "ABOUT", "GT"),
    *("GE", "LT", "LE", "BETWEEN", "BEFORE", "AFTER", "SINCE", "UNTIL", "EQ", "NEAR", "EXCEPT"),
}
"""What stands in brackets that are no part of a name."""
_REMARKING = {
    *("it", "it's", "it’s", "they", "they're", "this", "these", "i", "we", "which", "that"),
    *("given", "measured", "expressed", "recorded", "stated", "stored", "written", "meaning"),
    *("i.e.", "ie"),
}
"""What a remark begins with."""
_MOST_IN_BRACKETS = 5
_MOST_IN_COLUMN = 4
_YEAR = re.compile(r"(?:1[89]|20)\d\d")
_WHERE = {"where", "whose", "in which"}
_OPERATIONS = {"union", "the union", "join", "the join"}
_WAYS = {"left", "right", "inner", "outer", "full", "cross", "natural", "on", "by", "all"}
"""How a join is made, and no value of a column."""
_STATES_OF_ONE = {
    *("complete", "full", "done", "possible", "ready", "finished", "valid", "clean", "correct"),
    *(
        "empty",
        "large",
        "big",
        "small",
        "good",
        "perfect",
        "exact",
        "unique",
        "vertical",
        "lossless",
    ),
}
"""What may be said of a union or a join."""
_KEYS = {
    *("country", "city", "name", "date", "year", "code", "state", "region", "id", "key", "title"),
    *("town", "county", "postcode", "zip", "email", "district", "category", "type", "number"),
}
"""What tables are mostly joined by."""
_TIMED = {"BEFORE", "AFTER", "SINCE", "UNTIL"}


def _goes_on_inside(here: Here) -> bool:
    """Whether a name goes on: "age at death is above 60", unlike "age above 60"."""
    alternative = here.text == "of" and here.kinds[-2:-1] == ["OR"]  # "or the city of birth is X"
    if (
        not (alternative or here.text in _JOINING)
        or here.before != "WORD"
        or not here.names_at(here.behind)
    ):
        return False
    if here.is_number_at(here.behind):
        return False  # "finish time below 180 min"
    said = here.behind + words_behind(here)
    return is_said(here, said) and is_announced(here, words_before(here))


def _begins_name(here: Here) -> bool:
    """Whether a verb of requests begins a name: "whose show notes contain"."""
    whose = here.before == "IN_COLUMN" or (here.before == "WITH" and here.found[-1] == "whose")
    return whose and here.used == 1 and here.text in _VERBS and here.names_at(here.behind)


def _is_of_state(here: Here) -> bool:
    """Whether "in" belongs to a state: "status is in progress", unlike "city is in Norway"."""
    if here.text != "in" or here.before != "IS":
        return False
    return here.word(here.behind) in _STATES and here.ends_part(here.behind + 1)


def _is_at_work(here: Here) -> bool:
    """Whether tables are about what happens there: "on accidents at work"."""
    told = here.kinds[-3:-2] != [] and here.kinds[-3] in ABOUT_OR_ON
    return told and here.text == "work" and here.word(here.place - 1) == "at"


def words_in_brackets(here: Here) -> int:
    """How many pieces in brackets end a name: "weight (lb) is above 5"; none if they do not."""
    if here.kind != "LPAR" or here.before not in _NAMING:
        return 0
    for used in range(2, _MOST_IN_BRACKETS + 2):
        kind = here.kind_at(here.place + used)
        if kind == "RPAR":
            behind = here.place + used + 1
            ends = is_said(here, behind) or here.kind_at(behind) in {"COLUMN", "AVERAGE"}
            return used + 1 if ends else 0
        if kind in _PARTING:
            return 0
    return 0


def is_remark(here: Here) -> bool:
    """Whether what brackets hold is no part of a name: "the weight (it is in kg) is under 9"."""
    return here.word(here.place + 1) in _REMARKING


def is_year_of_name(here: Here) -> bool:
    """Whether a year begins a name: "where the 2010 census is above 5", "whose 2010 is above 5"."""
    if not _YEAR.fullmatch(here.text):
        return False
    announced = here.word(here.place - 1) == "the" or (here.found and here.found[-1] in _WHERE)
    said = here.behind + words_behind(here)
    return bool(announced) and is_said(here, said) and here.kind_at(said) not in _TIMED


def kind_of_place(here: Here) -> str:
    """Give the kind of the first word of a phrase with "in" that goes on, or nothing."""
    if here.text in _BEING_IN and here.word(here.behind) in _STATES:
        return "IS"  # "is in progress"
    return "IN_COLUMN" if _begins_list_column(here) else ""


def _begins_list_column(here: Here) -> bool:
    """Whether "in the list" begins a column: "in the list price column", not "in the list A, B"."""
    if here.text != "in the list" or not here.names_at(here.behind):
        return False
    ahead = range(here.behind, here.behind + _MOST_IN_COLUMN)
    named = next((place for place in ahead if not here.names_at(place)), here.behind)
    return here.kind_at(named) == "COLUMN"


def _ends_name(here: Here) -> bool:
    """Whether a name ends with the word: "in the clause text column", unlike "a text column"."""
    named = here.before == "WORD" and bool(IN_PLACE & set(here.kinds[-3:-1]))
    return here.text == "text" and named and here.kind_at(here.behind) == "COLUMN"


def _is_called_by_operation(here: Here) -> bool:
    """Whether a column is called "union" or "join": "in which the union is Unison".

    "The join is on isbn" and "where the union is at least 60 rows" speak of the operation.
    """
    if here.text not in _OPERATIONS or here.kind_at(here.behind) not in {"IS", "NOT"}:
        return False
    said = here.before == "WITH" and str(here.found[-1]) in _WHERE
    value = here.piece(here.behind + 1)
    written = here.kind_at(here.behind + 1) in AS_WRITTEN and not value.islower()
    keyed = value.isupper() and len(value) > 1  # "the join is ISBN"
    other = keyed or value.lower() in _WAYS | _STATES_OF_ONE | _KEYS
    quoted = here.kind_at(here.behind + 1) == "QUOTED"
    return said and written and value.isalpha() and (quoted or not other)


def _is_called_average(here: Here) -> bool:
    """Whether a column is called so: "where the column average is above 5"."""
    announced = here.before == "COLUMN" and here.word(here.place - 2) in {"the", "whose"}
    return here.text in {"average", "mean"} and announced and is_said(here, here.behind)


RULES: tuple[tuple[Callable[[Here], bool], str], ...] = (
    (_goes_on_inside, "WORD"),
    (_is_of_state, "WORD"),
    (_begins_name, "WORD"),
    (_is_at_work, "WORD"),
    (_ends_name, "WORD"),
    (_is_called_by_operation, "KNOWN"),
    (_is_called_average, "WORD"),
)
"""Each with the kind that a word has where it holds."""
