"""Say that a result has a size, whatever the verb: "the joined table must retain 700 rows"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lark import Token

from core.conditions.lexing.results_when import is_size_at
from core.conditions.words.kinds import CLASSES
from core.conditions.words.tokens import retyped, token

_VERBS = {"IS", "WITH", "CONTAINS", "TO", "FILL"}
_HAVING = {
    *("retain", "retains", "preserve", "preserves", "keep", "keeps", "maintain", "maintains"),
    *("total", "totals", "leave", "leaves", "result", "results"),
}
"""What has no meaning of its own elsewhere, and says of a result how large it is."""
_YIELDING = {"yield", "yields"}
_NEW = re.compile(r"\b(?:new|extra|additional|further|added)\b")
_LEFT = {"blank", "empty", "unmatched", "unfilled", "null"}
"""What some rows or columns of a result are left: its size is not theirs."""
_ADDING = re.compile(r"\b(?:give|bring|add|yield|provide|supply|contribute|gain)s?\b")
"""What a join does to one's own table where that is named: "the join ought to give my table"."""


def sizes_had_by_results(row: Sequence[Token]) -> list[Token]:
    """Say "have" between a result and its size, and "add" before what is new.

    "The union should contain over 900 rows" and "I need the result to exceed 900 rows" are "the
    result has". "The joined table should contain a column on rent" has no size.
    """
    found: list[Token] = []
    place = 0
    while place < len(row):
        one = row[place]
        found.append(one)
        place += 1
        if str(one.type) != "RESULT":
            continue
        if place < len(row) and _adds(row[place]):
            found[-1] = retyped(one, "FILL")
            continue
        size = _behind_verbs(row, place)
        if size > place and is_size_at(row, size) and not _is_of_part(row, size):
            found.append(_verb(row[place:size], row[size:]))
            place = size
    return found


def _adds(one: Token) -> bool:
    return str(one.type) in CLASSES["OPERATION"] and _ADDING.search(one) is not None


def _behind_verbs(row: Sequence[Token], place: int) -> int:
    """Where verbs end that begin at a place."""
    while place < len(row) and (
        str(row[place].type) in _VERBS or str(row[place]).lower() in _HAVING | _YIELDING
    ):
        place += 1
    return place


def _is_of_part(row: Sequence[Token], size: int) -> bool:
    """Whether a size is that of what is left without cells: "the join leaves 3 columns blank"."""
    counted = next(at for at in range(size, len(row)) if str(row[at].type) in CLASSES["EXTENT"])
    return any(one.lower() in _LEFT for one in row[counted + 1 : counted + 2])


def _verb(said: Sequence[Token], size: Sequence[Token]) -> Token:
    """Give one verb for several: a result yields rows and columns that are new, and has others."""
    counted = next(one for one in size if str(one.type) in {"NEW", *CLASSES["EXTENT"]})
    adds = str(said[-1]).lower() in _YIELDING and _NEW.search(counted) is not None
    return token("GIVES" if adds else "WITH", str(said[-1]), said[0].start_pos, said[-1].end_pos)
