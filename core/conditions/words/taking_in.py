"""What is said of what one's own table takes in: "merge in rows from", "hook up a table on tea"."""

from __future__ import annotations

from core.conditions.words.asking import (
    ASKED_NOW,
    ASKING,
    ASKING_OF_ROWS,
    MORE,
    OTHERS,
    PARTS,
    SURELY_MORE,
)
from core.conditions.words.key_names import ENDS_KEY, KEYS
from core.conditions.words.own_table import OWN_TABLE

_MERGE = r"merg(?:e|ing)"
_NOT_ON = (
    r"(?! (?:on|by|via|using) (?!an? union|union))"
    r"(?![^.;:!?]*? (?:on|by|via|using|through|matching(?: on)?) "
    rf"(?:(?:the|an?|their|its|my|our|same) )*(?:[\w-]+ )?(?:{KEYS}|keys?){ENDS_KEY})"
    r"(?![^.;:!?]*?\b(?:\w+_\w+|(?:same|shared|common) (?:key|id)|horizontal\w*|sideways|"
    r"side[- ]by[- ]side|column-?wise|wider)\b)"
)
"""Rows that are merged "on a key", or side by side, may be joined."""
_INTO = rf"(?: (?:into|to|onto) (?:the [\w-]+(?= from\b)|{OWN_TABLE}))?"
_FROM = r"(?: (?:from|of|out of)\b)?"
_PART = {
    "UNION": rf"{MORE}{PARTS['UNION']}",
    "JOIN": rf"(?:an? {MORE}(?:column|field|attribute)|{MORE}{PARTS['JOIN']})",
}
_WAY = {
    "UNION": r"(?:row-?wise|row by row|vertical)",
    "JOIN": r"(?:column-?wise|side-by-side|side by side|horizontal)",
}
_PLACE = {
    "UNION": r"(?:below|beneath|underneath|under)",
    "JOIN": r"(?:beside|next to|alongside)",
}
_A_TABLE_NEXT = (
    r"(?= (?:(?:an?|any|some|other|more|further|another|such|those|only|extra) )*"
    r"(?:(?!(?:of|with|where|on|about|to|as|from|in)\b)[\w-]+ ){0,4}?"
    rf"(?:tables?|data ?sets?|sheets?|stuff)\b| {OTHERS}| whatever\b)"
)


def _of_both(kind: str) -> list[str]:
    """Give what is said of rows that a union takes in, and of columns that a join does."""
    return [
        rf"{ASKING}{_MERGE}(?: in)?(?: with {OWN_TABLE})?,? (?:in )?as {_PART[kind]}\b,?",
        rf"(?:for )?{ASKING}(?:(?:make|do|perform|run) )?(?:(?:an?|the) )?{_WAY[kind]} {_MERGE}\b"
        r"(?! (?:keys?|conflicts?)\b| of (?!tables|data ?sets))",
        rf"{ASKING}{_MERGE} {OWN_TABLE} {_WAY[kind]}(?: with\b)?",
        rf"{ASKING}{_MERGE}(?:(?: with)? {OWN_TABLE}(?: with)?)?"
        rf"(?=[^.;:!?]*?, {_WAY[kind]}\s*(?:[.,;!?]|$))",
        rf"(?<=, )as an? {kind.lower()}(?=\s*(?:[,.;:!?]|$))",
        rf"{ASKING}(?:be )?(?:added|appended|attached) as {MORE}{PARTS[kind]} {_PLACE[kind]} "
        rf"(?:those (?:i|we)(?: already)? have(?: already)?|{OWN_TABLE})",
    ]


SAID_OF_TAKING_IN = {
    "UNION": [
        *_of_both("UNION"),
        rf"(?:{ASKING}{_MERGE}(?: in| with {OWN_TABLE})?|(?:an? |the )?merge of) "
        rf"{MORE}{PARTS['UNION']}\b{_NOT_ON}{_INTO}{_FROM}",
        rf"{ASKING}{_MERGE} {OWN_TABLE} with {MORE}{PARTS['UNION']}\b{_NOT_ON}"
        r" (?:from|of|out of)\b",
        rf"{SURELY_MORE}{PARTS['UNION']} {ASKING_OF_ROWS}merged? (?:in\b|into {OWN_TABLE}){_FROM}",
        rf"{ASKED_NOW}tack(?:ing)? on"
        rf"(?: (?:stuff|something|anything) at the (?:bottom|end|foot)|{_A_TABLE_NEXT})",
        rf"{ASKING}(?:put|place|lay|set|stick) {MORE}{PARTS['UNION']} {_PLACE['UNION']} "
        rf"{OWN_TABLE}(?:,? from\b)?",
        rf"on top of (?:each other|one another)(?: (?:with|w/|and) {OWN_TABLE})?",
    ],
    "JOIN": [
        *_of_both("JOIN"),
        rf"{ASKING}{_MERGE} in {MORE}{PARTS['JOIN']} from\b",
        rf"{ASKED_NOW}(?:hook(?:ing)? (?:up|on)|link(?:ing)? in)"
        rf"(?= (?:an?|any|some|other|another|those|the|tables|data ?sets)\b){_A_TABLE_NEXT}",
        rf"{ASKED_NOW}tack(?:ing)? on(?= {_PART['JOIN']}\b)",
        rf"{ASKED_NOW}hook(?:ing)? (?:up|on) {MORE}{PARTS['JOIN']} from\b",
    ],
}
"""What is said of a union, and of a join."""
