"""Part what stands side by side without a word between: "age >= 65 / union"."""

from __future__ import annotations

from collections.abc import Sequence

from lark import Token

from core.conditions.words.kind_sets import NAMES, OPERATIONS, TIMES
from core.conditions.words.tokens import retyped, token

_STROKE = "/"
_NAMED = (["COLUMN", "NAMED"], ["COLUMN", "ABOUT"])
_KINDS = {"K_BOOLEANS", "K_NUMBERS"}
_ENDS = {"COMMA", "STOP", "UNION", "JOIN"}


def told_apart(row: Sequence[Token]) -> list[Token]:
    """Put a comma for a stroke beside an operation, and "with" before the kind of a column.

    "Col. named is_active, true/false" has a name and a kind. "In the 1970s for a table to be
    joined" says when, and what for.

    Examples
    --------
    >>> words = [("WORD", "age"), ("GE", ">="), ("NUMBER", "65"), ("WORD", "/"), ("UNION", "union")]
    >>> row = [token(kind, word, 0, 0) for kind, word in words]
    >>> [str(one.type) for one in told_apart(row)]
    ['WORD', 'GE', 'NUMBER', 'COMMA', 'UNION']
    """
    found: list[Token] = []
    kinds = [str(one.type) for one in row]
    for place, one in enumerate(row):
        beside = {*kinds[max(place - 1, 0) : place], *kinds[place + 1 : place + 2]}
        if str(one) == _STROKE and kinds[place] == "WORD" and beside & OPERATIONS:
            found.append(retyped(one, "COMMA"))
        elif kinds[place] == "FOR" and _is_for_tables(kinds, place):
            found.append(retyped(one, "FILL"))
        else:
            found.append(one)
            if kinds[place] == "COMMA" and _is_before_kind(kinds, place):
                found.append(token("WITH", "with", one.end_pos, one.end_pos))
    return found


def _is_for_tables(kinds: Sequence[str], place: int) -> bool:
    """Whether it is said of a time what it is for: "in the 1970s for a table to be joined"."""
    behind = [kind for kind in kinds[place + 1 :][:3] if kind != "FILL"]
    timed = place > 0 and kinds[place - 1] in TIMES
    return timed and behind[:1] == ["TABLES"] and set(behind[1:2]) <= OPERATIONS


def _is_before_kind(kinds: Sequence[str], place: int) -> bool:
    """Whether a comma parts the name or the subject of a column from its kind."""
    ends = not kinds[place + 2 :] or kinds[place + 2] in _ENDS
    if kinds[place + 1 : place + 2] == [] or kinds[place + 1] not in _KINDS or not ends:
        return False
    begins = place
    while begins and kinds[begins - 1] in NAMES:
        begins -= 1
    return begins < place and list(kinds[max(begins - 2, 0) : begins]) in _NAMED
