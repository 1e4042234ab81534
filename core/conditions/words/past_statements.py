"""Find what whoever asks did, does or lacks, which asks for nothing: "We took over two. Find …"."""

from __future__ import annotations

import re

from core.conditions.words.reasons import BEGINS_SENTENCE, BODY, IRREGULAR

_ASKING = (
    r"(?:need|want|requir|lik|prefer|hop|wish|ask|search|look|join|append|union|stack|merg|limit|"
    r"restrict|exclud|filter|wonder|expect|intend|plann|mention|interest)\w*ed\b"
)
_PAST = (
    r"(?:I|we|(?:my|our) [\w'’-]+(?: [\w'’-]+)?)"
    r"(?: (?:just|recently|also|once|have|has|had|only))* "
    rf"(?!{_ASKING})(?:[a-z]{{2,}}ed|{IRREGULAR})\b{BODY}(?=[.!;]\s)"
)
_WORK = (
    r"(?:essay|report|paper|thesis|poster|talk|presentation|project|assignment|homework|article|"
    r"chapter|book|speech|lesson|lecture|exhibition|quiz|story|novel|blog(?: post)?|dissertation|"
    r"class|course|seminar|deck|slides|proposal|review|podcast|newsletter)"
)
_PLAIN = r"(?!(?:of|about|on|in|with|who|that|which|for|and|or|to|from)\b)[\w'’-]+"
_OCCUPIED = re.compile(
    rf"(?:(?:I|we)(?:['’]m| am|['’]re| are) )?(?:(?:just|currently|still|only|busy) )*"
    r"(?:writing|preparing|doing|making|working on|planning|drafting|finishing|starting|giving|"
    rf"putting together) (?:an?|my|our|the|some) (?:{_PLAIN} ){{0,2}}{_WORK}"
    r"(?: (?:for|at) (?:(?:my|our|the|an?) )?(?!(?:tables?|data)\b)[\w'’-]+(?: [\w'’-]+)?)?"
    rf"(?=[.!;]\s)|(?:I|we)(?:['’]m| am|['’]re| are) (?:(?:just|only) )?(?:an? )?"
    rf"(?:{_PLAIN} ){{0,2}}(?:students?|teachers?|pupils?|nurses?|journalists?|librarians?|"
    r"researchers?|volunteers?|beginners?|scientists?|reporters?|writers?|engineers?|tutors?|"
    r"hobbyists?|analysts?|doctors?|historians?)(?=[.!;]\s)",
    re.IGNORECASE,
)
"""What somebody is, or is at work on: "I'm writing a school essay."."""
_OWN = r"(?:I|we|(?:my|our|his|her|the|this) [\w'’-]+(?: [\w'’-]+){0,2})"
_ADVERB = r"(?:(?:still|badly|really|just|so far|clearly|sorely|currently|mostly) )*"
_IS_LACKING = rf"(?:is|am|are) {_ADVERB}(?:missing|lacking|short of)"
_LACKS = rf"what {_OWN} {_ADVERB}(?:lacks?|miss(?:es)?|{_IS_LACKING})"
_BE = rf"(?:is|are|was|were) {_ADVERB}"
_LACKED = re.compile(
    rf"(?:(?P<thing>{BODY}) {_BE}(?:{_LACKS}|(?:missing|lacking|absent|scarce|rare) (?:from|in) "
    rf"(?:mine|ours|(?:my|our) [\w'’-]+(?: [\w'’-]+){{0,2}}))|{_LACKS} {_BE}(?P<named>{BODY})|"
    rf"(?:I|we)(?:(?: am| are|['’]m|['’]re) {_ADVERB}(?:missing|lacking|short of)|"
    rf" {_ADVERB}(?:lack|miss)) (?P<lack>{BODY}))"
    r"(?=\s*[.!;:]\s)",
    re.IGNORECASE,
)
"""What somebody lacks: "Heavy loads are what our manifest lacks: look for tables where …"; "I am
missing evaporation; can I join a table with a column about it?"."""
_CONDITION = re.compile(
    r"\d|[\"“<>=]|\b(?:about|without|where|whose|in which|having|containing|mention\w*|cover\w*|"
    r"concerning|regarding|topic|subject|theme|columns?|at (?:least|most)|more than|fewer than)\b",
    re.IGNORECASE,
)
"""What asks for more than "find tables to join", of which the lack would be the subject."""
_STATEMENT = re.compile(_PAST, re.IGNORECASE)
_REQUEST = re.compile(
    r"[.!;:]\s+(?:(?:so|now|please|kindly),? )?(?:i|we|could|would|can|may|do|is|are|find|show|"
    r"list|give|get|look|search|suggest|fetch|bring|retrieve|what|which|tables?|data ?sets?|"
    r"append|add|stack|union|join|attach|merge)\b",
    re.IGNORECASE,
)
_SPEAKS_OF_TABLES = re.compile(
    r"[\"“”„`=<>]|\b(?:tables?|data\w*|sheets?|spreadsheets?|files?|rows?|columns?|records?|lists?|"
    r"entries|lines?|cells?|values?|key|about|on|concerning|regarding|whose|where|which|that|with|"
    r"without|containing|holding|having|mentioning|topics?|subjects?|themes?|unless|if|not|no|"
    r"union\w*|join\w*|append\w*|stack\w*|merg\w*|it)\b",
    re.IGNORECASE,
)
"""What says what tables are to be like, or what "that" in a request may stand for."""


def read_past_statement(text: str, place: int) -> int:
    """Return where a sentence of the past ends that begins at a place before a request; else 0.

    What somebody is, or is at work on, ends before anything: "I'm writing an essay. whales".

    Examples
    --------
    >>> read_past_statement("We took over two hotels. Find tables on rent", 0)
    23
    >>> read_past_statement("I'm writing an essay. whales", 0)
    20
    >>> read_past_statement("Old coins are what my list lacks: tables about coins", 0)
    32
    >>> read_past_statement("We needed over two hotels. Find tables on rent", 0)
    0
    """
    if not BEGINS_SENTENCE.search(text[:place]):
        return 0
    occupied = _OCCUPIED.match(text, place)
    if occupied is not None:
        return occupied.end()
    lacked = _LACKED.match(text, place)
    if lacked is not None and _REQUEST.match(text[lacked.end() :].lstrip()):
        told = lacked["thing"] or lacked["named"] or lacked["lack"]
        asks = _CONDITION.search(text, lacked.end()) is not None
        return lacked.end() if asks and not _SPEAKS_OF_TABLES.search(told) else 0
    found = _STATEMENT.match(text, place)
    if found is None or not _REQUEST.match(text, found.end()):
        return 0
    return 0 if _SPEAKS_OF_TABLES.search(found[0]) else found.end()
