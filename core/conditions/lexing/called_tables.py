"""Find what tables are called that are to be added: "freight lists to be put under ours"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lark import Token

from core.conditions.words.kind_sets import OPERATIONS
from core.conditions.words.tokens import token

_CALLED = {"lists", "notes", "sheets"}
"""What tables are whatever they are about: "freight lists" are no more about lists than tables."""
_OWN = re.compile(r"\b(?:mine|ours|this one|(?:my|our|this) (?:own )?[\w-]+)\b", re.IGNORECASE)
_BEFORE = {"FILL", "NEW", "ALL", "WITH", "STOP", "COMMA", "UNION", "JOIN"}
_GOES_ON = {"WITH", "CONTAINS", "IS", "TOPIC"}


def tables_called(row: Sequence[Token], text: str) -> list[Token]:
    """Say aside what tables are called where they are added to one's own and more is asked of them.

    "Consignment lists to put below this one, as long as …" and "stack further case notes under
    mine, namely those where …" want tables of any topic; "outage logs to append" are about outages.
    """
    for place, one in enumerate(row):
        if str(one.type) != "WORD" or str(one).lower() not in _CALLED:
            continue
        begins = place
        while begins and str(row[begins - 1].type) in {"WORD", "NEW"}:
            begins -= 1
        behind = row[place + 1 :]
        if _is_added(row[:begins], behind, text) and begins < place:
            said = token("ASIDE", "…", row[begins].start_pos, one.end_pos)
            return [*row[:begins], said, *behind]
    return list(row)


def _is_added(before: Sequence[Token], behind: Sequence[Token], text: str) -> bool:
    """Whether tables are added to one's own, and a condition follows."""
    if before and str(before[-1].type) not in _BEFORE:
        return False
    kinds = [str(one.type) for one in behind]
    own = bool(behind) and _OWN.search(text, behind[0].start_pos or 0, behind[0].end_pos or 0)
    of_clause = kinds[:1] != [] and kinds[0] in OPERATIONS
    of_verb = kinds[:1] == ["FILL"] and bool(before) and str(before[-1].type) in OPERATIONS
    return bool(own and (of_clause or of_verb) and _GOES_ON & set(kinds[1:]))
