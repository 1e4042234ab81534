"""Find what tables are about where it stands behind keys: "join on plot_id, tree heights, …"."""

from __future__ import annotations

from collections.abc import Sequence

from lark import Token

from core.conditions.lexing.headings import HEADED
from core.conditions.senses.keys import KEYS, MATCHED, is_identifier
from core.conditions.words.kind_sets import ALSO, BEFORE_KEYS, NAMES, OPERATIONS
from core.conditions.words.tokens import retyped, token

_TOLD = {"TOPIC", "ABOUT", "AS_TOPIC"}
_ENDS = {"COMMA", "STOP", "AND", "UNION", "JOIN"}
_RELATIVE = {"where", "that", "which", "whose", "in which", "so", "so that"}


def subjects_behind_keys(row: Sequence[Token], text: str) -> list[Token]:
    """Say of words behind keys, which can be no key, that tables are about them.

    Behind `plot_id`, or behind "isbn" and a comma, "tree heights" is no key; nor is it behind
    `plot_id` and "with", unless something is said of it ("with height above 5").
    """
    found = _subjects_joined(_keys_said(row))
    place = 0
    while place < len(found):
        names = _names(found, place + 1) if str(found[place].type) in BEFORE_KEYS else []
        place += 1
        if not names or _is_told(found):
            continue
        ends = names[-1].stop
        with_it = found[ends : ends + 1]
        if with_it and str(with_it[0]) == "with" and _are_identifiers(found, names, text):
            if _is_subject(found, ends + 1):
                found[ends] = retyped(found[ends], "TOPIC")
            continue
        if _parts_subject(found, names, text):
            start = found[names[-1].start].start_pos
            found.insert(names[-1].start, token("TOPIC", HEADED, start, start))
    return found


def _keys_said(row: Sequence[Token]) -> list[Token]:
    """Take "matched on" for "on the key" where an operation is told by other words."""
    found: list[Token] = []
    for one in row:
        told = any(str(before.type) in OPERATIONS for before in found)
        if str(one.type) == "ON_KEY" and found and str(found[-1]) in MATCHED:
            found[-1] = retyped(found[-1], "FILL")
        matched = str(one.type) == "JOIN" and str(one) == "matched on" and told
        found.append(retyped(one, "ON_KEY") if matched else one)
    return found


def _subjects_joined(row: Sequence[Token]) -> list[Token]:
    """Say of what is joined on keys that it is a subject: "join my shops with rents on zip_id"."""
    found = list(row)
    for place, one in enumerate(row):
        if str(one) != "with" or not place or str(row[place - 1].type) != "JOIN":
            continue
        ends = place + 1
        while ends < len(row) and str(row[ends].type) == "WORD":
            ends += 1
        keyed = ends > place + 1 and ends < len(row) and str(row[ends].type) == "ON_KEY"
        if keyed and not _is_told(row):
            found[place] = retyped(one, "TOPIC")
    return found


def _names(row: Sequence[Token], place: int) -> list[range]:
    """Where the names of a list stand that begins at a place."""
    found: list[range] = []
    while place < len(row) and str(row[place].type) in NAMES:
        begins = place
        while place < len(row) and str(row[place].type) in NAMES:
            place += 1
        found.append(range(begins, place))
        if place >= len(row) or str(row[place].type) not in ALSO:
            break
        place += 1
    return found


def _are_identifiers(row: Sequence[Token], names: Sequence[range], text: str) -> bool:
    return any(is_identifier(_words(row, name, text)) for name in names)


def _parts_subject(row: Sequence[Token], names: Sequence[range], text: str) -> bool:
    """Whether the last of some names stands behind a comma, and is no key as the others are."""
    *keys, last = (_words(row, name, text) for name in names)
    if not keys or str(row[names[-1].start - 1].type) != "COMMA":
        return False
    parted = str(row[names[-1].start - 1]) == ";"
    linked = any(str(row[name.stop].type) == "AND" for name in names[:-1])
    keyed = linked or parted or all(is_identifier(key) or key.lower() in KEYS for key in keys)
    plain = not is_identifier(last) and last.split()[-1].lower() not in KEYS
    several = " " in last or linked or parted
    return keyed and plain and several and _is_subject(row, names[-1].start)


def _is_subject(row: Sequence[Token], place: int) -> bool:
    """Whether bare words stand at a place of which nothing is said."""
    ends = place
    while ends < len(row) and str(row[ends].type) in {"WORD", "OF", "IN", "FOR"}:
        ends += 1
    if ends == place:
        return False
    behind = row[ends] if ends < len(row) else None
    if behind is None or str(behind.type) in _ENDS:
        return True
    return str(behind.type) == "WITH" and str(behind) in _RELATIVE


def _is_told(row: Sequence[Token]) -> bool:
    """Whether it is said elsewhere what tables are about."""
    return any(str(one.type) in _TOLD for one in row)


def _words(row: Sequence[Token], name: range, text: str) -> str:
    return text[row[name.start].start_pos : row[name.stop - 1].end_pos]
