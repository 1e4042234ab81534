"""Take for keys what stands before "as the join key" or "should be the key of the join"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lark import Token

from core.conditions.words.tokens import token

_KEYED = re.compile(
    r"\b(?:join|joining|union|shared|common)(?:ing)? keys?\b|\bkeys? (?:of|for) the"
)
"""What says by itself that a column is a key; others do where tables are joined or united."""
_KEY = re.compile(r"\bkeys?\b")
_NAMING = {"WORD", "KNOWN", "QUOTED", "COUNT", "K_DATES", "PERIOD"}
_BESIDE = {"AND", "COMMA"}
_SPARE = {"COLUMN", "COLUMNS"}
_ON = {"ON", "ON_KEY"}
_OPERATIONS = {"JOIN", "UNION"}


def keys_named_first(row: Sequence[Token]) -> list[Token]:
    """Put "on the key" before names that are said to be one behind."""
    combined = any(str(one.type) in _OPERATIONS for one in row)
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
    begins = _names_begin(row)
    if begins == len(row):
        return row
    before = [str(one.type) for one in row[:begins]]
    if before[-1:] and before[-1] in _SPARE:  # "the columns "plot" and "date" as keys"
        return [*row[: begins - 1], *_on_key(row[begins:])]
    if before[-1:] == ["OR"]:
        return [*_either_keyed(row[: begins - 1]), row[begins - 1], *_on_key(row[begins:])]
    return row if before[-1:] and before[-1] in _ON else [*row[:begins], *_on_key(row[begins:])]


def _either_keyed(row: list[Token]) -> list[Token]:
    """Say of the first of two names that it is a key: "on either plot or site" as the key."""
    begins = _names_begin(row)
    if begins == len(row):
        return row
    before, names = row[:begins], _on_key(row[begins:])
    either = before[-1:] if before and str(before[-1].type) == "ONE_OF" else []
    before = before[: len(before) - len(either)]
    if before and str(before[-1].type) in _ON:
        before = before[:-1]
    return [*before, *either, *names]


def _on_key(names: list[Token]) -> list[Token]:
    start = names[0].start_pos or 0
    return [token("ON_KEY", "on", start, start), *names]


def _names_begin(row: Sequence[Token]) -> int:
    """Return where the names at the end of a row begin; its length if there are none."""
    place = len(row)
    while place and str(row[place - 1].type) in _SPARE:
        place -= 1
    ends = place
    while place and str(row[place - 1].type) in _NAMING:
        place -= 1
        quoted = str(row[place].type) == "QUOTED"
        first, link = [*("", ""), *(str(one.type) for one in row[:place])][-2:]
        if quoted and first == "QUOTED" and link in _BESIDE:
            place -= 1
    return place if place < ends else len(row)
