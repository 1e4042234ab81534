"""Say of names as only columns have them that tables have such columns: "having customer_id"."""

from __future__ import annotations

from collections.abc import Sequence

from lark import Token

from core.conditions.senses.keys import is_identifier
from core.conditions.words.tokens import token

_HAVING = {"with", "having", "has", "have"}
_BEHIND = {"COMMA", "STOP", "UNION", "JOIN", "ABOUT", "TOPIC"}
_NO_NAME = {"WORD", "KNOWN", "QUOTED"}


def columns_held(row: Sequence[Token]) -> list[Token]:
    """Put "a column called" before names behind "with" of which nothing more is said.

    "With amount_due above 5" and "with amount_due and rent above 5" compare their cells.
    """
    found: list[Token] = []
    held = 0
    for place, one in enumerate(row):
        if str(one.type) == "WITH" and str(one).split()[-1] in _HAVING:
            held = max(held, _names_end(row, place + 1))
        if place < held and str(one.type) == "WORD":
            start = one.start_pos
            found += [token(kind, "column", start, start) for kind in ("COLUMN", "NAMED")]
        found.append(one)
    return found


def _names_end(row: Sequence[Token], place: int) -> int:
    """Return where a list of such names ends that begins at a place; 0 if it goes on."""
    while place < len(row) and str(row[place].type) == "WORD" and is_identifier(row[place]):
        place += 1
        kinds = [str(one.type) for one in row[place : place + 2]]
        if not kinds or kinds[0] in _BEHIND:
            return place
        if kinds[0] != "AND":
            return 0
        if kinds[1:] and kinds[1] not in _NO_NAME:
            return place
        place += 1
    return 0
