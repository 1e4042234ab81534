"""Say of names as only columns have them that tables have such columns: "having customer_id"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lark import Token

from core.conditions.senses.keys import is_identifier
from core.conditions.words.kind_sets import NAMES
from core.conditions.words.tokens import token

_HAVING = {"with", "having", "has", "have"}
_OWN = re.compile(
    r"\b(?:my|our|(?:I|we)(?:['’]ve| have|['’]ve got| have got) (?:a|an|one|this))(?: [\w-]+){0,3}?"
    r"(?: (?:table|sheet|file|list|data ?set)s?)? (?:with|has|have|having)$",
    re.IGNORECASE,
)
_BEHIND = {"COMMA", "STOP", "UNION", "JOIN", "ABOUT", "TOPIC"}


def columns_held(row: Sequence[Token], text: str) -> list[Token]:
    """Put "a column called" before names behind "with" of which nothing more is said.

    "With amount_due above 5" and "with amount_due and rent above 5" compare their cells, and "I
    have a table with amount_due" says what one's own has.
    """
    found: list[Token] = []
    held = 0
    for place, one in enumerate(row):
        having = str(one.type) == "WITH" and str(one).split()[-1] in _HAVING
        if having and not _OWN.search(text, 0, one.end_pos or 0):
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
        if kinds[1:] and kinds[1] not in NAMES:
            return place
        place += 1
    return 0
