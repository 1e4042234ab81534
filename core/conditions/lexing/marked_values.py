"""Join "marked" to the verb before it where a value follows: "the blood group is marked O"."""

from __future__ import annotations

from collections.abc import Sequence

from lark import Token

from core.conditions.said_of_values import HOW, MARKED
from core.conditions.words.kind_sets import NAMES
from core.conditions.words.tokens import token

_REFUSING = {"isn't", "aren't", "wasn't", "weren't", "is not", "are not", "not"}
_AS = {"as"}
_VALUES = {"WORD", "QUOTED", "NUMBER", "YEAR", "GT", "GE", "LT", "LE", "BETWEEN", "NEAR"}


def marks_joined(row: Sequence[Token]) -> list[Token]:
    """Make one verb of "is marked", and of "is classed as", between a name and a value.

    "Where the road is marked" has a value, and "is rated above 4" compares as "is above 4" does.

    Examples
    --------
    >>> words = [("WORD", "road"), ("IS", "is"), ("WORD", "marked"), ("WORD", "closed")]
    >>> [str(one) for one in marks_joined([token(kind, word, 0, 0) for kind, word in words])]
    ['road', 'is', 'closed']
    """
    found: list[Token] = []
    place = 0
    while place < len(row):
        one = row[place]
        words = _marking(row, place)
        if words:
            last = row[place + words]
            found.append(token(str(one.type), str(one), one.start_pos, last.end_pos))
            place += words
        else:
            found.append(one)
        place += 1
    return found


def _marking(row: Sequence[Token], place: int) -> int:
    """Return how many words behind a verb go with it; 0 if none do."""
    being = str(row[place].type) == "IS" or str(row[place]).lower() in _REFUSING
    if not being or place == 0 or str(row[place - 1].type) not in NAMES:
        return 0
    if place + 1 >= len(row) or str(row[place + 1]).lower() not in MARKED:
        return 0
    words = 1 + (place + 2 < len(row) and str(row[place + 2]).lower() in _AS)
    behind = row[place + 1 + words : place + 2 + words]
    if not behind or str(behind[0]).lower() in HOW:
        return 0
    return words if str(behind[0].type) in _VALUES else 0
