"""Take a key without a name for a join where nothing else says so: "fits mine on a shared key"."""

from __future__ import annotations

from collections.abc import Sequence

from lark import Token

from core.conditions.words.kind_sets import NAMES, OPERATIONS, PARTING
from core.conditions.words.tokens import retyped, token
from core.conditions.words.unnamed_keys import UNNAMED_KEY

_BY_KEY = {"by key", "by a key"}
_LINKING = {"link", "match", "matches", "pair", "connect", "enrichment"}
_BEFORE = {*PARTING, "TABLES"}


def joins_told_by_keys(row: Sequence[Token]) -> list[Token]:
    """Say of keys that are not named that tables are joined, unless another operation is told.

    Notes begin with one: "by key: topic chess". "Songs by key" has it as a word of its own.
    """
    if any(str(one.type) in OPERATIONS for one in row):
        return list(row)
    found: list[Token] = []
    for place, one in enumerate(row):
        if str(one) == UNNAMED_KEY:
            found.append(retyped(one, "JOIN"))
        elif str(one) in _BY_KEY and str(one.type) == "FILL":
            noted = _is_noted(row, place)
            named = place > 0 and str(row[place - 1].type) == "WORD" and not noted
            found.append(retyped(one, "JOIN" if noted else "WORD" if named else "FILL"))
        elif str(one) == "key :" and _heads(row, place):
            found[-1] = token("JOIN", "on key", found[-1].start_pos, one.start_pos)
            found.append(token("COLON", ":", one.start_pos, one.end_pos))
        else:
            found.append(one)
    return found


def _is_noted(row: Sequence[Token], place: int) -> bool:
    """Whether words for a key are a note, or of a verb: "by key, over 9 rows", "link by key"."""
    if place and str(row[place - 1]).lower() in _LINKING:
        return True
    before = place == 0 or str(row[place - 1].type) in _BEFORE
    return before and (place + 1 == len(row) or str(row[place + 1].type) in PARTING)


def _heads(row: Sequence[Token], place: int) -> bool:
    """Whether "on key:" begins a note, and no name of one follows."""
    begins = place == 1 or (place > 1 and str(row[place - 2].type) in _BEFORE)
    named = place + 1 < len(row) and str(row[place + 1].type) in NAMES
    return begins and str(row[place - 1].type) == "ON" and not named
