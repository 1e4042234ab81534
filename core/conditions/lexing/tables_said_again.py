"""Say "tables" once of two topics before it: "perfume tables or lipstick tables"."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

from lark import Token

from core.conditions.words.kind_sets import ALSO, UNQUOTED_NAMES
from core.conditions.words.tokens import retyped, token

_TABLES = {"tables", "data sets", "datasets"}
_AGAIN = {*_TABLES, "ones"}
_LINKING = {"COMMA", "AND", "OR", "NOT"}
_BEFORE = {"UNION", "JOIN", "FILL", "ONE_OF", "STOP", "COLON"}
_BEHIND = {"COMMA", "STOP", "FILL", "WITH", "UNION", "JOIN", "ASK"}


def tables_said_again(row: Sequence[Token]) -> list[Token]:
    """Say "tables" once of two topics.

    "Perfume tables or lipstick tables" are "perfume or lipstick tables", and "nuclear energy
    tables, not wind energy ones" are "tables about nuclear energy, not wind energy". One word may
    say what tables are like, as in "quarterly tables, not annual ones": what is refused is left.
    """
    found = list(row)
    for place in range(len(found) - 3, 0, -1):
        first = _names(reversed(found[:place]))
        again = _said_again(found, place, len(first))
        if not again:
            continue
        tables, between = found[place], found[place + 1 : again]
        if "NOT" in {str(one.type) for one in between}:
            begins = place - len(first)
            about = token("ABOUT", "about", found[begins].start_pos, found[begins].start_pos)
            linked = {str(one.type) for one in between} >= ALSO  # ", and not"
            refused = [one for one in between if not (linked and str(one.type) == "AND")]
            found[begins : again + 1] = [tables, about, *found[begins:place], *refused]
        else:
            found[place : again + 1] = [*between, retyped(found[again], "TABLES")]
    return found


def _said_again(row: Sequence[Token], place: int, first: int) -> int:
    """Where tables are said again of another topic; 0 if they are not.

    Parameters
    ----------
    place
        Where they may be said for the first time.
    first
        How many words stand before that which may be a topic.
    """
    if str(row[place].type) != "TABLES" or str(row[place]) not in _TABLES or not first:
        return 0
    link = list(itertools.takewhile(_links, row[place + 1 :]))
    second = len(_names(row[place + 1 + len(link) :]))
    ends = place + 1 + len(link) + second
    before, behind = row[: place - first][-1:], row[ends + 1 : ends + 2]
    alone = all(str(one.type) in _BEFORE for one in before) and all(
        str(one.type) in _BEHIND for one in behind
    )
    again = any(str(one) in _AGAIN for one in row[ends : ends + 1])
    linked = second and _are_linked([str(one.type) for one in link], min(first, second))
    return ends if alone and again and linked else 0


def _are_linked(link: Sequence[str], words: int) -> bool:
    """Whether another topic is an alternative, or is refused, of two that have so many words."""
    alone = [kind for kind in link if kind != "COMMA"]
    return alone == ["OR"] or (words > 1 and alone in (["NOT"], ["AND", "NOT"]))


def _links(one: Token) -> bool:
    return str(one.type) in _LINKING


def _names(row: Iterable[Token]) -> list[Token]:
    """Give the words with which some tokens begin that may be a topic."""
    return list(
        itertools.takewhile(
            lambda one: str(one.type) in UNQUOTED_NAMES and str(one) not in _AGAIN, row
        )
    )
