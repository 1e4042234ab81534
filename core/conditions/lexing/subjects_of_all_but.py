"""Tell what is refused where all subjects but one will do: "any subject will do, bar tea"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from lark import Token

from core.conditions.words.kind_sets import NAMES
from core.conditions.words.tokens import retyped, token

_EXCEPT = (
    r"(?:bar|barring|except(?:ing)?(?: for)?|excluding|save(?: for)?|apart from|aside from|"
    r"other than|(?:but |just |only )*not(?! (?:just|only|too|so|very|all|more|less|fewer)\b))"
)
_SUBJECTS = (
    r"(?:any|every|all) (?:topic|subject|theme|subject matter)s?"
    r"(?: (?:at all|whatsoever|you like))?"
)
_TAKEN = (
    r"(?: (?:(?:will|would) do|goes|go|works?|is|are)"
    r"(?: (?:fine|ok|okay|good|welcome|acceptable|allowed|all ?right|nicely))?)?,?"
)
_ANYTHING = (
    r"(?:anything|everything)(?: at all)?,? (?:but(?! not\b)|bar|barring|except|save|apart from)"
)
_OF_ALL = re.compile(
    rf"(?:{_SUBJECTS}(?:{_TAKEN} {_EXCEPT}| but)|{_ANYTHING})(?= \w)", re.IGNORECASE
)
_BEFORE = {"COMMA", "STOP", "COLON", "UNION", "JOIN", "LPAR"}
_BEHIND = {"COMMA", "STOP", "UNION", "JOIN", "FILL", "FOR", "TO", "WITH", "AND", "RPAR"}
_NO_SUBJECTS = {"duplicates", "outliers", "clean", "cheap", "recent", "new", "old", "good", "bad"}
_OF_TABLES = {"TABLES", "COLUMN", "COLUMNS"}
_OF_EVERYTHING = 3


def subjects_of_all_but(row: Sequence[Token], text: str) -> list[Token]:
    """Turn "any subject will do, bar tea" and "everything but tea" to "topic other than tea".

    "Country can be anything but Kenya" is of a column, and "any subject will do, bar charts are
    not needed" goes on in another way.
    """
    found = list(row)
    for place in range(len(row) - 1, -1, -1):
        begins = row[place].start_pos or 0
        if _is_all_but_tables(row[place : place + _OF_EVERYTHING]) and _stands_apart(row[:place]):
            found[place + 1] = retyped(row[place + 1], "NOT")
            continue
        said = _OF_ALL.match(text, begins)
        if said is None or not _stands_apart(row[:place]):
            continue
        ends = next((at for at, one in enumerate(row) if (one.start_pos or 0) >= said.end()), 0)
        if not ends or not _names_subject(row[ends:]):
            continue
        refused = token("NOT", "other than", said.end(), said.end())
        found[place:ends] = [token("TOPIC", "topic", begins, said.end()), refused]
    return found


def subjects_refused(row: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Give the places of what was told so, from where it begins to where the subject ends."""
    for of_all, refused, subject in zip(row, row[1:], row[2:], strict=False):
        if str(refused.type) == "NOT" and refused.start_pos == refused.end_pos == of_all.end_pos:
            yield of_all.start_pos or 0, subject.end_pos or 0


def _is_all_but_tables(row: Sequence[Token]) -> bool:
    """Whether tables or columns are refused: "everything but tables with under 5 rows"."""
    if len(row) < _OF_EVERYTHING or str(row[0]) != "everything" or str(row[1]) != "but":
        return False
    kind = str(row[2].type)
    return kind in _OF_TABLES or kind.startswith("K_")


def _stands_apart(before: Sequence[Token]) -> bool:
    """Whether a part begins behind what asks for nothing."""
    kinds = [str(one.type) for one in before]
    while kinds and kinds[-1] == "FILL":
        kinds.pop()
    return not kinds or kinds[-1] in _BEFORE


def _names_subject(row: Sequence[Token]) -> bool:
    """Whether words stand first that are a subject, and nothing is said of them.

    "Tea, coffee and milk" is more than one, "duplicates" none.
    """
    kinds = [str(one.type) for one in row]
    named = _length_of_name(kinds)
    if kinds[named : named + 1] == ["COMMA"]:
        listed = _length_of_name(kinds[named + 1 :])
        behind = kinds[named + 1 + listed :]
        if listed and behind[:1] in (["AND"], ["OR"]) and _length_of_name(behind[1:]):
            return False
    ends = named == len(kinds) or kinds[named] in _BEHIND
    return named > 0 and ends and not (named == 1 and str(row[0]).lower() in _NO_SUBJECTS)


def _length_of_name(kinds: Sequence[str]) -> int:
    return next((at for at, kind in enumerate(kinds) if kind not in NAMES), len(kinds))
