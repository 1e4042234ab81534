"""Put what bounds a share of the rows before it: "two thirds of the rows or more"."""

from __future__ import annotations

from collections.abc import Sequence

from lark import Token

from core.conditions.words.tokens import retyped, token

_BOUNDS = {"OR_MORE": "GE", "OR_LESS": "LE"}
_PORTIONS = {"PERCENT", "HALF"}
_COMPARED = {"GT", "GE", "LT", "LE", "UP_TO", "NEAR", "EQ", "ABOUT", "BETWEEN"}
_ROWS = {"ROWS", "ROWS_COUNTED", "MY_ROWS"}
_BETWEEN = {"OF", "FILL"}


def portions_bounded(row: Sequence[Token]) -> list[Token]:
    """Turn "two thirds of the rows or more" to "at least two thirds of the rows"."""
    found = list(row)
    for place in range(len(found) - 1, 0, -1):
        bound = _BOUNDS.get(str(found[place].type))
        if bound is None or str(found[place - 1].type) not in _ROWS:
            continue
        begins = place - 2
        while begins >= 0 and str(found[begins].type) in _BETWEEN:
            begins -= 1
        compared = begins > 0 and str(found[begins - 1].type) in _COMPARED
        if begins < 0 or str(found[begins].type) not in _PORTIONS or compared:
            continue
        start = found[begins].start_pos
        found[place] = retyped(found[place], "FILL")
        found.insert(begins, token(bound, str(row[place]), start, start))
    return found
