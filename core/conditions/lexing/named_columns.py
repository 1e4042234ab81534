"""Part the name of a column from what its cells are: "where the column named genre is Satire"."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from lark import Token

from core.conditions.words.kind_sets import COLUMN_NAMES
from core.conditions.words.kinds import CLASSES
from core.conditions.words.tokens import retyped

_OF_CELLS = {"whose", "where", "wherein", "in which", "if", "only if", "when", "provided"}
_BEGINNING = {"", "STOP", "FILL", "AND", "OR"}
_WORDS_OF_NAME = 4
_VALUES = {"WORD", "KNOWN", "QUOTED", "NUMBER", "YEAR", "ONE_OF"}


def cells_of_columns_named(row: Sequence[Token]) -> list[Token]:
    """Drop "named" where cells of that column are told, so that no name takes their value.

    "With a column named this is fine" has a name. One that is named "count" counts no columns.
    """
    kinds = [str(one.type) for one in row]
    dropped = {place for place in range(len(row)) if _names_before_value(row, kinds, place)}
    return [
        retyped(one, "WORD") if place - 1 in dropped and kinds[place] == "COUNT" else one
        for place, one in enumerate(row)
        if place not in dropped
    ]


def _names_before_value(row: Sequence[Token], kinds: Sequence[str], place: int) -> bool:
    if place == 0 or kinds[place - 1 : place + 1] != ["COLUMN", "NAMED"]:
        return False
    of_cells = place > 1 and str(row[place - 2]) in _OF_CELLS
    begins = (kinds[place - 2] if place > 1 else "") in _BEGINNING
    words = len(list(itertools.takewhile(COLUMN_NAMES.__contains__, kinds[place + 1 :])))
    said = kinds[place + 1 + words : place + 3 + words]
    valued = said[:1] == ["IS"] and set(said[1:]) <= _VALUES and len(said) > 1
    dated = said[:1] == ["WITH"] and set(said[1:]) <= CLASSES["PLURAL"] and len(said) > 1
    return (of_cells or begins) and 0 < words <= _WORDS_OF_NAME and (valued or dated)
