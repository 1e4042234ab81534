"""Take for keys what "on" stands before where an operation is done on it: "on "isbn", I'd join"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lark import Token

from core.conditions.senses.keys import is_identifier
from core.conditions.words.kind_sets import BEFORE_KEYS, COLUMN_WORDS, NAMES, OPERATIONS
from core.conditions.words.tokens import retyped, token

_NAMING = {"WORD", "KNOWN", "QUOTED", "AND"}
_USING = {"use", "uses"}
_PASSED = {"WITH", "FILL"}
"""What may stand between an operation and its keys: "union mine with others on"."""
_DONE = {"when joined": "JOIN", "once joined": "JOIN", "when unioned": "UNION"}
_BY_ONE = ("i ", "i'", "i’", "we ", "we'", "we’")
_NEAR = 3
_KEY = {"key", "keys"}
_PARTING = {"UNION", "JOIN", "COMMA", "COLON", "STOP", "LPAR"}
_IDENTIFIER = re.compile(r"\w_\w|[a-z][A-Z]|(?i:id|code|nr|no)$")
"""What ends a name that tables are hardly about: "key player_id", unlike "key workers"."""


def keys_turned(row: Sequence[Token], text: str) -> list[Token]:
    """Turn "on" into "on the key" where no subject of tables can follow, and "key X", too."""
    found = _keys_called(_keys_used(row))
    for place, one in enumerate(found):
        if str(one.type) != "ON":
            continue
        ends = _names_end(found, place + 1)
        parted = ends < len(found) and str(found[ends].type) == "COMMA"
        if place and str(found[place - 1]) in _DONE and parted:
            found[place - 1] = retyped(found[place - 1], _DONE[str(found[place - 1])])
        elif (
            not (parted and _leads(found, place, ends))
            and not _on_several(found, place)
            and not _begins_sentence(found, place, ends, text)
        ):
            continue
        found[place] = retyped(one, "ON_KEY")
    return found


def _keys_used(row: Sequence[Token]) -> list[Token]:
    """Turn "the join should use the column isbn" to "the join on the column isbn"."""
    found = list(row)
    for place, one in enumerate(row):
        kinds = [str(each.type) for each in row[place + 1 : place + 3]]
        named = kinds[:1] != [] and kinds[0] in COLUMN_WORDS and set(kinds[1:]) & NAMES
        asked = place > 0 and str(row[place - 1].type) == "IS"
        operation = row[place - 1 - asked].type if place > asked else ""
        if str(one) in _USING and named and str(operation) in OPERATIONS:
            found[place] = retyped(one, "ON")
            if asked:
                found[place - 1] = retyped(row[place - 1], "FILL")
    return found


def _keys_called(row: Sequence[Token]) -> list[Token]:
    """Turn "key" before a name into "on the key": "join, key isbn", "whose key is plot_id"."""
    combined = any(str(one.type) in OPERATIONS for one in row)
    found: list[Token] = []
    passed = -1
    for place, one in enumerate(row):
        if place == passed:
            continue
        if _is_on_the_key(row, place) and combined:
            found[-1] = token("ON_KEY", str(found[-1]), found[-1].start_pos, one.end_pos)
            continue
        begins = place + 1
        said = begins < len(row) and str(row[begins].type) == "IS"
        ends = _names_end(row, begins + said)
        parted = not place or str(row[place - 1].type) in _PARTING
        surely = said and _is_identifier(row, begins + said)
        parted = surely or (parted and combined)
        if str(one) not in _KEY or not parted or ends == begins + said:
            found.append(one)
        elif said or str(row[begins].type) == "QUOTED" or _IDENTIFIER.search(row[ends - 1]):
            found.append(retyped(one, "ON_KEY"))
            passed = begins if said else -1
        else:
            found.append(one)
    return found


def _is_on_the_key(row: Sequence[Token], place: int) -> bool:
    """Whether "key" follows "on" where no subject does: "to join, on the key isbn, tables"."""
    if str(row[place]) not in _KEY or not place or str(row[place - 1].type) not in BEFORE_KEYS:
        return False
    ends = _names_end(row, place + 1)
    if ends == place + 1:
        return False
    before = str(row[place - 2].type) if place > 1 else "STOP"
    behind = str(row[ends].type) if ends < len(row) else "STOP"
    return _is_identifier(row, place + 1) or (before in _PARTING and behind in _PARTING)


def _is_identifier(row: Sequence[Token], place: int) -> bool:
    return place < len(row) and is_identifier(row[place])


def _names_end(row: Sequence[Token], place: int) -> int:
    while place < len(row) and str(row[place].type) in _NAMING:
        place += 1
    return place


def _leads(row: Sequence[Token], place: int, ends: int) -> bool:
    """Whether an operation stands around what a comma parts: "to join, on player, a table"."""
    if ends == place + 1:
        return False
    if not place:
        return any(str(one.type) in OPERATIONS for one in row[ends + 1 : ends + 1 + _NEAR])
    before = [str(one.type) for one in row[max(place - 2, 0) : place]]
    tables = [str(one.type) for one in row[ends + 1 : ends + 2]] == ["TABLES"]
    return tables and before[-1] == "COMMA" and before[0] in OPERATIONS


def _begins_sentence(row: Sequence[Token], place: int, ends: int, text: str) -> bool:
    """Whether somebody combines tables behind keys: "On city and year I want to join …"."""
    begins = not place or str(row[place - 1].type) == "STOP"
    if not begins or ends == place + 1 or ends == len(row):
        return False
    said = text[row[ends].start_pos : row[ends].end_pos].lower()
    return str(row[ends].type) in OPERATIONS and said.startswith(_BY_ONE)


def _on_several(row: Sequence[Token], place: int) -> bool:
    """Whether two quoted names follow: "union mine with others on "artist" and "year"".

    Right behind its operation, "on" tells the keys of that one by itself.
    """
    ahead = [str(one.type) for one in row[place + 1 : place + 4]]
    if ahead != ["QUOTED", "AND", "QUOTED"]:
        return False
    begins = place - 1
    while begins >= 0 and str(row[begins].type) in _PASSED:
        begins -= 1
    return 0 <= begins < place - 1 and str(row[begins].type) in OPERATIONS
