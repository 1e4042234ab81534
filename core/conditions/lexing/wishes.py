"""Find what tables are about where somebody wishes it: "I'm curious about tea: show me tables"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lark import Token

from core.conditions.lexing.headings import HEADED
from core.conditions.words.kind_sets import NAMES, TELLS_TOPIC
from core.conditions.words.tokens import token

_WISH = re.compile(
    r"(?:(?:and|so|but|well|now|okay|ok|hi|hello|hey),? )?(?:"
    r"(?:I|we)(?:['’](?:m|re)| am| are)(?: (?:really|very|just|mainly|mostly|always|currently|"
    r"especially|particularly|rather|quite|now))*"
    r" (?:curious about|interested in|keen on|hunting(?: for)?|after|fond of|"
    r"looking (?:for|into)|searching for|in search of|in need of|chasing)|"
    r"(?:I|we)(?:['’](?:ll|d)| will| can| could| would)(?: (?:gladly|happily|only|just|also|well))*"
    r" (?:take(?! (?:part|place|care|note|a look|it|them)\b)|use(?! (?:a|your|some|the|it|them)\b))"
    r") (?:(?:some|any)?(?:thing|data|info|information|stuff) (?:on|about) )?",
    re.IGNORECASE,
)
"""How whoever asks says what is wanted; "I'm writing about old aircraft" wants none."""
_SUBJECT = {"WORD", "KNOWN", "QUOTED", "OF", "IN", "FOR", "AND", "OR", "ONE_OF"}
_PARTING = {"STOP", "COMMA", "COLON", "WITH"}
_OF_ANOTHER = {"COLUMN", "COLUMNS", "NOT", "WITHOUT", "EXCEPT", "UNLESS", "INFO", "OR"}


def subjects_wished(row: Sequence[Token], text: str) -> list[Token]:
    """Say of what is wished for that tables are about it, unless they are told to be about more."""
    for place, one in enumerate(row):
        start = one.start_pos or 0
        begins = not place or str(row[place - 1].type) in {"STOP", "FILL"}
        wish = _WISH.match(text, start) if begins else None
        if wish is None:
            continue
        first = next((i for i in range(place, len(row)) if (row[i].end_pos or 0) > wish.end()), 0)
        ends = next((i for i in range(first, len(row)) if str(row[i].type) not in _SUBJECT), 0)
        if first and ends and _is_subject(row, first, ends) and not _is_told(row[ends:]):
            at = row[first].start_pos
            said = token("FILL", "wished", start, wish.end())
            return [*row[:place], said, token("TOPIC", HEADED, at, at), *row[first:]]
    return list(row)


def _is_subject(row: Sequence[Token], first: int, ends: int) -> bool:
    kinds = [str(one.type) for one in row[first : ends + 1]]
    return kinds[-1] in _PARTING and len(kinds) > 1 and kinds[-2] in NAMES


def _is_told(row: Sequence[Token]) -> bool:
    """Whether it is said what tables are about, unlike "a column about rent" or "about 50 rows"."""
    told = [place for place, one in enumerate(row) if str(one.type) in TELLS_TOPIC]
    return any(
        str(row[place - 1].type) not in _OF_ANOTHER
        and [str(one.type) for one in row[place + 1 : place + 2]] != ["NUMBER"]
        for place in told
    )
