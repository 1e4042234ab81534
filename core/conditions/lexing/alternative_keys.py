"""Say of each of several keys that it is one: "join on hotel name or city name"."""

from __future__ import annotations

from collections.abc import Sequence

from lark import Token

from core.conditions.senses.keys import KEYS
from core.conditions.words.kind_sets import NAMES
from core.conditions.words.tokens import token

_ENDS = {*KEYS, "name", "names", "email"}
"""What keys end with, which no subject of a table does."""


def keys_told(row: Sequence[Token]) -> list[Token]:
    """Put "on the key" behind an "or" between two names of keys, where tables are joined."""
    found: list[Token] = []
    for place, one in enumerate(row):
        found.append(one)
        if str(one.type) == "OR" and _is_keyed(row[:place]) and _names_key(row[place + 1 :]):
            found.append(token("ON_KEY", "on", one.end_pos, one.end_pos))
    return found


def _is_keyed(row: Sequence[Token]) -> bool:
    """Whether a row ends with a key: "join on hotel name"."""
    begins = len(row)
    while begins and str(row[begins - 1].type) in NAMES:
        begins -= 1
    kinds = [str(one.type) for one in row[:begins]]
    keyed = kinds[-1:] == ["ON_KEY"] or kinds[-2:] == ["JOIN", "ON"]
    return keyed and begins < len(row) and str(row[-1]).lower() in _ENDS


def _names_key(row: Sequence[Token]) -> bool:
    """Whether a row begins with the name of a key."""
    ends = next((i for i, one in enumerate(row) if str(one.type) not in NAMES), len(row))
    return ends > 0 and str(row[ends - 1]).lower() in _ENDS
