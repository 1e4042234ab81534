"""Say first which tables are searched, where it is said behind a column of theirs."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lark import Token

from core.conditions.words.kind_sets import (
    CLAUSE_ENDS,
    COLUMN_NAMES,
    NAMES,
    OPERATIONS,
    PREPOSITIONS,
    ROW_WORDS,
    TABLE_PARTS,
    TIMES,
    WANTED,
)
from core.conditions.words.tokens import retyped, token

_SHARES = {"PERCENT", "HALF", "MOST", "ALL"}
_TABLES_OF = ("of the ", "in the ", "of all ", "in all ", "of any ", "of each ", "of every ")
_EACH = re.compile(
    r"(?:(?:of|in) )?(?:each|every|any|all(?: the)?) (?:of the )?(?:tables?|data ?sets?)"
)
_ITS = re.compile(r"in (?:(?:the|all|each|every|any|such) )?(?:tables?|data ?sets?)")
_ASKED = re.compile(r"(?:must|should|may|shall|can|ha[sd]|have|is|are|do|does|need|ought|not be)\b")
_OF_A_TABLE = {"name", "title", "heading", "caption", "source", "size", "length", "age", "format"}
"""What a table itself has, and not each of its rows: "the title of each table"."""
_LONGEST_NAME = 4
_MUST_BE = re.compile(r"(?:is|are|ha[sd]|have|must|should|shall|may|can|need|ought)\b")
_BEING_THERE = {"IS", "FILL", "APPEARS"}
_IN_TABLES = {"IN", "FOR", "SOMEWHERE", "TABLES", "FILL", "IS"}
_WHATEVER = {"what", "whatever", "anything", "everything"}
_SAID = {
    *("IS", "EQ", "GT", "GE", "LT", "LE", "NEAR", "BETWEEN", "UP_TO", "CONTAINS", "HOLDS"),
    *("BEFORE", "AFTER", "SINCE", "UNTIL", "NOT", "ONE_OF", "COMMA", "STOP", ""),
}
"""What follows a column that something is said of; "the price of stackable tables" is no name."""

_OF_TABLES = {"TABLES", "OF", "IN", "FILL", *OPERATIONS}
_TOPICS = {"topic", "subject", "theme", "the"}
_SAID_OF_SIZES = {"IS", "EQ", "GT", "GE", "LT", "LE", "NEAR", "BETWEEN", "UP_TO", "WITH", "COLON"}
_DATES_IN = [[dates, within] for dates in ("DATES", "K_DATES") for within in ("IN", "IN_COLUMN")]
_TIMES = {"BEFORE", "AFTER", "SINCE", "UNTIL", "IN", "BETWEEN", "FROM", "LT", "GT", "LE", "GE"}

_BESIDE_MOMENTS = {*_TIMES, "ON", "AND", "TO", "UP_TO", "ONWARDS", "OR_EARLIER"}
_DONE = re.compile(
    r"[a-z]{2,}[^e\W]ed|begun|born|bought|brought|broadcast|built|caught|cut|agreed|drawn|eaten|felt|"
    r"flown|forgotten|fought|found|frozen|given|grown|heard|held|hidden|known|laid|lent|lost|made|met|"
    r"paid|put|read|rewritten|run|seen|sent|set|shot|shown|sold|spent|spoken|stolen|struck|sung|sunk|"
    r"swum|taken|taught|thrown|told|torn|undergone|undertaken|won|worn|woven|written"
)
"""Words for what was done: "opened", "drawn", "sold"; "open", "women" and "Aberdeen" are none."""
_NAMES_BEFORE = {*NAMES, "OF", "ABOUT", "TOPIC", "EQ", "COLON", "CONTAINS", "HOLDS", "ONE_OF"}
_BEFORE_COPULA = {"", "AND", "COMMA", "STOP", "WITH", "FILL"}
"""What stands before "was" where no column is what it says: "and was drawn on …"."""
_REFERRING = {"COMMA", "WITH", "IS"}
"""What may stand before a column in which a time stands: ", that being in the column drawn_on"."""


def owners_first(row: Sequence[Token]) -> list[Token]:
    """Take "of the unionable tables" from behind a column, and say it before everything.

    "The field colour of every unionable table is red" is "unionable tables: the field colour is
    red", and "half of the rows of a joinable table have …" alike. It is left where it is if another
    operation is said, too, or no column is called one.
    """
    for place in range(len(row)):
        share = _names_share(row[: place + 1])
        if _is_asked_of(row, place + 1):
            return _said_first(row, place + 1, _owner_of_name(row, place + 1))
        if not (share or _names_column(row[: place + 1])):
            continue
        used = _owner(row, place + 1)
        behind = str(row[place + 1 + used].type) if place + 1 + used < len(row) else ""
        others = {str(other.type) for other in (*row[:place], *row[place + 1 + used :])}
        ends = behind in _SAID or (share and behind == "WITH")
        if used and ends and not others & (OPERATIONS if share else WANTED):
            return _said_first(row, place + 1, used)
    return list(row)


def columns_there(row: Sequence[Token]) -> list[Token]:
    """Leave out that a column is to be in the tables: "a column about rent must be in what I join".

    "Is required in", "has to be present in the table that" and "in whatever" say no more than that.
    """
    found: list[Token] = []
    described = False
    place = 0
    while place < len(row):
        one, kind = row[place], str(row[place].type)
        tail = _length_of_being_there(row[place:]) if described else 0
        if tail:
            found.append(token("COMMA", ",", one.start_pos, one.start_pos))
            place += tail
            described = False
            continue
        if kind in {"ABOUT", "NAMED", "FOR"}:
            described = bool(found) and str(found[-1].type) == "COLUMN"
        elif not (kind in NAMES or kind.startswith("SO_")):
            described = False
        found.append(one)
        place += 1
    return found


def _length_of_being_there(row: Sequence[Token]) -> int:
    """How many tokens say that it is in the tables that an operation behind them is of."""
    kinds = [str(one.type) for one in row[:6]]
    ends = next((at for at, kind in enumerate(kinds) if kind in OPERATIONS), 0)
    being = kinds[0] in _BEING_THERE and _MUST_BE.match(str(row[0])) is not None
    whatever = kinds[0] == "IN" and str(row[1] if len(row) > 1 else "").lower() in _WHATEVER
    if not ends or not (being or whatever) or not set(kinds[1:ends]) <= _IN_TABLES:
        return 0
    return ends


def _said_first(row: Sequence[Token], place: int, used: int) -> list[Token]:
    """Say whose a column is before everything: the operation, or else that it is of tables."""
    owner = row[place : place + used]
    said = next((one for one in owner if str(one.type) in OPERATIONS), None)
    kind, word = ("TABLES", "tables") if said is None else (str(said.type), str(said))
    start = row[0].start_pos
    asked = token(kind, word, owner[0].start_pos, owner[-1].end_pos)
    return [asked, token("COMMA", ",", start, start), *row[:place], *row[place + used :]]


def _is_asked_of(row: Sequence[Token], place: int) -> bool:
    """Whether a text begins with a name, whose it is and what it must be.

    "The subsidy in the appended tables must not be above 5".
    """
    kinds = [str(one.type) for one in row]
    if place > _LONGEST_NAME or not set(kinds[:place]) <= COLUMN_NAMES:
        return False
    if kinds[place : place + 1] == ["OF"] and str(row[place - 1]).lower() in _OF_A_TABLE:
        return False
    owned = _owner_of_name(row, place)
    ends = place + owned
    others = WANTED.intersection(kinds[ends:])
    ends += row[ends : ends + 1] == ["shall"]
    if others or not owned or ends >= len(row) or kinds[ends] not in _SAID - CLAUSE_ENDS:
        return False
    return kinds[ends] not in {"NOT", "IS"} or _ASKED.match(str(row[ends])) is not None


def _owner_of_name(row: Sequence[Token], place: int) -> int:
    """How many tokens say whose a name is that nothing tells to be a column's."""
    used = _owner(row, place)
    if used or not _ITS.fullmatch(str(row[place]) if place < len(row) else ""):
        return used
    return 1 + (place + 1 < len(row) and str(row[place + 1].type) in OPERATIONS)


def sizes_said_of_tables(row: Sequence[Token]) -> list[Token]:
    """Put what tables have so many rows of behind them: "the number of rows in any table".

    "The number of columns in any table joined with ours is 6" is "any table joined with ours: the
    number of columns is 6".
    """
    found = list(row)
    for place in range(len(found) - 3):
        kinds = [str(one.type) for one in found[place : place + 6]]
        if kinds[0] != "COUNT_OF" or kinds[1] not in TABLE_PARTS:
            continue
        ends = next((at for at in range(2, len(kinds)) if kinds[at] not in _OF_TABLES), 0)
        if ends > 2 and "TABLES" in kinds[2:ends] and kinds[ends] in _SAID_OF_SIZES:  # noqa: PLR2004 - "number of", "rows"
            counted, tables = found[place : place + 2], found[place + 2 : place + ends]
            return [*found[:place], *tables, *counted, *found[place + ends :]]
    return found


def topics_of_tables(row: Sequence[Token]) -> list[Token]:
    """Put tables before their topic: "topic of the tables to be merged with mine: archives"."""
    found = list(row)
    for place in range(len(found) - 2):
        kinds = [str(one.type) for one in found[place : place + 6]]
        ends = next((at for at in range(1, len(kinds)) if kinds[at] not in _OF_TABLES), 0)
        tables = found[place + 1 : place + ends]
        told = kinds[0] == "TOPIC" and str(found[place]).split()[0] in _TOPICS
        if told and kinds[ends] in {"COLON", "IS", "EQ"} and any(map(_is_of_tables, tables)):
            return [*found[:place], *tables, found[place], *found[place + ends :]]
    return found


def _is_of_tables(one: Token) -> bool:
    return str(one.type) == "TABLES" or str(one) == "of the tables"


def dates_in_columns(row: Sequence[Token]) -> list[Token]:
    """Take "the date in" from before a column of which a time is said: "the date in the X column".

    "The date in the born column falls before 1950" is "the born column falls before 1950".
    """
    found = list(row)
    for place in range(len(found) - 4):
        if [str(one.type) for one in found[place : place + 2]] not in _DATES_IN:
            continue
        ends = place + 2
        while ends < len(found) and str(found[ends].type) in NAMES | {"K_DATES", "OF"}:
            ends += 1
        kinds = [str(one.type) for one in found[ends : ends + 3]]
        if ends > place + 2 and kinds[:2] == ["COLUMN", "IS"] and set(kinds[2:]) & _TIMES:
            found[place : place + 2] = [retyped(one, "FILL") for one in found[place : place + 2]]
    return found


def times_in_columns(row: Sequence[Token]) -> list[Token]:
    """Say "dated" for what was done at a time that is in a column: "drawn in May, in the column …".

    "Was drawn on 24 December 2020, that being in the column drawn_on" is "dated on 24 December 2020
    in the column drawn_on".

    Examples
    --------
    >>> words = [("WORD", "drawn"), ("IN", "in"), ("YEAR", "2020"), ("COMMA", ",")]
    >>> row = [token(kind, word, 0, 0) for kind, word in [*words, ("IN_COLUMN", "in the column")]]
    >>> " ".join(str(one.type) for one in times_in_columns([*row, token("WORD", "day", 0, 0)]))
    'DATES IN YEAR IN_COLUMN WORD'
    """
    for place in range(2, len(row) - 1):
        if str(row[place].type) != "IN_COLUMN" or str(row[place + 1].type) not in NAMES:
            continue
        ends = place
        while ends and str(row[ends - 1].type) in _REFERRING:
            ends -= 1
        begins = ends
        while begins and str(row[begins - 1].type) in TIMES | _BESIDE_MOMENTS:
            begins -= 1
        kinds = [str(one.type) for one in row[begins:ends]]
        *before, verb = ["", *(str(one.type) for one in row[:begins])]
        done = verb == "WORD" and _DONE.fullmatch(str(row[begins - 1])) is not None
        alone = not _NAMES_BEFORE.intersection(before[-1:]) and not _is_value(before)
        if done and alone and kinds and kinds[-1] in TIMES | {"ONWARDS", "OR_EARLIER"}:
            dated = retyped(row[begins - 1], "DATES")
            return [*row[: begins - 1], dated, *row[begins:ends], *row[place:]]
    return list(row)


def _is_value(before: Sequence[str]) -> bool:
    """Whether a word is what a column is: "status is closed", "status is open or closed"."""
    if before[-1:] == ["IS"]:
        return before[-2] not in _BEFORE_COPULA
    return before[-3:-2] == ["IS"] and before[-2] in NAMES and before[-1] in {"AND", "OR"}


def _names_column(row: Sequence[Token]) -> bool:
    """Whether tokens end with a column: "the field colour", or with "the number of rows"."""
    kinds = [str(one.type) for one in row]
    if kinds[-1] in TABLE_PARTS:
        return kinds[-2:-1] == ["COUNT_OF"]
    if kinds[-1] == "COLUMN":
        return not kinds[:-1] or kinds[-2] in NAMES
    names = 0
    while names < len(kinds) and kinds[-names - 1] in NAMES:
        names += 1
    return bool(names) and kinds[-names - 1 : -names] in (["COLUMN"], ["IN_COLUMN"])


def _names_share(row: Sequence[Token]) -> bool:
    """Whether tokens end with a share of rows: "at least half of the rows", "nine in ten rows"."""
    kinds = [str(one.type) for one in row]
    return kinds[-1] == "PERCENT" or (
        kinds[-1] in ROW_WORDS
        and bool(_SHARES.intersection(kinds[-3:-1]))
        and set(kinds[-2:-1]) <= {"OF", *_SHARES}
    )


def _owner(row: Sequence[Token], place: int) -> int:
    """How many tokens say whose a column is: "of every unionable table"; 0 if none do."""
    kinds = [str(one.type) for one in row[place : place + 4]]
    used = 0
    if kinds[:1] and kinds[0] in PREPOSITIONS:
        used = 1 + (kinds[1:2] == ["ALL"])
        if kinds[used : used + 1] == ["FILL"] and str(row[place + used]) == "whatever":
            return used + 2 if set(kinds[used + 1 : used + 2]) & OPERATIONS else 0
        if (
            kinds[used : used + 1]
            and kinds[used] in OPERATIONS
            and kinds[used + 1 : used + 2] == ["TABLES"]
        ):
            return used + 2
        each = kinds[used : used + 1] and _EACH.fullmatch(str(row[place + used]))
        return used + 1 + bool(set(kinds[used + 1 : used + 2]) & OPERATIONS) if each else 0
    whose = str(row[place]).startswith(_TABLES_OF) if kinds else False
    if whose and kinds[0] in {"TABLES", "FILL"} and kinds[1:2] and kinds[1] in OPERATIONS:
        return 2
    return 0
