"""Take a key without a name for a join where nothing else says so: "fits mine on a shared key"."""

from __future__ import annotations

from collections.abc import Sequence

from lark import Token

from core.conditions.words.tokens import retyped
from core.conditions.words.unnamed_keys import UNNAMED_KEY

_OPERATIONS = {"UNION", "JOIN"}


def joins_told_by_keys(row: Sequence[Token]) -> list[Token]:
    """Say of keys that are not named that tables are joined, unless another operation is told."""
    if any(str(one.type) in _OPERATIONS for one in row):
        return list(row)
    return [retyped(one, "JOIN") if str(one) == UNNAMED_KEY else one for one in row]
