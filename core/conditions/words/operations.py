"""Find where the words say which operation is meant, and with what: "to stack under mine"."""

from __future__ import annotations

import re
from functools import cache

from core.conditions.words.own_table import OWN_TABLE, TOWARDS

_SUITED = (
    r"capable of|(?:suitable|suited|available|eligible|(?:as )?candidates?|fit|ready) (?:for|to)|"
    r"ready to|for|"
    r"by|lend(?:s|ing)? (?:itself|themselves) to"
)
_WISHING = (
    r"(?:wants?|needs?|wish(?:es)?|like|intend|plan|hope|prefer|able|ought|ha(?:ve|s)) to|gotta|"
    r"(?:am |are )?going to|(?:is|are) to(?: be)?|in order to|to"
)
_ASKING = (
    r"(?:(?:since|because|so that|as|so) (?=(?:i|we|I)(?: (?:want|need|wish|would|should|like|plan|"
    r"hope|intend|can|could|will|may|might|must|am|are|ought|have)\b|['’]))|"
    r"(?:that|which|i|we|you|they|it|what)['’](?:d|ll|ve|re|m|s) |"
    r"(?:that|which|i|we|you|they|one|it|can|could|may|might|should|would|will|must|be|been|being|get|"
    rf"{_WISHING}|{_SUITED}) )*"
)
_ASKED = f"{_ASKING[:-1]}+"
_ASKING_OF_ROWS = _ASKING.replace("that|which|", "")
_TABLES = r"(?:tables|data ?sets)"
_BESIDE = r"(?:to|with|on|for|into) (?!the (?:end|bottom|foot)\b)"
_NO_THING = r"(?!tables?\b|data|files?\b|where\b|about\b|on\b|with\b|that\b)"
_DIRECTLY = (
    r"(?: (?:with|to|onto|into|under) (?:my|our|these|those) (?!table|data\b|file)[\w-]+"
    r"(?: [\w-]+){0,2}?(?= ?[,.:;?]|$)|"
    rf" (?:my|our|the|these|those) (?:{_NO_THING}[\w-]+ ){{1,3}}(?:with|to|onto)(?= )|"
    r" (?:my|our) [\w-]+(?: [\w-]+)?(?= ?[,.:;?]|$))"
)
_AT_END = r"(?:on|to|at|onto) the (?:end|bottom|foot)\b(?! of)"
_COMING_TO = "have|reach|hold|contain|comprise|come|run|yield|total|include|match|cover"
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
_AMOUNT = (
    r"at (?:least|most)|over|above|more than|fewer than|less than|no (?:fewer|less|more)|under|"
    r"beyond|around|roughly|exactly|between|a (?:minimum|maximum)|[\d~<>]"
)
"""What a result is brought to: "bring the union to at least 4000 rows"."""
_A_NUMBER = "two|three|four|five|six|seven|eight|nine|ten|twelve"
_LOOSELY = (
    rf"(?: (?:with|w/|to(?! (?:get|obtain|add|give|learn|{_COMING_TO}|{_AMOUNT}))|onto|"
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
    rf"(?: (?:(?:further|more|other|additional|some|any) )?{_TABLES}| something| anything| stuff|"
    r" (?:other|more|some|further) data)?"
)
_IT = (
    r"(?: (?:row-wise|rowwise|column-wise|vertically|horizontally|together|cleanly|nicely|well|"
    r"neatly|directly|straight|right|up))?(?:(?: this| these| them| it)(?: on)?)?"
)
_BEHIND = (
    rf"(?:{_HEADED}|{_IT}{_FURTHER} {TOWARDS} {OWN_TABLE}| {OWN_TABLE}(?: up(?: with)?)?|"
    rf"{_DIRECTLY}|{_LOOSELY}|(?= ?[:;]))"
)
_END = rf"(?: {TOWARDS} {OWN_TABLE}| here| below| beneath| underneath)?(?: are sought| are wanted)?"

_VERBS = {
    "UNION": (
        r"union(?:s|ed|ing|able)?|union-able|(?:union|append|stack)[- ]compatible|"
        r"append(?:s|ed|ing|able)?|append-able|"
        r"stack(?:s|ed|ing|able)?"
        r"(?: me)?(?: up|(?: on)? (?:some )?more data| on(?= (?:where|with|in which|whose)\b))?|"
        r"concatenat(?:e|ed|ing)|concat(?:s|ted|ting)?|rbind|row-bind(?:ing|able)?"
    ),
    "JOIN": (
        r"(?:(?:left|right|inner|outer|full|natural)[- ])?join(?:s|ed|ing|able)?(?: (?:me )?up)?|"
        r"join-able|(?:join|merge)[- ]compatible|"
        r"merge(?:s|d|able)?|merging|"
        r"attach(?:es|ed|ing|able)?|merge in(?! (?:which|\d))|enrich(?:es|ed|ing)?"
    ),
}
_NO_VERB = r"(?![\w-]| (?:result|table|partners?|candidates?|match(?:es)?|keys?)\b)"
_PARTS = {
    "UNION": r"(?:rows|records|lines|entries|tuples|observations)",
    "JOIN": r"(?:columns|cols|attributes|fields)",
}
_EXTEND = (
    r"(?:enlarge|extend|expand|lengthen|prolong|grow|widen|augment|complement|supplement|"
    r"pad(?: out)?|bulk up|fill out|top up|flesh out|beef up)"
)
_EXTENDING = r"(?:extend|lengthen|enlarg|grow|expand|augment|widen)ing"
_COMBINE = r"(?:combin(?:e|ed|ing)|pool(?:ed|ing)?|merg(?:e|ed|ing)|bind(?:ing)?|bound)"
_MATCH = r"(?:match|pair|link|connect|tie|relate)(?:e?d|ing)?(?: up)?"
_CAN_BE = r"(?:can|could|may|might|should|must) be "
_OWN_THINGS = r"(?:mine|ours|it|(?:my|our) (?:own )?[\w-]+)"
_SOME_TABLES = r"(?:(?:more |other |further |some |any |new )*tables|(?:an?|another|any) table)"
_TO_ITS_END = (
    r"(?:to|at|on|onto) (?:my|our) (?:[\w-]+ ){0,2}?(?:table|sheet|list|file|data ?set|data)['’]s "
    r"(?:end|bottom|foot|tail)"
)
_A_KEY = (
    r"(?:\w+_\w+|(?-i:[a-z]+[A-Z]\w*)|(?:[\w-]+ ){0,2}(?:codes?|ids?|keys?|identifiers?|numbers?|"
    r"postcodes?|isbn|sku|zip|barcode|ean|vin)\b)"
)
"""What tables are looked up by: a name as columns have, or one that ends as those of keys do."""
_ADD = (
    r"(?:(?:add|attach|append|stack)(?:ed|ing)?(?: on| me| us)?|"
    r"(?:tack|bolt|hook|hitch|stick)(?:ed|ing)?(?: on)?|"
    r"pil(?:e|ed|ing)(?: on)?|(?:glu|past|stapl)(?:e|ed|ing)|"
    r"pull in|bring in|take|borrow|get|pull|"
    r"bring over|carry over|import|copy|move)"
)
_DRAWN = r"(?:taken|drawn|coming|culled|lifted|gleaned|plucked|sourced|borrowed)"
_COURTEOUS = r"(?:,? (?:please|pls|plz|if (?:you please|it please you|you would|I may|i may)),?)?"
_SIDEWAYS = r"(?:alongside|beside|next to|side by side with|to the (?:right|left|side) of)"
_BENEATH = r"(?:below|beneath|underneath|under)"
_CRAVES = (
    r"(?:craves?|cries out for|is crying out for|hungers for|begs for|longs for|thirsts for|"
    r"is short of|is short on|sorely lacks|could do with)"
)
_SWELL = r"(?:swell|boost|bump up|plump up|fatten(?: up)?|bulk up|bulk out|grow)"
_SOURCE = (
    rf"(?: (?:(?:{_DRAWN} )?(?:from|out of)) (?:(?:other|more|some|any|further|new) )?"
    rf"{_TABLES})?"
)
_BY_JOIN = r"(?:through|by|with|from|via|in) (?:a|the|this|my|our) (?:join|merge)\b"
_LEND = r"(?:give|bring|offer|supply|lend|donate|contribute|provide)"
_PUT = (
    r"(?:put|plac(?:e|ed|ing)|set|lay|laid|match(?:ed|ing)?|pair(?:ed|ing)?|hook(?:ed|ing)?|"
    r"lin(?:e|ed|ing)|connect(?:ed|ing)?|link(?:ed|ing)?|tie|tied|fit|fitted|attach(?:ed|ing)?)"
)
_HANG = (
    r"(?:hang|hitch|put|set|place|pin|bolt|tack|staple|glue|clip|add|stick|lay|bring|fetch)"
    r"(?:e?d|ing)?"
)
_TO_GAIN = (
    r"(?: as (?:(?:more|new|extra|additional|further) )+columns|"
    r" (?:to|and|so as to|so i can) (?:get|gain|obtain|add|have|pull|take|draw|fetch|bring in|"
    r"import|borrow)(?: (?:in|over))?"
    r"(?: (?:some|more|new|extra|additional|further|the|their|its))+ columns(?: from\b)?)"
)
_DOWNWARDS = r"(?:vertically|row[- ]wise|row by row|end to end|top to bottom|lengthwise)"
_ACROSS = r"(?:horizontally|column[- ]wise|side by side|sideways|column by column)"
_GROWN = {"UNION": "(?:longer|taller|deeper)", "JOIN": "(?:wider|broader|richer)"}
_ONE_WAY = {"UNION": "lengthen(?:ing)?", "JOIN": "widen(?:ing)?"}
_EDGE = {"UNION": "(?:bottom|end|foot)", "JOIN": "(?:side|right|right-hand side)"}
_WAY = {"UNION": "(?:downwards?|vertical|row-wise)", "JOIN": "(?:sideways|horizontal|column-wise)"}
_SIDE = {"UNION": "(?:downwards?|vertically)", "JOIN": "(?:sideways|horizontally)"}
_GOES_ON = "i|we|please|that|which|where|in which|whose|with|and"
_AHEAD = {
    kind: rf"(?= ?[:;,.?!]| (?:{words})\b|$)"
    for kind, words in {"UNION": f"{_GOES_ON}|about|on", "JOIN": _GOES_ON}.items()
}
"""What may follow added rows or columns: "columns about rent" are a condition, rows are none."""
_MORE = r"(?:(?:some|any|more|further|extra|additional|new|the|their|its|other|those|these|such) )*"
_OTHERS = r"(?:(?:any|some|other|further|more|another|such|those) )*(?:tables?|data ?sets?)\b"
_SURELY_MORE = r"(?:(?:some|any) )?(?:more|further|extra|additional|new|supplementary|fresh) "
_FROM_WHICH = r"(?:from which |whose )?"
_A_COLUMN = (
    r"(?:(?:a|an|one|some|more|new|extra|further) )*"
    r"(?:column|columns|attribute|attributes|field|fields) (?:about|on|concerning|"
    r"describing|related|relating|regarding|dealing|pertaining|having|with|called|named|of|to do)\b"
)


_ONLY = {
    "UNION": (
        rf"{_ASKING}(?:need|want|require) {_MORE}{_PARTS['UNION']} from(?= (?:other )?tables)",
        rf"{_ASKING}(?:only |just )?(?:put|place|pile|stick|add) {_SOME_TABLES} {TOWARDS} "
        rf"{OWN_TABLE}",
        rf"{_ASKING}(?:put|place|add|append|stick|tack) {_TO_ITS_END}",
        rf"{_MORE}{_PARTS['UNION']} {_ASKING_OF_ROWS}(?:be )?(?:put|placed?|set|go) "
        rf"(?:below|under|beneath|underneath|behind|after) (?:those (?:in|of) )?{OWN_TABLE}"
        r"(?:,? from(?= ))?",
        rf"{_ASKING}(?:put|place|pile|stick|glue|tack|add|paste)(?= {_MORE}tables\b[^.;:!?]* "
        rf"(?:{_BENEATH}|(?:at|to|on|onto) the (?:end|bottom|foot) of) "
        rf"(?:mine|ours|(?:my|our|this) (?:own )?(?:table|one|data|sheet))(?:\s*[.;:!?]|\W*$))",
        rf"{_BENEATH} {OWN_TABLE},? {_ASKING}(?:glue|stack|append|put|tack|add|paste|bolt|pile|"
        r"stick|place|slot)(?: on)?\b",
        rf"{_BENEATH} (?:my|our) (?:own )?rows,? {_ASKING}(?:place|put|add|append|stack|set|hang)"
        r" (?:the )?rows (?:of|from)\b",
        rf"{_ASKING}{_HANG}(?: on)? {_MORE}rows {TOWARDS} {OWN_TABLE}",
        rf"as {_SURELY_MORE}rows for {OWN_TABLE}",
        rf"{_ASKING}{_COMBINE}(?: (?:it|them|these|those|this))? {_DOWNWARDS}"
        rf"(?: (?:with|to|onto|and|under) {OWN_TABLE})?",
        rf"(?:with which |to which |under which )?{_ASKING}{_DOWNWARDS} {_COMBINE}"
        rf"(?: {TOWARDS})? {OWN_TABLE}",
        rf"(?:that|which|to which|under which) {_OWN_THINGS} {_CAN_BE}"
        r"(?:appended|stacked|unioned|added)(?: (?:to|with|onto|under))?\b",
        rf"{_ASKING}(?:combin|fus|merg)(?:e|ed|ing) (?:the |their |its |all |those |these )*"
        rf"{_PARTS['UNION']}(?: (?:with|into|and|to|onto) {OWN_TABLE})(?: {_DOWNWARDS})?",
        rf"{_ASKING}be united(?: row by row)?(?: with {OWN_TABLE})?(?:,? by (?:a|the) union)?",
    ),
    "JOIN": (
        rf"{_ASKING}{_COMBINE}(?: (?:it|them|these|those|this))? {_ACROSS}"
        rf"(?: (?:with|to|onto|and) {OWN_TABLE})?",
        rf"(?:with which |to which )?{_ASKING}{_ACROSS} {_COMBINE}(?: {TOWARDS})? {OWN_TABLE}",
        rf"(?:that|which|to which|with which) {_OWN_THINGS} {_CAN_BE}"
        r"(?:matched|joined|linked|connected|paired|merged|tied)(?: up)?(?: (?:with|to|onto))?"
        r"(?= by\b| ?[,.;:!?]|$)",
        rf"{_ASKING}{_MATCH}(?= (?:[\w-]+ ){{1,4}}(?:with|to|onto) (?:mine|ours|(?:my|our) [\w-]+)"
        r" (?:by|on|via|using) )",
        rf"{_ASKING}look(?:ing)?[- ]?up(?= (?:[\w'’-]+ ){{0,6}}by {_A_KEY})",
        rf"{_ASKING}look(?:ing)? (?:up )?(?:my|our) [\w-]+ (?:up )?in\b",
        r"(?:(?:for|do|doing|run|running|a|an) )*(?:key lookup|[vx]lookup)(?: (?:from|for|of)"
        rf" {OWN_TABLE})?(?: in(?= (?:one|a|an|another|any|some)\b))?",
        rf"{_ASKING}(?:combin|fus|merg)(?:e|ed|ing) (?:the |their |its |all |those |these )*"
        rf"{_PARTS['JOIN']}(?: (?:with|into|and|to|onto) {OWN_TABLE})(?: {_ACROSS})?",
        rf"{_ASKED}(?:match|pair|link|connect|hook|tie|relate)(?:e?d|ing)?"
        rf"(?: (?:it|them|these|those|this))?(?: up)? (?:with|to|onto) {OWN_TABLE}"
        rf"(?: {_ACROSS})?{_TO_GAIN}?",
        rf"{_ASKING}(?:merge|join|attach|add|bring|pull|fold)(?:e?d|ing)?(?: (?:it|them|these))?"
        rf"(?: in)? as {_SURELY_MORE}columns\b",
        rf"{_MORE}(?:columns )?{_ASKING}{_PUT} (?:beside|next to|alongside|side by side with)"
        rf" {OWN_TABLE}{_TO_GAIN}?",
        rf"{_ASKING}{_PUT}(?: up)? (?:with|to) {OWN_TABLE}{_TO_GAIN}",
        rf"{_ASKING}(?:{_HANG} )?(?:on )?{_SIDEWAYS} {OWN_TABLE},? (?:as|in the form of) "
        rf"{_MORE}columns(?:,? {_ASKING}{_HANG}(?: on)?\b)?",
        rf"{_ASKING}{_HANG}(?: on)? {_MORE}columns {_SIDEWAYS} {OWN_TABLE}",
        rf"{_ASKING}{_HANG}(?: on)?(?: {_SIDEWAYS})?(?: the columns of)? {OWN_TABLE}"
        rf"(?= {_A_COLUMN})",
        rf"{_ASKING}{_HANG}(?: on)? {_SIDEWAYS} (?:the columns of )?{OWN_TABLE}",
        rf"{_ASKING}(?:pair|match|marry|couple|fuse)(?: up)? {OWN_TABLE},? (?:through|by|by way of|"
        rf"via|with) {_MORE}columns,? with\b",
        rf"{_ASKING}(?:bring|pull|fetch|draw|carry|copy) (?:in|over|across)"
        rf"(?= {_A_COLUMN}[^.;:!?]* from {_OTHERS})",
        rf"{_ASKING}{_PUT}(?: up)? {OWN_TABLE}(?: up)? with"
        r"(?= (?:other|others|another|some|any|a|more|tables?|data)\b)",
        rf"(?:whose |from which |so that their ){_MORE}columns {_ASKING}{_PUT}"
        rf" {TOWARDS} {OWN_TABLE}",
        rf"{_ASKING}add(?:ing)?(?: {TOWARDS} {OWN_TABLE})?(?= {_A_COLUMN})",
        rf"(?:for |the )*(?:enrichment|augmentation) of {OWN_TABLE}",
        rf"{_ASKING}(?:hook|link|pair|connect|tie)(?: up)? {OWN_TABLE}(?: up)? (?:with|to)\b",
        rf"{_ASKING}(?:linked|connected)(?: up)? (?:with|to) {OWN_TABLE}",
        r"(?:that |which )?(?:(?:i|we) (?:add|gain|get|obtain)|added|gained|obtained)"
        rf" {_BY_JOIN}",
    ),
}
"""What is said of a union alone, or of a join."""


def _saying_what_is_added(kind: str) -> str:
    """Make a pattern of what is said of rows (of columns, for a join) that are to be added."""
    parts, side = _PARTS[kind], _SIDE[kind]
    forms = [
        rf"{_FROM_WHICH}(?:{parts} )?{_ASKING}{_ADD} (?:as |in as )?{_MORE}{parts}\b(?: on)?"
        rf"(?:{_SOURCE} {TOWARDS} {OWN_TABLE}(?: from\b)?|"
        rf"{_END}(?: (?:(?:{_DRAWN} )?(?:from|out of|of(?= {_OTHERS})))\b|"
        rf"{_AHEAD[kind]}))",
        rf"{_ASKING}(?:bring|pull|fetch|draw) {_MORE}{parts} (?:(?:in|over|across)"
        rf"(?: {TOWARDS} {OWN_TABLE})?|{TOWARDS} {OWN_TABLE})(?: from\b|{_AHEAD[kind]})",
        rf"{_MORE}{parts} (?:from|of) {_OTHERS} {_ASKING}(?:add(?:ed)?|appended|put)"
        rf" {TOWARDS} {OWN_TABLE}",
        rf"{_FROM_WHICH}{_ASKING}{_ADD} {TOWARDS} {OWN_TABLE}"
        rf"(?: as {_MORE}{parts}\b|(?= {_MORE}{parts}\b(?! of| from))|"
        rf" {_MORE}{parts} (?:of|from)(?= {_OTHERS}))",
        rf"{_ASKING}add(?:ing)? {TOWARDS} (?:my|our) {parts}\b",
        rf"{_FROM_WHICH}{_MORE}{parts}(?: galore)? {_ASKING_OF_ROWS}"
        r"(?:be )?(?:add(?:ed)?|appended)\b"
        rf"(?! {_BY_JOIN}){_END}"
        r"(?: from(?= ))?",
        rf"(?:from which |whose ){_MORE}{parts} {_ASKING}add\b{_END}",
        rf"(?:the |my )?(?:operation|operator|search|task|mode)(?: type)?"
        rf"(?: (?:is|should be|must be|being|would be|wanted is|needed is))?(?: ?:)? (?:to )?"
        rf"(?:an? |the )?{kind.lower()}(?![\w-])",
        rf"{_ASKING}be added (?:as {_MORE}{parts}\b|from other(?= tables\b))",
        rf"{_ASKING}(?:{_EXTEND}|{_EXTENDING}) {OWN_TABLE} {side}",
        rf"{_ASKING}{_ONE_WAY[kind]} {OWN_TABLE}"
        rf"(?:{_COURTEOUS} (?:with|by) {_MORE}{parts}(?: from| out of)?\b)?",
        rf"{_ASKING}{_EXTEND} {OWN_TABLE} (?:at|from|on|to|by) the {_EDGE[kind]}"
        r"(?: (?:with|by)\b)?",
        rf"(?:for |by )?{_WAY[kind]} (?:stacking|appending|joining|attaching|pasting|gluing)"
        rf"(?: {TOWARDS} {OWN_TABLE})?",
        rf"{OWN_TABLE} {_CRAVES} {_MORE}{parts}(?: from\b)?",
        rf"{_ASKING}{_SWELL} {OWN_TABLE} (?:with|by) {_MORE}{parts}(?: from\b)?",
        rf"{_ASKING}{_SWELL} (?:my|our) (?:tally|count|number|stock|store) of {parts}",
        rf"(?:the |a )?{_MORE}{parts} for {OWN_TABLE}{_COURTEOUS} from(?= {_OTHERS})",
        rf"{_SURELY_MORE}{parts},? {_DRAWN} from(?= {_OTHERS})",
        rf"(?:let )?the {kind.lower()} (?:be|is|being|must be|should be|shall be|happens|goes)"
        r"(?= on )",
        rf"{OWN_TABLE} {_ASKING}{_EXTEND}(?:e?d)? {side}(?: (?:with|by|using)\b)?",
        rf"{_ASKING}{_LEND}(?: me| us)? {_SURELY_MORE}{parts} for {OWN_TABLE}",
        rf"{_ASKING}{_EXTENDING} {OWN_TABLE}"
        rf" (?:with|by) {_MORE}{parts}\b",
        rf"{_ASKING}{_LEND} {_MORE}{parts} to {OWN_TABLE}",
        rf"{_ASKING}(?:lend|donate)(?: me| us)? {_MORE}{parts}\b",
        rf"{_ASKING}{_LEND} {OWN_TABLE}(?= {_SURELY_MORE}{parts}\b)",
        rf"{_ASKING}(?:give|bring|supply|provide) (?:my|our) (?:[\w-]+ ){{1,3}}?"
        rf"(?=(?:{_AMOUNT}|{_A_NUMBER})\b[^,.;:!?]* {_SURELY_MORE}{parts}\b)",
        rf"for {OWN_TABLE},? {_ASKING}(?:need|want|require|seek) {_SURELY_MORE}{parts}"
        r"(?:(?:,? (?:coming|taken|drawn))? from\b|(?=\s*[.;:]))",
        rf"{OWN_TABLE} (?:needs?|wants?|lacks|requires?|could use) {_SURELY_MORE}{parts}\b",
        rf"{_MORE}{parts} (?:are )?(?:wanted|needed|sought|required) for {OWN_TABLE}",
        rf"{_SURELY_MORE}{parts},? ?(?:please|pls|plz),? from(?= (?:an? |the )?{_OTHERS})",
        rf"{_SURELY_MORE}{parts} (?:are )?(?:wanted|needed|sought|required)(?: from\b)?",
        rf"{OWN_TABLE} (?:to be|to become|to get|be made|should be|{_ASKING}be) {_GROWN[kind]}"
        r"(?: (?:with|by|using)\b)?",
        rf"{_ASKING}mak(?:e|ing) {OWN_TABLE} {_GROWN[kind]}"
        rf"(?: (?:with|by|using) {_MORE}{parts}\b)?(?: from\b)?",
        rf"{OWN_TABLE} {_ASKING}enriched (?:with|by) {_MORE}{parts}(?: from\b)?",
        rf"{_ADD} {_MORE}{parts}(?= by (?:joining|merging|attaching|stacking|appending)\b)",
        rf"{OWN_TABLE} {_ASKING}{_EXTEND}(?:e?d)? (?:with|by) {_MORE}{parts}\b",
        rf"{OWN_TABLE} (?:needs?|wants?) {_EXTENDING}"
        rf"(?: {side})? (?:with|by) {_MORE}{parts}\b",
        rf"{OWN_TABLE} (?:needs?|wants?) {_EXTENDING} (?:{side}|(?:at|on|to) the {_EDGE[kind]})"
        r"(?: (?:with|by|using)\b)?",
        rf"{_ASKING}{_EXTEND} {OWN_TABLE}(?: downwards| sideways)? (?:with|by) {_MORE}{parts}\b"
        r"(?: from\b| of\b)?",
        rf"(?:further|extra|additional|new|more) {parts}"
        rf"(?= (?:for|to|from|under|below|beneath|onto) ){_END}(?: from(?= ))?",
    ]
    return "|".join([*forms, *_ONLY[kind]])


def _clause(kind: str) -> re.Pattern[str]:
    parts, verbs = _PARTS[kind], _VERBS[kind]
    if kind == "UNION":
        below = rf"(?:underneath|beneath|below)(?! \D?\d)|{_AT_END}"
        under = (
            rf"(?= (?:(?:it|them|these|those) (?:on )?)?{TOWARDS} {OWN_TABLE}| (?:{below}))"
            rf"(?! {_BESIDE})(?! (?:it|them|these|those) on (?:my|our) (?:list|shortlist|desk)\b)"
        )
        verbs += (
            r"|(?:add(?: on)?|added(?: on)?|put|go|placed?|tack(?:ed)?(?: on)?|piled?(?: on)?|"
            rf"stick(?: on)?|slot|glued?(?: on)?|bolt(?:ed)?(?: on)?|pasted?(?: on)?){under}|"
            r"(?:tack(?:ed|ing)?|add(?:ed)?) on(?! the (?:end|bottom|foot)\b)"
        )
    return re.compile(
        rf"(?P<added>(?i:{_saying_what_is_added(kind)}))|"
        rf"(?P<asking>(?i:{_ASKING}))(?!{_AS_RESULT})(?:the |a |an )?(?P<verb>{verbs}){_NO_VERB}"
        rf"(?P<behind>(?i:{_BEHIND}{_NEXT}(?: as {_MORE}{parts}\b)?))?"
    )


@cache
def _clauses() -> dict[str, re.Pattern[str]]:
    """Compile the clauses when the first text is read: that takes longer than most commands."""
    return {kind: _clause(kind) for kind in _VERBS}


_COUNTED = re.compile(
    rf"(?:\d|\b(?:{_A_NUMBER}))\s+(?:or\s+(?:(?:more|fewer|less)\s+)?)?"
    r"(?:(?:new|extra|additional|further)\s+)*$"
)
_PARTS_FIRST = re.compile(_MORE + r"(?:" + "|".join(_PARTS.values()) + r")\b", re.IGNORECASE)
"""What "8 columns can be appended" begins with: there tables with 8 of them are."""


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
    for kind, clause in _clauses().items():
        match = clause.match(begun, place)
        if match is None:
            continue
        if match["added"] and _PARTS_FIRST.match(match[0]) and _COUNTED.search(text, 0, place):
            continue
        if match["added"] or match["behind"]:
            return kind, match[0].strip().lower(), match.end()
        if match["asking"] and match.end() > match.end("asking"):
            return kind, match["verb"].lower(), match.end()
    return None
