"""Say of data that tables have beside others that a column is about them: "with rainfall data"."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from lark import Token

from core.conditions.words.kind_sets import NAMES, OPERATIONS, SURELY_ABOUT
from core.conditions.words.tokens import token

_HAVING = {"with", "having", "has", "have", "without"}
_INCLUDING = {"include", "includes", "including", "incl", "incl."}
_HELD = {"WITH", "WITHOUT", "CONTAINS"}
_LINKS = {"COMMA", "AND", "OR", "NOR"}
_EITHER = {"ONE_OF", "NEITHER"}
_BEHIND = {*_LINKS, "STOP", "NOT", "WITHOUT", "EXCEPT", "UNLESS", "IF", "RPAR"}


def information_held(row: Sequence[Token]) -> list[Token]:
    """Put "a column about" before what tables have data on, and leave "data" out.

    Only where tables are to be joined, or are said to be about something else, or have data on
    several things: "tables with census data" are about the census, and "join it with census data"
    asks for such tables.
    """
    found: list[Token] = []
    place = 0
    while place < len(row):
        found.append(row[place])
        place += 1
        if not _holds(row[place - 1]):
            continue
        begins, ends = _items(row, place)
        if not begins or not _are_columns(row, place - 1, ends):
            continue
        for here, one in enumerate(row[place:ends], place):
            if here in begins:
                start = one.start_pos
                found += [token(kind, "column about", start, start) for kind in ("COLUMN", "ABOUT")]
            if not _is_data(one):
                found.append(one)
        place = ends
    return found


def _holds(one: Token) -> bool:
    if str(one.type) in OPERATIONS:
        return str(one).endswith(" with")
    return str(one.type) in _HELD and str(one).split()[-1] in _HAVING | _INCLUDING


def _is_data(one: Token) -> bool:
    return str(one.type) == "INFO" or str(one) == "data"


def _items(row: Sequence[Token], place: int) -> tuple[list[int], int]:
    """Give where items of a list before "data" begin, from a place on, and where the list ends.

    "Nationality and gender information" are two, with one word behind them.
    """
    begins: list[int] = []
    waiting: list[int] = []
    ends = place
    place += _stands(row, place, _EITHER)
    while _stands(row, place, NAMES):
        waiting.append(place)
        while _stands(row, place, NAMES):
            place += 1
        if place < len(row) and _is_data(row[place]):
            place += 1
            begins, waiting, ends = [*begins, *waiting], [], place
        links = place
        while _stands(row, place, _LINKS):
            place += 1
        if place == links:
            break
    return begins, ends


def _stands(row: Sequence[Token], place: int, kinds: Collection[str]) -> bool:
    return place < len(row) and str(row[place].type) in kinds


def _are_columns(row: Sequence[Token], held: int, ends: int) -> bool:
    """Whether data behind what tables hold, up to an end, are columns, and not the tables."""
    if ends < len(row) and str(row[ends].type) not in _BEHIND | OPERATIONS:
        return False
    kinds = [str(one.type) for one in row]
    several = sum(map(_is_data, row[held:ends])) > 1
    if str(row[held].type) in OPERATIONS:
        return several
    if several and str(row[held].type) != "WITHOUT":
        return True
    directly = str(row[held]) == "with" and held > 0 and kinds[held - 1] in OPERATIONS
    return ("JOIN" in kinds and not directly) or bool(SURELY_ABOUT & set(kinds[:held]))
