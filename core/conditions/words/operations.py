"""Find where the words say which operation is meant, and with what: "to stack under mine"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from core.conditions.words.added_parts import saying_what_is_added
from core.conditions.words.asking import A_NUMBER, AMOUNT, ASKING, MORE, PARTS, TABLES
from core.conditions.words.first_of import FirstOf
from core.conditions.words.key_names import ENDS_KEY, KEYS
from core.conditions.words.own_table import OWN_TABLE, SHEETS, TOWARDS

_BESIDE = r"(?:to|with|on|for|into) (?!the (?:end|bottom|foot)\b)"
_NO_THING = r"(?!tables?\b|data|files?\b|where\b|about\b|on\b|with\b|that\b)"
_DIRECTLY = (
    r"(?: (?:with|to|onto|into|under) (?:my|our|these|those) (?!table|data\b|file)[\w-]+"
    r"(?: [\w-]+){0,2}?(?= ?[,.:;?]|$)|"
    rf" (?:my|our|the|these|those) (?:{_NO_THING}[\w-]+ ){{1,3}}(?:with|to|onto)(?= )|"
    r" (?:my|our) [\w-]+(?: [\w-]+)?(?= ?[,.:;?]|$))"
)
_AT_END = r"(?:on|to|at|onto) the (?:end|bottom|foot)\b(?! of)"
_COMING_TO = (
    "have|reach|hold|contain|comprise|come|run|yield|total|include|match|cover|exceed|surpass|"
    r"retain|preserve|keep(?! (?:my|our|all|every|only|just)\b)"
)
"""What a union or a join is wanted to do: it is the result."""
_COMES_TO = (
    "has|reaches|holds|contains|comprises|comes (?:to|out at)|runs to|yields|totals|includes|gives|"
    "ends up|counts|covers|exceeds|results in|leaves|makes|amounts to|boasts|adds up"
)
_COME_TO = (
    r"(?:come|run|amount|sum|add up|sum up|get) to|come out (?:at|to|with)|end up (?:at|with)|"
    r"make|give|leave|boast|exceed|count"
)
_AS_RESULT = rf"the (?:union|join) (?:(?:{_COMING_TO})\b(?! to\b)|(?:{_COME_TO}|{_COMES_TO})\b)"
"""What is asked of a result: "so that the union has 500 rows", unlike "the union have to"."""
_LOOSELY = (
    rf"(?: (?:with|w/|to(?! (?:get|obtain|add|give|learn|{_COMING_TO}|{AMOUNT}))|onto|"
    r"together with|underneath|beneath|here|below)(?![\w-])(?! which)|"
    rf" {_AT_END}|"
    r" on(?= (?:(?:a|any|the|more|some|some more|other|further) )?(?:tables?|data ?sets?)\b|"
    r" (?:please|pls|plz|thanks|thx)\b| ?[,.;]|$))"
)
_HEADED = (
    r" (?:with|to|onto|under|below|beneath|underneath) (?:the )?"
    r"(?!(?:other|any|some|more|another|an?|the|my|our|tables?|data|which|what|whatever)\b)"
    r"(?:(?!(?:on|by|about|with|where|using|via|and|or|tables?|column|columns)\b)[\w-]+ ?){1,3}?"
    r"(?= ?:)"
)
"""One's own table in a heading, without "my": "Append to route plan: 300 to 800 rows"."""
_NEXT = (
    r"(?:(?: the (?:rows|columns))? (?:from|of)(?= )(?! which)|"
    r" with (?:(?:some|any|more|extra|additional|new|the) )*(?:columns|rows|fields) from(?= )|"
    r" with (?:(?:some|any) )?(?:more|extra|additional|new|further) "
    r"(?:columns|rows|fields|records)\b|"
    r" (?:with|using)(?= (?:some |any |more )?(?:data|tables?|data ?sets?)\b))?"
)
_FURTHER = (
    rf"(?: (?:(?:further|more|other|additional|some|any) )?{TABLES}| something| anything| stuff|"
    r" (?:other|more|some|further) data)?"
)
_IT = (
    r"(?: (?:row-wise|rowwise|column-wise|vertically|horizontally|together|cleanly|nicely|well|"
    r"neatly|directly|straight|right|up))?(?:(?: this| these| them| it)(?: on)?)?"
)
_ON_OWN_COLUMN = (
    r"on (?:my|our|his|her|their) (?:own )?(?:[\w-]+ ){0,3}?"
    rf"(?:[\w-]+ (?:columns?|fields?|ids?|codes?|numbers?)|\w+_\w+|(?:{KEYS}){ENDS_KEY})\b"
    rf"(?! (?:{SHEETS}|data|query|statistics|figures|one)\b|['’-])"
)
"""What two tables are joined on: "joined on my isin column", "join on my country"."""
_BEHIND = (
    rf"(?:{_HEADED}|{_IT}{_FURTHER} (?!{_ON_OWN_COLUMN}){TOWARDS} {OWN_TABLE}|"
    rf" {OWN_TABLE}(?: up(?: with)?)?|"
    rf"(?! {_ON_OWN_COLUMN}){_DIRECTLY}|{_LOOSELY}|(?= ?[:;]))"
)
_VERBS = {
    "UNION": (
        r"union(?:s|ed|ing|able)?|union-able|(?:union|append|stack)[- ]compatible|"
        r"append(?:s|ed|ing|able)?|append-able|"
        r"stack(?:s|ed|ing|able)?"
        r"(?: me)?(?: up|(?: on)? (?:some )?more data| on(?= (?:where|with|in which|whose)\b))?|"
        r"concatenat(?:e|ed|ing)|concat(?:s|ted|ting)?|rbind|bind_rows|row-bind(?:ing|able)?"
    ),
    "JOIN": (
        r"(?:(?:left|right|inner|outer|full|natural)[- ])?join(?:s|ed|ing|able)?(?: (?:me )?up)?|"
        r"join-able|(?:join|merge)[- ]compatible|"
        r"merge(?:s|d|able)?|merging|"
        r"attach(?:es|ed|ing|able)?|merge in(?! (?:which|\d))|enrich(?:es|ed|ing)?|"
        r"cbind|bind_cols|col(?:umn)?-bind(?:ing|able)?|"
        r"bring(?:ing)? in(?= (?:an?|another|some|more|further|extra|additional|new) (?:[\w-]+ )?"
        r"(?:columns?|fields?)\b)"
    ),
}
_NO_VERB = r"(?![\w-]| (?:result|table|partners?|candidates?|match(?:es)?|keys?)\b)"


@dataclass(frozen=True)
class _Clause:
    """What says one operation.

    Parameters
    ----------
    added
        What is said of the rows or columns that it adds; goes before the verb.
    verb
        Who asks, the verb, and what stands behind it.
    """

    added: FirstOf
    verb: re.Pattern[str]


def _clause(kind: str) -> _Clause:
    return _Clause(FirstOf(saying_what_is_added(kind)), _verb(kind))


def _verb(kind: str) -> re.Pattern[str]:
    parts, verbs = PARTS[kind], _VERBS[kind]
    if kind == "UNION":
        below = rf"(?:underneath|beneath|below)(?! \D?\d)|{_AT_END}"
        under = (
            rf"(?= (?:(?:it|them|these|those) (?:on )?)?{TOWARDS} {OWN_TABLE}| (?:{below}))"
            rf"(?! {_BESIDE})(?! (?:it|them|these|those) on (?:my|our) (?:list|shortlist|desk)\b)"
        )
        verbs += (
            r"|(?:add(?:ed|ing)?(?: on)?|put(?:ting)?|go(?:es)?|lay(?:ing)?|laid|set(?:ting)?|"
            r"plac(?:ed?|ing)|tack(?:ed|ing)?(?: on)?|pil(?:ed?|ing)(?: on)?|"
            r"stick(?:ing)?(?: on)?|slot(?:ting)?|glu(?:ed?|ing)(?: on)?|"
            rf"past(?:ed?|ing)(?: on)?){under}|"
            rf"bolt(?:ed|ing)?(?: on)?(?= (?:(?:it|them|these|those) )?(?:under|{below}|"
            r"on ?to the (?:end|bottom|foot)))|"
            r"(?:tack(?:ed|ing)?|add(?:ed)?) on(?! the (?:end|bottom|foot)\b)"
            r"(?! an? (?:[\w-]+ )?(?:column|attribute|field)\b)|"
            rf"attach(?:ed)?(?= (?:(?:it|them|these|those) )?(?:under|{below}))"
        )
    return re.compile(
        rf"(?P<asking>(?i:{ASKING}))(?!{_AS_RESULT})(?:the |a |an )?(?P<verb>{verbs}){_NO_VERB}"
        rf"(?P<behind>(?i:{_BEHIND}{_NEXT}(?: as {MORE}{parts}\b)?))?"
    )


@cache
def _clauses() -> dict[str, _Clause]:
    """Compile the clauses when the first text is read: most commands read none."""
    return {kind: _clause(kind) for kind in _VERBS}


_COUNTED = re.compile(
    rf"(?:\d|\b(?:{A_NUMBER}))\s+(?:or\s+(?:(?:more|fewer|less)\s+)?)?"
    r"(?:(?:new|extra|additional|further)\s+)*$|"
    r"\b(?:most|half|majority|all|each|%)(?:\s+of)?(?:\s+the)?\s+$",
    re.IGNORECASE,
)
_PARTS_FIRST = re.compile(MORE + r"(?:" + "|".join(PARTS.values()) + r")\b", re.IGNORECASE)
"""What "8 columns can be appended" begins with: there tables with 8 of them are."""


_OF_CELLS = re.compile(r"which the (?:union|join) (?:is|was) (?:[\"“‘«]|[A-Z])")
"""A column that is called so: "in which the union is Unison"."""


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
    if _OF_CELLS.match(text, place):
        return None
    begun = text[0].lower() + text[1:] if place == 0 else text
    for kind, clause in _clauses().items():
        added = clause.added.match(begun, place)
        if added is not None:
            if _PARTS_FIRST.match(added[0]) and _COUNTED.search(text, 0, place):
                continue
            return kind, added[0].strip().lower(), added.end()
        match = clause.verb.match(begun, place)
        if match is None:
            continue
        if match["behind"]:
            return kind, match[0].strip().lower(), match.end()
        if match["asking"] and match.end() > match.end("asking"):
            return kind, match["verb"].lower(), match.end()
    return None
