"""Words that say nothing beside their neighbours, or name what the whole text is."""

from __future__ import annotations

import itertools
from collections.abc import Callable

from core.conditions.senses.here import Here
from core.conditions.words.kind_sets import AS_WRITTEN, HAVING, NAMES
from core.conditions.words.lexicon import DASHES, READ_BY_ONE

_COMPARING = {"IS", "OF", "GT", "GE", "LT", "LE", "NEAR", "BETWEEN", "UP_TO"}
_TIMED = {"BEFORE", "AFTER", "SINCE", "UNTIL", "NOT", "IN", "BETWEEN", "FROM", "ONE_OF"}
_FIGURES = {"figure", "figures"}
_KEYWORDS = {"keywords", "terms"}
_SHOWING = {"shows", "displays", "gives"}
_SAID_OF_NAMED = {"is", "are", "has", "have", "must", "should", "contains", "lies", "begins"}
_MAKING = {"make", "makes", "making"}
_MENTIONS = {"mention", "mention of", "reference to", "allusion to"}
_HOW = {"how", "what", "where", "when", "who", "why", "which", "that", "way"}
"""Behind them stands what is said of a thing: "how wine is made"."""
_WORDS_OF_NAME = 4
_ADDED = {"added", "gained", "contributed", "obtained", "supplied"}


def _says_dated(here: Here) -> bool:
    """Whether a column is dated at a time: "the field signed is dated before 1960"."""
    if here.text != "dated" or here.before != "IS":
        return False
    named = here.kinds[:-1]
    return here.kind_at(here.behind) in _TIMED and (
        named[-1:] == ["QUOTED"] or "COLUMN" in named[-2:]
    )


def _is_figure(here: Here) -> bool:
    """Whether it only says that a column has numbers: "an average visitors figure above 9"."""
    if here.text not in _FIGURES or here.before not in NAMES:
        return False
    averaged = "AVERAGE" in here.kinds[-_WORDS_OF_NAME:]
    return averaged and here.kind_at(here.behind) in _COMPARING


def _says_there(here: Here) -> bool:
    """Whether it says of what is there what it is: "the city there should be Graz"."""
    if not (here.text.startswith("there ") and here.text.endswith(" be")):
        return False
    named = here.before in NAMES and here.kinds[-2:-1] in (["AND"], ["COMMA"], ["WITH"])
    return named and here.kind_at(here.behind) in {"PIECE", "QUOTED", "ONE_OF"}


def _names_again(here: Here) -> bool:
    """Whether a column is named once more by a pronoun: "the price it is bigger than 40"."""
    named = here.text in {"it", "they"} and here.before in {*NAMES, "COLUMN"}
    return named and here.word(here.behind) in _SAID_OF_NAMED


def _begins_keywords(here: Here) -> bool:
    """Whether a text is said to be keywords: "keywords: hospital waiting times"."""
    said = here.word(here.place) in _KEYWORDS and here.word(here.place + 1) == ":"
    return said and not here.found


def _is_in_it(here: Here) -> bool:
    """Whether it is said of a column again: "has in it the word hazelnut"."""
    begins = here.behind + (here.kind_at(here.behind) == "ARTICLE")
    holds = here.before in HAVING and here.kind_at(begins) == "KEYWORD"
    return here.kind == "SOMEWHERE" and holds


def _reads(here: Here) -> bool:
    """Whether anybody finds words in cells: "in whose notes column one reads 'late'"."""
    return here.word(here.place) == "one" and _is_read(here, here.place + 1)


def _is_read_by_one(here: Here) -> bool:
    """Whether words are what anybody finds in cells."""
    return here.word(here.place - 1) == "one" and _is_read(here, here.place)


def _is_read(here: Here, place: int) -> bool:
    if "WITH" not in here.kinds:
        return False  # "about novels one reads "for fun""
    said = place + 1 + (here.kind_at(place + 1) == "ARTICLE")
    return here.word(place) in READ_BY_ONE and here.kind_at(said) in {"KEYWORD", "QUOTED"}


def _is_made(here: Here) -> bool:
    """Whether it only ends what is said of a mention: "no mention of Oslo is made"."""
    begins = here.place - (here.text == "made")
    if (here.word(begins), here.word(begins + 1)) != ("is", "made"):
        return False
    if here.kinds[-_WORDS_OF_NAME - 1 :].count("CONTAINS") > 1:
        return False  # "that contain mention of how wine is made"
    words = [here.word(place) for place in range(begins - 1, begins - 1 - _WORDS_OF_NAME, -1)]
    if _HOW.intersection(itertools.takewhile(lambda word: word not in {"of", "to"}, words)):
        return False
    mentioned = [str(one) for one in here.found[-_WORDS_OF_NAME:] if one.type == "CONTAINS"]
    return here.ends_part(begins + 2) and bool(mentioned) and mentioned[-1].endswith((" of", " to"))


def _makes_none(here: Here) -> bool:
    """Whether it only stands before what is refused: "making no mention of Oslo"."""
    refused = here.word(here.place) in _MAKING and here.word(here.place + 1) == "no"
    return refused and here.phrase_from(here.place + 2) in _MENTIONS


def _must_be_found(here: Here) -> bool:
    """Whether words are wanted in cells: "the words broken seal must be found"."""
    said = here.text == "found" and here.before == "IS" and str(here.found[-1]).endswith(" be")
    return said and "KEYWORD" in here.kinds[-_WORDS_OF_NAME:] and here.ends_part(here.behind)


def _heads(here: Here) -> bool:
    """Whether a column is called a heading: "the heading Carrier shows Aeroflot"."""
    named = here.kind_at(here.behind) == "QUOTED" or here.piece(here.behind)[:1].isupper()
    return here.text == "heading" and named


def _shows(here: Here) -> bool:
    """Whether a column has a value: "the carrier column shows Aeroflot"."""
    if here.text not in _SHOWING or here.kind_at(here.behind) not in AS_WRITTEN:
        return False
    value = here.piece(here.behind)
    column_behind = here.before == "COLUMN" and here.kinds[-2:-1] != [] and here.kinds[-2] in NAMES
    column_before = here.before == "QUOTED" and here.kinds[-2:-1] == ["COLUMN"]
    written = here.kind_at(here.behind) == "QUOTED" or value[:1].isupper() or value[:1].isdigit()
    return written and (column_behind or column_before)


def _are_added(here: Here) -> bool:
    """Whether it is said of new rows or columns that there are: "3 new columns are added"."""
    if here.text not in _ADDED or here.before != "IS":
        return False
    counted = here.kinds[-2:-1] in (["COLUMNS"], ["ROWS"], ["ROWS_COUNTED"])
    return counted and here.ends_part(here.behind)


def _is_type(here: Here) -> bool:
    """Whether it only says that a kind is one: "a column of numeric type"."""
    return here.text == "type" and here.before.startswith("K_") and here.kinds[-2:-1] == ["OF"]


def _parts_label(here: Here) -> bool:
    """Whether a dash stands for a colon: "subject - coral reefs"."""
    return here.text in DASHES and here.before == "TOPIC"


RULES: tuple[tuple[Callable[[Here], bool], str], ...] = (
    (_says_dated, "PUNCTUATION"),
    (_is_figure, "PUNCTUATION"),
    (_is_in_it, "PUNCTUATION"),
    (_names_again, "PUNCTUATION"),
    (_says_there, "IS"),
    (_makes_none, "PUNCTUATION"),
    (_reads, "PUNCTUATION"),
    (_is_read_by_one, "CONTAINS"),
    (_is_made, "PUNCTUATION"),
    (_must_be_found, "APPEARS"),
    (_are_added, "PUNCTUATION"),
    (_heads, "COLUMN"),
    (_is_type, "PUNCTUATION"),
    (_parts_label, "COLON"),
    (_shows, "IS"),
    (_begins_keywords, "TOPIC"),
)
