"""Find where the words say which operation is meant, and with what: "to stack under mine"."""

from __future__ import annotations

import re

_ASKING = (
    r"(?:(?:that|which|i|we|you|they|it|what)['’](?:d|ll|ve|re|m|s) |"
    r"(?:that|which|to|in order to|i|we|you|they|one|it|can|could|may|might|should|would|will|"
    r"must|ought to|be|being|get|able to|want(?:s)? to|need(?:s)? to|wish(?:es)? to|like to|"
    r"intend to|plan to|hope to|prefer to|suitable for|available for|eligible for|"
    r"candidates? for|fit for|ready (?:to|for)|by|(?:am |are )?going to|are to be|is to be|are to|is to|for) )*"
)
_ASKING_OF_ROWS = _ASKING.replace("that|which|", "")
_SHEETS = (
    r"tables?|data ?sets?|set of records|files?|sheets?|spreadsheets?|lists?|registers?|rosters?|"
    r"ledgers?|inventor(?:y|ies)|catalog(?:ue)?s?"
)
_NO_ADJECTIVE = r"(?:with|where|that|which|whose|of|on|about|and|from|for|to|in|table)\b"
_OWN = (
    r"(?:the one (?:that )?(?:I|i|we)(?:['’]ve got| have| am| are|['’]m|['’]re)"
    r"(?: (?:here|open|already|now|working on|looking at|viewing))*|"
    r"the above(?: table| one)?|mine|ours|current table|others|another(?: one| table)?|"
    r"(?:my|our|this|the|these)(?: (?:own|present|current|open|existing|query|original|above))*"
    rf" (?:{_SHEETS}|one|ones|own|data|query)(?: of [\w-]+(?: [\w-]+){{0,2}}?(?= (?:with|by)\b))?|"
    rf"(?:my|our|this)(?: (?!{_NO_ADJECTIVE})[\w-]+){{1,2}}? (?:{_SHEETS})|"
    r"it|here|this|what (?:i|we|I) have(?: open| here)?|what (?:i|we|I)['’]ve got(?: here| open)?|"
    r"(?:my|our) (?!own)[\w-]+"
    r"(?= (?:with|where|that|which|whose|in which|about|on|and|for|as)\b|[,.;:?]|$))\b"
    r"(?: on (?:my|the) screen| (?:I|i|we) have(?: here| open)?)?"
)
_TO = (
    r"(?:with|w/|to|onto|on to|into|under|underneath|below|beneath|on top of|on|for|"
    r"(?:at|to|onto|on) the (?:end|bottom) of)"
)
_BESIDE = r"(?:to|with|on|for|into) (?!the (?:end|bottom)\b)"
_DIRECTLY = (
    r"(?: (?:with|to|onto|into|under) (?:my|our) (?!table|data\b|file)[\w-]+(?: [\w-]+){0,2}?"
    r"(?= ?[,.:;?]|$)| (?:my|our|the|these|those) (?:(?!tables?\b|data|files?\b|where\b|about\b|on\b|with\b|that\b)"
    r"[\w-]+ ){1,3}(?:with|to|onto)(?= )| (?:my|our) [\w-]+(?: [\w-]+)?(?= ?[,.:;?]|$))"
)
_LOOSELY = (
    r"(?: (?:with|to(?! (?:get|obtain|add|give|learn))|onto|together with|underneath|beneath|here|"
    r"below)(?![\w-])(?! which)| on(?= (?:(?:a|any|the|more|some|other|further) )?(?:tables?|data ?sets?)\b| ?[,.;]|$))"
)
_NEXT = (
    r"(?:(?: the (?:rows|columns))? (?:from|of)(?= )(?! which)|"
    r" (?:with|using)(?= (?:some |any |more )?(?:data|tables?|data ?sets?)\b))?"
)
_FURTHER = r"(?: (?:(?:further|more|other|additional|some|any) )?(?:tables|data ?sets))?"
_IT = r"(?: (?:cleanly|nicely|well|neatly|directly|straight|right|up))?(?: this| these| them| it)?"
_BEHIND = rf"(?:{_IT}{_FURTHER} {_TO} {_OWN}| {_OWN}|{_DIRECTLY}|{_LOOSELY}|(?= ?[:;]))"
_END = rf"(?: {_TO} {_OWN}| here| below| beneath| underneath)?(?: are sought| are wanted)?"

_VERBS = {
    "UNION": (
        r"union(?:s|ed|ing|able)?|union-able|append(?:s|ed|ing|able)?|append-able|"
        r"stack(?:s|ed|ing|able)?(?: up|(?: on)? (?:some )?more data| on(?= (?:where|with|in which|whose)\b))?|"
        r"concatenat(?:e|ed|ing)"
    ),
    "JOIN": (
        r"join(?:s|ed|ing|able)?(?: (?:me )?up)?|join-able|merge(?:s|d|able)?|merging|"
        r"attach(?:es|ed|ing|able)?|merge in(?! (?:which|\d))|enrich(?:es|ed|ing)?"
    ),
}
_PARTS = {
    "UNION": r"(?:rows|records|lines|entries|tuples)",
    "JOIN": r"(?:columns|cols|attributes|fields)",
}
_EXTENDED = r"(?:enlarge|extend|expand|lengthen|grow|widen|augment|complement|supplement)"
_ADD = (
    r"(?:(?:add|attach|append|stack)(?:ed|ing)?(?: on)?|tack(?:ed|ing)?(?: on)?|pile|pull in|bring in|take|"
    r"borrow|get|pile on|pull|import|copy|move)"
)
_SOURCE = r"(?: (?:(?:taken |drawn |coming )?from) (?:(?:other|more|some|any|further|new) )?(?:tables|data ?sets))?"
_ONE_WAY = {"UNION": "lengthen(?:ing)?", "JOIN": "widen(?:ing)?"}
_SIDE = {"UNION": "(?:downwards?|vertically)", "JOIN": "(?:sideways|horizontally)"}
_AHEAD = r"(?= ?[:;,.?!]| (?:i|we|please|that|which|where|in which|whose|with|and)\b|$)"
_SURELY_MORE = r"(?:(?:some|any) )?(?:more|further|extra|additional|new) "
_MORE = r"(?:(?:some|any|more|further|extra|additional|new|the|their|its|other) )*"


def _clause(kind: str) -> re.Pattern[str]:
    parts, verbs = _PARTS[kind], _VERBS[kind]
    if kind == "UNION":
        under = rf"(?= {_TO} {_OWN}| (?:underneath|beneath|below)(?! \D?\d))(?! {_BESIDE})"
        verbs += rf"|(?:add|added|put|go|placed|tack(?:ed)?|pile|stick|slot){under}"
    added = (
        rf"(?:from which |whose )?(?:{parts} )?{_ASKING}{_ADD} (?:as |in as )?{_MORE}{parts}\b"
        rf"(?:{_SOURCE} {_TO} {_OWN}(?: from\b)?|{_END}(?: (?:(?:taken |drawn )?from)\b|{_AHEAD}))"
        rf"|(?:from which |whose )?{_ASKING}{_ADD} {_TO} {_OWN}(?: as {_MORE}{parts}\b)"
        rf"|(?:from which |whose )?{_MORE}{parts} {_ASKING_OF_ROWS}(?:be )?"
        rf"(?:add(?:ed)?|appended)\b{_END}(?: from(?= ))?"
        rf"|(?:from which |whose ){_MORE}{parts} {_ASKING}add\b{_END}"
        rf"|{_ASKING}be added (?:as {_MORE}{parts}\b|from other(?= tables\b))"
        rf"|{_ASKING}{_EXTENDED} {_OWN} {_SIDE[kind]}"
        rf"|{_ASKING}{_ONE_WAY[kind]} {_OWN}"
        rf"|{_OWN} (?:needs?|wants?|lacks|requires?|could use) {_SURELY_MORE}{parts}\b"
        rf"|{_MORE}{parts} (?:are )?(?:wanted|needed|sought|required) for {_OWN}"
        rf"|{_ADD} {_MORE}{parts}(?= by (?:joining|merging|attaching|stacking|appending)\b)"
        rf"|{_OWN} {_ASKING}{_EXTENDED}e?d (?:with|by) {_MORE}{parts}\b"
        rf"|{_ASKING}{_EXTENDED} {_OWN}(?: downwards| sideways)? (?:with|by) {_MORE}{parts}\b"
        rf"(?: from\b| of\b)?"
        rf"|(?:further|extra|additional|new|more) {parts}(?= (?:for|to|from) ){_END}"
        rf"(?: from(?= ))?"
    )
    if kind == "JOIN":
        added += (
            rf"|{_ASKING}add(?:ing)?(?= (?:(?:a|an|one|some|more|new|extra|further) )*"
            r"(?:column|columns|attribute|attributes|field|fields) (?:about|on|concerning|"
            r"describing|related|relating|regarding|dealing|pertaining|with|called|named|of)\b)"
        )
    return re.compile(
        rf"(?P<added>(?i:{added}))|"
        rf"(?P<asking>(?i:{_ASKING}))(?:the |a |an )?(?P<verb>{verbs})(?![\w-]| (?:result|table|partners?|candidates?)\b)"
        rf"(?P<behind>(?i:{_BEHIND}{_NEXT}(?: as {_MORE}{parts}\b)?))?"
    )


_CLAUSES = {kind: _clause(kind) for kind in _VERBS}


_OWN_SHEET = re.compile(
    r"to (?:my|our) list of [\w-]+(?= ?,)|"
    rf"(?:{_TO} )?(?:my|our|this)(?: (?!{_NO_ADJECTIVE}|(?:{_SHEETS})\b)[\w-]+){{0,2}} "
    rf"(?:{_SHEETS})\b(?!['’])|"
    rf"(?:{_TO}) the one (?:that )?(?:I|i|we)(?:['’]ve got| have|['’]m| am)"
    r"(?: (?:here|open|already|now|working on|looking at|viewing))*\b",
    re.IGNORECASE,
)


_OWN_THINGS = re.compile(
    r"(?:to|onto|with) (?:my|our) [\w-]+(?: [\w-]+)?(?=\s*(?:[,.;:?!]|$))", re.IGNORECASE
)
_COMBINING = re.compile(r"\b(?:add|attach|append|merge|join|link|stack)", re.IGNORECASE)


def read_own_sheet(text: str, place: int) -> int:
    """Return where words for one's own table end, that begin at a place; 0 if there are none.

    Examples
    --------
    >>> read_own_sheet("our fleet table needs fuel prices", 0)
    15
    """
    if place and (text[place - 1].isalnum() or text[place - 1] in "-_"):
        return 0
    match = _OWN_SHEET.match(text, place)
    if match is None and _COMBINING.search(text, 0, place):
        match = _OWN_THINGS.match(text, place)
    return match.end() if match else 0


def read_operation(text: str, place: int) -> tuple[str, str, int] | None:
    """Read the words at one place that say union or join, and what they take with them.

    Returns
    -------
    tuple
        "UNION" or "JOIN", the verb alone or all of the words where they speak of one's own table,
        and where they end; none if there are no such words, or nothing but the verb.

    Examples
    --------
    >>> read_operation("tables that can be stacked under mine, about coffee", 7)
    ('UNION', 'that can be stacked under mine', 37)
    >>> read_operation("to enrich our bus stops with tables on weather", 0)
    ('JOIN', 'to enrich our bus stops with', 28)
    >>> read_operation("which club did she join?", 0), read_operation("join on city", 0)
    (None, None)
    """
    if place and (text[place - 1].isalnum() or text[place - 1] in "-_"):
        return None
    begun = text[0].lower() + text[1:] if place == 0 else text
    for kind, clause in _CLAUSES.items():
        match = clause.match(begun, place)
        if match is None:
            continue
        if match["added"] or match["behind"]:
            return kind, match[0].strip().lower(), match.end()
        if match["asking"] and match.end() > match.end("asking"):
            return kind, match["verb"].lower(), match.end()
    return None
