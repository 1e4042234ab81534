"""What the first word of a phrase is where the others go with what follows: "the outcome notes"."""

from __future__ import annotations

import itertools

from core.conditions.senses import inside_names
from core.conditions.senses.column_names import names_kind, names_names
from core.conditions.senses.here import Here
from core.conditions.senses.keys import names_identifier
from core.conditions.senses.which_column import is_column_of_subjects
from core.conditions.words.kind_sets import COMPARISONS, OPERATIONS, TOLD_COLUMNS

_SIZING = {"yields", "retains", "preserves", "maintains", "totals", "keeps", "leaves"}
_BEFORE_LAKE = {"", "COMMA", "AND", "OR", "WITH", "STOP"}
_PLACES = {"the lake", "the repository"}
_WORDS_OF_LIST = 9
_WORDS_OF_RESULT = 2
_OUTPUTS = {"combined output", "the combined output"}
"""What a union gives, and what steel mills have."""
_SOME_TABLE = ("something about", "something on", "anything about", "anything on")
_SOMETHING_ON = {"something on", "anything on", "everything on", "whatever on"}
_BEING_ONE = {"is", "are", "being"}
_MEASURED = {"ROWS", "ROWS_COUNTED", "COLUMNS", "NUMBER", "YEAR", "PERCENT", "UNIT", "DATE"}
_BEFORE_ARTICLES = {
    *("", "UNION", "JOIN", "WITH", "WITHOUT", "COMMA", "AND", "OR", "ONE_OF", "NOT", "GIVES"),
    "FILL",
}
_ON_TOPIC = {"on theme", "of theme", "on topic", "of topic", "on subject"}
_OF_THAT_NAME = {
    *("park", "parks", "song", "songs", "tune", "tunes", "music", "night", "nights", "party"),
    *("model", "models", "modelling", "modeling", "sentence", "sentences", "area", "areas"),
    *("heading", "headings", "teacher", "teachers", "index", "indexes", "matter", "matters"),
    *("choice", "choices", "restaurants", "hotels", "detection", "maps", "access"),
}
"""What has a theme, a topic or a subject in its name."""
_EXPECTING = {"i expect", "we expect", "i'd expect"}
_WHAT = {"what", "whatever", "whom", "how"}
"""What a clause begins with that says what is expected: "tables about what we expect"."""
_OF_SUBJECT = {"TABLES", "DATA", "INFO"}


def kind_of_first_word(here: Here) -> str:
    """Give the kind of a phrase's first word where the others go with what follows, or nothing."""
    result = here.kind == "RESULT" and (_goes_on(here) or _is_column_of_results(here))
    if here.text.startswith("the ") and (result or is_column_of_subjects(here)):
        return "ARTICLE"  # "the outcome notes", "the subject"
    if here.kind == "FILL" and here.text in _PLACES and _is_of_places(here):
        return "ARTICLE"  # "the lake temperature", "and the lake should be Paxton"
    of_output = result and here.text in _OUTPUTS  # "combined output of steel mills"
    if of_output or (here.text.endswith(" is") and is_column_of_subjects(here)):
        return "WORD"  # "the column subject is chemistry"
    of_name = here.kind == "FILL" and here.text.endswith(" of") and _is_in_name(here)
    if names_kind(here) or names_names(here):
        begins = "WITH" if here.text.startswith(("with", "whose")) else "WORD"
        return "ARTICLE" if here.text.startswith("the ") else begins
    inside = inside_names.kind_of_place(here) or _on_what_has_a_topic(here)
    if inside:
        return inside
    return "WORD" if of_name else _preposition(here)


def _goes_on(here: Here) -> bool:
    """Whether a result is part of a name: "the outcome notes", "cancelled as the outcome"."""
    named = here.names_at(here.behind) or here.kind_at(here.behind) == "TABLES"
    as_what = here.before == "AS" and here.ends_part(here.behind)
    return (named and not _is_said_of_result(here)) or as_what


def _is_said_of_result(here: Here) -> bool:
    """Whether a verb tells its size, and is no part of a name: "the join yields over 9 rows"."""
    amount = here.behind + 1
    counted = here.kind_at(amount) in COMPARISONS or here.is_number_at(amount)
    return here.word(here.behind) in _SIZING and counted


def _on_what_has_a_topic(here: Here) -> str:
    """Give the kind of "on" where a name goes on with "theme": "tables on theme parks"."""
    named = here.text in _ON_TOPIC and here.word(here.behind) in _OF_THAT_NAME
    return here.text.split()[0].upper() if named else ""


def _is_of_places(here: Here) -> bool:
    """Whether the lake is a column, and not where tables are searched."""
    said = here.kind_at(here.behind) == "IS" and here.before in {*_BEFORE_LAKE}
    return here.names_at(here.behind) or said


def _is_wish(here: Here) -> bool:
    """Whether who asks expects what follows: "I expect over 800 rows", not "we expect children"."""
    of_name = here.before == "WORD" or here.word(here.place - 1) in _WHAT
    wanted = here.kind_at(here.behind) not in {"", "PIECE"} or here.is_number_at(here.behind)
    return wanted and not of_name


def _is_no_unit(here: Here) -> bool:
    """Whether "a year" is no unit: "with a year between …", unlike "over 9 dollars a year"."""
    first = here.text.split()[0]
    return here.kind == "UNIT" and first in {"a", "an"} and here.before in _BEFORE_ARTICLES


def _preposition(here: Here) -> str:
    """Give the kind of a phrase's first word where only that is one of a request, or nothing."""
    if here.text == "in a column" and here.before in {"JOIN", "UNION", "GIVES"}:
        return "IN"  # "merge in a column about rent"
    if here.text == "on average" and here.before in _OF_SUBJECT and here.names_at(here.behind):
        return "ON"  # "tables on average rainfall"
    if _is_no_unit(here):
        return "ARTICLE"
    if here.kind in {"OR_MORE", "OR_LESS"} and here.word(here.place) in _BEING_ONE:
        return "" if here.before in _MEASURED else "IS"  # "the fee is the minimum"
    on_key = here.text in _SOMETHING_ON and _names_key(here)  # "join anything on taxon_id"
    if on_key or (here.text in _EXPECTING and not _is_wish(here)):
        return "FILL"  # "tables about things we expect"
    from_them = bool(here.found) and here.found[-1].endswith(" from")
    # "columns to attach to mine from something about orchards"
    return "TABLES" if from_them and here.text.startswith(_SOME_TABLE) else ""


def _names_key(here: Here) -> bool:
    """Whether a key follows by which something is joined or united."""
    combined = OPERATIONS & set(here.kinds)
    return bool(combined) and names_identifier(here, here.behind)


def _is_column_of_results(here: Here) -> bool:
    """Whether cells are spoken of: "the result is won", unlike "the result has over 50 rows"."""
    output = here.text in _OUTPUTS
    if output and here.word(here.behind) == "of" and here.kind_at(here.behind + 1) == "PIECE":
        return True  # "the combined output of steel mills"
    named = output or here.used == _WORDS_OF_RESULT
    if not named or here.kind_at(here.behind) not in {"IS", "CONTAINS", "NOT"}:
        return False
    ahead = set(
        itertools.takewhile(
            lambda kind: kind != "COMMA",
            (here.kind_at(here.behind + words) for words in range(_WORDS_OF_LIST)),
        )
    )
    return "NUMBER" not in ahead and not ahead & {*TOLD_COLUMNS, "ROWS", "MY_ROWS", "MATCHED"}


def _is_in_name(here: Here) -> bool:
    """Whether it goes on with a name: "box office collection of at least 5 million"."""
    return here.before == "WORD" and here.kind_at(here.behind) in COMPARISONS
