"""Say again what is told once of alternatives: "speak of the lynx or of the wolf"."""

from __future__ import annotations

from collections.abc import Sequence

from lark import Token

from core.conditions.words.kind_sets import (
    COLUMN_WORDS,
    LIST_LINKS,
    NAMES,
    SIZES,
    SURELY_ABOUT,
    WHOLE_NUMBERS,
)
from core.conditions.words.tokens import retyped, token

_PREPOSITIONS = {"OF", "TO", "ON", "IN"}
_UPWARD = {"GT", "GE"}
_DOWNWARD = {"LT", "LE", "UP_TO"}
_COMPARED = {*_UPWARD, *_DOWNWARD, "EQ", "NEAR"}
_OF_THEM = {"of them", "of these", "of those"}
_BEHIND_THEM = {"COMMA", "STOP", "FILL", "RPAR"}
_NO_FURTHER = {"no further", "no more", "no longer"}
_BEHIND_LIMITS = {"COMMA", "STOP", "UNION", "JOIN"}
_ADDED = (["UNION"], ["JOIN"])
_COUNTED = (["ROWS"], ["COLUMNS"])
_BEHIND_NUMBER = {"COMMA", "STOP", "COLON", "AND", "OR", "UNION", "JOIN", "RPAR", "IS", "FILL"}
_SAID_OF_COLUMNS = {"ABOUT", "ON", "NAMED"}
_ONE = {"one", "another", "another one"}
_KINDS = {"K_NUMBERS", "K_DATES", "K_TEXT", "K_BOOLEANS"}
_BEFORE_COUNT = {"FILL", "COMMA", "STOP", "WITH", "AND", "COLON", "GIVES", "TABLES"}
_TO_COLUMNS = ("to my columns", "to our columns")
_BEFORE_ONE = {"AND", "OR", "COMMA", "NOT", "WITHOUT", "NOR", "WITH", "CONTAINS"}
_AND = {"and", "as well as", "along with", "plus"}
_BEHIND_NAMES = {"COMMA", "STOP", "FILL", "NOR", "AND", "WITH", "UNION", "JOIN", "RPAR"}


def verbs_again(row: Sequence[Token]) -> list[Token]:
    """Put a verb in the place of its preposition where that is said again: "or of the wolf".

    "Speak of castles of the north" says the preposition inside a name.
    """
    found: list[Token] = []
    verb: Token | None = None
    for one in row:
        kind = str(one.type)
        again = verb is not None and kind in _PREPOSITIONS and verb.endswith(f" {one}")
        if again and verb is not None and str(found[-1].type) in {"AND", "OR"}:
            found.append(token(str(verb.type), str(verb), one.start_pos, one.end_pos))
            continue
        if kind == "CONTAINS":
            verb = one
        elif kind not in NAMES | LIST_LINKS | _PREPOSITIONS:
            verb = None
        found.append(one)
    return found


def topics_again(row: Sequence[Token]) -> list[Token]:
    """Say what "that" is where it is one more topic: "neither the topic of tea nor that of rum".

    Or what a name is behind "nor": "neither the topic tea nor rum, over 9 rows".
    """
    found: list[Token] = []
    told: Token | None = None
    neither = False
    skipped = 0
    for place, one in enumerate(row):
        if skipped:
            skipped -= 1
            continue
        kind = str(one.type)
        words = _length_of_that(row, place)
        if told is not None and words and found and str(found[-1].type) in {"NOR", "OR", "AND"}:
            end = row[place + words - 1].end_pos
            found.append(token("TOPIC", str(told), one.start_pos, end))
            skipped = words - 1
            continue
        if kind in SURELY_ABOUT:
            told = one
            neither = place > 0 and str(row[place - 1].type) == "NEITHER"
        elif kind not in NAMES | LIST_LINKS | _PREPOSITIONS | {"NOR", "FOR"}:
            told = None
        found.append(one)
        if told is not None and neither and kind == "NOR" and _names_alone(row[place + 1 :]):
            found.append(token(str(told.type), str(told), one.end_pos, one.end_pos))
    return found


def _names_alone(behind: Sequence[Token]) -> bool:
    """Whether a name follows of which nothing is said: "nor tennis", unlike "nor price above 5"."""
    ends = next((i for i, one in enumerate(behind) if str(one.type) not in NAMES), len(behind))
    return ends > 0 and str(behind[ends].type if ends < len(behind) else "STOP") in _BEHIND_NAMES


def _length_of_that(row: Sequence[Token], place: int) -> int:
    """How many tokens are "that of", or "one of", before the name of a subject; 0 if none are."""
    kinds = [str(one.type) for one in row[place : place + 3]]
    if str(row[place]) == "that" and kinds[1:2] == ["OF"]:
        return 2 if kinds[2:] and kinds[2] in NAMES else 0
    return 1 if str(row[place]) in {"one of", "that of"} and set(kinds[1:2]) & NAMES else 0


def extents_again(row: Sequence[Token]) -> list[Token]:
    """Say of a number what it counts where that is told of the one before: "or over ten thousand".

    "Under ten rows or over ten thousand", "not under 90 rows, not over 900" and "about tea with
    over 500 rows or about rum with under 100" have two numbers of rows each; "over 90 rows or
    over 5 goals" and "over 90 rows, over 5" have one.
    """
    found: list[Token] = []
    for place, one in enumerate(row):
        found.append(one)
        extent = _extent_of(found) if str(one.type) in WHOLE_NUMBERS else None
        behind = str(row[place + 1].type) if place + 1 < len(row) else "STOP"
        if extent is not None and behind in _BEHIND_NUMBER:
            found.append(token(str(extent.type), str(extent), one.end_pos, one.end_pos))
    return found


def extents_of_them(row: Sequence[Token]) -> list[Token]:
    """Say what "of them" are where rows or columns are to be added: "rows to add, 30 of them".

    "30 of them have a price" says something else of so many.
    """
    found: list[Token] = []
    for place, one in enumerate(row):
        behind = str(row[place + 1].type) if place + 1 < len(row) else "STOP"
        alone = str(one) in _OF_THEM and behind in _BEHIND_THEM
        told = _counted_before(found) if alone else None
        found.append(one if told is None else token(told, str(one), one.start_pos, one.end_pos))
    return found


def limits_again(row: Sequence[Token]) -> list[Token]:
    """Take a size for the most where that is said behind it: "150 rows and no further".

    "Up to 150 rows and no more" says so twice; "no more than 9 columns" is of another size.
    """
    found: list[Token] = []
    place = 0
    while place < len(row):
        said = row[place : place + 3]
        kinds = [str(one.type) for one in said]
        behind = str(row[place + 3].type) if place + 3 < len(row) else "STOP"
        limited = kinds[:2] == ["AND", "NOT"] and " ".join(map(str, said[1:])) in _NO_FURTHER
        before = [str(one.type) for one in found[-3:]]
        counted = before[-2:-1] == ["NUMBER"] and before[-1] in SIZES
        upward = before[:-2] and before[0] in _UPWARD | {"NEAR"}  # "at least 20 rows and no more"
        if not (limited and counted and behind in _BEHIND_LIMITS) or upward:
            found.append(row[place])
            place += 1
            continue
        kind = "FILL" if before[:-2] and before[0] in {*_DOWNWARD, "EQ"} else "OR_LESS"
        found.append(token(kind, "and no more", said[0].start_pos, said[-1].end_pos))
        place += 3
    return found


def _counted_before(found: Sequence[Token]) -> str | None:
    """Give the kind of what a number counts with which tokens end: "columns to join, at most 8"."""
    kinds = [str(one.type) for one in found]
    ends = len(kinds) - 1
    if kinds[-4:-3] == ["BETWEEN"] and kinds[-1] in WHOLE_NUMBERS:
        ends -= 3
    elif kinds[-1:] != [] and kinds[-1] in WHOLE_NUMBERS:
        ends -= kinds[-2:-1] != [] and kinds[-2] in _COMPARED
    else:
        return None
    before = [kind for kind in kinds[:ends] if kind not in {"COMMA", "FILL"}]
    return before[-2] if before[-1:] in _ADDED and before[-2:-1] in _COUNTED else None


def _extent_of(found: Sequence[Token]) -> Token | None:
    """Give the "rows" that the number counts, too, with which tokens end; none if none are told."""
    kinds = [str(one.type) for one in found]
    if len(kinds) < 3 or kinds[-2] not in _COMPARED:  # noqa: PLR2004 - what links it, how, a number
        return None
    told = next((at for at in range(len(kinds) - 3, 1, -1) if kinds[at] in SIZES), 0)
    between = [kind for kind in kinds[told + 1 : -2] if kind != "FILL"]
    numbers = told and kinds[told - 1] in WHOLE_NUMBERS and kinds[told - 2] in _COMPARED
    if not numbers or {*WHOLE_NUMBERS, *_COMPARED} & set(between):
        return None
    beside = between in (["COMMA"], ["AND"], ["COMMA", "AND"])
    within = beside and _narrows(kinds[told - 2], kinds[-2])
    instead = between in (["OR"], ["COMMA", "OR"]) or (
        "OR" in between and between[-1] == "WITH" and kinds[told - 3] == "WITH"
    )
    return found[told] if within or instead else None


def _narrows(first: str, second: str) -> bool:
    """Whether two comparisons are of one number from both sides."""
    return (first in _UPWARD and second in _DOWNWARD) or (first in _DOWNWARD and second in _UPWARD)


def columns_again(row: Sequence[Token]) -> list[Token]:
    """Say what "one" is where it is one more column: "a column of text as well as one of numbers".

    Or one that is refused: "a column about owls, but not one about bats". Of several columns what
    they are about may be told one by one: "columns about rents and about prices".
    """
    found: list[Token] = []
    told = False
    for place, one in enumerate(row):
        kinds = [str(other.type) for other in row[place : place + 3]]
        told |= kinds[0] in COLUMN_WORDS
        linked = place > 0 and str(row[place - 1].type) in _BEFORE_ONE
        added = place > 0 and str(row[place - 1]).endswith(_TO_COLUMNS)  # "add to my columns one"
        goes_on = (added or (told and linked)) and _is_said_of_column(kinds[1:])
        again = str(one) in _ONE or (str(one) == "other" and _has_one(found))
        if kinds[0] == "FILL" and again and (goes_on or (told and _ends_kind(found))):
            found.append(token("COLUMN", "one", one.start_pos, one.end_pos))
        elif goes_on and kinds[0] == "NOT" and str(one) == "not one":
            found += [one, token("COLUMN", "one", one.end_pos, one.end_pos)]
        elif kinds[0] == "ABOUT" and set(kinds[1:2]) & NAMES and _tells_of_columns(found):
            found += [token("COLUMN", "one", one.start_pos, one.start_pos), one]
        else:
            found.append(one)
    return found


def _has_one(found: Sequence[Token]) -> bool:
    """Whether one of several columns was told: "one about tea and the other …"."""
    return any(str(one.type) == "COLUMN" and str(one) == "one" for one in found)


def _ends_kind(found: Sequence[Token]) -> bool:
    """Whether tokens end with one more kind of column: "a date column and a numeric …"."""
    kinds = [str(one.type) for one in found[-2:]]
    return len(kinds) > 1 and kinds[0] in _BEFORE_ONE and kinds[1] in _KINDS


def columns_told(row: Sequence[Token]) -> list[Token]:
    """Take a count from columns that are told one by one: "two columns, one on tea, one on rum".

    "At most two columns, one about tea" and "three columns, one on tea" have a size.
    """
    found = list(row)
    kinds = [str(one.type) for one in row]
    for place in range(len(row) - 3):
        compared = place > 0 and kinds[place - 1] not in _BEFORE_COUNT
        if compared or kinds[place : place + 2] != ["NUMBER", "COLUMNS"]:
            continue
        ends = next((at for at in range(place, len(row)) if kinds[at] == "STOP"), len(row))
        told = [at for at in range(place + 2, ends) if kinds[at] == "COLUMN"]
        ones = [at for at in told if str(row[at]) in _ONE]
        parted = told and bool({"COMMA", "COLON"} & {kinds[told[0] - 1]})
        if parted and ones == told and str(row[place]) == str(len(ones)):
            found[place : place + 2] = (retyped(one, "FILL") for one in row[place : place + 2])
    return found


def _is_said_of_column(kinds: Sequence[str]) -> bool:
    """Whether what follows is said of a column: "about rent", "that has no blanks"."""
    if list(kinds) in (["WITH", "DATES"], ["WITH", "VALUES"]):
        return True
    said = kinds[1:] if kinds[:1] == ["WITH"] else kinds[:1]
    return kinds[:1] != [] and (kinds[0] in _SAID_OF_COLUMNS or "".join(said)[:3] == "SO_")


def _tells_of_columns(found: Sequence[Token]) -> bool:
    """Whether columns have been said to be about something, and an "and" goes on."""
    kinds = [str(one.type) for one in found]
    if kinds[-1:] != ["AND"] or str(found[-1]) not in _AND:
        return False
    ends = len(kinds) - 1 - (kinds[-2:-1] == ["COMMA"])
    begins = ends
    while begins and kinds[begins - 1] in NAMES | _PREPOSITIONS:
        begins -= 1
    several = kinds[begins - 2 : begins] == ["COLUMNS", "ABOUT"]
    again = kinds[begins - 2 : begins] == ["COLUMN", "ABOUT"] and str(found[begins - 2]) == "one"
    if begins in {0, 1, ends} or not (several or again):
        return False
    refused = bool({"NOT", "WITHOUT", "EXCEPT", "UNLESS"} & set(kinds[max(begins - 4, 0) : begins]))
    return not refused  # "no columns about tea and about coffee" may want neither
