"""What is said of rows that a union adds, or of columns that a join does: "rows to add to mine"."""

from __future__ import annotations

from core.conditions.words.asking import (
    A_NUMBER,
    AMOUNT,
    ASKING,
    ASKING_OF_ROWS,
    BY_JOIN,
    COURTEOUS,
    MORE,
    OTHERS,
    PARTS,
    SURELY_MORE,
    TABLES,
)
from core.conditions.words.growing import SAID_OF_GROWTH
from core.conditions.words.lengthening import SAID_OF_SIZE
from core.conditions.words.of_one_operation import SAID_OF_ONE
from core.conditions.words.one_not_other import saying_which
from core.conditions.words.own_table import OWN_TABLE, TOWARDS
from core.conditions.words.taking_in import SAID_OF_TAKING_IN

_END = rf"(?: {TOWARDS} {OWN_TABLE}| here| below| beneath| underneath)?(?: are sought| are wanted)?"
_EXTEND = (
    r"(?:enlarge|extend|expand|lengthen|prolong|grow|widen|augment|complement|supplement|"
    r"pad(?: out)?|bulk up|fill out|top up|flesh out|beef up)"
)
_EXTENDING = r"(?:extend|lengthen|enlarg|grow|expand|augment|widen)ing"
_ADD = (
    r"(?:(?:add|attach|append|stack)(?:ed|ing)?(?: on| me| us)?|"
    r"(?:tack|bolt|hook|hitch|stick)(?:ed|ing)?(?: on)?|"
    r"pil(?:e|ed|ing)(?: on)?|(?:glu|past|stapl)(?:e|ed|ing)|"
    r"pull in|bring in|take|borrow|get|pull|"
    r"bring over|carry over|import|copy|move)"
)
_DRAWN = r"(?:taken|drawn|coming|culled|lifted|gleaned|plucked|sourced|borrowed)"
_CRAVES = (
    r"(?:craves?|cries out for|is crying out for|hungers for|begs for|longs for|thirsts for|"
    r"is short of|is short on|sorely lacks|could do with)"
)
_SWELL = r"(?:swell|boost|bump up|plump up|fatten(?: up)?|bulk up|bulk out|grow)"
_SOURCE = (
    rf"(?: (?:(?:{_DRAWN} )?(?:from|out of)) (?:(?:other|more|some|any|further|new) )?"
    rf"{TABLES})?"
)
_LEND = r"(?:give|bring|offer|supply|lend|donate|contribute|provide)"
_GROWN = {"UNION": "(?:longer|taller|deeper)", "JOIN": "(?:wider|broader|richer)"}
_ONE_WAY = {"UNION": "lengthen", "JOIN": "widen"}
_EDGE = {"UNION": "(?:bottom|end|foot)", "JOIN": "(?:side|right|right-hand side)"}
_WAY = {"UNION": "(?:downwards?|vertical|row-wise)", "JOIN": "(?:sideways|horizontal|column-wise)"}
_SIDE = {"UNION": "(?:downwards?|vertically)", "JOIN": "(?:sideways|horizontally)"}
_GOES_ON = "i|we|please|that|which|where|in which|whose|with|and"
_AHEAD = {
    kind: rf"(?= ?[:;,.?!]| (?:{words})\b|$)"
    for kind, words in {"UNION": f"{_GOES_ON}|about|on", "JOIN": _GOES_ON}.items()
}
"""What may follow added rows or columns: "columns about rent" are a condition, rows are none."""
_FROM_WHICH = r"(?:from which |whose )?"


def saying_what_is_added(kind: str) -> list[str]:
    """Give the patterns of what is said of rows (of columns, for a join) that are to be added."""
    parts, side = PARTS[kind], _SIDE[kind]
    return [
        *SAID_OF_GROWTH[kind],
        *SAID_OF_TAKING_IN[kind],
        *SAID_OF_SIZE[kind],
        rf"{_FROM_WHICH}(?:{parts} )?{ASKING}{_ADD} (?:as |in as )?{MORE}{parts}\b(?: on)?"
        rf"(?:{_SOURCE} {TOWARDS} {OWN_TABLE}(?: from\b)?|"
        rf"{_END}(?: (?:(?:{_DRAWN} )?(?:from|out of|of(?= {OTHERS})))\b|"
        rf"{_AHEAD[kind]}))",
        rf"for (?:adding|gaining|getting|obtaining) {MORE}{parts}"
        r"(?= (?:must|should|shall|ought to|ha(?:s|ve) to|needs? to)\b)",
        rf"{ASKING}(?:bring|pull|fetch|draw) {MORE}{parts} (?:(?:in|over|across)"
        rf"(?: {TOWARDS} {OWN_TABLE})?|{TOWARDS} {OWN_TABLE})(?: from\b|{_AHEAD[kind]})",
        rf"{MORE}{parts} (?:from|of) {OTHERS} {ASKING}(?:add(?:ed)?|appended|put)"
        rf" {TOWARDS} {OWN_TABLE}",
        rf"{MORE}{parts} {ASKING_OF_ROWS}be (?:(?:taken|carried|brought|copied|transferred|drawn)"
        rf"(?: over)?(?: {TOWARDS} {OWN_TABLE})?,? from|(?:supplied|contributed|provided)"
        rf"(?: {TOWARDS} {OWN_TABLE})?,? (?:from|by))(?= {OTHERS})",
        rf"{_FROM_WHICH}{ASKING}{_ADD} {TOWARDS} {OWN_TABLE}"
        rf"(?: as {MORE}{parts}\b|(?= {MORE}{parts}\b(?! of| from))|"
        rf" {MORE}{parts} (?:of|from)(?= {OTHERS}))",
        rf"{ASKING}add(?:ing)? {TOWARDS} (?:my|our) {parts}\b",
        rf"{_FROM_WHICH}{MORE}{parts}(?: galore)? {ASKING_OF_ROWS}"
        r"(?:be )?(?:add(?:ed)?|appended)\b"
        rf"(?! {BY_JOIN}){_END}"
        r"(?: from(?= ))?",
        rf"(?:from which |whose ){MORE}{parts} {ASKING}add\b{_END}",
        rf"(?:the |my )?(?:operation|operator|search|task|mode)(?: type)?"
        rf"(?: (?:is|should be|must be|being|would be|wanted is|needed is))?(?: ?:)? (?:to )?"
        rf"(?:an? |the )?{kind.lower()}(?![\w-])",
        rf"{ASKING}be added (?:as {MORE}{parts}\b|from other(?= tables\b))",
        rf"{ASKING}(?:{_EXTEND}|{_EXTENDING}) {OWN_TABLE} {side}",
        rf"{OWN_TABLE} (?:needs?|wants?|requires?) {_ONE_WAY[kind]}ing(?: (?:with|by|using)\b)?",
        rf"(?:let )?{OWN_TABLE} {ASKING}{_ONE_WAY[kind]}ed (?:with|by|using)\b",
        rf"{ASKING}{_ONE_WAY[kind]}(?:ing)? {OWN_TABLE}"
        rf"(?:{COURTEOUS} (?:with|by) {MORE}{parts}(?: from| out of)?\b)?",
        rf"{ASKING}{_EXTEND} {OWN_TABLE} (?:at|from|on|to|by) the {_EDGE[kind]}"
        r"(?: (?:with|by)\b)?",
        rf"(?:for |by )?{_WAY[kind]} (?:stacking|appending|joining|attaching|pasting|gluing)"
        rf"(?: {TOWARDS} {OWN_TABLE})?",
        rf"{OWN_TABLE} {_CRAVES} {MORE}{parts}(?: from\b)?",
        rf"{ASKING}{_SWELL} {OWN_TABLE} (?:with|by) {MORE}{parts}(?: from\b)?",
        rf"{ASKING}{_SWELL} (?:my|our) (?:tally|count|number|stock|store) of {parts}",
        rf"(?:the |a )?{MORE}{parts} for {OWN_TABLE}{COURTEOUS} from(?= {OTHERS})",
        rf"{SURELY_MORE}{parts},? {_DRAWN} from(?= {OTHERS})",
        rf"(?:let )?the {kind.lower()} (?:be|is|being|must be|should be|shall be|happens|goes)"
        r"(?= on )",
        rf"{OWN_TABLE} {ASKING}{_EXTEND}(?:e?d)? {side}(?: (?:with|by|using)\b)?",
        rf"{ASKING}{_LEND}(?: me| us)? {SURELY_MORE}{parts} for {OWN_TABLE}",
        rf"{ASKING}{_EXTENDING} {OWN_TABLE}"
        rf" (?:with|by) {MORE}{parts}\b",
        rf"{ASKING}{_LEND} {MORE}{parts} to {OWN_TABLE}",
        rf"{ASKING}(?:lend|donate)(?: me| us)? {MORE}{parts}\b",
        rf"{ASKING}{_LEND} {OWN_TABLE}(?= {SURELY_MORE}{parts}\b)",
        rf"{ASKING}(?:give|bring|supply|provide) (?:my|our) (?:[\w-]+ ){{1,3}}?"
        rf"(?=(?:{AMOUNT}|{A_NUMBER})\b[^,.;:!?]* {SURELY_MORE}{parts}\b)",
        rf"for {OWN_TABLE},? {ASKING}(?:need|want|require|seek) {SURELY_MORE}{parts}"
        r"(?:(?:,? (?:coming|taken|drawn))? from\b|(?=\s*[.;:]))",
        rf"{OWN_TABLE} (?:needs?|wants?|lacks|requires?|could use) {SURELY_MORE}{parts}\b",
        rf"{MORE}{parts} (?:are )?(?:wanted|needed|sought|required) for {OWN_TABLE}",
        rf"{SURELY_MORE}{parts},? ?(?:please|pls|plz),? from(?= (?:an? |the )?{OTHERS})",
        rf"{SURELY_MORE}{parts} (?:are )?(?:wanted|needed|sought|required)(?: from\b)?",
        rf"{OWN_TABLE} (?:to be|to become|to get|be made|should be|{ASKING}be) {_GROWN[kind]}"
        r"(?: (?:with|by|using)\b)?",
        rf"{ASKING}mak(?:e|ing) {OWN_TABLE} {_GROWN[kind]}"
        rf"(?: (?:with|by|using) {MORE}{parts}\b)?(?: from\b)?",
        rf"{OWN_TABLE} {ASKING}enriched (?:with|by) {MORE}{parts}(?: from\b)?",
        rf"{_ADD} {MORE}{parts}(?= by (?:joining|merging|attaching|stacking|appending)\b)",
        rf"{OWN_TABLE} {ASKING}{_EXTEND}(?:e?d)? (?:with|by) {MORE}{parts}\b",
        rf"{OWN_TABLE} (?:needs?|wants?) {_EXTENDING}"
        rf"(?: {side})? (?:with|by) {MORE}{parts}\b",
        rf"{OWN_TABLE} (?:needs?|wants?) {_EXTENDING} (?:{side}|(?:at|on|to) the {_EDGE[kind]})"
        r"(?: (?:with|by|using)\b)?",
        rf"{ASKING}{_EXTEND} {OWN_TABLE}(?: downwards| sideways)? (?:with|by) {MORE}{parts}\b"
        r"(?: from\b| of\b)?",
        rf"(?:further|extra|additional|new|more) {parts}"
        rf"(?= (?:for|to|from|under|below|beneath|onto) ){_END}(?: from(?= ))?",
        rf"(?:(?:that|which) )?(?:{ASKING}(?:serv(?:e|ing)|act(?:ing)?|used?) )?as "
        rf"(?:an? |the |my )?(?:possible |potential |good )?sources? of {SURELY_MORE}{parts}\b"
        rf"(?: (?:for|to add to) {OWN_TABLE})?",
        *SAID_OF_ONE[kind],
        *saying_which(kind),
    ]
