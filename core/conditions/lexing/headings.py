"""Find what tables are about where it stands behind a colon: "tables to append: rent prices"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lark import Token

from core.conditions.lexing.values_beside import is_quoted_value
from core.conditions.words.kind_sets import CLAUSE_ENDS, NAMES, TELLS_TOPIC
from core.conditions.words.tokens import token

HEADED = "about …"
"""What a topic is called that is not called one."""
OF_PEOPLE = re.compile(
    r"\b(I|i|we|us|me|my|our|you|your|he|she|they|because|since|so|would|should|could|might|may|"
    r"must|am|asked|asks|wants|please|hello|hi|this|it|these|those|them|mine(?! \w)|ours)\b"
)
"""Words of whoever asks, which no subject of a table has."""
_REQUESTING = {"FILL", "TABLES", "UNION", "JOIN", "COMMA", "ROWS", "COLUMNS", "STOP", "NEW"}
_OF_TABLES = {"TABLES", "ROWS", "COLUMNS"}
_SUBJECT = {"WORD", "KNOWN", "QUOTED", "OF", "IN", "FOR", "AND", "OR"}
_OF_ANOTHER = {"COLUMN", "COLUMNS", "NOT", "WITHOUT", "EXCEPT", "UNLESS"}


def subjects_headed(row: Sequence[Token], text: str) -> list[Token]:
    """Say of bare words behind a request and a colon that tables are about them.

    "Tables to append: rent prices, over 9 rows" has such words; "tables to append: price above 9"
    and "stackable tables, region: Tuscany" have none, nor have tables that are told to be about
    something else.
    """
    kinds = [str(one.type) for one in row]
    begins = kinds.index("COLON") + 1 if "COLON" in kinds else 0
    before = set(kinds[: max(0, begins - 1)])
    if not before & _OF_TABLES or not before <= _REQUESTING:
        return list(row)
    ends = next((i for i in range(begins, len(row)) if kinds[i] in CLAUSE_ENDS), len(row))
    part = kinds[begins:ends]
    if not part or not set(part) <= _SUBJECT or part[0] not in NAMES or part[-1] not in NAMES:
        return list(row)
    said = text[row[begins].start_pos : row[ends - 1].end_pos]
    if (
        is_quoted_value(row[begins : ends + 1])
        or OF_PEOPLE.search(said)
        or _is_told(row[ends:])
        or ends == len(row)
    ):
        return list(row)
    start = row[begins].start_pos
    return [*row[:begins], token("TOPIC", HEADED, start, start), *row[begins:]]


def _is_told(row: Sequence[Token]) -> bool:
    """Whether it is said what tables are about, unlike "a column about rent" or "not about tea"."""
    told = [place for place, one in enumerate(row) if str(one.type) in TELLS_TOPIC]
    return any(not place or str(row[place - 1].type) not in _OF_ANOTHER for place in told)
