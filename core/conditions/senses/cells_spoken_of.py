"""Cells that are spoken of, and no column of that name: "some cell in them mentions Oslo"."""

from __future__ import annotations

import re
from collections.abc import Callable

from core.conditions.senses.here import Here
from core.conditions.words.kind_sets import HAVING

_SOME = {"some", "any", "a", "one", "least"}
_BEGINS = {"", "COLON", "WITH", "AND", "COMMA", "STOP", "UNION", "JOIN", "TABLES", "FILL"}
_IN_THEM = {"in them", "in it", "of them", "of it", "there", "of theirs"}
_LONGEST_WORD = 5
_TALKING = re.compile(r"\b(?:talk|speak)(?:s|ing)?\b")
_IN_CELLS = {
    f"{within} {cells}"
    for within in ("in", "somewhere in", "anywhere in")
    for cells in ("their cells", "its cells", "some cell", "any cell", "some cells")
}


def _are_some(here: Here) -> bool:
    """Whether one of all cells is meant: "some cell of them should mention Oslo".

    "Where cell is above 5" is of a column, and so is "the cell contains".
    """
    if here.text != "cell" or here.word(here.place - 1) not in _SOME or here.before not in _BEGINS:
        return False
    behind = here.behind
    if here.phrase_from(behind) in _IN_THEM:
        behind += len(here.phrase_from(behind).split())
    behind += here.word(behind) in {"that", "which"}
    return here.kind_at(behind) == "CONTAINS"


def _have_in_them(here: Here) -> bool:
    """Whether cells have words in them: "cells w/ Oslo in them", unlike "stem cells with"."""
    if here.text != "cells" or here.before not in _BEGINS:
        return False
    if here.kind_at(here.behind) not in HAVING:
        return False
    ahead = range(here.behind + 1, here.behind + 1 + _LONGEST_WORD)
    return any(here.kind_at(place) == "SOMEWHERE" for place in ahead)


def _talks_in_cells(here: Here) -> bool:
    """Whether words are in cells, and no topic: "that talk about fog in their cells".

    "About proteins in the cells" is one.
    """
    if here.kind != "TOPIC" or not _TALKING.search(here.text):
        return False
    ahead = range(here.behind + 1, here.behind + 1 + _LONGEST_WORD)
    ends = next((place for place in ahead if here.kind_at(place) != "PIECE"), here.behind)
    return here.phrase_from(ends).lower() in _IN_CELLS


def _holds_a_word(here: Here) -> bool:
    """Whether it goes without saying before "the word": 'cells containing the word "fog"'."""
    if here.kind != "KEYWORD" or not here.text.startswith("cell"):
        return False
    behind = here.behind + (here.kind_at(here.behind) == "ARTICLE")
    return here.kind_at(behind) == "KEYWORD"


RULES: tuple[tuple[Callable[[Here], bool], str], ...] = (
    (_are_some, "PUNCTUATION"),
    (_have_in_them, "PUNCTUATION"),
    (_talks_in_cells, "CONTAINS"),
    (_holds_a_word, "PUNCTUATION"),
)
"""The first that holds says what kind a token is."""
