"""What is said of a table that a union makes longer, or a join wider: "extend it downwards"."""

from __future__ import annotations

from core.conditions.words.asking import ASKING, MORE, OTHERS, PARTS, SURELY_MORE
from core.conditions.words.own_table import OWN_TABLE, SHEETS

_EXTEND = (
    r"(?:(?:extend|lengthen|widen|expand|grow|broaden|carry on|pad(?: out)?|flesh out|"
    r"build (?:up|out)|fill (?:up|out)|top up|round (?:off|out))|"
    r"(?:continu|complet|enlarg|prolong)(?:e|ing)|(?:extend|lengthen|widen|expand|grow|broaden|"
    r"carry|prolong)ing(?: on)?|"
    r"(?:padding|fleshing|filling|building|topping|rounding) (?:up|out|off))"
)
_GROW = (
    r"(?:grow|go on|continue|get longer|get wider|be (?:extended|continued|completed|enlarged|"
    r"lengthened|widened|expanded))"
)
WAY = {
    "UNION": (
        r"(?:downwards?|vertically|lengthwise|further down|"
        r"(?:at|on|to|from) (?:the|its) (?:very )?(?:bottom|end|foot)(?: end)?)"
    ),
    "JOIN": (
        r"(?:sideways|horizontally|crosswise|to the (?:right|left|side)|"
        r"(?:at|on|from) (?:the|its) (?:(?:right|left)(?:-hand)? ?)?(?:side|right|left))"
    ),
}
"""Where what is added goes: rows down, columns to a side."""
_BY = r"(?:with|by(?: (?:means|way) of)?|using|through|via)"
_NOUN = r"(?:augmentation|enrichment|concatenation|extension|expansion|enlargement)"
_SURELY = r"(?:augmentation|enrichment|concatenation)"
"""Of these nouns those that no building or city is named by: "vertical extension" may be one's."""
_GROWTH = {
    "UNION": rf"(?:(?:vertical|row-?wise) {_NOUN}|(?:row|record|tuple|instance)[ -]{_SURELY})",
    "JOIN": (rf"(?:(?:horizontal|column-?wise) {_NOUN}|(?:column|attribute|feature)[ -]{_SURELY})"),
}
_SURELY_TABLE = rf"(?:it|them|these|those|mine|ours)\b|[^.,;:]*?\b(?:{SHEETS}|data|query)\b"
"""One's own table that is no building: "vertical extension of my house" may be asked about."""
_PURPOSE = r"(?:(?:for|by|through|via|by way of) )?(?:the |an? )?"
_NO_SUBJECT = r"(?<!about )(?<!on )(?<!of )(?<!covering )(?<!concerning )(?<!regarding )"
_OF_TABLES = r"(?:(?<!\w )|(?<=tables )|(?<=table )|(?<=candidates )|(?<=needed )|(?<=wanted ))"
_BEGINS = r"(?<![\w,:;] )"
_IS_MEANT = (
    r"is (?:what (?:i|we)(?: (?:am|are)|['’](?:m|re))? (?:after|want|need|seek|plan|planning|"
    r"looking for|intend)|(?:my|our|the) (?:aim|goal|purpose|plan|intention|wish)|wanted|needed|"
    r"planned|intended|meant)\b"
)
_ASKED_NEXT = (
    rf"(?:{OTHERS}|(?:with|where|whose|about|on|topic|subject|theme|columns?|rows?|at least|"
    r"at most|over|under|more|fewer|less|between|from|an?|i|we|please)\b|\d)"
)
_BENEATH = r"(?:below|beneath|underneath|under)"
_ALONGSIDE = r"(?:alongside(?: of)?|beside|next to|side by side with|to the (?:right|left|side) of)"
_SET = {
    "UNION": (
        r"(?:goes|lay|laid|set|setting|fit|fits|hang|belongs?|stands?|carry on|"
        r"carries on|continues?|stuck|sticking|putting|placing|follow)"
    ),
    "JOIN": (
        r"(?:go|goes|lay|laid|sit|sits|stand|stands|set|setting|put|putting|place|placed|placing|"
        r"hang|belongs?|attach|attaching)"
    ),
}
_AT_FOOT = r"(?:(?:onto|on to|to|at) )?the (?:very )?(?:bottom|foot|end|tail) of"
"""Where rows go that join others: "the rows are to join the end of my list"."""
_SURELY_OWN = rf"(?=(?:mine|ours|(?:my|our)(?: [\w-]+){{0,2}} {SHEETS})\b)"
"""What the words for one's own table begin with where they are surely such: "my bird list"."""
_ANYTHING = r"(?:anything|something|everything|whatever(?: there is| you (?:find|have|know))?)"
_ONES = r"(?:(?:those|the ones|the rows|the records) (?:of|in) )?"
_DETAILS = r"(?:details|columns|facts|figures|information|info|data)"
_VERBS = {
    "UNION": r"(?:union|append|appending|stack|stacking|concat|concatenation)",
    "JOIN": r"(?:join|joining|merge|merging|attaching)",
}


def _of_both(kind: str) -> list[str]:
    """Give what is said of a union and of a join alike, but for the way a table grows."""
    parts, way = PARTS[kind], WAY[kind]
    return [
        rf"{ASKING}{_EXTEND} {OWN_TABLE},? {way}(?: {_BY}\b)?",
        rf"{ASKING}{_EXTEND} {OWN_TABLE} (?:with|by) {SURELY_MORE}{parts}(?: (?:from|out of)\b)?",
        rf"(?:let )?{OWN_TABLE} {ASKING}{_GROW},? {way}(?: {_BY}\b)?",
        rf"(?:otherwise|or else|if not),? (?:there(?:['’]s| is| will be) )?no {_VERBS[kind]}"
        r"(?=\s*(?:[,.;:!?]|$))",
        *_as_nouns(kind),
    ]


def _as_nouns(kind: str) -> list[str]:
    """Give the names of an operation: "horizontal augmentation of my table by tables on hail".

    Alone they are none: "tables about vertical extension", "horizontal augmentation, bone grafts".
    """
    growth = _GROWTH[kind]
    sure = rf"(?=[^,.;:]*\b{_SURELY}\b){growth}"
    return [
        rf"{_NO_SUBJECT}{_PURPOSE}{growth} of (?={_SURELY_TABLE}){OWN_TABLE}(?: {_BY}\b)?",
        rf"{_NO_SUBJECT}{_PURPOSE}{sure} of {OWN_TABLE}(?: {_BY}\b)?",
        rf"{_NO_SUBJECT}{_PURPOSE}{growth},? (?:{_BY} (?:an? |the )?{_VERBS[kind]}\b|"
        rf"(?:{_BY}|from)(?= {OTHERS}))",
        rf"{_OF_TABLES}for (?:the |an? )?{sure}(?=\s*[,:;.]| (?:i|we|please)\b)",
        rf"{_BEGINS}for (?:the |an? )?{growth}(?=\s*[,:;.]| (?:i|we|please)\b)",
        rf"{_BEGINS}(?:the )?{growth} {_IS_MEANT}",
        rf"{_BEGINS}{sure}(?=\s*[:;.]\s*\w|\s*,\s*{_ASKED_NEXT})",
    ]


SAID_OF_SIZE = {
    "UNION": [
        *_of_both("UNION"),
        rf"(?:let )?{OWN_TABLE} {ASKING}(?:be )?(?:continued|carried on|prolonged) (?:with|by)\b",
        rf"(?:continue|prolong) (?:mine|ours|(?:my|our) (?:[\w-]+ ){{0,2}}?{SHEETS}) (?:with|by)\b",
        rf"(?:that|which) (?:carry|carries|goes|go) on {OWN_TABLE}",
        r"(?:to|that|which)(?: (?:can|could|may|might|will|would))? (?:continue|prolong)s? "
        rf"{_SURELY_OWN}{OWN_TABLE}",
        rf"(?:an? |the )?continuations? (?:of|for|to) {_SURELY_OWN}{OWN_TABLE}",
        rf"for the (?:lengthening|prolongation) of {_SURELY_OWN}{OWN_TABLE}",
        rf"{ASKING}(?:follow|come after|come behind) {_SURELY_OWN}{OWN_TABLE} as "
        rf"{SURELY_MORE}{PARTS['UNION']}",
        rf"{ASKING}{_SET['UNION']}(?: (?:it|them|those|these))?(?: on)? {_BENEATH} {_ONES}"
        rf"{OWN_TABLE}",
        rf"{MORE}{PARTS['UNION']} for the (?:very )?(?:bottom|end|foot) of {OWN_TABLE}"
        r"(?:,? (?:(?:taken|drawn) )?from\b)?",
        rf"for (?:the (?:very )?(?:bottom|foot|end) of|{_BENEATH}) {_SURELY_OWN}{OWN_TABLE}",
        rf"{ASKING}(?:add|append|put|place|stick|tack|glue|paste|pile)(?: on)? {_ANYTHING} "
        rf"(?:{_BENEATH}|(?:to|at|on|onto) the (?:very )?(?:bottom|foot|end) of) "
        rf"{_SURELY_OWN}{OWN_TABLE}",
        rf"{ASKING}(?:add|append|put|bring) {MORE}{PARTS['UNION']} to (?:it|them|this|these)"
        rf" from(?= {OTHERS})",
        rf"{MORE}{PARTS['UNION']} {ASKING}(?:be )?(?:bolted|glued|tacked|stuck|put|pasted|pinned) "
        rf"(?:on(?:to)?|to|at|on to) the (?:bottom|end|foot) of {OWN_TABLE}",
        rf"{ASKING}(?:bring in|tack|add|put|append|stack) (?:the )?{PARTS['UNION']} of "
        rf"(?:(?:other|older|further|more|newer|some|any) )+[\w-]+ {_BENEATH} {OWN_TABLE}",
        rf"{ASKING}(?:tack|add|append|stick) (?:the )?{PARTS['UNION']} of "
        rf"(?:(?:other|older|further|more|newer|some|any) )+(?:tables|lists|sheets) (?:on)?to "
        rf"{OWN_TABLE}",
        rf"{_BENEATH} (?:my|our) (?:own )?{PARTS['UNION']} {ASKING}(?:go|come|be put|be placed)\b",
        r"(?<!columns )(?<!fields )(?<!columns that )(?<!columns which )"
        r"(?<!column )(?<!attributes )(?<!variables )(?<!columns, )"
        rf"{ASKING}(?:join(?:s|ed|ing)?|merg(?:e|es|ed|ing)|attach(?:es|ed|ing)?)"
        rf"(?: (?:it|them|these|those|{MORE}{PARTS['UNION']}))?(?: on)? {_AT_FOOT} {OWN_TABLE}",
        rf"{ASKING}(?:merg|combin|join|stack)(?:e|es|ed|ing)? (?:[\w'’-]+ ){{0,5}}?[\w'’-]+,? "
        rf"one {_BENEATH} (?:another|the other)",
    ],
    "JOIN": [
        *_of_both("JOIN"),
        rf"for the (?:widening|broadening|enrichment) of {_SURELY_OWN}{OWN_TABLE}",
        rf"{MORE}(?:columns )?{ASKING}{_SET['JOIN']}(?: (?:it|them|those|these))? {_ALONGSIDE} "
        rf"{_ONES}{OWN_TABLE}",
        rf"{ASKING}(?:be )?(?:put|set|placed|laid) side by side with {OWN_TABLE}",
        rf"{SURELY_MORE}{_DETAILS} {_ALONGSIDE} (?:each(?: one| of them)?\b|{OWN_TABLE})"
        r"(?:,? from\b)?",
        rf"alongside what['’]?s (?:already )?in {OWN_TABLE}",
        rf"{ASKING}enrich(?:ing)? (?:the|all|each|every)(?: of)?(?: the)? [\w-]+ (?:in|of|from|on) "
        rf"{OWN_TABLE}(?: (?:with|by|using)\b)?",
        rf"{ASKING}look(?:ing)? up (?:the|all|each|every)(?: of)?(?: the)? [\w-]+ "
        rf"(?:in|of|from|on) {OWN_TABLE} in\b",
        rf"{ASKING}(?:put|bolt|tack|hang|stick|glue|set|lay|bring)(?:ing)? (?:its|their|the|those|"
        rf"{SURELY_MORE}) ?columns(?: on)? {_ALONGSIDE} {_ONES}{OWN_TABLE}",
        rf"{ASKING}(?:bolt|tack|hang|stick|glue)(?: on)? as {SURELY_MORE}columns"
        rf"(?: (?:at|on|to) the (?:right|left|side)(?:-hand side)?(?: of {OWN_TABLE})?)?",
        rf"{ASKING}bolt(?:ed|ing)?(?: on)?(?: ?(?:on)?to| with) {OWN_TABLE}",
        rf"{ASKING}bolt(?:ed|ing)? (?:it |them |these |those )?on"
        r"(?= (?:(?:a|any|some|other|those|such) )*(?:tables?|something|anything)\b)",
        rf"{ASKING}widen(?:ing)? the (?:sheet|table|list|file)(?: by (?:a few|some|more) columns)?",
    ],
}
"""What is said of a union, and of a join."""
