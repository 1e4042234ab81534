"""Find what a pronoun stands for: "curious about honey, are there tables on that?".

Or "a column about wages, and this column must contain numbers".
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from lark import Token

from core.conditions.words.kind_sets import ABOUT_OR_ON, OPERATIONS, PARTING
from core.conditions.words.tokens import retyped, token

_SO = {"so", "and", "but", "then", "hence", "therefore"}
_SUBJECT = {"WORD", "KNOWN", "QUOTED", "OF", "IN", "FOR", "AND", "NUMBER", "YEAR"}
_AT_FRONT = -1
_TELLS_COLUMN = {"ABOUT", "ON", "TOPIC", "NAMED"}
_LINKING = {"COMMA", "STOP", "AND"}
_THIS_COLUMN = re.compile(
    r"[\s,;.]*(?:(?:and|but|provided|as long as|so long as|if|given)\s+)?"
    r"(?:let\s+)?(?:(?:this|that|the|said)(?: (?:same|very))? (?:column|field)|it)\b",
    re.IGNORECASE,
)
_NOUN = r"(?:topic|subject|theme|matter)"
_GOES_ON = (
    r"(?:that|which|with|where|whose|having|from|in|and|but|to|joinable|unionable|over|under)"
)
_ASKS_ON = r"(?:can|could|may|might|would|should|will|shall|do|does|be|is|are|I|we|which|to)"
_PRONOUN = re.compile(
    rf"\s+(?:(?:that|this|it|them|these|those)(?: {_NOUN})?(?=\s*(?:[,.;:?!]|$)| {_ASKS_ON}\b)|"
    rf"(?:that|this|the)(?: (?:very|exact))?(?: same)? {_NOUN}"
    rf"(?! (?:that|which) (?:is|has)\b)(?=\s*(?:[,.;:?!]|$)| {_GOES_ON}\b))",
    re.IGNORECASE,
)


def subjects_told_before(row: Sequence[Token], text: str) -> list[Token]:
    """Put the subject that was spoken of before where tables are wanted "on that".

    What stands before it in its part of the sentence is an aside. Rows without such a pronoun, or
    with nothing that it could stand for, are as they were.
    """
    tables = [place for place, one in enumerate(row) if str(one.type) == "TABLES"]
    for place in range(tables[0] if tables else len(row), len(row)):
        told = _PRONOUN.match(text, row[place].end_pos or 0)
        if str(row[place].type) not in ABOUT_OR_ON or told is None:
            continue
        subject = _subject_before(row[:place])
        if subject is not None:
            return _with_subject(row, subject, place, told.end())
    return list(row)


def columns_told_before(row: Sequence[Token], text: str) -> list[Token]:
    """Take "and this column" away where all cells of the column before it are spoken of.

    Rows in which a column is named or has a subject, and "this column" or "it" is directly behind.
    """
    found = list(row)
    place = 0
    while place < len(found):
        ends = _column_ends(found, place)
        begins = ends
        while ends and begins < len(found) and str(found[begins].type) in _LINKING:
            begins += 1
        parted = text[found[ends].start_pos :] if ends and begins > ends else ""
        pronoun = _THIS_COLUMN.match(parted)
        if pronoun is not None:
            start = found[ends].start_pos or 0
            until = start + pronoun.end()
            behind = [one for one in found[ends:] if (one.start_pos or 0) >= until]
            if _tells_kind(behind):
                return [*found[:ends], token("COMMA", ",", start, until), *behind]
        elif begins > ends and _must_be_of_kind(found[begins : begins + 3]):
            comma = retyped(found[ends], "COMMA")
            return [*found[:ends], comma, *found[begins : begins + 2], *found[begins + 3 :]]
        place += 1
    return found


def _column_ends(row: Sequence[Token], place: int) -> int:
    """Return where "a column about wages" ends that begins at a place, 0 if none does."""
    kinds = [str(one.type) for one in row[place : place + 2]]
    if len(kinds) == 1 or kinds[:1] != ["COLUMN"] or kinds[1] not in _TELLS_COLUMN:
        return 0
    ends = place + 2
    while ends < len(row) and str(row[ends].type) in _SUBJECT - {"AND"}:
        ends += 1
    return ends if place + 2 < ends < len(row) else 0


def _must_be_of_kind(row: Sequence[Token]) -> bool:
    """Whether it is said what the column must be, without a pronoun: "must be a text column"."""
    kinds = [str(one.type) for one in row]
    return (
        len(kinds) > 2  # noqa: PLR2004 - a verb, a kind, and "column"
        and [kinds[0], kinds[2]] == ["IS", "COLUMN"]
        and kinds[1].startswith("K_")
    )


def _tells_kind(row: Sequence[Token]) -> bool:
    """Whether tokens begin with what holds of all cells: "must contain numbers"."""
    kinds = [str(one.type) for one in row[:2]]
    kind = kinds[1:2] if kinds[:1] in (["WITH"], ["IS"]) else kinds[:1]
    return kind != [] and kind[0].startswith(("SO_", "K_"))


def _subject_before(row: Sequence[Token]) -> int | None:
    """Return the place of the last "about" before a subject in an earlier part of a sentence.

    It is `_AT_FRONT` where the text begins with a bare subject: "Opera houses: …".
    """
    end = max((place for place, one in enumerate(row) if _parts(one)), default=0)
    first = next((place for place, one in enumerate(row) if _parts(one)), 0)
    for place in range(end - 1, -1, -1):
        if str(row[place].type) in ABOUT_OR_ON and str(row[place + 1].type) == "WORD":
            behind = row[place + 1 : end]
            until = next((i for i, one in enumerate(behind) if _parts(one)), len(behind))
            plain = {str(one.type) for one in behind[:until]} <= _SUBJECT
            return place if plain else None
    bare = first > 0 and {str(one.type) for one in row[:first]} <= _SUBJECT
    return _AT_FRONT if bare and str(row[0].type) == "WORD" else None


def _parts(one: Token) -> bool:
    return str(one.type) in PARTING or str(one) in _SO


def _with_subject(row: Sequence[Token], subject: int, about: int, end: int) -> list[Token]:
    pronoun = token("FILL", "that", row[about].start_pos, end)
    behind = [
        token(str(one.type), str(one), max(one.start_pos or 0, end), one.end_pos)
        for one in row[about:]
        if (one.start_pos or 0) >= end or (str(one.type) in OPERATIONS and (one.end_pos or 0) > end)
    ]  # "it be joined to mine"
    if subject == _AT_FRONT:
        start = row[0].start_pos
        return [token("TOPIC", "about", start, start), *row[:about], pronoun, *behind]
    begins = max((place + 1 for place, one in enumerate(row[:subject]) if _parts(one)), default=0)
    said = [one for one in row[begins:subject] if str(one.type) != "FILL"]
    aside = [token("ASIDE", "…", said[0].start_pos, said[-1].end_pos)] if said else []
    start = row[subject].start_pos
    comma = [token("COMMA", ",", start, start)]
    topic = retyped(row[subject], "TOPIC")
    return [*row[:begins], *aside, *comma, topic, *row[subject + 1 : about], pronoun, *behind]
