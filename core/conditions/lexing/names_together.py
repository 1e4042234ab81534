"""Tell of how many columns something is said at once: "height and weight are each above 90"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lark import Token

from core.conditions.words.kind_sets import LIST_LINKS, PREPOSITIONS, SURELY_ABOUT
from core.conditions.words.tokens import token

_NAMES = {"WORD", "KNOWN", "QUOTED", "COUNT", "UNIT", "K_DATES"}
_COMPARING = {
    *("GT", "GE", "LT", "LE", "UP_TO", "NEAR", "BETWEEN", "BEFORE", "UNTIL", "AFTER", "SINCE"),
}
_EACH = re.compile(
    r"[\s,]*(?:(?:are|is|must|should|to|be) )*(?:both|each)(?: be)?\s*", re.IGNORECASE
)
_PLAIN = re.compile(r"\s*(?:(?:are|is|must|should|to|be) ?)*\s*", re.IGNORECASE)
_BOTH_COLUMNS = re.compile(r"\bboth (?:of )?(?:the |these )?(?:columns|fields)$", re.IGNORECASE)
_NONE_OF = ["NEITHER", "OF", "COLUMNS"]
_BEFORE = {"WITH", "STOP", "COMMA", "COLON", "UNION", "JOIN", "TABLES"}
"""What stands before the first name where nothing else is told of it."""
_BOTH_TOLD = re.compile(r"\s*(?:of )?both (?:the )?", re.IGNORECASE)
_TABLES = {"TABLES", "DATA"}
_NO_TOPICS = {"NOT", "WITHOUT", "EXCEPT", "NEITHER", "NONE_OF", "LACKING", "COLUMN", "COLUMNS"}
"""What refuses both, or is about them in place of the tables."""


def names_together(row: Sequence[Token], text: str) -> list[Token]:
    """Say before two names that what follows is of both, where that is said behind them.

    "Height and weight are each above 90" and "both columns height and weight are above 90" are
    "both height and weight are above 90".
    """
    found: list[Token] = []
    for one in row:
        names = _is_name(one) and [str(each.type) for each in found[-3:]] == _NONE_OF
        if names:
            found.pop()  # "neither of the columns height and weight is over 9"
        first, last = _two_names(found)
        if first is not None and str(one.type) in _COMPARING:
            announced = first > 0 and str(found[first - 1].type) == "COLUMNS"
            before = text[: found[first - 1].end_pos] if announced else ""
            said = text[found[last - 1].end_pos : one.start_pos]
            both = _PLAIN.fullmatch(said) and _BOTH_COLUMNS.search(before)
            if both or _EACH.fullmatch(said):
                start = found[first].start_pos
                found[last:] = [each for each in found[last:] if str(each) != "each"]
                found[first - announced : first] = [token("BOTH", "both", start, start)]
        found.append(one)
    return found


def topics_of_both(row: Sequence[Token], text: str) -> list[Token]:
    """Tell of two topics that they are: "about both soil erosion and land use".

    Of "both male and female authors" one word of the topic may be of both.
    """
    found: list[Token] = []
    begins_second, told = 0, None
    for place, one in enumerate(row):
        found.append(one)
        if told is not None and place == begins_second - 1:
            found.append(token(str(told.type), str(told), one.end_pos, one.end_pos))
        ahead = row[place + 1 :]
        both = ahead and _BOTH_TOLD.fullmatch(text[one.end_pos : ahead[0].start_pos])
        if both and _tells_topic(row[: place + 1]):
            told = one if str(one.type) != "OF" else row[place - 1]
            second = _second_of_two(ahead)
            begins_second = place + 1 + second if second else 0
    return found


def _tells_topic(row: Sequence[Token]) -> bool:
    """Whether it follows what tables are about: "that treat of", "tables on", "about"."""
    kinds = [str(one.type) for one in row]
    if _NO_TOPICS.intersection(kinds):
        return False
    told = kinds[-1] in SURELY_ABOUT or (kinds[-1] == "OF" and kinds[-2:-1] == ["TOPIC"])
    return told or (kinds[-1] == "ON" and _TABLES.issuperset(kinds[-2:-1]) and len(kinds) > 1)


def _second_of_two(row: Sequence[Token]) -> int:
    """Where the second of two topics begins; 0 where there may be another one, or none."""
    kinds = [str(one.type) for one in row]
    named = [kind in _NAMES | PREPOSITIONS for kind in kinds]
    first = named.index(False) if False in named else 0
    if not first or kinds[first] != "AND":
        return 0
    behind = named[first + 1 :]
    length = behind.index(False) if False in behind else len(behind)
    ends = first + 1 + length
    more = kinds[ends : ends + 1] != [] and kinds[ends] in LIST_LINKS
    if not length or (more and kinds[ends + 1 : ends + 2] != [] and kinds[ends + 1] in _NAMES):
        return 0
    return first + 1 if first > 1 or first == length else 0


def _two_names(found: Sequence[Token]) -> tuple[int | None, int]:
    """Where the first of two names begins of which a token is said, and where the second ends."""
    ends = len(found)
    while ends and str(found[ends - 1].type) in {"IS", "ALL"}:
        ends -= 1
    second = _run_of_names(found, ends)
    if second in {0, ends} or str(found[second - 1].type) != "AND":
        return None, ends
    first = _run_of_names(found, second - 1)
    before = found[first - 1 : first] if first else []
    alone = not before or str(before[0].type) in {*_BEFORE, "COLUMNS"}
    return (first if alone and first < second - 1 else None), ends


def _run_of_names(found: Sequence[Token], ends: int) -> int:
    """Where the name begins that ends before a place."""
    while ends and _is_name(found[ends - 1]):
        ends -= 1
    return ends


def _is_name(one: Token) -> bool:
    return str(one.type) in _NAMES
