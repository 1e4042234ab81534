"""Find where the words say which operation is meant, and with what: "to stack under mine"."""

from __future__ import annotations

import re

from core.conditions.own_table import OWN_TABLE, TOWARDS

_SUITED = r"(?:suitable|available|eligible|candidates?|fit|ready) for|ready to|for|by"
_WISHING = (
    r"(?:wants?|needs?|wish(?:es)?|like|intend|plan|hope|prefer|able|ought) to|"
    r"(?:am |are )?going to|(?:is|are) to(?: be)?|in order to|to"
)
_ASKING = (
    r"(?:(?:that|which|i|we|you|they|it|what)['’](?:d|ll|ve|re|m|s) |"
    r"(?:that|which|i|we|you|they|one|it|can|could|may|might|should|would|will|must|be|being|get|"
    rf"{_WISHING}|{_SUITED}) )*"
)
_ASKING_OF_ROWS = _ASKING.replace("that|which|", "")
_TABLES = r"(?:tables|data ?sets)"
_BESIDE = r"(?:to|with|on|for|into) (?!the (?:end|bottom)\b)"
_NO_THING = r"(?!tables?\b|data|files?\b|where\b|about\b|on\b|with\b|that\b)"
_DIRECTLY = (
    r"(?: (?:with|to|onto|into|under) (?:my|our) (?!table|data\b|file)[\w-]+(?: [\w-]+){0,2}?"
    r"(?= ?[,.:;?]|$)|"
    rf" (?:my|our|the|these|those) (?:{_NO_THING}[\w-]+ ){{1,3}}(?:with|to|onto)(?= )|"
    r" (?:my|our) [\w-]+(?: [\w-]+)?(?= ?[,.:;?]|$))"
)
_AT_END = r"(?:on|to|at|onto) the (?:end|bottom)\b(?! of)"
_LOOSELY = (
    r"(?: (?:with|to(?! (?:get|obtain|add|give|learn))|onto|together with|underneath|beneath|here|"
    r"below)(?![\w-])(?! which)|"
    rf" {_AT_END}|"
    r" on(?= (?:(?:a|any|the|more|some|other|further) )?(?:tables?|data ?sets?)\b| ?[,.;]|$))"
)
_NEXT = (
    r"(?:(?: the (?:rows|columns))? (?:from|of)(?= )(?! which)|"
    r" with (?:(?:some|any|more|extra|additional|new|the) )*(?:columns|rows|fields) from(?= )|"
    r" (?:with|using)(?= (?:some |any |more )?(?:data|tables?|data ?sets?)\b))?"
)
_FURTHER = rf"(?: (?:(?:further|more|other|additional|some|any) )?{_TABLES})?"
_IT = r"(?: (?:cleanly|nicely|well|neatly|directly|straight|right|up))?(?: this| these| them| it)?"
_BEHIND = (
    rf"(?:{_IT}{_FURTHER} {TOWARDS} {OWN_TABLE}| {OWN_TABLE}|{_DIRECTLY}|{_LOOSELY}|(?= ?[:;]))"
)
_END = rf"(?: {TOWARDS} {OWN_TABLE}| here| below| beneath| underneath)?(?: are sought| are wanted)?"

_VERBS = {
    "UNION": (
        r"union(?:s|ed|ing|able)?|union-able|append(?:s|ed|ing|able)?|append-able|"
        r"stack(?:s|ed|ing|able)?"
        r"(?: up|(?: on)? (?:some )?more data| on(?= (?:where|with|in which|whose)\b))?|"
        r"concatenat(?:e|ed|ing)"
    ),
    "JOIN": (
        r"join(?:s|ed|ing|able)?(?: (?:me )?up)?|join-able|merge(?:s|d|able)?|merging|"
        r"attach(?:es|ed|ing|able)?|merge in(?! (?:which|\d))|enrich(?:es|ed|ing)?"
    ),
}
_NO_VERB = r"(?![\w-]| (?:result|table|partners?|candidates?)\b)"
_PARTS = {
    "UNION": r"(?:rows|records|lines|entries|tuples)",
    "JOIN": r"(?:columns|cols|attributes|fields)",
}
_EXTEND = r"(?:enlarge|extend|expand|lengthen|grow|widen|augment|complement|supplement)"
_ADD = (
    r"(?:(?:add|attach|append|stack)(?:ed|ing)?(?: on| me| us)?|tack(?:ed|ing)?(?: on)?|"
    r"pile(?: on)?|pull in|bring in|take|borrow|get|pull|import|copy|move)"
)
_SOURCE = (
    r"(?: (?:(?:taken |drawn |coming )?from) (?:(?:other|more|some|any|further|new) )?"
    rf"{_TABLES})?"
)
_ONE_WAY = {"UNION": "lengthen(?:ing)?", "JOIN": "widen(?:ing)?"}
_SIDE = {"UNION": "(?:downwards?|vertically)", "JOIN": "(?:sideways|horizontally)"}
_GOES_ON = "i|we|please|that|which|where|in which|whose|with|and"
_AHEAD = {
    kind: rf"(?= ?[:;,.?!]| (?:{words})\b|$)"
    for kind, words in {"UNION": f"{_GOES_ON}|about|on", "JOIN": _GOES_ON}.items()
}
"""What may follow added rows or columns: "columns about rent" are a condition, rows are none."""
_MORE = r"(?:(?:some|any|more|further|extra|additional|new|the|their|its|other) )*"
_SURELY_MORE = r"(?:(?:some|any) )?(?:more|further|extra|additional|new) "
_FROM_WHICH = r"(?:from which |whose )?"
_A_COLUMN = (
    r"(?:(?:a|an|one|some|more|new|extra|further) )*"
    r"(?:column|columns|attribute|attributes|field|fields) (?:about|on|concerning|"
    r"describing|related|relating|regarding|dealing|pertaining|with|called|named|of|to do)\b"
)


def _saying_what_is_added(kind: str) -> str:
    """Make a pattern of what is said of rows (of columns, for a join) that are to be added."""
    parts, side = _PARTS[kind], _SIDE[kind]
    forms = [
        rf"{_FROM_WHICH}(?:{parts} )?{_ASKING}{_ADD} (?:as |in as )?{_MORE}{parts}\b"
        rf"(?:{_SOURCE} {TOWARDS} {OWN_TABLE}(?: from\b)?|"
        rf"{_END}(?: (?:(?:taken |drawn |coming )?from)\b|{_AHEAD[kind]}))",
        rf"{_FROM_WHICH}{_ASKING}{_ADD} {TOWARDS} {OWN_TABLE}"
        rf"(?: as {_MORE}{parts}\b|(?= {_MORE}{parts}\b(?! of| from)))",
        rf"{_ASKING}add {TOWARDS} (?:my|our) {parts}\b",
        rf"{_FROM_WHICH}{_MORE}{parts} {_ASKING_OF_ROWS}(?:be )?(?:add(?:ed)?|appended)\b{_END}"
        r"(?: from(?= ))?",
        rf"(?:from which |whose ){_MORE}{parts} {_ASKING}add\b{_END}",
        rf"{_ASKING}be added (?:as {_MORE}{parts}\b|from other(?= tables\b))",
        rf"{_ASKING}{_EXTEND} {OWN_TABLE} {side}",
        rf"{_ASKING}{_ONE_WAY[kind]} {OWN_TABLE}",
        rf"{_ASKING}(?:give|bring|offer|supply)(?: me| us)? {_SURELY_MORE}{parts} for {OWN_TABLE}",
        rf"{OWN_TABLE} (?:needs?|wants?|lacks|requires?|could use) {_SURELY_MORE}{parts}\b",
        rf"{_MORE}{parts} (?:are )?(?:wanted|needed|sought|required) for {OWN_TABLE}",
        rf"{_ADD} {_MORE}{parts}(?= by (?:joining|merging|attaching|stacking|appending)\b)",
        rf"{OWN_TABLE} {_ASKING}{_EXTEND}e?d (?:with|by) {_MORE}{parts}\b",
        rf"{_ASKING}{_EXTEND} {OWN_TABLE}(?: downwards| sideways)? (?:with|by) {_MORE}{parts}\b"
        r"(?: from\b| of\b)?",
        rf"(?:further|extra|additional|new|more) {parts}"
        rf"(?= (?:for|to|from|under|below|beneath|onto) ){_END}(?: from(?= ))?",
    ]
    if kind == "JOIN":
        forms.append(rf"{_ASKING}add(?:ing)?(?= {_A_COLUMN})")
    return "|".join(forms)


def _clause(kind: str) -> re.Pattern[str]:
    parts, verbs = _PARTS[kind], _VERBS[kind]
    if kind == "UNION":
        below = rf"(?:underneath|beneath|below)(?! \D?\d)|{_AT_END}"
        under = rf"(?= {TOWARDS} {OWN_TABLE}| (?:{below}))(?! {_BESIDE})"
        verbs += rf"|(?:add|added|put|go|placed|tack(?:ed)?|pile|stick|slot){under}"
    return re.compile(
        rf"(?P<added>(?i:{_saying_what_is_added(kind)}))|"
        rf"(?P<asking>(?i:{_ASKING}))(?:the |a |an )?(?P<verb>{verbs}){_NO_VERB}"
        rf"(?P<behind>(?i:{_BEHIND}{_NEXT}(?: as {_MORE}{parts}\b)?))?"
    )


_CLAUSES = {kind: _clause(kind) for kind in _VERBS}


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
