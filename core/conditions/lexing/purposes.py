"""Find what tables are about where it is said what they are for: "for a study on drought"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lark import Token

from core.conditions.words.kind_sets import TELLS_TOPIC
from core.conditions.words.purposes_in_front import DAYS, WORKS
from core.conditions.words.tokens import retyped

_ABOUT = {"ON", "ABOUT", "OF", "TOPIC", "IN"}
_SUBJECT = {"WORD", "KNOWN", "QUOTED", "OF", "IN", "AND", "FOR"}
_OWN = re.compile(r"\b(?:my|our|his|her|their)\b")
_TIMES = {"NUMBER", "YEAR", "DATE", "PERIOD"}
_OF_COLUMNS = {"COLUMN", "COLUMNS", "INFO"}
_BEHIND = {"FILL", "COMMA", "UNION", "JOIN"}


def purposes_turned(row: Sequence[Token], text: str) -> list[Token]:
    """Take the subject of a study for that of its tables, where they have no other.

    "For an analysis of drought losses I need tables whose soil is clay" wants tables about drought
    losses; "for a study on drought I need tables about rain" does not.
    """
    kinds = [str(one.type) for one in row]
    begins = next((place for place in (2, 3, 4) if _is_work(row[:place])), 0)
    if not begins or kinds[begins - 1] not in _ABOUT:
        return list(row)
    ends = next(
        (at for at in range(begins, len(row)) if kinds[at] not in _SUBJECT | _TIMES), len(row)
    )
    ends += kinds[ends : ends + 1] == ["AFTER"]  # "an essay on the past"
    asked = kinds[ends : ends + 1]
    if ends == begins or not asked or asked[0] not in _BEHIND:
        return list(row)
    dated = kinds[begins] not in _SUBJECT or str(row[ends - 1]).lower().endswith(DAYS)
    if dated or _is_told(row[ends:]):
        return [*(retyped(one, "FILL") for one in row[:ends]), *row[ends:]]
    if _OWN.search(text[row[0].end_pos : row[begins].start_pos]):
        return list(row)  # "for my report on last year's work" may be about anything
    said = [retyped(one, "FILL") for one in row[: begins - 1]]
    return [*said, retyped(row[begins - 1], "TOPIC"), *row[begins:]]


def _is_work(ahead: Sequence[Token]) -> bool:
    """Whether tokens begin "for a study on": the last word but one is what is made."""
    said = " ".join(map(str, ahead[:-1])).lower().split()  # "for a report" may be one token
    return said[:1] == ["for"] and said[1:] != [] and said[-1] in WORKS


def _is_told(row: Sequence[Token]) -> bool:
    """Whether tables are told to be about something: "about rain", no "column about rain".

    Nor are they by "columns that are about rain", "whose notes are about rain" and "about 20 rows".
    """
    kinds = [str(one.type) for one in row]
    for place, kind in enumerate(kinds):
        before = [one for one in kinds[:place] if one != "FILL"][-1:]
        number = kind == "ABOUT" and kinds[place + 1 : place + 2] == ["NUMBER"]
        if kind in TELLS_TOPIC and not number and not set(before) & {*_OF_COLUMNS, "IS"}:
            return True
    return False
