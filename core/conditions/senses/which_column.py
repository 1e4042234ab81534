"""Words that say in which column something stands: "'pneumonia' under diagnosis"."""

from __future__ import annotations

from collections.abc import Callable

from core.conditions.senses.here import Here
from core.conditions.senses.keys import is_identifier
from core.conditions.words.kind_sets import IN_PLACE, OPERATIONS, UNKNOWN_NAMES
from core.conditions.words.lexicon import LISTING

_WORDS_OF_KEYWORD = 3
_WORDS_OF_NAME = 3
_TEXTS = {
    *("name", "title", "description", "notes", "note", "comment", "comments", "remarks", "summary"),
    *("text", "abstract", "address", "label", "headline", "message", "review", "tagline"),
}
_SHORTEST_HEADING = 5
_WORDS_OF_LIST = 16
_WORDS_OF_VALUES = 8
_SUBJECTS = {"subject", "topic", "theme"}
_PLURAL_VERBS = {"feature", "cover", "list", "mention", "include", "contain", "carry", "quote"}
_FOUND = {"found", "present", "mentioned", "included", "listed", "named", "occurring", "appearing"}
HAVING = {"have", "has", "having", "that have", "which have", "that has", "which has"}
_UNDER = {"under", "below", "beneath"}


def _is_in_column(here: Here) -> bool:
    """Whether a column follows: "the word damaged in the notes", and not "made in China"."""
    near = here.kinds[-_WORDS_OF_KEYWORD - 1 :]
    column = here.piece(here.behind)
    if here.kind == "IN" and (is_identifier(column) or _is_in_capitals(column)):
        return bool({"KEYWORD", "CONTAINS", "APPEARS"} & set(near))  # "mention fog in keeper_notes"
    if here.kind != "IN" or here.word(here.behind) not in {"the", "its", "their"}:
        return False
    if here.kind_at(here.behind + 1) == "QUOTED" and here.kind_at(here.behind + 2) == "COLUMN":
        return "CONTAINS" in near  # 'containing Rex in the "Cast List" column'
    held = bool(OPERATIONS & set(here.kinds)) and (
        "CONTAINS" in near or any(str(one) in HAVING for one in here.found[-_WORDS_OF_KEYWORD:])
    )
    if "KEYWORD" not in near and not held and not _holds_text(here):
        return False
    return any(here.ends_part(here.behind + words) for words in range(2, _WORDS_OF_NAME + 2))


def _is_in_capitals(word: str) -> bool:
    """Whether a word is written as a heading, and is no country's letters: "DIAGNOSES"."""
    return word.isalpha() and word.isupper() and len(word) >= _SHORTEST_HEADING


def _holds_text(here: Here) -> bool:
    """Whether a column of texts is named: "tables to stack with salmon in the product name"."""
    if "WITH" not in here.kinds[-_WORDS_OF_NAME:] or not OPERATIONS & set(here.kinds):
        return False
    ends = (here.behind + words for words in range(2, _WORDS_OF_NAME + 2))
    return any(here.ends_part(end) and here.word(end - 1) in _TEXTS for end in ends)


def is_column_of_subjects(here: Here) -> bool:
    """Whether a column is called so: "the subject contains 'refund'", "the column subject is X"."""
    if here.before == "COLUMN" and here.word(here.place - 2) == "the":
        return here.text in {f"{noun} is" for noun in _SUBJECTS}
    verb = here.phrase_from(here.behind)
    said = here.kind_at(here.behind) == "CONTAINS" and verb not in _PLURAL_VERBS
    return here.text.split()[-1] in _SUBJECTS and said  # unlike "topic feature flags"


def _is_listed_name(here: Here) -> bool:
    """Whether it is a keyword among others: "exam results, subject, grade"."""
    return here.text in _SUBJECTS and here.before == "COMMA" and here.word(here.behind) == ","


def _is_inside_cells(here: Here) -> bool:
    """Whether nothing follows that something is inside of: "with the word X inside"."""
    return here.text == "inside" and here.ends_part(here.behind)


def _is_listed_value(here: Here) -> bool:
    """Whether what is listed is a value and no topic: 'that list "Approved"'."""
    if here.kind != "TOPIC" or not here.text.endswith(("list", "lists")):
        return False
    ahead = {here.word(here.behind + words) for words in range(1, _WORDS_OF_VALUES)}
    return here.kind_at(here.behind) == "QUOTED" or bool(ahead & {"as", "under"})


def _lists_values(here: Here) -> bool:
    """Whether several values are listed of a column: "listing Oslo or Rome in the city column"."""
    if here.text.split()[-1] not in LISTING or here.kind not in {"CONTAINS", "TOPIC"}:
        return False
    ahead = [here.kind_at(here.behind + words) for words in range(_WORDS_OF_LIST)]
    linked = "OR" in ahead or "COMMA" in ahead
    placed = bool(IN_PLACE & set(ahead)) and "COLUMN" in ahead
    return linked and placed and "STOP" not in ahead


def _is_column_named(here: Here) -> bool:
    return here.kind == "APPEARS" and here.text.endswith("named") and here.before == "COLUMN"


def _is_under_header(here: Here) -> bool:
    """Whether a column is named: "'pneumonia' under diagnosis"."""
    if here.text not in _UNDER or here.is_number_at(here.behind):
        return False
    listed = here.before == "WORD" and "CONTAINS" in here.kinds[-_WORDS_OF_KEYWORD:]
    if here.before not in {"QUOTED", "APPEARS"} and not listed:
        return False
    return here.names_at(here.behind) or here.kind_at(here.behind) == "ARTICLE"


def _is_found_in(here: Here) -> bool:
    """Whether something is found in a place: "the word X found in the notes column"."""
    if here.text in _FOUND and here.before in UNKNOWN_NAMES:
        place = here.behind + 1
        if here.kind_at(here.behind) == "IN" and is_identifier(here.piece(place)):
            return True  # "fog mentioned in log_text"
    if (
        here.text not in {"found", "present"}
        or here.before not in UNKNOWN_NAMES
        or "KEYWORD" not in here.kinds
    ):
        return False
    return here.kind_at(here.behind) in IN_PLACE


RULES: tuple[tuple[Callable[[Here], bool], str], ...] = (
    (_is_in_column, "IN_COLUMN"),
    (is_column_of_subjects, "WORD"),
    (_is_listed_name, "WORD"),
    (_is_inside_cells, "SOMEWHERE"),
    (_lists_values, "CONTAINS"),
    (_is_listed_value, "CONTAINS"),
    (_is_column_named, "NAMED"),
    (_is_under_header, "IN_COLUMN"),
    (_is_found_in, "APPEARS"),
)
"""The first that holds says what kind a token is."""
