"""Say of the commas of a list what they stand for: "neither A, B nor C", "country: A, B, C"."""

from __future__ import annotations

from collections.abc import Sequence

from lark import Token

from core.conditions.words.kind_sets import CLAUSE_ENDS, COLUMN_NAMES, SIZES
from core.conditions.words.lexicon import DASHES
from core.conditions.words.tokens import retyped

_VALUES = {"WORD", "KNOWN", "QUOTED", "NUMBER", "YEAR"}
_BEFORE_NAMES = {*CLAUSE_ENDS, "WITH", "AND"}
_WORDS_OF_NAME = 3
_WORDS_OF_VALUE = 4


def lists_told(row: Sequence[Token]) -> list[Token]:
    """Make a "nor" of each comma behind "neither", and an "or" of those between values.

    Values are listed behind a name and a colon: "tea, country: Kenya, Peru, over 40 rows". The
    token keeps its comma, by which it is known.
    """
    return _values_noted(_values_listed(_none_listed(_dashes_inside(row))))


def _dashes_inside(row: Sequence[Token]) -> list[Token]:
    """Keep dashes inside values of which one is wanted: "is either 2A - Homes or 3C - Mixed use".

    The first alternative tells: behind the last one a dash may begin another part.
    """
    found = list(row)
    kinds = [str(one.type) for one in row]
    begins = kinds.index("ONE_OF") if "ONE_OF" in kinds else len(kinds)
    dashes = [
        place
        for place in range(begins + 2, len(row) - 1)
        if str(row[place]) in DASHES
        and kinds[place - 1] in _VALUES
        and [kinds[place], kinds[place + 1]] == ["COMMA", "WORD"]
    ]
    if dashes and "OR" in kinds[dashes[0] :] and "COMMA" not in kinds[begins : dashes[0]]:
        for place in dashes:
            found[place] = retyped(row[place], "WORD")
    return found


def _values_noted(row: Sequence[Token]) -> list[Token]:
    """Make an "is" of a colon between a name and its value: "dogs, breed: beagle, over 9 rows".

    Where nothing else is compared a text is keywords alone.
    """
    kinds = [str(one.type) for one in row]
    if not SIZES & set(kinds):
        return list(row)
    found = list(row)
    for place, kind in enumerate(kinds):
        begins = place
        while begins and kinds[begins - 1] in COLUMN_NAMES:
            begins -= 1
        named = 0 < place - begins <= _WORDS_OF_NAME and kinds[begins - 1 : begins] == ["COMMA"]
        ends = _end_of_values(kinds, place + 1)
        valued = ends > place + 1 and kinds[ends : ends + 1] in ([], ["COMMA"], ["STOP"])
        if kind == "COLON" and begins > 1 and named and valued:
            found[place] = retyped(row[place], "EQ")
    return found


def _end_of_values(kinds: Sequence[str], begins: int) -> int:
    ends = _end_of_value(kinds, begins)
    while kinds[ends : ends + 1] == ["OR"] and _end_of_value(kinds, ends + 1) > ends + 1:
        ends = _end_of_value(kinds, ends + 1)
    return ends


def _none_listed(row: Sequence[Token]) -> list[Token]:
    found: list[Token] = []
    inside = False
    for place, one in enumerate(row):
        kind = str(one.type)
        if kind == "NEITHER":
            inside = True
        inside = inside and _goes_on_with_nor(row[place:])
        if not inside or kind != "COMMA":
            found.append(one)
        elif str(row[place + 1].type) != "NOR":
            found.append(retyped(one, "NOR"))
    return found


def _goes_on_with_nor(row: Sequence[Token]) -> bool:
    """Whether a "nor" follows in the same sentence."""
    kinds = [str(one.type) for one in row]
    ends = kinds.index("STOP") if "STOP" in kinds else len(kinds)
    return "NOR" in kinds[:ends]


def _values_listed(row: Sequence[Token]) -> list[Token]:
    found = list(row)
    kinds = [str(one.type) for one in row]
    for place, kind in enumerate(kinds):
        if kind != "COLON" or not _is_name(kinds[:place]):
            continue
        commas: list[int] = []
        begins = place + 1
        while (ends := _end_of_value(kinds, begins)) > begins:
            listed = ends < len(kinds) and kinds[ends] in {"COMMA", "OR"}
            if listed and kinds[ends] == "COMMA" and _is_listed(kinds, ends + 1):
                commas.append(ends)
            elif not listed or kinds[ends] == "COMMA":
                break
            begins = ends + 1
        for comma in commas:
            found[comma] = retyped(found[comma], "OR")
    return found


def _is_listed(kinds: Sequence[str], begins: int) -> bool:
    """Whether a value stands at a place, and nothing is said of it as of a name."""
    ends = _end_of_value(kinds, begins)
    if ends == begins:
        return False
    return ends == len(kinds) or kinds[ends] in {*CLAUSE_ENDS, "OR", "AND", "WITH"}


def _end_of_value(kinds: Sequence[str], begins: int) -> int:
    ends = begins
    while ends < len(kinds) and kinds[ends] in _VALUES and ends < begins + _WORDS_OF_VALUE:
        ends += 1
    return ends


def _is_name(kinds: Sequence[str]) -> bool:
    """Whether tokens end with a name that nothing else belongs to."""
    begins = len(kinds)
    while begins and kinds[begins - 1] in COLUMN_NAMES:
        begins -= 1
    apart = not begins or kinds[begins - 1] in _BEFORE_NAMES
    return apart and 0 < len(kinds) - begins <= _WORDS_OF_NAME
