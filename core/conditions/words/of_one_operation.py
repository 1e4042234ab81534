"""What is said of a union alone, or of a join: "hang below mine", "look up by isbn"."""

from __future__ import annotations

from core.conditions.words.asking import (
    ASKED,
    ASKING,
    ASKING_OF_ROWS,
    BY_JOIN,
    MORE,
    OTHERS,
    PARTS,
    SURELY_MORE,
)
from core.conditions.words.own_table import OWN_TABLE, SHEETS, TOWARDS

_COMBINE = r"(?:combin(?:e|ed|ing)|pool(?:ed|ing)?|merg(?:e|ed|ing)|bind(?:ing)?|bound)"
_SURELY_OWN = r"(?:mine|ours|(?:my|our|the (?:query|given|present|current)|this) [\w-]+)"
_NOT_HOW = (
    "".join(rf"(?<!\b{how} {who})" for how in ("how", "why") for who in ("", "we ", "they "))
    + r"(?<!\ba )(?<!\bthe )"
)
"""What people do with their own is a topic: "about how we pool our data"."""
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
SIDEWAYS = r"(?:alongside|beside|next to|side by side with|to the (?:right|left|side) of)"
_OWN_ROWS = r"(?:each (?:one )?of )?(?:my|our) (?:own )?(?:rows|records|entries)"
_BENEATH = r"(?:below|beneath|underneath|under)"
_SAME_COLUMNS = rf"(?:the )?(?:very |exact )?(?:same|identical) columns (?:as|to) {OWN_TABLE}"
_OTHER_ROWS = rf"(?:different|other|new|further|more) {PARTS['UNION']}\b"
_FOLLOW = (
    rf"{PARTS['UNION']} {ASKING_OF_ROWS}(?:follow|continue|come after|come behind|come below) "
    rf"(?:mine|ours|(?:my|our) (?:own )?(?:table|rows|list|sheet|data)\b|those of {OWN_TABLE})"
)
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
_A_COLUMN = (
    r"(?:(?:a|an|one|some|more|new|extra|further) )*"
    r"(?:column|columns|attribute|attributes|field|fields) (?:about|on|concerning|"
    r"describing|related|relating|regarding|dealing|pertaining|having|with|called|named|of|to do)\b"
)
_NO_JOIN = r"(?![^.;:!?]*\b(?:join|merg))"
_OF_NOBODY_ELSE = _NOT_HOW + r"(?<!\bwho )(?<!\bpeople )"
_NO_PART = r"(?!(?:columns|cols|attributes|fields|tables|data|files)\b)"
_THING = r"(?:[\w-]+ )?[\w-]{3,}"
_TO = r"(?:to|onto|under|below|beneath|underneath)"
_MORE_OF_MINE = (
    rf"{_OF_NOBODY_ELSE}{ASKING}(?:add|append|put|stack|tack|lay|place)(?:ed|ing)? {MORE}"
    rf"{_NO_PART}(?P<mine>{_THING}) {_TO} (?:my|our)(?: own)? (?P=mine)\b{_NO_JOIN}"
)
"""What is added to one's own things of its kind: "add flats to my flats"."""
_MORE_OF_THEM = (
    rf"{_OF_NOBODY_ELSE}{ASKING}(?:add|append|stack)(?:ed|ing)? {SURELY_MORE}"
    rf"{_NO_PART}(?P<things>{_THING}) {_TO} (?:the|these|those) (?P=things)\b{_NO_JOIN}"
)
"""What is surely added: "append more orders to the orders", unlike "add milk to the milk"."""
SAID_OF_ONE = {
    "UNION": (
        _MORE_OF_MINE,
        _MORE_OF_THEM,
        rf"{ASKING}(?:need|want|require) {MORE}{PARTS['UNION']} from(?= (?:other )?tables)",
        rf"{ASKING}(?:only |just )?(?:put|place|pile|stick|add) {_SOME_TABLES} {TOWARDS} "
        rf"{OWN_TABLE}",
        rf"{ASKING}(?:put|place|add|append|stick|tack) {_TO_ITS_END}",
        rf"{ASKING}(?:put|add|append|stick|tack) (?:at|on|to|onto) the (?:end|bottom|foot)"
        rf"(?= {_SOME_TABLES})",
        rf"{MORE}{PARTS['UNION']} {ASKING_OF_ROWS}(?:be )?(?:put|placed?|set|go) "
        rf"(?:below|under|beneath|underneath|behind|after) (?:those (?:in|of) )?{OWN_TABLE}"
        r"(?:,? from(?= ))?",
        rf"{ASKING}(?:put|place|pile|stick|glue|tack|add|paste)(?= {MORE}tables\b[^.;:!?]* "
        rf"(?:{_BENEATH}|(?:at|to|on|onto) the (?:end|bottom|foot) of) "
        rf"(?:mine|ours|(?:my|our) own|(?:my|our|this) (?:own )?(?:table|one|data|sheet))"
        r"(?:\s*[.;:!?]|\W*$))",
        rf"{_BENEATH} {OWN_TABLE},? {ASKING}(?:glue|stack|append|put|tack|add|paste|bolt|pile|"
        r"stick|place|slot)(?: on)?\b",
        rf"{_BENEATH} (?:my|our) (?:own )?rows,? {ASKING}(?:place|put|add|append|stack|set|hang)"
        r" (?:the )?rows (?:of|from)\b",
        rf"{ASKING}{_HANG}(?: on)? {MORE}rows {TOWARDS} {OWN_TABLE}",
        rf"as {SURELY_MORE}rows for {OWN_TABLE}",
        # "same columns as mine, different rows", "whose rows can follow mine"
        rf"(?:(?:with|having|that have|has|have) )?{_SAME_COLUMNS}(?:,? (?:but|and|with))?,? "
        rf"{_OTHER_ROWS}",
        rf"(?:(?:with|having|that have|has|have) )?{_OTHER_ROWS}(?:,? (?:but|and|with))?,? "
        rf"{_SAME_COLUMNS}",
        rf"(?:share|have|use)s? (?:my|our) columns,? (?:so that )?(?:their|its) {_FOLLOW}",
        rf"(?:so that |whose |and )(?:their |its )?{_FOLLOW}",
        rf"as (?:a )?(?:possible )?sources? (?:of|for) {SURELY_MORE}{PARTS['UNION']}"
        rf"(?: for {OWN_TABLE})?",
        rf"{ASKING}(?:(?:put|place|add|set|attach)(?:e?d|ing)? )?(?:in|as a) continuation "
        rf"(?:of|to) {OWN_TABLE}",
        rf"{ASKING}{_COMBINE}(?: (?:it|them|these|those|this))? {_DOWNWARDS}"
        rf"(?: (?:with|to|onto|and|under) {OWN_TABLE})?",
        rf"(?:with which |to which |under which )?{ASKING}{_DOWNWARDS} {_COMBINE}"
        rf"(?: {TOWARDS})? {OWN_TABLE}",
        rf"(?:that|which|to which|under which) {_OWN_THINGS} {_CAN_BE}"
        r"(?:appended|stacked|unioned|added)(?: (?:to|with|onto|under))?\b",
        rf"{ASKING}(?:combin|fus|merg)(?:e|ed|ing) (?:the |their |its |all |those |these )*"
        rf"{PARTS['UNION']}(?: (?:with|into|and|to|onto) {OWN_TABLE})(?: {_DOWNWARDS})?",
        # "to pool with mine", "pooling our rows with tables", "pool tables on tea with mine"
        rf"(?:{ASKED}pool|{ASKING}pool(?:ed|ing))(?: (?:it|them|these|those))?(?: together)?"
        rf" (?:with|and) {OWN_TABLE}",
        rf"{_NOT_HOW}{ASKING}pool(?:ing)?(?: together)?(?: (?:it|them|these|those))?"
        rf"(?: with {_SURELY_OWN}(?: (?:together )?(?:with|and))?|"
        rf" {_SURELY_OWN} (?:together )?(?:with|and)|"
        rf" (?:mine|ours|(?:my|our|this|the query) (?:own )?(?:{SHEETS}|rows|data)))"
        r"(?= (?:(?:other|others|another|some|any|more|tables?|data)\b)|\s*[.,;:?!]|$)",
        rf"{ASKING}pool(?:ing)?(?: together)?(?= {MORE}(?:tables|data ?sets)\b[^.;:!?]* "
        r"(?:with|and) (?:mine|ours|(?:my|our|this) (?:own )?(?:table|one|data|sheet))"
        r"(?:\s*[.,;:!?]|$))",
        rf"{ASKING}be united(?: row by row)?(?: with {OWN_TABLE})?(?:,? by (?:a|the) union)?",
    ),
    "JOIN": (
        rf"as (?:a )?(?:possible )?sources? (?:of|for) {SURELY_MORE}{PARTS['JOIN']}"
        rf"(?: for {OWN_TABLE})?",
        rf"{ASKING}{_COMBINE}(?: (?:it|them|these|those|this))? {_ACROSS}"
        rf"(?: (?:with|to|onto|and) {OWN_TABLE})?",
        rf"(?:with which |to which )?{ASKING}{_ACROSS} {_COMBINE}(?: {TOWARDS})? {OWN_TABLE}",
        rf"(?:that|which|to which|with which) {_OWN_THINGS} {_CAN_BE}"
        r"(?:matched|joined|linked|connected|paired|merged|tied)(?: up)?(?: (?:with|to|onto))?"
        r"(?= by\b| ?[,.;:!?]|$)",
        rf"{ASKING}{_MATCH}(?= (?:[\w-]+ ){{1,4}}(?:with|to|onto) (?:mine|ours|(?:my|our) [\w-]+)"
        r" (?:by|on|via|using) )",
        rf"{ASKING}look(?:ing)?[- ]?up(?= (?:[\w'’-]+ ){{0,6}}by {_A_KEY})",
        rf"{ASKING}look(?:ing)? (?:up )?(?:my|our) [\w-]+ (?:up )?in\b",
        r"(?:(?:for|do|doing|run|running|a|an) )*(?:key lookup|[vx]lookup)(?: (?:from|for|of)"
        rf" {OWN_TABLE})?(?: in(?= (?:one|a|an|another|any|some)\b))?",
        rf"{ASKING}(?:combin|fus|merg)(?:e|ed|ing) (?:the |their |its |all |those |these )*"
        rf"{PARTS['JOIN']}(?: (?:with|into|and|to|onto) {OWN_TABLE})(?: {_ACROSS})?",
        rf"{ASKED}(?:match|pair|link|connect|hook|tie|relate)(?:e?d|ing)?"
        rf"(?: (?:it|them|these|those|this))?(?: up)? (?:with|to|onto) {OWN_TABLE}"
        rf"(?: {_ACROSS})?{_TO_GAIN}?",
        rf"{ASKING}(?:merge|join|attach|add|bring|pull|fold)(?:e?d|ing)?(?: (?:it|them|these))?"
        rf"(?: in)? as {SURELY_MORE}columns\b",
        rf"{MORE}(?:columns )?{ASKING}{_PUT} (?:beside|next to|alongside|side by side with)"
        rf" {OWN_TABLE}{_TO_GAIN}?",
        rf"{ASKING}{_PUT}(?: up)? (?:with|to) {OWN_TABLE}{_TO_GAIN}",
        rf"{ASKING}(?:{_HANG} )?(?:on )?{SIDEWAYS} {OWN_TABLE},? (?:as|in the form of) "
        rf"{MORE}columns(?:,? {ASKING}{_HANG}(?: on)?\b)?",
        rf"{ASKING}{_HANG}(?: on)? {MORE}{PARTS['JOIN']} {SIDEWAYS} {OWN_TABLE}",
        rf"{ASKING}{_HANG}(?: on)?(?: {MORE}{PARTS['JOIN']})? {SIDEWAYS} {_OWN_ROWS}"
        rf"(?:,? (?:taken |drawn )?from(?= {OTHERS}))?",
        rf"{ASKING}(?:supplement|enrich|augment|complement|extend)(?:e?d|ing)? each (?:one )?of "
        r"(?:my|our) (?:own )?(?:rows|records|entries)(?: (?:with|by|from|using))?",
        r"for (?:the |an? )?(?:enrichment|merge|join)(?= (?:ha(?:ve|s)|i|we|with|on|about|that|"
        r"which|where|whose|in which)\b)",
        rf"{ASKING}{_HANG}(?: on)?(?: {SIDEWAYS})?(?: the columns of)? {OWN_TABLE}"
        rf"(?= {_A_COLUMN})",
        rf"{ASKING}{_HANG}(?: on)? {SIDEWAYS} (?:the columns of )?{OWN_TABLE}",
        rf"{ASKING}(?:pair|match|marry|couple|fuse)(?: up)? {OWN_TABLE},? (?:through|by|by way of|"
        rf"via|with) {MORE}columns,? with\b",
        rf"{ASKING}(?:bring|pull|fetch|draw|carry|copy) (?:in|over|across)"
        rf"(?= {_A_COLUMN}[^.;:!?]* from {OTHERS})",
        rf"{ASKING}{_PUT}(?: up)? {OWN_TABLE}(?: up)? with"
        r"(?= (?:other|others|another|some|any|a|more|tables?|data)\b)",
        rf"(?:whose |from which |so that their ){MORE}columns {ASKING}{_PUT}"
        rf" {TOWARDS} {OWN_TABLE}",
        rf"{ASKING}add(?:ing)?(?: {TOWARDS} {OWN_TABLE})?(?= {_A_COLUMN})",
        rf"(?:for |the )*(?:enrichment|augmentation) of {OWN_TABLE}",
        rf"{ASKING}(?:hook|link|pair|connect|tie)(?: up)? {OWN_TABLE}(?: up)? (?:with|to)\b",
        rf"{ASKING}(?:linked|connected)(?: up)? (?:with|to) {OWN_TABLE}",
        r"(?:that |which )?(?:(?:i|we) (?:add|gain|get|obtain)|added|gained|obtained)"
        rf" {BY_JOIN}",
    ),
}
"""What is said of a union alone, or of a join."""
