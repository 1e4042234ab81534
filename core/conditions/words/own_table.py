"""Words for the table of whoever asks: "mine", "our fleet table", "the one I have open"."""

from __future__ import annotations

import re

from core.conditions.words.key_names import KEYS

SHEETS = (
    r"(?:tables?|data ?sets?|set of records|files?|sheets?|spreadsheets?|lists?|registers?|"
    r"rosters?|ledgers?|panels?|inventor(?:y|ies)|logs?|databases?|workbooks?|exports?|extracts?|"
    r"timetables?|catalog(?:ue)?s?|overviews?|summar(?:y|ies)|records)"
)
_SHEET_OF_NAME = (
    r"(?:table|data ?set|file|sheet|spreadsheet|list|register|registry|roster|ledger|inventory|"
    r"log|database|workbook|export|extract|timetable|catalog(?:ue)?|overview|summary|calendar|"
    r"journal|roll|index|directory|census|survey|schedule|plan|book|diary|archive|statistics|"
    r"standings|holdings|records|data|collection)"
)
"""What a table with a name of its own ends with: "the staff register", "the ward table"."""
_OF_NO_NAME = (
    r"(?:other|joined|merged|combined|resulting?|final|same|following|first|second|last|new|whole|"
    r"entire|lake|right|left|candidate|target|union|join|unioned|found|wanted|next|each|any)\b"
)
_NO_ADJECTIVE = r"(?:with|where|that|which|whose|of|on|about|and|from|for|to|in|table)\b"
_ONE_OPEN = (
    r"the (?:one|table|sheet|file) (?:that )?(?:I|i|we)(?: already)?"
    r"(?:['’]ve got|['’]ve| have| had| am| are|"
    r"['’]m|['’]re| (?:just )?(?:sent|uploaded|gave|shared|provided|selected|chose|picked|pasted|"
    r"supplied|maintain|keep|use|manage|compile))"
    r"(?: (?:here|opened|loaded|open|already|now|you|just|sent|uploaded|given|shared|"
    r"provided|selected|chosen|picked|working (?:on|with)|looking at|viewing|using|editing|"
    r"compiling|maintaining|building|daily|every day))*"
)
_GOES_ON = (
    r"(?= (?:with|where|that|which|whose|in which|about|on|and|for|as|from|should|must|via|using|"
    r"by(?= \w*_\w)|something|anything|whatever|as long as|so long as|provided|if|but|has|"
    r"have|needs|wants|lacks|only|needs to|please|"
    r"(?:in order )?to (?:get|gain|obtain|add)|"
    r"(?:(?:an?|another|some|any|more|other|further|the|those|only the|only those|all) )?"
    r"(?:tables?|data ?sets?)|"
    r"downwards?|sideways|vertically|horizontally|to the (?:right|left|side)|"
    r"(?:at|on|from) the (?:bottom|end|foot|side)|to grow|to become|next to|alongside|"
    r"by (?:adding|attaching|appending|joining|stacking|merging)|"
    r"by (?:(?:an?|another|one|some|any|more|other|further|those|such) )*(?:[\w-]+ )?"
    r"(?:tables?|columns?|those|others|one|rows)|"
    r"(?:in|by|through|via) (?:an?|the) (?:join|merge|union))\b|"
    r" ?[,.:;?!(&]| w/ | [-–—] |$)"
)
_NO_THINGS = (
    r"(?:at|over|under|more|fewer|less|between|about|around|exactly|up|no|the|our|my|with|where|"
    r"that|which|whose|on|and|from|for|to|in|\d[\d.,]*)\b"
)
_FORMS = (
    _ONE_OPEN,
    r"the above(?: table| one)?|mine|ours|(?:the )?current table|(?:the )?present (?:one|table)|"
    r"the (?:table|sheet|one) (?:being )?(?:above|shown|displayed|on screen|in hand|at hand)|"
    r"others|another(?: one| table)?",
    r"(?:my|our|his|her|their|this|the|these)"
    r"(?: (?:own|present|current|open|existing|query|seed|original|above|given|input|uploaded|"
    r"selected|chosen|supplied|provided))*"
    rf" (?:{SHEETS}|one|ones|own(?! (?!{_NO_ADJECTIVE})[\w-]+(?: [\w-]+)?{_GOES_ON})|data|query)"
    rf"(?: of (?!{_NO_THINGS})[\w-]+(?: (?!{_NO_THINGS})[\w-]+){{0,2}}?{_GOES_ON})?",
    rf"the (?!{_OF_NO_NAME})(?:(?!{_NO_ADJECTIVE}|and\b|or\b)[\w'’-]+ ){{1,3}}?{_SHEET_OF_NAME}"
    rf"{_GOES_ON}",
    rf"(?:my|our|this)(?: (?!{_NO_ADJECTIVE}|the\b|those\b)[\w'’-]+){{1,2}}? {SHEETS}",
    rf"(?:the|a) [\w-]+['’]s (?:own|{SHEETS})",
    r"(?:those|the ones|the rows|the records) (?:of|in) "
    r"(?:(?:my|our|this|the query) (?:table|sheet|data|file)|mine|ours)",
    r"(?:my|our)(?: [\w-]+){1,2}? data(?= (?:using|with|by|from|on(?= \w*_))\b|[,.;:?]|$)",
    r"it|here|this",
    r"(?:these|those|them)(?= ?[,.;:?!]|$| (?:with|where|whose|which)\b)",
    r"what (?:i|we|I) (?:already )?have(?: open| here| already| so far| now)?|"
    r"what (?:i|we|I)['’]ve got(?: here| open)?",
    rf"(?:my|our)(?: own)? (?!own\b)[\w-]+(?: (?!{_NO_ADJECTIVE})[\w-]+){{0,2}}?{_GOES_ON}",
)

OWN_TABLE = (
    rf"(?:{'|'.join(_FORMS)})\b"
    r"(?: on (?:my|the) screen| (?:I|i|we)(?: have|['’]ve got)(?: here| open)?)?"
)
"""A pattern of words for one's own table, behind a verb that does something with it."""
ROUGHLY_OWN_TABLE = (
    r"(?:the|an?|my|our|his|her|their|this|these|those|them|mine|ours|others|another|current|"
    r"present|what|it|here)\b[\w'’ -]*"
)
"""A short pattern that fits wherever that one does, and further."""
TOWARDS = (
    r"(?:with|w/|to|onto|on to|into|under|underneath|below|beneath|on top of|on|for|"
    r"(?:at|to|onto|on) the (?:end|bottom|foot) of)"
)
"""A pattern of what may stand between such a verb and the table."""
_SHEET = re.compile(
    r"to (?:my|our) list of [\w-]+(?= ?,)|"
    rf"(?:{TOWARDS} )?the (?:query|seed|given) {SHEETS}"
    r"(?= (?:still )?(?:lacks|misses|is missing)\b)|"
    rf"(?:{TOWARDS} )?(?:my|our|this)(?: (?!{_NO_ADJECTIVE}|{SHEETS}\b)[\w'’-]+){{0,2}} "
    rf"{SHEETS}\b(?!['’])"
    r"(?: of [\w-]+(?= (?:I|we|ought|should|must|can|could|may|might|will)\b| ?,)|"
    rf" of (?!{_NO_THINGS})[\w-]+(?: [\w-]+)?(?=\s*(?:[.;!?]|$)))?|"
    rf"{TOWARDS} (?:the|a) [\w-]+['’]s (?:own\b|{SHEETS}\b)|"
    r"(?:under|underneath|below|beneath|onto|on top of) (?:mine|ours|this one|this(?=\s*[,.;:])|"
    r"(?:my|our) own(?=\s*(?:[,.;:!?]|$)))\b|"
    r"(?:under|underneath|below|beneath|after|behind) (?:my|our|the|its) (?:very )?last "
    r"(?:row|record|line|entry)\b|"
    rf"{TOWARDS} (?:{_ONE_OPEN}|the (?:present|current|above) (?:one|table)|"
    r"what (?:i|we)(?:['’]ve got| have)(?: (?:open|here|already))*|"
    r"the (?:table|sheet|one) (?:above|shown|displayed))\b",
    re.IGNORECASE,
)
_HAVING = re.compile(
    r"(?:I|we)(?:['’]ve(?: got)?| have(?: got)?| hold| own| am working (?:on|with)|"
    r" are working (?:on|with)) "
    rf"(?:a|an|this|one) (?!{SHEETS}\b(?! at hand| here| open| of))(?:[\w-]+ ){{0,3}}{SHEETS}"
    r"(?: (?:at hand|here|open))?"
    rf"(?: of (?!{_NO_THINGS})[\w-]+(?: (?!{_NO_THINGS})[\w-]+){{0,2}}?)?"
    r"(?=\s*[,.;:]|\s+and (?:(?:I|we)\b|(?:want|need|would like|am looking)\b))",
    re.IGNORECASE,
)
_THINGS = re.compile(
    r"(?:to|onto|with) (?:my|our) [\w-]+(?: [\w-]+)?(?=\s*(?:[,.;:?!]|$))|"
    r"(?:to|onto|with|into) (?:my|our) (?:[\w-]+ ){1,3}?"
    r"(?=(?:(?:using|via|by|on) \w+_\w|"
    r"(?:where|that|which|whose|as long as|so long as|provided)\b))",
    re.IGNORECASE,
)
_FOR_THE = re.compile(
    rf"(?:for|to|with|onto|under|below|beneath) (?:the )?(?!{_OF_NO_NAME}|{_NO_ADJECTIVE})"
    rf"(?:(?!{_NO_ADJECTIVE}|and\b|or\b)[\w'’-]+ ){{1,3}}?{_SHEET_OF_NAME}(?=\s*[,.;:]|"
    r" (?:by|with|through|via)\b)",
    re.IGNORECASE,
)
_BEFORE_FOR = re.compile(
    r"(?:^|[.;!?]\s*|\b(?:candidates|partners?|matches|columns|rows|lines|records|union|join|merge|"
    r"lookup)\s)$",
    re.IGNORECASE,
)
"""What stands before words for one's own table that have no "my": "union candidates for the"."""
_LACKING = re.compile(
    r" (?:still )?(?:lacks|is missing|misses|has no|doesn['’]t have|is without|could do with)"
    r"(?: is)?"
    r"(?= (?:(?:an?|any|some) )?(?:column|field|attribute))",
    re.IGNORECASE,
)
_COMBINING = re.compile(r"\b(?:add|attach|append|merge|join|link|stack)", re.IGNORECASE)
_TO_THE = re.compile(
    rf"(?:to|onto) the (?!{_OF_NO_NAME}|(?:end|bottom|foot|side|top|north|south|east|west|nearest|"
    rf"key|column|present|minute|hour|street|{KEYS})\b)[a-z][\w-]+"
    rf"(?: (?!{_NO_ADJECTIVE}|(?:tables?|columns?|fields?|keys?)\b)[\w-]+)?(?=\s*(?:[,.;:?!]|$))"
)
_COMBINED = re.compile(
    r"(?:^|[.;:?!,] |\b(?:to|can|could|we|i|please|that|and|me) )"
    r"(?:add|attach|append|merge|join|stack)(?:ing)? [^.;:?!]*"
    r"\b(?:tables|data ?sets|rows|records|lines|entries|columns|fields|attributes) $",
    re.IGNORECASE,
)
"""What is added to something: "append tables with over 70 rows | to the emergency calls"."""


def read_own_sheet(text: str, place: int) -> int:
    """Return where words for one's own table end, that begin at a place; 0 if there are none.

    Examples
    --------
    >>> read_own_sheet("our fleet table needs fuel prices", 0)
    15
    >>> read_own_sheet("add columns on rents to my patients.", 21), read_own_sheet("to my town", 0)
    (35, 0)
    >>> read_own_sheet("append tables to the survey, over 9 rows", 14)
    27
    """
    if place and (text[place - 1].isalnum() or text[place - 1] in "-_"):
        return 0
    match = _SHEET.match(text, place) or _HAVING.match(text, place)
    if match is None and _COMBINING.search(text, 0, place):
        match = _THINGS.match(text, place)
    if match is None:
        added_to = _TO_THE.match(text, place)
        match = added_to if added_to and _COMBINED.search(text[:place]) else None
    if match is None and _BEFORE_FOR.search(text[:place]):
        match = _FOR_THE.match(text, place)
    if match is None:
        return 0
    lacking = _LACKING.match(text, match.end())
    return lacking.end() if lacking else match.end()
