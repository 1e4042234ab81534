"""Mark the parts of a sentence that ask for nothing: a reason, or what one has already."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lark import Token

from core.conditions.tokens import token

_ONE_WHO_ASKS = re.compile(
    r"\W*(?:(?:and|so|but|because|since|as) )?"
    r"(?:i|i['’]m|i am|i['’]ve|we|we['’]re|we are|my|our|he|she|they|it|it['’]s) ",
    re.IGNORECASE,
)
_OWN_TABLE = re.compile(
    r"\W*(?:(?:and|so|but|because|since|as) )?"
    r"(?:(?:i|we)(?:['’]ve)?(?: (?:only|just|currently|already|now))* (?:have|got|have got)|"
    r"(?:my|our|this) (?:\w+ )??(?:table|sheet|file|data ?set|list|sample)(?: of \w+)?"
    r"(?: (?:only|just|currently|already))* (?:has|holds|contains|covers|is)) |.* here\W*$",
    re.IGNORECASE,
)
_ONESELF = re.compile(r"\b(?:I|we|We)\b")
_BEGINNING = {"WORD", "CONTAINS", "GIVES"}
_ASKED = ("should ", "must ", "has to ", "have to ", "ought to ", "needs to ", "need to ")
_STATING = {"is", "are", "was", "were"}
_STATEMENT = re.compile(r"\W*(?:the|our|my|this|these|that|those|it|they|we|i)\b", re.IGNORECASE)
_REQUESTING = {"FILL", "TABLES", "UNION", "JOIN"}
_THEREFORE = {"so", "hence", "therefore", "thus"}
_COMPARING = {
    *("GT", "GE", "LT", "LE", "OR_MORE", "OR_LESS", "BETWEEN", "AS_COLUMN", "COLUMN", "QUOTED"),
    *("BEFORE", "AFTER", "SINCE", "UNTIL", "EQ", "ONE_OF"),
}
_WANTED = {"TABLES", "UNION", "JOIN"}
_DASHES = {"-", "–", "—"}
_PARTING = {"STOP", "COMMA", "COLON"}
_SAYING_MORE = {
    *(
        "TABLES",
        "UNION",
        "JOIN",
        "COLUMN",
        "COLUMNS",
        "ROWS",
        "ROWS_COUNTED",
        "RESULT",
        "QUOTED",
        "KNOWN",
        "TOPIC",
    ),
    *("GT", "GE", "LT", "LE", "EQ", "NEAR", "BETWEEN", "BEFORE", "AFTER", "SINCE", "UNTIL"),
    *("NUMBER", "DATE", "PERCENT", "UP_TO"),
}
"""Kinds of which something is asked, and no remark is made."""


def remarks_marked(row: Sequence[Token], text: str) -> list[Token]:
    """Put one token for each part of a sentence in which whoever asks does what is not asking.

    "I'm writing about old aircraft" is one, "I want old aircraft" is none, nor is what speaks of
    tables, numbers or dates; but a reason and what is said of one's own table are, whatever they
    speak of: "we lost the rows of 2014, so", "my table has 40 rows".
    """
    found: list[Token] = []
    part: list[Token] = []
    begins = 0
    for place, one in enumerate([*row, None]):
        if one is not None and not _parts(one, row[place + 1 :]):
            part.append(one)
            continue
        found += _remark(part, text, begins, row[place:]) or part
        part = []
        if one is not None:
            found.append(one)
            begins = one.end_pos or 0
    return found


def _parts(one: Token, behind: Sequence[Token]) -> bool:
    """Whether a part of a sentence ends at a token: "my laptop is slow so give me …"."""
    if str(one) in _THEREFORE and behind:
        return str(one.type) == "FILL" and str(behind[0].type) in _REQUESTING
    return str(one.type) in _PARTING or str(one) in _DASHES


def _remark(part: Sequence[Token], text: str, begins: int, behind: Sequence[Token]) -> list[Token]:
    kinds = {str(one.type) for one in part}
    if kinds <= {"FILL"}:
        return []
    if _leads_up(part, text[begins : part[-1].end_pos], behind):
        first = next((one for one in part if str(one.type) != "FILL"), part[0])
    else:
        first = next((one for one in part if str(one.type) in _BEGINNING), part[-1])
        by_one = _ONE_WHO_ASKS.fullmatch(text[begins : first.start_pos])
        asked = str(first).startswith(_ASKED)
        tables = text[begins : first.start_pos].rstrip().lower().endswith("they")
        asked = asked or (tables and str(first.type) == "CONTAINS")  # "…, they contain Rotterdam"
        if by_one is None or asked or str(first.type) not in _BEGINNING or _SAYING_MORE & kinds:
            return []
    return [token("ASIDE", "…", first.start_pos, part[-1].end_pos)]


def _leads_up(part: Sequence[Token], said: str, behind: Sequence[Token]) -> bool:
    """Whether a part without a request tells what a later one is for."""
    kinds = {str(one.type) for one in part}
    if (
        str(part[0].type) == "TOPIC"
        or _WANTED & kinds
        or not _WANTED & {str(one.type) for one in behind}
    ):
        return False
    ends = str(behind[0].type)
    if ends == "COLON" and _ONESELF.search(said):
        return True
    states = any(str(one) in _STATING for one in part) and not (_COMPARING | {"TOPIC"}) & kinds
    if ends in {"STOP", "COLON"} and states and _STATEMENT.match(said):
        return True
    return _OWN_TABLE.match(said) is not None or (_is_reason(behind) and not _COMPARING & kinds)


def _is_reason(behind: Sequence[Token]) -> bool:
    """Whether what is asked for follows from what was said: "the sample is small, so find …"."""
    if str(behind[0]) in _THEREFORE:
        return True
    words = [str(one) for one in behind[1:3]]
    return words[:1] != [] and words[0] in _THEREFORE and words[1:] != ["that"]
