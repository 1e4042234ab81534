"""Take for keys what stands before "as the join key" or "should be the key of the join"."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from lark import Token

from core.conditions.words.kind_sets import ALSO, BEFORE_KEYS, COLUMN_WORDS, OPERATIONS
from core.conditions.words.tokens import retyped, token

_KEYED = re.compile(
    r"\b(?:join|joining|union|shared|common)(?:ing)? keys?\b|\bkeys? (?:of|for) the"
)
"""What says by itself that a column is a key; others do where tables are joined or united."""
_KEY = re.compile(r"\bkeys?\b")
_NAMING = {"WORD", "KNOWN", "QUOTED", "COUNT", "K_DATES", "PERIOD"}
_TAKING = {"using", "taking", "employing", "treating", "with"}
"""What names of keys follow, and nothing else: "using plot, year and month as the keys"."""
_PARTING = {"COMMA", "STOP", "COLON", "JOIN", "UNION"}


def keys_named_first(row: Sequence[Token]) -> list[Token]:
    """Put "on the key" before names that are said to be one behind."""
    combined = any(str(one.type) in OPERATIONS for one in row)
    found: list[Token] = []
    for place, one in enumerate(row):
        if str(one.type) == "FILL" and (
            _KEYED.search(one) or (combined and place and _KEY.search(one))
        ):
            found = _keyed(found)
        found.append(one)
    return found


def _keyed(row: list[Token]) -> list[Token]:
    """Say of the names at the end of a row that they are keys: of all, or of one or the other."""
    several = _several_begin(row)
    if several is not None:
        begun = row[:several]
        if begun and str(begun[-1]) == "with":
            begun[-1] = retyped(begun[-1], "FILL")
        return [*begun, *_on_key(row[several:])]
    begins = _names_begin(row)
    if begins == len(row):
        return row
    before = [str(one.type) for one in row[:begins]]
    if before[-1:] and before[-1] in COLUMN_WORDS:  # "the columns "plot" and "date" as keys"
        return [*row[: begins - 1], *_on_key(row[begins:])]
    if before[-1:] == ["OR"]:
        return [*_either_keyed(row[: begins - 1]), row[begins - 1], *_on_key(row[begins:])]
    if before[-1:] and before[-1] in BEFORE_KEYS:
        return row
    return [*row[:begins], *_on_key(row[begins:])]


def _either_keyed(row: list[Token]) -> list[Token]:
    """Say of the first of two names that it is a key: "on either plot or site" as the key."""
    begins = _names_begin(row)
    if begins == len(row):
        return row
    before, names = row[:begins], _on_key(row[begins:])
    either = before[-1:] if before and str(before[-1].type) == "ONE_OF" else []
    before = before[: len(before) - len(either)]
    if before and str(before[-1].type) in BEFORE_KEYS:
        before = before[:-1]
    return [*before, *either, *names]


def _on_key(names: list[Token]) -> list[Token]:
    start = names[0].start_pos or 0
    return [token("ON_KEY", "on", start, start), *names]


def _several_begin(row: Sequence[Token]) -> int | None:
    """Return where keys begin that nothing else is said with: "with plot and year", "using plot".

    None where they do not: "about soil, plot and year" has two, "about soil and plot" has one.
    """
    ends = len(row)
    for links in (ALSO, {"AND"}):
        place = ends
        while place and _goes_on(row, place - 1, links, at_end=place == ends):
            place -= 1
        before = row[place - 1] if place else None
        if place == ends or before is None:
            return place if place < ends else None
        parted = links == {"AND"} and str(before.type) in _PARTING
        if parted or str(before).lower() in _TAKING:
            return place
    return None


def _goes_on(row: Sequence[Token], place: int, links: Collection[str], *, at_end: bool) -> bool:
    """Whether a token is of a list of names: a word of one, or what parts two of them."""
    if str(row[place].type) in links:
        return not at_end and place > 0 and str(row[place - 1].type) in _NAMING
    return str(row[place].type) in _NAMING and str(row[place]).lower() not in _TAKING


def _names_begin(row: Sequence[Token]) -> int:
    """Return where the names at the end of a row begin; its length if there are none."""
    place = len(row)
    while place and str(row[place - 1].type) in COLUMN_WORDS:
        place -= 1
    ends = place
    while place and str(row[place - 1].type) in _NAMING:
        place -= 1
        quoted = str(row[place].type) == "QUOTED"
        first, link = [*("", ""), *(str(one.type) for one in row[:place])][-2:]
        if quoted and first == "QUOTED" and link in ALSO:
            place -= 1
    return place if place < ends else len(row)
