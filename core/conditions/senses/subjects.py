"""Where a subject follows "on" or goes on with "among", and no key, place or choice."""

from __future__ import annotations

from collections.abc import Callable

from core.conditions.senses.here import Here
from core.conditions.senses.joined_on import tells_topic
from core.conditions.senses.keys import ends_with_key, names_identifier
from core.conditions.words.kind_sets import CLAUSE_ENDS, SURELY_ABOUT, TOLD_COLUMNS, WANTED

THEM = {"them", "which", "these", "those"}
_TOLD_BEFORE = [["ABOUT", "WORD"], ["ON", "WORD"], ["TOPIC", "WORD"]]
_ADDED = (" rows", " records")
_LISTING = {"COMMA", "OR", "AND", "COLON", "LPAR", "QUOTED"}
_WHATEVER = ("whatever", "anything", "everything", "all")
_THERE = ("there is", "you have", "exists", "is there", "you find", "you can find")
_STACKING = ("append", "stack", "concat")
_ASKED_OF_CELLS = {"IS", "CONTAINS", "WITH", "NOT"}
"""What is done with rows, on no key: "tables to append on whooping cough"."""
_ATTACHING = ("attach", "enrich", "add")
_PLURAL_VERBS = ("mention", "contain", "include", "cite", "list")
_BEING = {"that are", "which are", "that is", "which is"}
_WORDS_OF_LIST = 6
_NEAR = 4
_RELATIVE = {"that", "which"}
_OF_SUBJECT = {"TABLES", "DATA", "INFO"}
_LABELS = {"domain", "field", "area", "discipline", "realm"}
_OF_PLACES = {"area"}
"""What a place is a value of, too: "area: Norfolk"."""
_BEFORE_LABELS = {*WANTED, "FILL", "STOP", "COMMA", "NEW", "ROWS", "COLUMNS", "TO", "FOR"}


def _is_among_in_topic(here: Here) -> bool:
    """Whether "among" goes on with a subject: "on exam stress among teenagers"."""
    if here.text != "among" or here.word(here.behind) in THEM:
        return False
    listed = {here.kind_at(place) for place in range(here.behind, here.behind + _WORDS_OF_LIST)}
    if not listed & _LISTING:
        return True
    told = any(kinds in (here.kinds[-2:], here.kinds[-3:-1]) for kinds in _TOLD_BEFORE)
    return told or set(here.kinds) == {"WORD"}


def _is_on_whatever(here: Here) -> bool:
    """Whether all there is on a subject is wanted: "append whatever there is on rowing"."""
    if here.text != "on" or here.before != "FILL" or names_identifier(here, here.behind):
        return False
    said = " ".join(map(str, here.found[-2:]))
    return any(f"{whatever} {there}" in said for whatever in _WHATEVER for there in _THERE)


def _is_on_topic(here: Here) -> bool:
    """Whether tables are on a subject: "to stack on this one that are on water quality"."""
    return here.text == "on" and here.before == "FILL" and str(here.found[-1]) in _BEING


def _is_on_what_tables_tell(here: Here) -> bool:
    """Whether tables tell of a subject: "on wages that mention Kenya", "on rent except …"."""
    if here.text != "on" or here.before not in _OF_SUBJECT:
        return False
    places = range(here.behind, here.behind + _WORDS_OF_LIST)
    ends = next((place for place in places if not here.names_at(place)), 0)
    asked = here.word(0) == "which" and here.word(ends).endswith(_PLURAL_VERBS)
    told = here.kind_at(ends) == "CONTAINS" and (asked or here.word(ends) in _RELATIVE)
    told = told or here.kind_at(ends) == "EXCEPT"
    return ends > here.behind and told


def _is_on_union(here: Here) -> bool:
    """Whether tables are on a subject, and not unioned on it: "to union with mine on farming"."""
    if here.text != "on" or here.before != "UNION" or ends_with_key(here):
        return False
    alone = " " not in here.found[-1]
    if alone and ("TABLES" not in here.kinds or not here.found[-1].startswith(_STACKING)):
        return False
    columns = any(here.kind_at(here.behind + ahead) in TOLD_COLUMNS for ahead in range(1, 5))
    if tells_topic(here):
        return False  # "to union with mine on borough and month, about noise"
    return not columns and ("TABLES" in here.kinds or here.found[-1].endswith(_ADDED))


def is_attached_on(here: Here) -> bool:
    """Whether tables are on a subject: "what is there to attach on cycling accidents?"."""
    if here.text != "on" or here.before != "JOIN" or not here.found[-1].startswith(_ATTACHING):
        return False
    return all(here.kind_at(here.behind + words) not in TOLD_COLUMNS for words in range(1, _NEAR))


def _labels_subject(here: Here) -> bool:
    """Whether it is noted down behind a request what tables are about: "Union. Domain: olives".

    Where that is told elsewhere, and in "Field: status. Value: open", a column is called so, as
    it is where the query's columns name one.
    """
    first = here.behind + 1
    if here.text.lower() not in _LABELS or here.kind not in {"WORD", "COLUMN"}:
        return False
    named = here.kind_at(first) == "PIECE" and here.piece(first)[:1].isalpha()
    if here.word(here.behind) != ":" or not named or here.is_number_at(first):
        return False
    begins = here.before in CLAUSE_ENDS and set(here.kinds) <= _BEFORE_LABELS
    if not begins or not WANTED & set(here.kinds):
        return False
    if here.text.lower() in _OF_PLACES and here.piece(first)[:1].isupper():
        return False
    ahead = range(first, len(here.pieces))
    return not any(
        here.kind_at(place) in SURELY_ABOUT or here.word(place) in {"value", "values"}
        for place in ahead
    )


def _names_column(here: Here) -> bool:
    """Whether it is a column's name: "the subject line contains X", "the topic column is Y"."""
    if here.text.removeprefix("the ") not in {"subject", "topic", "theme"}:
        return False
    noun = here.word(here.behind)
    asked = [here.kind_at(here.behind + words) in _ASKED_OF_CELLS for words in (0, 1)]
    return noun in {"line", "column", "col", "field"} and any(asked)


RULES: tuple[tuple[Callable[[Here], bool], str], ...] = (
    (_names_column, "WORD"),
    (_is_among_in_topic, "WORD"),
    (_is_on_topic, "TOPIC"),
    (_is_on_whatever, "TOPIC"),
    (_is_on_what_tables_tell, "TOPIC"),
    (_is_on_union, "TOPIC"),
    (_labels_subject, "TOPIC"),
)
"""The first that holds says what kind a token is."""
