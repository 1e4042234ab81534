"""Words that say what tables have: "tables, all with a date", "Monza isn't mentioned"."""

from __future__ import annotations

import itertools

from core.conditions.senses.here import Here
from core.conditions.words.kind_sets import (
    ALSO,
    COMPARISONS,
    IN_PLACE,
    SURE_TIMES,
    TABLE_PARTS,
    UNKNOWN_NAMES,
)

_FOUND_SOMEWHERE = {"mentioned", "included", "listed", "named", "cited"}
_WRITTEN = {"written", "noted", "printed", "entered", "stamped", "marked"}
_FOUND_IN = {*_FOUND_SOMEWHERE, "found", "contained"}
_TOLD_ABOUT = (["ABOUT"], ["TOPIC"], ["ON"], ["NAMED"], ["IS"])
_ENDING = {"", "COMMA", "AND", "OR", "STOP", "PUNCTUATION"}
_AFTER_FOUND = {*_ENDING, "SOMEWHERE"}
_LINKED = (["COMMA"], ["AND"], ["OR"], ["NOR"])
_RELATIVE = {"that", "which"}
_LISTING_VERBS = {"list", "lists", "that list", "which list", "that lists", "which lists"}
_LONGEST_LISTED = 8
_LONGEST_NAME = 8
_LONGEST_SAID = 6


def is_there_at_all(here: Here) -> bool:
    """Whether a column is said to be there: "no column about customer appears"."""
    named = [kind for kind in here.kinds if kind != "WORD"][-2:]
    appears = here.kind == "APPEARS" and here.before == "WORD" and here.ends_part(here.behind)
    return appears and named == ["COLUMN", "ABOUT"]


def is_what_is_attached(here: Here) -> bool:
    """Whether columns are what a join brings: "attach to mine columns taken from tables"."""
    if here.text != "columns" or here.word(here.place - 1) == "the":
        return False  # "the columns that a join adds should relate to sleep"
    ahead = here.kind_at(here.behind)
    if here.before == "JOIN":
        return ahead in {"JOIN", "TABLES", "FILL", "FROM"}
    joined = ahead in {"JOIN", "ON_KEY"}
    return joined and here.before in {"", "FILL", "COMMA", "WITH"}


def is_of_all_tables(here: Here) -> bool:
    """Whether "all" speaks of tables: "all with a date", "tables …, all mention it"."""
    if here.text not in {"all", "each"}:
        return False
    ahead = here.kind_at(here.behind)
    again = here.before in ALSO and "TABLES" in here.kinds and here.text == "all"
    return ahead == "WITH" or (ahead == "CONTAINS" and again and "ROWS" not in here.kinds)


def is_of_each_table(here: Here) -> bool:
    """Whether it is said again that it is of tables: "the number of rows in each is above 5"."""
    return here.text.startswith("in each") and here.before in TABLE_PARTS


def is_found_or_not(here: Here) -> bool:
    """Whether it is said of a word that it is somewhere or not: "Monza isn't mentioned"."""
    none = "NEITHER" in here.kinds and here.kinds[-2:-1] == ["NOR"]
    ends = _AFTER_FOUND if none or here.before == "NOT" else _ENDING
    if here.text not in _FOUND_SOMEWHERE or here.kind_at(here.behind) not in ends:
        return False
    named = here.before in UNKNOWN_NAMES and here.kinds[-2:-1] in _LINKED
    return here.before == "NOT" or (named and here.text == "mentioned")


def is_not_found_in(here: Here) -> bool:
    """Whether it is said that a column has words nowhere: ""void" is not contained in remarks"."""
    if here.text not in {*_FOUND_SOMEWHERE, "contained"} or here.before != "NOT":
        return False
    within = here.kind_at(here.behind) in IN_PLACE
    dated = here.is_number_at(here.behind + 1) or here.kind_at(here.behind + 1) in SURE_TIMES
    said = here.kinds[-2:-1] == ["QUOTED"] or "KEYWORD" in here.kinds[-_LONGEST_SAID:]
    return within and said and not dated


def is_mentioned_in(here: Here) -> bool:
    """Whether a column has words: "wool or hair mentioned in the product column".

    Tables "about wool mentioned in the product column" are about that.
    """
    if here.text not in _FOUND_IN or here.kind_at(here.behind) not in IN_PLACE:
        return False
    begins = len(here.found)
    while begins and here.kinds[begins - 1] in {"WORD", "QUOTED", "OR"}:
        begins -= 1
    places = range(here.behind + 1, min(here.behind + _LONGEST_SAID, len(here.pieces)))
    part = itertools.takewhile(lambda place: not here.ends_part(place), places)
    named = begins < len(here.found) and here.kinds[begins - 1 : begins] not in _TOLD_ABOUT
    return named and any(here.kind_at(place) == "COLUMN" for place in part)


def is_written_in(here: Here) -> bool:
    """Whether it goes without saying of words in cells: 'with "urgent" written in the notes'."""
    placed = here.kind_at(here.behind) in IN_PLACE
    in_cells = (placed and here.word(here.behind + 1) in {"the", "its", "their"}) or (
        here.kind_at(here.behind) == "SOMEWHERE"
    )
    quoted = here.before == "QUOTED" or (here.before == "WORD" and "KEYWORD" in here.kinds[-4:])
    return here.text in _WRITTEN and quoted and in_cells


def lists_words(here: Here) -> bool:
    """Whether tables list something in their cells, unlike "list the tables" and "that list"."""
    listing = here.text in _LISTING_VERBS and here.before in {"TABLES", "WITH", "AND"}
    places = range(here.behind + 1, min(here.behind + _LONGEST_LISTED, len(here.pieces)))
    return listing and any(here.kind_at(place) == "SOMEWHERE" for place in places)


def has_by_another_verb(here: Here) -> bool:
    """Whether tables have what is compared, by a verb that is not known: "that flaunt a price"."""
    if here.kind != "WORD" or not here.text.isalpha() or here.word(here.behind) not in {"a", "an"}:
        return False
    if here.before != "WITH" or str(here.found[-1]) not in _RELATIVE:
        return False
    ahead = range(here.behind + 1, min(here.behind + _LONGEST_NAME, len(here.pieces)))
    part = itertools.takewhile(lambda place: not here.ends_part(place), ahead)
    return any(here.kind_at(place) in COMPARISONS for place in part)
