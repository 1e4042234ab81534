"""Say of a column what is said in a clause behind it: "a notes column that mentions frost"."""

from __future__ import annotations

from collections.abc import Sequence

from lark import Token

from core.conditions.words.kind_sets import NAMES
from core.conditions.words.lexicon import READ_BY_ONE
from core.conditions.words.tokens import token

_IN_IT = {"in which", "wherein"}
_ITSELF = {"that", "which"}


def clauses_told(row: Sequence[Token], text: str) -> list[Token]:
    """Take "that" out between a named column and what it contains, and turn "in which … occurs"."""
    found: list[Token] = []
    place = 0
    while place < len(row):
        one = row[place]
        if str(one.type) != "WITH" or not _behind_column(found):
            found.append(one)
            place += 1
            continue
        said = text[one.start_pos : one.end_pos].lower()
        kinds = [str(other.type) for other in row[place + 1 :]]
        words = next((i for i, kind in enumerate(kinds) if kind not in NAMES), len(kinds))
        reads = kinds[:1] == ["CONTAINS"] and str(row[place + 1]) in READ_BY_ONE
        if reads and said in {*_IN_IT, "where"}:
            place += 1  # "a notes column in which one reads 'late'"
        elif said in _ITSELF and (kinds[:1] == ["CONTAINS"] or kinds[:2] == ["NOT", "CONTAINS"]):
            place += 1
        elif said in _IN_IT and words and kinds[words : words + 1] == ["APPEARS"]:
            found.append(token("CONTAINS", said, one.start_pos, one.end_pos))
            found.extend(row[place + 1 : place + 1 + words])
            place += words + 2
        else:
            found.append(one)
            place += 1
    return found


def _behind_column(row: Sequence[Token]) -> bool:
    """Whether a column with a name stands last: "a notes column", "a column notes"."""
    kinds = [str(one.type) for one in row]
    if kinds[-1:] == ["COLUMN"]:
        return kinds[-2:-1] != [] and kinds[-2] in NAMES
    names = 0
    while names < len(kinds) and kinds[-1 - names] in NAMES:
        names += 1
    return names > 0 and kinds[: len(kinds) - names][-1:] == ["COLUMN"]
