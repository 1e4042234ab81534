"""Tell topics apart that a preposition is said of again: "that deal with coal and with steel"."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from lark import Token

from core.conditions.words.kind_sets import LIST_LINKS, NAMES, SURELY_ABOUT
from core.conditions.words.tokens import retyped, token

_PREPOSITIONS = {"OF", "TO", "WITH"}
_IN_TOPICS = {*NAMES, *LIST_LINKS, *_PREPOSITIONS, "IN", "ON"}
_REFUSING = {"NOT", "WITHOUT", "EXCEPT", "NEITHER", "NONE_OF"}
_BEHIND = {*LIST_LINKS, "STOP", "FILL", "NOR", "WITH", "UNION", "JOIN", "RPAR"}


def topics_one_by_one(row: Sequence[Token]) -> list[Token]:
    """Put "about" in the place of a preposition that is said again before one more topic.

    "That treat of the deaths of kings and of queens" says it inside the first, and in "that deal
    with tea and with over 9 rows" no topic follows.
    """
    found = list(row)
    begins = 0
    for place, one in enumerate(row):
        kind = str(one.type)
        if kind in SURELY_ABOUT:
            begins = place + 1
        elif kind not in _IN_TOPICS:
            begins = 0
        elif begins and kind in _PREPOSITIONS and _is_said_again(row, begins, place):
            links = _links_of_list(row, place)
            if _is_refused(row, begins) and str(row[place - 1]) != "but":
                if "COMMA" in {str(one.type) for one in row[begins:place]}:
                    continue
                links.add("OR")  # "that do not deal with coal and with steel"
            found[place] = token("ABOUT", str(one), one.start_pos, one.end_pos)
            if "OR" in links:
                found[place - 1] = retyped(row[place - 1], "OR")
    return found


def _is_refused(row: Sequence[Token], begins: int) -> bool:
    """Whether tables about the topics that begin at a place are not wanted."""
    before = [str(one.type) for one in row[: begins - 1] if str(one.type) not in {"TABLES", "FILL"}]
    return before[-1:] != [] and before[-1] in _REFUSING


def _is_said_again(row: Sequence[Token], begins: int, place: int) -> bool:
    """Whether the preposition before the first topic stands again before one more.

    Parameters
    ----------
    begins
        Where the words begin that tables are about.
    """
    said = str(row[place])
    apart = begins < place and (str(row[begins].type), str(row[begins])) == ("OF", said)
    if not apart and not row[begins - 1].endswith(f" {said}"):
        return False
    first = row[begins + apart : place]
    inside = any(
        str(one) == said and str(before.type) not in LIST_LINKS
        for before, one in itertools.pairwise(row[begins + apart - 1 : place])
    )
    listed = str(row[place - 1].type) == "COMMA" and _links_of_list(row, place) & {"AND", "OR"}
    linked = str(row[place - 1].type) in {"AND", "OR"} or listed
    named = str(first[0].type) in NAMES if first else False
    return bool(linked) and named and not inside and _names_topic(row, place + 1)


def _names_topic(row: Sequence[Token], place: int) -> bool:
    """Whether a topic stands alone at a place: "steel, over 9 rows", unlike "price above 5"."""
    kinds = [str(one.type) for one in row[place:]]
    ends = len(list(itertools.takewhile(lambda kind: kind in NAMES | {"OF"}, kinds)))
    return kinds[:1] != ["OF"] and ends > 0 and set(kinds[ends : ends + 1]) <= _BEHIND


def _links_of_list(row: Sequence[Token], place: int) -> set[str]:
    """Give what links the topics that follow, each behind the same preposition."""
    found = set()
    for one, behind in itertools.pairwise(row[place + 1 :]):
        kind = str(one.type)
        if kind in LIST_LINKS and str(behind) == str(row[place]):
            found.add(kind)
        elif kind not in NAMES and str(one) != str(row[place]):
            break
    return found
