"""What a sign between words is: a part of what is noted down, the end of a sentence, or nothing."""

from __future__ import annotations

from collections.abc import Callable

from core.conditions.senses.here import Here
from core.conditions.words.kind_sets import BEFORE_KEYS, OPERATIONS, SIZES

_NOTED = {"PIECE", "ROWS", "COUNT", "DATA", "OF", "IN", "UNIT"}
_OF_REQUESTS = {"UNION", "JOIN", "FILL", "ON", "ON_KEY", "WORD", "AND", "COMMA"}
"""What a request is made of that says on which keys and nothing more."""
_REMARKING = {"and", "but", "they", "it", "which", "that", "with", "where"}
"""What a remark in brackets begins with, unlike a list or a condition."""


def _opens_remark(here: Here) -> bool:
    return here.kind == "LPAR" and here.word(here.behind) in _REMARKING


def _closes_nothing(here: Here) -> bool:
    return here.kind == "RPAR" and not here.is_listed


def _parts_request(here: Here) -> bool:
    """Whether a subject is noted down behind a request: "stack under mine; tea prices; …"."""
    if here.text != ";" or not OPERATIONS & set(here.kinds):
        return False
    if not set(here.kinds) <= _OF_REQUESTS or here.kind_at(here.behind) not in _NOTED:
        return False
    keyed = BEFORE_KEYS & set(here.kinds) or {"key", "keys"} & set(map(str, here.found))
    if "WORD" in here.kinds and not keyed:
        return False
    ends = here.behind
    while here.kind_at(ends) in _NOTED and here.piece(ends) != ";":
        ends += 1
    return here.word(ends) in {";", ","}


def _parts_sentences(here: Here) -> bool:
    return here.text == ";" and not here.is_listed and set(here.kinds) != {"WORD"}


def _ends_size(here: Here) -> bool:
    """Whether a sentence ends with a size: "over 5 rows. country is Norway"."""
    return here.text == "." and here.before in SIZES and here.behind < len(here.pieces)


RULES: tuple[tuple[Callable[[Here], bool], str], ...] = (
    (_opens_remark, "COMMA"),
    (_closes_nothing, "PUNCTUATION"),
    (_parts_request, "COMMA"),
    (_parts_sentences, "STOP"),
    (_ends_size, "STOP"),
)
"""The first that holds says what kind a token is."""
