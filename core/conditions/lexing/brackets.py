"""Put the brackets of a sentence where its conditions begin: "about (chess or Go)"."""

from __future__ import annotations

from collections.abc import Container, Sequence

from lark import Token

from core.conditions.lexing.headings import HEADED
from core.conditions.words.kind_sets import ABOUT_OR_ON, REQUESTING, SIZES
from core.conditions.words.kinds import CLASSES
from core.conditions.words.tokens import retyped, token

_EQUAL = {"IS", "EQ"}
_LISTED = {"WORD", "KNOWN", "QUOTED", "OR", "COMMA", "ARTICLE"}
_BEHIND = {"WORD", "KNOWN", "QUOTED", "NUMBER", "YEAR", "DATE", "PERCENT", "UNIT"}
_SIZING = {
    *(*SIZES, *CLASSES["COMPARE"], *CLASSES["NUM"], *CLASSES["OR_BEYOND"]),
    *("BETWEEN", "AND", "COMMA", "TO"),
}
"""What sizes are told by."""
_OF_SOME = {"OR", "NOR", "NOT", "NEITHER", "WITHOUT", "EXCEPT", "UNLESS"}
"""Beside these the size may be of one part alone."""


def brackets_placed(row: Sequence[Token]) -> list[Token]:
    """Give a row in which brackets stand around whole conditions.

    "Chess (or Go)" and "is (chess or Go)" go on without them, "about (chess or Go)" is "(about
    chess or Go)", "(tables about chess or Go)" is "tables (about chess or Go)", and "about ferries
    (over 60 rows)" is "about ferries, over 60 rows". A row whose brackets do not match is left as
    it is.
    """
    pairs = _pairs(row)
    found: list[Token | None] = list(row)
    headed = False
    for begins, ends in pairs:
        if not begins and _lists_subjects(row, ends):
            headed = True
        elif begins and (_goes_on(row, begins) or _lists(row, begins, ends, _EQUAL)):
            found[begins] = found[ends] = None
        elif begins and _sizes_tables(row, begins, ends):
            found[begins] = retyped(row[begins], "COMMA")
            found[ends] = None
        elif begins and _lists(row, begins, ends, ABOUT_OR_ON):
            found[begins - 1 : begins + 1] = [row[begins], row[begins - 1]]
        else:
            starts = begins
            while str(row[starts + 1].type) in REQUESTING:
                starts += 1
            if starts > begins:
                found[begins : starts + 1] = [*row[begins + 1 : starts + 1], row[begins]]
    if headed:
        found.insert(1, token("TOPIC", HEADED, row[1].start_pos, row[1].start_pos))
    return [one for one in found if one is not None]


def _pairs(row: Sequence[Token]) -> list[tuple[int, int]]:
    """Give where brackets open and close, none if one of them does not."""
    opened: list[int] = []
    pairs: list[tuple[int, int]] = []
    for place, one in enumerate(row):
        if str(one.type) == "LPAR":
            opened.append(place)
        elif str(one.type) == "RPAR":
            if not opened:
                return []
            pairs.append((opened.pop(), place))
    return [] if opened else pairs


def _lists_subjects(row: Sequence[Token], ends: int) -> bool:
    """Whether a text begins with subjects in brackets: "(floods or droughts) and over 9 rows"."""
    inside = [str(one.type) for one in row[1:ends]]
    return "OR" in inside and set(inside) <= {"WORD", "OR"} and ends + 1 < len(row)


def _goes_on(row: Sequence[Token], begins: int) -> bool:
    """Whether brackets begin with "or"; "(OR, ID)" are two states."""
    kinds = [str(one.type) for one in row[begins + 1 : begins + 3]]
    return kinds[0] == "OR" and kinds[-1] != "COMMA"


def _sizes_tables(row: Sequence[Token], begins: int, ends: int) -> bool:
    """Whether nothing but sizes stands in brackets, and no alternative or refusal.

    "About ferries (over 60 rows) or trams (over 5)" has a size for each.
    """
    kinds = {str(one.type) for one in row[:begins]} | {str(one.type) for one in row} & {"OR"}
    inside = [str(one.type) for one in row[begins + 1 : ends]]
    sized = inside[-1:] != [] and (inside[-1] in SIZES or inside[-1] in CLASSES["OR_BEYOND"])
    compared = bool(set(inside) & (CLASSES["COMPARE"] | CLASSES["OR_BEYOND"] | {"BETWEEN"}))
    of_sizes = _SIZING.issuperset(inside) and bool(SIZES & set(inside))
    said = str(row[begins - 1].type) in _BEHIND and not _is_told_apart(row[:begins])
    return sized and compared and of_sizes and said and not kinds & _OF_SOME


def _is_told_apart(row: Sequence[Token]) -> bool:
    """Whether values with a comma or a topic with a year stand last: "city is Oslo, Bergen".

    "About the 2020 census (over 60 rows)" is no census at about 2020.
    """
    kinds = [str(one.type) for one in row]
    named = len(kinds)
    while named and kinds[named - 1] in {"WORD", "KNOWN", "COMMA"}:
        named -= 1
    if "COMMA" in kinds[named:]:
        return kinds[named - 1 : named] != [] and kinds[named - 1] in _EQUAL
    about = kinds[max(named - 2, 0) : named] in (["ABOUT", "YEAR"], ["ABOUT", "NUMBER"])
    return named < len(kinds) and about


def _lists(row: Sequence[Token], begins: int, ends: int, behind: Container[str]) -> bool:
    """Whether names or values stand in brackets behind a token of some kinds, parted by "or"."""
    inside = [str(one.type) for one in row[begins + 1 : ends]]
    return "OR" in inside and _LISTED.issuperset(inside) and str(row[begins - 1].type) in behind
