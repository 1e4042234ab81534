"""Say where a refusal stands that is told for a list, or behind: "a column … must be absent"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lark import Token

from core.conditions.words.kind_sets import CLAUSE_ENDS, IN_PLACE, REFUSING, SIZES
from core.conditions.words.lexicon import DASHES
from core.conditions.words.tokens import retyped, token

_BEGINNING = {
    *("COLUMN", "COLUMNS", "TOPIC", "ABOUT", "CONTAINS", "KEYWORD", "WITH", "RESULT", "DATES"),
    *("GT", "GE", "LT", "LE", "NEAR", "BETWEEN", "UP_TO"),
}
"""What a condition begins with."""
_NAMES = {"WORD", "KNOWN", "QUOTED", "K_DATES", "COUNT", "UNIT"}
_MENTIONED = {"WORD", "KNOWN", "QUOTED", "KEYWORD"}
_SAID_OF_NAMES = {
    *("IS", "EQ", "GT", "GE", "LT", "LE", "NEAR", "BETWEEN", "UP_TO", "CONTAINS", "ONE_OF"),
    *("BEFORE", "AFTER", "SINCE", "UNTIL", "IN"),
}
_ABSENT = {"absent", "missing", "excluded", "omitted", "avoided"}
_OWN = re.compile(r"(?:my|our|mine|ours|the query)\b", re.IGNORECASE)
_MARK = re.compile(r"\s*(?:[-–—*•◦‣▪●]|\(?(?:1|a|i)[).])")
"""What the first item of a list may begin with."""


_LACKED = re.compile(
    r"\bwhat (?:I|we|(?:my|our|his|her|the|this) [^.;:!?]*?) ?"
    r"(?:lacks?|miss(?:es)?|(?:is|am|are) (?:lacking|missing))$",
    re.IGNORECASE,
)
"""What somebody lacks, in front of a request: "snow is what my table lacks: find …"."""
_AUXILIARY = re.compile(r"(?:must|should|may|can|do|does|will|shall)(?:not| not|n['’]t| never)")
_BARE_VERBS = {"have", "contain", "include", "mention", "be", "hold", "list", "show", "carry"}
_COMPARED = {"GT", "GE", "LT", "LE"}


def refusals_carried(row: Sequence[Token], text: str) -> list[Token]:
    """Say before each part of a list under "must not:" that it is refused.

    A list ends with its sentence, at a dash that is none of its own, or where something is
    required; a semicolon goes on.
    """
    found: list[Token] = []
    refusing: Token | None = None
    skipped = 0
    marked = False
    for place, one in enumerate(row):
        if skipped:
            skipped -= 1
            continue
        before = row[place - 1] if place else None
        if _ends_list(one, before, text, marked=marked):
            refusing = None
        head = _length_of_heading(row, place)
        if head and _LACKED.search(text[: one.end_pos]):
            found.append(retyped(one, "FILL"))
            continue
        if head:
            refusing, skipped = one, head - 1
            marked = _MARK.match(text, row[place + head - 1].end_pos or 0) is not None
            found.append(one)
            continue
        apart = before is not None and str(before.type) in CLAUSE_ENDS
        if refusing is not None and apart and _begins_condition(row[place : place + 2]):
            found.append(token(str(refusing.type), str(refusing), one.start_pos, one.start_pos))
        found.append(one)
    return found


def alternatives_refused(row: Sequence[Token]) -> list[Token]:
    """Say of both alternatives that they are refused: "must not be under 60 rows or have a …".

    "Must not have A or contain B" is "must not have A and not contain B". What has a subject of its
    own is another condition: "must not be about A, or it has B".
    """
    found: list[Token] = []
    refusing: int | None = None
    for place, one in enumerate(row):
        kind = str(one.type)
        said = " ".join(map(str, row[max(place - 1, 0) : place + 1]))
        if kind == "NOT" and _AUXILIARY.search(said):
            refusing = place
        elif kind in {"AND", "STOP"}:
            refusing = None
        ahead = row[place + 1 : place + 4]
        if kind == "OR" and refusing is not None and _goes_on(ahead, row[refusing + 1]):
            start = ahead[0].start_pos
            again = token("NOT", str(row[refusing]), start, start)
            found += [token("AND", str(one), one.start_pos, one.end_pos), again]
        else:
            found.append(one)
    return found


def absences_turned(row: Sequence[Token]) -> list[Token]:
    """Turn "a column about tea must be absent" to "no column about tea"."""
    found: list[Token] = []
    place = 0
    while place < len(row):
        said = _length_of_absence(row, place)
        begins = _column_behind(found) if said else None
        if begins is not None and _is_own_lack(row[place + said :]):
            found += [retyped(one, "FILL") for one in row[place : place + said + 2]]
            place += said + 2
            continue
        if begins is None:
            found.append(row[place])
            place += 1
            continue
        refused = row[place]
        found.insert(begins, token("NOT", "no", found[begins].start_pos, found[begins].start_pos))
        found.append(token("FILL", str(refused), refused.start_pos, row[place + said - 1].end_pos))
        place += said
    return found


def mentions_turned(row: Sequence[Token]) -> list[Token]:
    """Turn "mentioning no Rex" to "not mentioning Rex"."""
    found = list(row)
    for place in range(len(found) - 2):
        kinds = [str(one.type) for one in found[place : place + 3]]
        none = kinds[:2] == ["CONTAINS", "NOT"] and str(found[place + 1]) == "no"
        if none and kinds[2] in _MENTIONED:
            said, refused = found[place : place + 2]
            start, end = said.start_pos, refused.end_pos
            found[place : place + 2] = [
                token("NOT", str(refused), start, start),
                token("CONTAINS", str(said), start, end),
            ]
    return found


def mentions_parted(row: Sequence[Token]) -> list[Token]:
    """Part words that a column has from a subject before them, of whose list they are none.

    "About goats, wool or hair found in the product column" is about goats alone.
    """
    found = list(row)
    kinds = [str(one.type) for one in row]
    for place in range(1, len(row) - 1):
        if kinds[place] != "APPEARS" or kinds[place + 1] not in IN_PLACE:
            continue
        begins = _run_before(kinds, place, _MENTIONED | {"OR"})
        if begins == place or kinds[begins - 1 : begins] != ["COMMA"]:
            continue
        told = _run_before(kinds, begins - 1, _MENTIONED)
        if told < begins - 1 and kinds[told - 1 : told] in (["ABOUT"], ["TOPIC"], ["ON"]):
            found[begins - 1] = retyped(row[begins - 1], "STOP")
    return found


def _run_before(kinds: Sequence[str], place: int, passed: set[str]) -> int:
    """Where a run of tokens of such kinds begins that ends before a place."""
    while place and kinds[place - 1] in passed:
        place -= 1
    return place


def _length_of_absence(row: Sequence[Token], place: int) -> int:
    """How many tokens say that something is not wanted: "must be left out"; 0 if none do."""
    stated = str(row[place]) in {"is", "are"}
    if str(row[place].type) not in {"IS", "NOT"} or not (stated or row[place].endswith(" be")):
        return 0
    said = [str(one) for one in row[place + 1 : place + 3]]
    refused = str(row[place].type) == "IS"
    if refused and said[:1] and said[0] in _ABSENT:
        return 2
    return 3 if refused and said == ["left", "out"] else 0


def _is_own_lack(ahead: Sequence[Token]) -> bool:
    """Whether it is one's own table that has no such column: "is missing from my table"."""
    kinds = [str(one.type) for one in ahead[:2]]
    own = kinds in (["FROM", "FILL"], ["IN", "FILL"]) and _OWN.match(str(ahead[1]))
    return bool(own)


def _goes_on(ahead: Sequence[Token], verb: Token) -> bool:
    """Whether a verb or a size follows that the refusal before it is of: "or have", "or over 9".

    Parameters
    ----------
    verb
        What is refused first; what it is said of again ("or mention") the reader knows itself.
    """
    kinds = [str(one.type) for one in ahead]
    same = kinds[:1] == ["CONTAINS"] and str(verb) == str(ahead[0])
    if not kinds or same:
        return False
    other = kinds[0] in {"WITH", "CONTAINS", "IS"} and str(ahead[0]) in _BARE_VERBS
    sized = kinds[0] in _COMPARED and bool(SIZES & set(kinds[2:]))
    return other or sized


def _column_behind(found: Sequence[Token]) -> int | None:
    """Where the column about something begins that the tokens end with; none if none does."""
    place = len(found) - 1
    while place >= 0 and str(found[place].type) in _NAMES:
        place -= 1
    named = place < len(found) - 1 and [str(one.type) for one in found[place - 1 : place + 1]]
    return place - 1 if place > 0 and named == ["COLUMN", "ABOUT"] else None


def _length_of_heading(row: Sequence[Token], place: int) -> int:
    """How many tokens say that a list is refused: "must not:", "must not have:"; 0 if none do."""
    kinds = [str(one.type) for one in row[place : place + 3]]
    if kinds[0] not in REFUSING:
        return 0
    return next((n for n in (2, 3) if kinds[1:n] in (["COLON"], ["WITH", "COLON"])), 0)


def _ends_list(one: Token, before: Token | None, text: str, *, marked: bool) -> bool:
    """Whether a list ends before a token; a dash ends none whose items have dashes before them."""
    if before is None or (str(one) in DASHES and not marked):
        return True
    between = text[before.end_pos : one.start_pos]
    required = str(one.type) == "WITH" and "have" in one and not (marked and one == "have")
    return "." in between or str(before) in {".", "!", "?"} or required


def _begins_condition(ahead: Sequence[Token]) -> bool:
    kinds = [str(one.type) for one in ahead]
    if kinds[0] in _BEGINNING:
        return True
    return kinds[0] in _NAMES and len(kinds) > 1 and kinds[1] in _SAID_OF_NAMES
