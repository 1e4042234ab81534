"""Tell what a refusal is of that stands apart: "don't offer me, for appending, tables …"."""

from __future__ import annotations

from collections.abc import Sequence

from lark import Token

from core.conditions.words.kind_sets import ABOUT_OR_ON, COLUMN_WORDS, HAVING, REFUSING, WANTED
from core.conditions.words.tokens import kinds_of, retyped, token

_REQUESTING = {"FILL", "GIVES", "UNION", "JOIN", "FOR", "TABLES", "IS"}
_LACKING = {"UNLESS", "WITHOUT"}
_ASIDE = {"FILL", "UNION", "JOIN", "FOR", "TO"}
_FINITE = {
    *("have", "has", "do", "does", "don't", "don’t", "doesn't", "doesn’t", "must", "should", "may"),
    *("can", "cannot", "can't", "can’t", "mustn't", "mustn’t", "shouldn't", "shouldn’t", "shall"),
}
_LINKS = {"OF", "AND", "OR"}
_OF_TOPICS = {"WORD", "KNOWN", "QUOTED", *_LINKS}
_BEGINNING = {
    *("ABOUT", "TOPIC", "ON", "WITH", "WITHOUT", "FILL", "COLUMN", "CONTAINS", "TABLES"),
    *("GT", "GE", "LT", "LE"),
}
"""What a condition begins with behind "nor"."""


def refusals_of_tables(row: Sequence[Token]) -> list[Token]:
    """Put "that" before what tables are refused for whose topic stands before the verb.

    "Tables about rivers have no date column" and "tables about rivers that have no date column"
    ask for the same; "about people who have no home" has a topic.
    """
    found: list[Token] = []
    for place, one in enumerate(row):
        said = str(one).split()
        if str(one.type) == "NOT" and said[0] in _FINITE and _ends_topic(found):
            ahead = kinds_of(row[place + 1 :])
            named = next((at for at, kind in enumerate(ahead) if kind != "WORD"), len(ahead))
            kind = ahead[named] if named < len(ahead) else ""
            if kind in COLUMN_WORDS or (not named and _is_had(kind)):
                found.append(token("WITH", "that", one.start_pos, one.start_pos))
        found.append(one)
    return found


def _ends_topic(row: Sequence[Token]) -> bool:
    """Whether what tables are about stands last."""
    kinds = kinds_of(row)
    named = kinds[-1:] != [] and kinds[-1] not in _LINKS
    while len(kinds) > 1 and kinds[-1] in _OF_TOPICS:
        kinds.pop()
    return named and len(kinds) < len(row) and kinds[-1] in ABOUT_OR_ON and "TABLES" in kinds


def _is_had(kind: str) -> bool:
    return kind.startswith("K_") or kind in HAVING


def refused_objects(row: Sequence[Token]) -> list[Token]:
    """Take the commas from around what stands between a refusal and the tables it is of.

    "Don't offer me, for appending, tables about tea" refuses such tables; in "not about tea, to
    append, tables with over 9 rows" the refusal has what it is of already.
    """
    found = list(row)
    for place in range(len(row)):
        if str(row[place].type) != "NOT":
            continue
        begins = _end_of(row, place + 1, {"FILL", "GIVES"})
        ends = _end_of(row, begins + 1, _ASIDE)
        tables = _end_of(row, ends + 1, {"FILL"})
        parted = kinds_of(row[begins : begins + 1]) == kinds_of(row[ends : ends + 1]) == ["COMMA"]
        if parted and ends > begins + 1 and kinds_of(row[tables : tables + 1]) == ["TABLES"]:
            found[begins], found[ends] = (retyped(row[at], "FILL") for at in (begins, ends))
    return found


def refusals_of_all_but(row: Sequence[Token]) -> list[Token]:
    """Turn "unless it has a date, a table should not be joined" to "if it has a date, …".

    So is "without a date, a table should not be joined". "Unless it has a date, a table should not
    have a name" wants no name, too.
    """
    kinds = kinds_of(row)
    begins = next((at for at, kind in enumerate(kinds) if kind in _LACKING), -1)
    if begins < 0 or (kinds[begins] == "WITHOUT" and begins and kinds[begins - 1] != "STOP"):
        return list(row)
    ends = next((at for at in range(begins, len(row)) if kinds[at] == "STOP"), len(row))
    refusing = next((at for at in range(ends - 1, begins, -1) if kinds[at] == "NOT"), 0)
    comma = refusing - 1
    while comma > begins and kinds[comma] in _REQUESTING:
        comma -= 1
    of_tables = WANTED & set(kinds[comma:ends])
    if not refusing or kinds[comma] != "COMMA" or not of_tables:
        return list(row)
    if _end_of(row, refusing + 1, _REQUESTING) < ends:
        return list(row)
    found = list(row)
    found[begins], found[refusing] = retyped(row[begins], "WITH"), retyped(row[refusing], "FILL")
    return found


def refusals_again(row: Sequence[Token]) -> list[Token]:
    """Turn "nor" to "and no" where no "neither" stands before it.

    "No table about tea, nor any with a date" is "no table about tea and none with a date".
    """
    found: list[Token] = []
    refusing = False
    for place, one in enumerate(row):
        kinds = kinds_of(row[place : place + 2])
        if kinds[0] in REFUSING:
            refusing = True
        elif kinds[0] in {"STOP", "NEITHER"}:
            refusing = False
        if kinds[0] == "NOR" and refusing and set(kinds[1:]) & _BEGINNING:
            found.append(token("AND", "nor", one.start_pos, one.end_pos))
            found.append(token("NOT", "no", one.end_pos, one.end_pos))
        else:
            found.append(one)
    return found


def _end_of(row: Sequence[Token], place: int, kinds: set[str]) -> int:
    """Where a run of tokens of such kinds ends that begins at a place."""
    while place < len(row) and str(row[place].type) in kinds:
        place += 1
    return place
