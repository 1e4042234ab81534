"""What is said of rows and not of columns, or the other way round: "rows rather than columns"."""

from __future__ import annotations

from core.conditions.words.asking import ASKED, MORE, PARTS
from core.conditions.words.own_table import OWN_TABLE

_OTHER = {"UNION": "JOIN", "JOIN": "UNION"}
_BEGINS = r"(?:^|(?<=[,.;:!?] )|(?<= and )|(?<= but ))"
"""Where no topic goes on: "tables about rows rather than columns" ask for neither."""
_NEED = r"(?:need|want|require|prefer|seek|like|lack)"
_NOT = r"(?:,? (?:rather than|instead of|and not|but not|not)(?: (?:for|by))?)"
_DONE = (
    r"(?: (?:to be )?(?:append|add|join|stack|attach|merg|glu|tack|bolt|union)(?:e?d)(?: on)?|"
    r" to (?:append|add|join|stack|attach|merge|union))?"
)
_LACKS = (
    r"(?:lacks?|needs?|wants?|requires?|(?:is|am|are) (?:missing|after|short of)|['’]m after|"
    r"could use|could do with)"
)
_ENDS = r"(?=\s*(?:[,.;:!?]|$)| (?:from|please|pls)\b)"


def saying_which(kind: str) -> list[str]:
    """Give the patterns of what asks for rows and not for columns, or the other way round."""
    parts, others = rf"{MORE}{PARTS[kind]}", rf"{MORE}{PARTS[_OTHER[kind]]}"
    asking = rf"(?:{ASKED}{_NEED}|{_BEGINS}(?:(?:just|only|for) )?|it(?:['’]s| is))"
    not_others = rf"{_NOT} {others}{_DONE}{_ENDS}"
    who = rf"(?:(?:that )?(?:I|i|we)(?: (?:only|just))? {_NEED})"
    what = rf"(?: (?:is|are) what (?:{OWN_TABLE}|I|i|we) {_LACKS})"
    return [
        rf"{asking} ?{parts}(?: {who})?{_DONE}{not_others}",
        rf"{_BEGINS}not {others} but {parts}(?:{what}|{_ENDS})",
        rf"{_BEGINS}{parts}{_NOT} {others},?{what}",
        rf"{_BEGINS}(?:rather than|instead of) {others},? {ASKED}{_NEED} {parts}{_ENDS}",
    ]
