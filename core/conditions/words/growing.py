"""What is said of one's own table that others add to: "extend my list with tables on tea".

Who extends, lengthens or grows a table with others unites, unless columns are what is added. Who
augments, supplements or complements one joins, unless it is rows.
"""

from __future__ import annotations

from core.conditions.words.asking import (
    A_NUMBER,
    ASKED_NOW,
    ASKING,
    COURTEOUS,
    MORE,
    OTHERS,
    PARTS,
    TABLES,
)
from core.conditions.words.lengthening import WAY
from core.conditions.words.own_table import OWN_TABLE, SHEETS

_EXTEND = (
    r"(?:(?:extend|lengthen|grow|expand)(?:ing)?|enlarg(?:e|ing)|(?:bulk|build)(?:ing)? (?:up|out))"
)
_AUGMENT = r"(?:augment|supplement|complement|enrich|widen)(?:ing)?"
_ANY = rf"(?:{_EXTEND}|{_AUGMENT})"
_PARTED = r"(?:bulk|build|flesh|pad|fill)(?:ing)?"
"""Verbs that have "up" or "out" behind what they are said of: "bulk this up"."""
_DONE = {
    "UNION": (
        r"(?:(?:be )?(?:extended|lengthened|grown|expanded|enlarged)|grow(?: longer)?|"
        r"(?:need|want)s? (?:extend|lengthen|expand|enlarg)ing)"
    ),
    "JOIN": (
        r"(?:(?:be )?(?:augment|supplement|complement|enrich|widen)ed|"
        r"(?:need|want)s? (?:augment|supplement|complement|enrich|widen)ing)"
    ),
}
_BY = r"(?:with|w/|by(?: (?:means|way) of)?|using|through|via|from|out of)(?![\w-])"
_EACH = (
    rf"(?:(?:each|every) [\w-]+ (?:in|of|from|on) {OWN_TABLE}|"
    r"(?:each|every)(?: one)?(?: of (?:my|our))? [\w-]+(?: of (?:mine|ours))?)"
)
"""What is said of each of one's own rows, to which columns are added: "extend each city"."""
_ALL = (
    rf"(?:(?:the|all|all the) [\w-]+ (?:in|of|from|on) {OWN_TABLE}|"
    rf"(?:these|those) (?!{TABLES}\b|{_BY})[\w-]+(?: (?!{_BY})[\w-]+)?(?: of (?:mine|ours))?|"
    rf"{OWN_TABLE})"
)
_OWN = {"UNION": _ALL, "JOIN": rf"(?:{_EACH}|{_ALL})"}
_OWN_SHEET = (
    rf"(?=(?:mine|ours|it|this|(?:my|our|this|the)(?: [\w-]+){{0,2}} (?:{SHEETS}|data))\b)"
    rf"{OWN_TABLE}"
)
"""One's own table that is called one: "supplement my data", unlike "supplement my diet"."""
_OWN_PARTS = {
    "UNION": r"(?:(?:my|our|these|those)(?: own)?|the) (?:rows|lines|entries|tuples)",
    "JOIN": rf"(?:(?:my|our|these|those)(?: own)?|the) {PARTS['JOIN']}",
}
"""Rows or columns of one's own, which others like them join; "my records" are a table as well."""
_SOME = r"(?:(?:an?|any|some|all|other|further|more|another|such|those|the|only|new|one) )*"
_NOUN = r"(?:tables?|data ?sets?|records|sheets|lists)"
_NO_KIND = r"(?:of|with|where|on|joining|merging|attaching)\b"
_TABLES_NEXT = (
    rf"(?= {_SOME}(?:(?!{_NO_KIND})[\w-]+ )?{_NOUN}\b| {OTHERS}|"
    r" (?:others|another|ones?|such|those|whatever|whichever)\b)"
)
"""What is added is tables: "with others", "by means of a narrow table"."""
_ONES = rf"(?: (?:those|such)(?: ones)?(?! (?:{_NOUN}|of)\b)(?![\w-]))?"
"""What stands for tables: "lengthen mine by those dealing with snow"."""
_A_COLUMN = (
    r"(?:(?:an?|one|another|some|extra|further|additional|new|more) )*"
    rf"(?:(?!\d|(?:{A_NUMBER}|few|several)\b)[\w-]+ )?"
    r"(?:columns?|cols?|attributes?|fields?)\b"
)
_NO_COLUMN = (
    r"(?![^.;!?]*?\b(?:sideways|wider|horizontally|(?:an?|one|extra|new|further|additional) "
    r"(?:[\w-]+ )?(?:columns?|cols?|attributes?|fields?)\b))"
)
"""Where a column is asked for as well, it may be what is to be gained."""
_NO_JOIN = r"(?![^.;!?]*?\b(?:join|merg|link|look(?:s|ed|ing)? ?up|keys?\b))"
_NO_UNION = r"(?!.*?\b(?:union|append|stack|concat))"
"""Where another verb says which search is meant."""
_ADDED = {
    "UNION": rf"{MORE}{PARTS['UNION']}\b(?: (?:from|of|out of)\b)?",
    "JOIN": (
        rf"{MORE}{PARTS['JOIN']}\b(?: (?:from|of|out of)\b|"
        r"(?=\s*(?:[,.;:!?]|$)| (?:i|we|please|that|which|where|whose|in which|found|by|through)"
        r"\b))"
    ),
}
"""Rows, or columns of which nothing is asked: "with columns about rent" asks for one."""
_COMBINING = {
    "UNION": rf"(?:appending|stacking|adding {MORE}{PARTS['UNION']})\b",
    "JOIN": rf"(?:joining|merging|attaching|adding {MORE}{PARTS['JOIN']})\b",
}


def _of_both(kind: str) -> list[str]:
    """Give what is said of a union and of a join alike, but for what is added."""
    added, way = _ADDED[kind], WAY[kind]
    return [
        rf"{ASKING}{_ANY} {_OWN_PARTS[kind]}{COURTEOUS} {_BY}"
        rf"(?: those of(?= {OTHERS})|{_TABLES_NEXT})",
        rf"{ASKING}{_ANY} {_OWN[kind]},? as {MORE}{PARTS[kind]}\b,?(?: (?:from|of|out of)\b)?",
        rf"{ASKING}{_ANY} {_OWN[kind]}{COURTEOUS} {_BY} {added}",
        rf"{ASKING}{_EXTEND} {_OWN[kind]},? {way}(?: {_BY} {added}| {_BY})?",
        rf"{ASKING}{_PARTED} {OWN_TABLE} (?:up|out) {_BY} {added}",
        rf"{ASKING}{_ANY} {_OWN[kind]}(?= by {_COMBINING[kind]})",
        rf"{ASKED_NOW}{_ANY} {_BY} {added}",
        rf"{ASKED_NOW}{_EXTEND} {way}(?: {_BY} {added}| {_BY}|(?=\s*[,:;]))",
    ]


SAID_OF_GROWTH = {
    "UNION": [
        *_of_both("UNION"),
        rf"{ASKING}{_EXTEND}{_NO_COLUMN}{_NO_JOIN} (?!{_OWN_PARTS['JOIN']}){_OWN['UNION']}"
        rf"{COURTEOUS} {_BY}{_TABLES_NEXT}{_ONES}",
        rf"{ASKING}(?:bulk|build)(?:ing)?{_NO_COLUMN} {OWN_TABLE} (?:up|out) {_BY}{_TABLES_NEXT}",
        rf"(?:let )?{OWN_TABLE} {ASKING}{_DONE['UNION']} {_BY}{_TABLES_NEXT}{_NO_COLUMN}{_ONES}",
    ],
    "JOIN": [
        *_of_both("JOIN"),
        rf"{ASKING}{_ANY} {_OWN['JOIN']}{COURTEOUS} {_BY}(?= {_A_COLUMN})",
        rf"{ASKING}{_AUGMENT}{_NO_UNION} {_OWN['JOIN']}{COURTEOUS} {_BY}{_TABLES_NEXT}{_ONES}",
        rf"{ASKING}{_EXTEND}{_NO_UNION} {_EACH}{COURTEOUS} {_BY}{_TABLES_NEXT}{_ONES}",
        rf"{ASKING}(?:augment|supplement|complement){_NO_UNION} {_OWN_SHEET}(?=\s*(?:[,:;.?!]|$))",
        rf"{ASKED_NOW}{_AUGMENT} {_BY}(?= {_A_COLUMN})",
        rf"(?:let )?{OWN_TABLE} {ASKING}{_DONE['JOIN']} {_BY}{_TABLES_NEXT}{_ONES}",
        rf"{ASKING}add(?:ing)? to {_OWN['JOIN']}(?= {_A_COLUMN})",
        rf"(?:a )?join (?:that|which) gives (?:each|every) [\w-]+(?= {_A_COLUMN})",
    ],
}
"""What is said of a union, and of a join."""
