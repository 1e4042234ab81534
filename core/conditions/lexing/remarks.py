"""Mark the parts of a sentence that ask for nothing: a reason, or what one has already."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lark import Token

from core.conditions.lexing.headings import HEADED
from core.conditions.words.kind_sets import OPERATIONS, PARTING, REQUESTING, SENTENCE_ENDS, WANTED
from core.conditions.words.lexicon import DASHES
from core.conditions.words.own_table import SHEETS
from core.conditions.words.tokens import token

_ONE_WHO_ASKS = re.compile(
    r"\W*(?:(?:and|so|but|because|since|as) )?"
    r"(?:i|i['’]m|i am|i['’]ve|i['’]ll|we|we['’]re|we are|we['’]ll|my|our|he|she|they|it|it['’]s) ",
    re.IGNORECASE,
)
_OWN_TABLE = re.compile(
    r"\W*(?:(?:and|so|but|because|since|as) )?"
    r"(?:(?:i|we)(?:['’]ve)?(?: (?:only|just|currently|already|now))* (?:have|got|have got)|"
    rf"(?:my|our|this) (?:own )?(?:[\w-]+ ){{0,2}}?(?:{SHEETS}|data|sample)(?: of \w+(?: \w+)?)?"
    r"(?: (?:only|just|currently|already|still|itself))* (?:has|holds|contains|covers|is|lists|"
    r"shows|stops|ends|starts|begins)|"
    r"(?:my|our) (?:(?!(?:should|must|may|can|will|shall|ought|to|has|have|that|which)\b)[\w'’-]+ )"
    r"{1,3}(?:stops?|ends?|runs? out|breaks? off|gives? out) (?:at|after|with)) |.* here\W*$",
    re.IGNORECASE,
)
_BY_ONE = (
    r"(?:i|we|you|he|she|it|my|our|your|his|her|nobody|everybody|anything|nothing|everything|"
    r"some(?:one|body))"
)
_FINITE = (
    r"(?:is|are|was|were|has|have|had|does|do|did|will|would|can|cannot|could|may|might|must|"
    r"should|needs?|wants?)(?:n['’]t)?"
)
_REASON = re.compile(
    rf"because\b|now that\b|so that (?:it|i|we|you)\b|"
    rf"for (?:i|we|that|it|our|my) [^,.;:]*?{_FINITE}\b|"
    rf"(?:as|since) (?!(?:any|every|no|some)\w+ (?:other than|but|except)\b)(?:{_BY_ONE}\b|"
    rf"(?:there|this|that|these|those|the|an?|most|some|all|one)\b[^,.;:!?]* {_FINITE}\b)",
    re.IGNORECASE,
)
"""How a reason begins; "born since the war", "Oslo as the city" and "since my visit" are none."""
_PURPOSE = re.compile(r"[Ff]or (?:my|our|his|her|their|an?|the|this) [^A-Z\d\"']*")
_OWN_WRITING = re.compile(
    r"for .*\b(?:my|our) (?:[\w'’-]+ ){0,3}(?:report|paper|article|note|thesis|study|project|work|"
    r"presentation|survey|review|chapter|book|analysis|unit|team|department)\b.*",
    re.IGNORECASE,
)
_REQUEST = re.compile(
    r"[,\s]*(?:i|we|please|kindly|could|would|can|may|do|are there|is there|find|show|list|give|"
    r"look|search|suggest)\b",
    re.IGNORECASE,
)
_OWN_BEFORE = re.compile(
    r"\b(?:i|we)(?:['’]ve)?(?: \w+)? (?:have|got|own|keep|use|made|built|run)\b|"
    r"\b(?:my|our|this) (?:\w+ )?(?:table|sheet|file|data ?set|list)"
    r" (?:has|have|holds|contains|covers|is|lists|shows)\b",
    re.IGNORECASE,
)
"""What says that a table is one's own, of which "it" may speak."""
_ONESELF = re.compile(r"\b(?:I|we|We)\b")
_IN_PASSING = re.compile(
    r"\b(?:i|i['’]m|we|you|my|our|ours|mine|his|her|he|she|they|it['’]s|sorry|promise[ds]?|deadline|"
    r"asked|today|tomorrow|tonight|yesterday|urgent|thanks|boss|hurry|again|last one|long story|"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day(?:['’]s)?)\b",
    re.IGNORECASE,
)
"""What is said of people and of when, and of no table."""
_BEGINNING = {"WORD", "CONTAINS", "GIVES"}
_ASKED = ("should ", "must ", "has to ", "have to ", "ought to ", "needs to ", "need to ")
_STATING = {"is", "are", "was", "were"}
_STATEMENT = re.compile(
    r"\W*(?:(?:the|our|my|this|these|that|those|it|they|we|i)\b|"
    r"[a-z]+er (?:is|are) (?:better|best|nicer|fine|safer)\b)",
    re.IGNORECASE,
)
_THEREFORE = {"so", "hence", "therefore", "thus"}
_COMPARING = {
    *("GT", "GE", "LT", "LE", "OR_MORE", "OR_LESS", "BETWEEN", "AS_COLUMN", "COLUMN", "QUOTED"),
    *("BEFORE", "AFTER", "SINCE", "UNTIL", "EQ", "ONE_OF"),
}
_ASKED_OF_TABLES = {"ABOUT", "ON", "WITH", "TOPIC", "CONTAINS"}
_PRONOUNS = {
    "i",
    "we",
    "you",
    "he",
    "she",
    "it",
    "my",
    "our",
    "nobody",
    "everybody",
    "anything",
    "nothing",
}
_SAYING_MORE = {
    *(
        "TABLES",
        "UNION",
        "JOIN",
        "COLUMN",
        "COLUMNS",
        "ROWS",
        "ROWS_COUNTED",
        "RESULT",
        "QUOTED",
        "KNOWN",
        "TOPIC",
    ),
    *("GT", "GE", "LT", "LE", "EQ", "NEAR", "BETWEEN", "BEFORE", "AFTER", "SINCE", "UNTIL"),
    *("NUMBER", "DATE", "PERCENT", "UP_TO"),
}
"""Kinds of which something is asked, and no remark is made."""


def remarks_marked(row: Sequence[Token], text: str) -> list[Token]:
    """Put one token for each part of a sentence in which whoever asks does what is not asking.

    "I'm writing about old aircraft" is one, "I want old aircraft" is none, nor is what speaks of
    tables, numbers or dates; but a reason and what is said of one's own table are, whatever they
    speak of: "we lost the rows of 2014, so", "my table has 40 rows".
    """
    found: list[Token] = []
    part: list[Token] = []
    begins = 0
    row = _brackets_marked(row, text)
    for place, one in enumerate([*row, None]):
        if one is not None and _begins_reason(one, row[:place], text):
            found += _remark(part, text, begins, row[place:]) or part
            part, begins = [one], one.start_pos or 0
            continue
        if one is not None and not _parts(one, row[place + 1 :]):
            part.append(one)
            continue
        found += _remark(part, text, begins, row[place:]) or part
        part = []
        if one is not None:
            found.append(one)
            begins = one.end_pos or 0
    return found


def _brackets_marked(row: Sequence[Token], text: str) -> list[Token]:
    """Put one token for what is said in passing in brackets: "(a vet asked)", "(sorry)"."""
    found: list[Token] = []
    place = 0
    while place < len(row):
        kinds = [str(one.type) for one in row[place:]]
        closes = place + kinds.index("RPAR") if "RPAR" in kinds else 0
        inside = row[place + 1 : closes]
        passing = inside and _is_passing(row[:place], inside, row[closes], text)
        if kinds[0] != "LPAR" or not passing:
            found.append(row[place])
            place += 1
            continue
        if not {str(one.type) for one in inside} <= {"FILL", "COMMA"}:
            found.append(token("ASIDE", "…", row[place].start_pos, row[closes].end_pos))
        place = closes + 1
    return found


def _is_passing(
    before: Sequence[Token], inside: Sequence[Token], closing: Token, text: str
) -> bool:
    """Whether nothing is asked for in brackets, and somebody or a day is spoken of.

    What trails off asks for nothing, either: "(ethics board...)". A list does, of values or of
    examples: "is one of (red...)", "shop types (bakery, butcher...)".
    """
    kinds = {str(one.type) for one in inside}
    if kinds & (_SAYING_MORE | {"ABOUT", "CONTAINS", "NOT", "WITHOUT", "OR", "K_DATES"}):
        return False
    said = text[inside[0].start_pos : inside[-1].end_pos]
    ends = text[inside[0].start_pos : closing.start_pos].rstrip()
    listed = "COMMA" in kinds or {str(one.type) for one in before[-1:]} & {"IS", "ONE_OF"}
    trails_off = not listed and ends.endswith(("...", "…"))
    return kinds <= {"FILL", "COMMA"} or trails_off or _IN_PASSING.search(said) is not None


def _begins_reason(one: Token, before: Sequence[Token], text: str) -> bool:
    """Whether a token is the first of a reason: "…, as the older one is no longer in use"."""
    begins = _REASON.match(text, one.start_pos or 0)
    if begins is None or text[(one.start_pos or 0) - 1 : one.start_pos].isalnum():
        return False
    apart = not before or str(before[-1].type) in PARTING or str(before[-1]) in DASHES
    return apart or begins[0].lower() == "because" or begins[0].split()[-1].lower() in _PRONOUNS


def _gives_reason(part: Sequence[Token], text: str, begins: int) -> bool:
    """Whether a part is a reason in which nothing is asked for."""
    kinds = {str(one.type) for one in part[1:]}
    begun = _REASON.match(text[begins:].lstrip())
    told = str(part[0].type) in OPERATIONS  # "so that I can combine their rows with mine"
    if begun is None or told or kinds & (_COMPARING | OPERATIONS):
        return False
    if begun[0].lower().startswith("so that") and {"ROWS", "WITH"} <= kinds:
        return False  # "so that I gain records with …"
    return "TABLES" not in kinds or not kinds & _ASKED_OF_TABLES


def _gives_purpose(part: Sequence[Token], text: str, behind: Sequence[Token]) -> bool:
    """Whether a part says what a request is for that follows: "For the note to the minister, …"."""
    if str(part[0]) != "for" or not behind or str(behind[0].type) != "COMMA":
        return False
    said = text[part[0].start_pos : behind[0].start_pos].strip()
    if _REQUEST.match(text[behind[0].start_pos :]) is None:
        return False
    kinds = {str(one.type) for one in part}
    plain = _PURPOSE.fullmatch(said) is not None
    asked = kinds & (_COMPARING | {"TABLES", "UNION", "JOIN", "TOPIC"}) - {"BEFORE", "AFTER"}
    return (plain and not asked) or (
        _OWN_WRITING.fullmatch(said) is not None and "TOPIC" not in kinds
    )


def _parts(one: Token, behind: Sequence[Token]) -> bool:
    """Whether a part of a sentence ends at a token: "my laptop is slow so give me …"."""
    if str(one) in _THEREFORE and behind:
        return str(one.type) == "FILL" and str(behind[0].type) in REQUESTING
    return str(one.type) in PARTING or str(one) in DASHES


def _remark(part: Sequence[Token], text: str, begins: int, behind: Sequence[Token]) -> list[Token]:
    kinds = {str(one.type) for one in part}
    if kinds <= {"FILL"} or any(str(one) == HEADED for one in part):
        return []
    if _gives_reason(part, text, begins) or _gives_purpose(part, text, behind):
        return [token("ASIDE", "…", part[0].start_pos, part[-1].end_pos)]
    if _leads_up(part, text[begins : part[-1].end_pos], behind):
        first = next((one for one in part if str(one.type) != "FILL"), part[0])
    else:
        first = next((one for one in part if str(one.type) in _BEGINNING), part[-1])
        by_one = _ONE_WHO_ASKS.fullmatch(text[begins : first.start_pos])
        asked = str(first).startswith(_ASKED)
        subject = text[begins : first.start_pos].rstrip().lower()
        tables = subject.endswith("they")
        tables = tables or (subject.endswith("it") and not _OWN_BEFORE.search(text, 0, begins))
        asked = asked or (tables and str(first.type) == "CONTAINS")  # "…, it contains Rotterdam"
        if by_one is None or asked or str(first.type) not in _BEGINNING or _SAYING_MORE & kinds:
            return []
    return [token("ASIDE", "…", first.start_pos, part[-1].end_pos)]


def _leads_up(part: Sequence[Token], said: str, behind: Sequence[Token]) -> bool:
    """Whether a part without a request tells what a later one is for."""
    kinds = {str(one.type) for one in part}
    if (
        str(part[0].type) == "TOPIC"
        or WANTED & kinds
        or not WANTED & {str(one.type) for one in behind}
    ):
        return False
    ends = str(behind[0].type)
    if ends == "COLON" and _ONESELF.search(said):
        return True
    states = any(str(one) in _STATING for one in part) and not (_COMPARING | {"TOPIC"}) & kinds
    if ends in SENTENCE_ENDS and states and _STATEMENT.match(said):
        return True
    return _OWN_TABLE.match(said) is not None or (_is_reason(behind) and not _COMPARING & kinds)


def _is_reason(behind: Sequence[Token]) -> bool:
    """Whether what is asked for follows from what was said: "the sample is small, so find …"."""
    if str(behind[0]) in _THEREFORE:
        return True
    words = [str(one) for one in behind[1:3]]
    return words[:1] != [] and words[0] in _THEREFORE and words[1:] != ["that"]
