"""Say "is" for the colons of a search in keywords: "girl scout cookies, flavor: mint"."""

from __future__ import annotations

from collections.abc import Sequence

from lark import Token

from core.conditions.lexing.values_beside import PERHAPS
from core.conditions.words.kind_sets import CLAUSE_ENDS, NAMES, UNQUOTED_NAMES
from core.conditions.words.tokens import token

_WORDS_OF_NAME = 2
_WORDS_OF_VALUE = 3


def pairs_told(row: Sequence[Token]) -> list[Token]:
    """Put "is" between a name and its value where a text is a topic and such pairs.

    All that stands behind the topic must be pairs, for a title has a colon, too: "star wars,
    episode 4: a new hope". The reading is doubted.
    """
    topic, *pairs = _parted(row)
    if not pairs or not topic or {str(row[at].type) for at in topic} - NAMES:
        return list(row)
    colons = {_colon_of_pair(row, pair) for pair in pairs}
    if None in colons:
        return list(row)
    return [
        token("IS", PERHAPS, one.start_pos, one.end_pos) if at in colons else one
        for at, one in enumerate(row)
    ]


def _parted(row: Sequence[Token]) -> list[list[int]]:
    """Give the places of the tokens between commas."""
    parts: list[list[int]] = [[]]
    for at, one in enumerate(row):
        if str(one.type) in CLAUSE_ENDS:
            parts.append([])
        else:
            parts[-1].append(at)
    return parts


def _colon_of_pair(row: Sequence[Token], pair: Sequence[int]) -> int | None:
    """Return where the colon stands of a short name and a short value; none if they are no pair."""
    kinds = [str(row[at].type) for at in pair]
    colon = kinds.index("COLON") if "COLON" in kinds else 0
    name = [row[at] for at in pair[:colon]]
    named = 0 < colon <= _WORDS_OF_NAME and set(kinds[:colon]) <= UNQUOTED_NAMES
    plain = all(word.replace(" ", "").isalpha() and word.islower() for word in name)
    valued = 0 < len(kinds) - colon - 1 <= _WORDS_OF_VALUE and set(kinds[colon + 1 :]) <= NAMES
    return pair[colon] if named and plain and valued else None
