"""Say of a size that it is the result's where it is told when: "once joined, at most 9 columns"."""

from __future__ import annotations

from collections.abc import Sequence

from lark import Token

from core.conditions.words.kind_sets import SIZES
from core.conditions.words.kinds import CLASSES

_WITH_MINE = ("together with ", "taken together with ")
_WHEN = ("once ", "after ", "when ", "as soon as ", *_WITH_MINE)
_SAYING = {"IS", "WITH", "AT", "FILL"}
_SUBJECTS = {"WORD": {"whole", "lot"}, "TABLES": {"table", "sheet", "file", "list", "data set"}}
"""What a result is called by those words."""
_PARTING = {"STOP", "COMMA", "AND", "OR", "RPAR"}
_LONGEST = 9
"""Of how many words a size is at most."""


def results_when(row: Sequence[Token]) -> list[Token]:
    """Put the result before the size that is told of it.

    "Once merged, the whole must have 25 columns" and "the number of columns must be 25 once
    merged" are "the result must have 25 columns".
    """
    found = list(row)
    for place in range(len(row) - 1, -1, -1):
        one = row[place]
        if not tells_when(one):
            continue
        begins = _passed(row, place + 1)
        combined = _combined_table(row, begins) if one.startswith(_WITH_MINE) else []
        size, ends = _size_at(row, _passed(row, begins + len(combined)))
        if size:
            found[place:ends] = [*combined, one, *size]
            continue
        ends = place + 1
        if ends < len(row) and str(row[ends].type) not in _PARTING:
            continue
        for begins in range(max(place - _LONGEST, 0), place):
            size, last = _size_named_first(row, begins)
            if size and last == place:
                found[begins:ends] = [one, *size]
                break
    return found


def tells_when(one: Token) -> bool:
    """Whether a token says that tables have been combined by then: "once they are joined"."""
    return str(one.type) == "RESULT" and f"{one} ".startswith(_WHEN)


def _passed(row: Sequence[Token], place: int) -> int:
    """Where a run of words ends that speak of the result: ", the whole thing should have"."""
    named = False
    while place < len(row):
        kind = str(row[place].type)
        said_of_it = named and kind == "OF"  # "I want a table of 900 rows"
        named = str(row[place]) in _SUBJECTS.get(kind, ())
        if kind not in {*_SAYING, "COMMA", "RESULT"} and not named and not said_of_it:
            return place
        place += 1
    return place


def _size_at(row: Sequence[Token], place: int) -> tuple[list[Token], int]:
    """Give the tokens of the size at a place, its noun last, and where it ends."""
    said, place = _refusal_at(row, place)
    ends = _end_of_quantity(row, place)
    if ends > place and _kind(row, ends) in SIZES:
        behind = ends + 1 + (_kind(row, ends + 1) in CLASSES["OR_BEYOND"])
        beyond = row[ends + 1 : behind]
        return [*said, *row[place:ends], *beyond, row[ends]], behind
    return ([], place) if said else _size_named_first(row, place)


def _size_named_first(row: Sequence[Token], place: int) -> tuple[list[Token], int]:
    """Give the tokens of a size that names first what is counted, and where it ends."""
    begins = place
    place += _kind(row, place) == "COUNT_OF"
    if _kind(row, place) not in SIZES:
        return [], begins
    noun = row[place]
    place += 1
    place += _kind(row, place) == "COUNT"
    said, place = _refusal_at(row, place)
    ends = _end_of_quantity(row, place)
    return ([*said, *row[place:ends], noun], ends) if ends > place else ([], begins)


def _combined_table(row: Sequence[Token], place: int) -> list[Token]:
    """Give the tokens that name what rows of one's own are added to: "…, the appended table"."""
    named = row[place : place + 2]
    kinds = [str(one.type) for one in named]
    combined = kinds[:1] in (["UNION"], ["JOIN"]) and kinds[1:] == ["TABLES"]
    return list(named) if combined else []


def is_size_at(row: Sequence[Token], place: int) -> bool:
    """Whether an amount stands at a place, and what is counted by it behind: "9 new rows"."""
    ends = _end_of_quantity(row, place)
    counted = ends + (_kind(row, ends) == "NEW")
    return ends > place and _kind(row, counted) in SIZES


def _refusal_at(row: Sequence[Token], place: int) -> tuple[list[Token], int]:
    """Give the refusal among the verbs at a place, if there is one, and where they end."""
    said: list[Token] = []
    while _kind(row, place) in {*_SAYING, "NOT"}:
        said += [row[place]] if _kind(row, place) == "NOT" else []
        place += 1
    return said, place


def _end_of_quantity(row: Sequence[Token], place: int) -> int:
    """Where an amount ends that begins at a place; the place itself if none does."""
    if _kind(row, place) == "BETWEEN":
        kinds = [_kind(row, place + ahead) for ahead in range(1, 4)]
        joined = kinds[0] in CLASSES["NUM"] and kinds[1] in CLASSES["JOINT"]
        return place + 4 if joined and kinds[2] in CLASSES["NUM"] else place
    number = place + (_kind(row, place) in CLASSES["COMPARE"])
    if _kind(row, number) not in CLASSES["NUM"]:
        return place
    return number + 1 + (_kind(row, number + 1) in CLASSES["OR_BEYOND"])


def _kind(row: Sequence[Token], place: int) -> str:
    return str(row[place].type) if place < len(row) else ""
