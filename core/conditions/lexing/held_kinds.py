"""Say of values of a kind that tables have that a column of them is meant: "with yes/no values"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lark import Token

from core.conditions.words.kind_sets import HAVING, NAMES
from core.conditions.words.kinds import CLASSES
from core.conditions.words.tokens import retyped, token

_KINDS = {"K_BOOLEANS", "K_NUMBERS", "K_DATES", "K_TEXT"}
_VALUES = {"values", "data", "answers", "entries", "flags", "fields", "responses", "indicators"}
_DATES = "date values"
_OPERATION = {"UNION", "JOIN", "TO", "FOR", "FILL"}
_BEFORE = {"WITH", "CONTAINS", "COMMA", "AND", "OR", "TABLES", "COLON", "STOP"}
_SOME_COLUMN = re.compile(r"^(?!.*\b(?:any|every|each|all)\b).*\b(?:columns?|fields?)$")
"""Unlike "no blanks in any column", which is said of all of them."""
_BEHIND = {"COMMA", "STOP", "AND", "OR", "LPAR", "RPAR", "UNION", "JOIN", "WITH", "COLON"}


def kinds_held(row: Sequence[Token]) -> list[Token]:
    """Say "column" for the values of a kind that are had by tables, and by no column.

    "Notes include yes-or-no answers" and "numeric values above 5" say something of cells.

    Examples
    --------
    >>> from core.conditions.words.tokens import token
    >>> words = [("TABLES", "tables"), ("WITH", "with"), ("K_BOOLEANS", "yes/no")]
    >>> row = [token(kind, word, 0, 0) for kind, word in [*words, ("VALUES", "values")]]
    >>> [str(one.type) for one in kinds_held(row)]
    ['TABLES', 'WITH', 'K_BOOLEANS', 'COLUMN']
    """
    found: list[Token] = []
    for place, one in enumerate(row):
        behind = [str(later.type) for later in row[place + 1 : place + 2]]
        ends = not behind or behind[0] in _BEHIND
        if ends and str(one).lower() == _DATES and _had_by_tables(row[:place]):
            found += [retyped(one, "K_DATES"), token("COLUMN", "column", one.end_pos, one.end_pos)]
            continue
        held = str(one).lower() in _VALUES and _kind_of_tables(row[:place])
        found.append(retyped(one, "COLUMN") if held and ends else one)
    return found


def kinds_in_some_column(row: Sequence[Token]) -> list[Token]:
    """Say that a column has what all values in one of them have: "no blanks in some column".

    "Notes without blanks in some column" and "unique values in them" are of no column by itself.

    Examples
    --------
    >>> from core.conditions.words.tokens import token
    >>> words = [("TABLES", "tables"), ("WITH", "with"), ("K_COMPLETE", "no blanks")]
    >>> row = [token(kind, word, 0, 0) for kind, word in [*words, ("SOMEWHERE", "in some column")]]
    >>> [str(one.type) for one in kinds_in_some_column(row)]
    ['TABLES', 'WITH', 'COLUMN', 'K_COMPLETE']
    """
    found = list(row)
    for place in range(1, len(row) - 1):
        kind, behind = row[place], row[place + 1]
        somewhere = str(behind.type) == "SOMEWHERE" and _SOME_COLUMN.search(behind)
        said = str(kind.type) in CLASSES["SO"] and " " in kind  # "that contain unique in a column"
        if somewhere and said and str(row[place - 1].type) in _BEFORE:
            found[place : place + 2] = [retyped(behind, "COLUMN"), kind]
    return found


def _kind_of_tables(before: Sequence[Token]) -> bool:
    """Whether a row ends with a kind that is said to be had by tables."""
    kind = bool(before) and str(before[-1].type) in _KINDS
    return kind and _had_by_tables(before[:-1])


def _had_by_tables(before: Sequence[Token]) -> bool:
    """Whether a row ends with what says that tables have something."""
    kinds = [str(one.type) for one in before]
    had = bool(kinds) and kinds[-1] in HAVING
    while kinds and kinds[-1] in HAVING:
        kinds.pop()
    about = len(kinds)
    while about and kinds[about - 1] in NAMES:
        about -= 1
    if about < len(kinds) and kinds[about - 1 : about] == ["ABOUT"]:
        kinds = kinds[: about - 1]  # "tables about owls that have yes/no values"
    while kinds and kinds[-1] in _OPERATION:
        kinds.pop()  # "a table to join that includes yes/no values"
    return had and kinds[-1:] == ["TABLES"]
