"""Find what a request is for where that stands before it: "To compare hospitals, we want …"."""

from __future__ import annotations

import re

from core.conditions.words.lexicon import NUMBER_WORDS
from core.conditions.words.own_table import OWN_TABLE
from core.conditions.words.reasons import BEGINS_SENTENCE, BODY

WORKS = frozenset(
    {
        *("analysis", "analyses", "study", "report", "paper", "article", "project", "brief"),
        *("thesis", "dissertation", "survey", "essay", "review", "lecture", "talk", "course"),
        *("presentation", "research", "assignment", "chapter", "overview", "evaluation", "poster"),
        *("examination", "seminar", "work", "story", "newsletter", "blog", "workshop", "class"),
        *("briefing", "book", "memo", "dossier", "handbook", "monograph", "documentary", "lesson"),
        *("leaflet", "brochure", "exhibition", "podcast", "factsheet", "hearing", "pamphlet"),
        *("assessment", "investigation", "feature", "edition", "footnote", "read", "calculation"),
        *("meta-analysis", "meta-analyses"),
    }
)
"""What is about something."""
DAYS = ("day", "days", "week", "month", "weekend", "tomorrow", "time")
"""What says when it is due, and not what it is about: "for my talk on Friday"."""
_PURPOSE = re.compile(
    r"(?:(?:in order|so as) )?to "
    r"(?!(?:be|who|whom|me|us|my|our|the|an?|this|that|these|those|each|every|all|any)\b)"
    rf"(?-i:[a-z]+) {BODY}(?=,)",
    re.IGNORECASE,
)
_WHILE = re.compile(
    rf"(?:before|while|when|whilst|until|till|once|after|as soon as) (?:i|we) {BODY}(?=,)",
    re.IGNORECASE,
)
"""When somebody asks: "Before we go to press, append more records"."""
_REQUEST = re.compile(
    r",\s*(?:i|we|i['’]d|we['’]d|i['’]m|we['’]re|please|kindly|could|would|can|may|might|do|is|are|"
    r"find|show|list|give|get|look|search|suggest|fetch|bring|add|append|attach|join|merge|stack|"
    r"union|which|what|tables?|data ?sets?|"
    r"anything|something|joinable|unionable)\b",
    re.IGNORECASE,
)
_SUBJECT = r"(?:(?!\s[-–—]\s)[^.;:?!()\"“”„«»`\n])+?"
_ASKED = (
    r"(?=,? (?:i|we)(?:['’](?:d|m|re|ll))? (?:need|want|wish|would|seek|require|search|look|am|"
    r"are|like|must|should|have to)\b|"
    rf"{_REQUEST.pattern})"
)
_FOR_WORK = (
    r"for (?:an?|the|this|my|our|his|her|their) "
    rf"(?:[\w-]+ ){{0,2}}?(?:{'|'.join(sorted(WORKS))})\b"
)
_WORK = re.compile(rf"{_FOR_WORK} (?:on|about|of|into) {_SUBJECT}{_ASKED}", re.IGNORECASE)
_FOR_IT = re.compile(
    rf"(?:(?:it|this|that)(?: is|['’]s) |its )(?:\w+ly |just |all )?{_FOR_WORK}"
    r"(?=[,;.!]|\s[-–—]\s)",
    re.IGNORECASE,
)
"""What says the same by itself: "It is for a footnote, but I do need tables"."""
_ABOUT_WORK = re.compile(rf"(?P<work>{_FOR_WORK}) about\b", re.IGNORECASE)
_OCCASION = re.compile(rf"{_FOR_WORK}(?=$| (?:that|which|due|next|this)\b)", re.IGNORECASE)
OF_OWN_TABLE = (
    r"(?:my|our) (?:own )?"
    r"(?:(?!(?:from|with|to|by|using|through|and|of|for|in|an?|any|some|the|other|more)\b)"
    r"[\w-]+ ){0,2}?"
    r"(?:table|data ?set|file|sheet|spreadsheet|list|register|roster|ledger|inventory|log|"
    r"database|workbook|catalog(?:ue)?) (?:on|about|concerning|regarding|covering)"
)
"""What stands before the subject of one's own table: "our table on exclusions"."""
_TABLES = re.compile(r"\b(?:tables?|data ?sets?)\b", re.IGNORECASE)
_FOR_OWN_TABLE = re.compile(rf"for {OF_OWN_TABLE} {_SUBJECT}{_ASKED}", re.IGNORECASE)
_OWN = re.compile(rf"\b(?:(?:mine|ours|it|them)\b|{OWN_TABLE})", re.IGNORECASE)
"""What a union makes longer, or a join wider: such a purpose is what is asked for."""
_NUMBERS = "|".join(sorted({*NUMBER_WORDS, "hundred", "dozen", "thousand"} - {"_"}))
_TOPIC = re.compile(
    r"(?<!column )(?<!columns )(?<!field )(?<!attribute )(?<!one )"
    r"(?<!columns that are )(?<!columns which are )(?<!column that is )(?<!column which is )(?:"
    rf"\babout (?!\d|(?:a |an |one )?(?:{_NUMBERS})\b)|"
    r"\b(?:concern(?:s|ing)?|regarding|cover(?:s|ing)?|deal(?:s|ing)? with|relat(?:ed|ing) to|"
    r"topics?|subjects?|themes?|"
    r"(?:tables?|data|data ?sets?|files?|sheets?|anything|something|figures|statistics) on)\b)",
    re.IGNORECASE,
)
_TOLD = re.compile(
    r"(?<!column )(?<!columns )(?<!field )(?<!attribute )(?<!one )"
    r"(?<!columns that are )(?<!columns which are )(?<!column that is )(?<!column which is )(?:"
    rf"\babout (?!\d|(?:a |an |one )?(?:{_NUMBERS})\b)|"
    r"\b(?:concerning|regarding|covering|dealing with|relat(?:ed|ing) to|"
    r"on the (?:topic|subject|theme) of|(?:that|which) (?:covers?|concerns?|deals? with)|"
    r"(?:tables?|data|data ?sets?|anything|something|figures|statistics)"
    r"(?: (?:that|which) (?:are|is))? on)\b"
    r"(?! (?:at (?:least|most)|over|under|more|fewer|less)\b))",
    re.IGNORECASE,
)
"""How tables are surely told to be about something: a column may be called "subject"."""
_CONDITION = re.compile(
    r"\d|[\"“<>=]|\b(?:about|with|without|where|whose|in which|having|holding|containing|that|"
    r"which (?:have|has|mention|contain)|mention\w*|over|under|at (?:least|most)|more|fewer)\b",
    re.IGNORECASE,
)


def read_purpose(text: str, place: int) -> int:
    """Return where a purpose ends that begins at a place and has a request behind it; else 0.

    Of a request for nothing but tables the purpose is the subject: "To study tides, I need tables".
    What a report is about is none where it is told what its tables are about; nor is what one's own
    table is about.

    Examples
    --------
    >>> read_purpose("For a report on ageing I need tables about homes", 0)
    22
    >>> read_purpose("To compare hospitals, we want tables on hip replacement", 0)
    20
    >>> read_purpose("Before we go to press, append tables about homes", 0)
    21
    >>> read_purpose("It is for a footnote, but I need tables about homes", 0)
    20
    >>> read_purpose("To study tides, I need tables", 0), read_purpose("To append, over 9 rows", 0)
    (0, 0)
    """
    if not BEGINS_SENTENCE.search(text[:place]):
        return 0
    work = _WORK.match(text, place)
    if work is not None:
        told = _TOLD.search(text, work.end()) is not None
        return work.end() if told and not work[0].lower().endswith(DAYS) else 0
    own = _FOR_OWN_TABLE.match(text, place)
    if own is not None:
        return own.end()
    for_it = _FOR_IT.match(text, place)
    if for_it is not None and _TABLES.search(text, for_it.end()):
        return for_it.end()
    found = _PURPOSE.match(text, place) or _WHILE.match(text, place)
    if found is None or _OWN.search(found[0]) or not _REQUEST.match(text, found.end()):
        return 0
    asks = any(form.search(text, found.end()) for form in (_CONDITION, _TOPIC))
    return found.end() if asks else 0


def is_of_own_table(said: str) -> bool:
    """Whether a purpose is one's own table, of which it says what it is about.

    Examples
    --------
    >>> is_of_own_table("For our table on wages"), is_of_own_table("For a report on wages")
    (True, False)
    """
    return re.match(rf"for {OF_OWN_TABLE}\b", said, re.IGNORECASE) is not None


def is_occasion(said: str) -> bool:
    """Whether it only begins by naming the work that a request is for, not what that is about.

    Examples
    --------
    >>> is_occasion("For the budget review"), is_occasion("For the book prices")
    (True, False)
    """
    return _OCCASION.match(said) is not None


def without_about(said: str) -> str:
    """Say "on" of the subject of some work: elsewhere "about" tells what tables are about.

    Examples
    --------
    >>> without_about("For a report about trawlers")
    'For a report on trawlers'
    """
    return _ABOUT_WORK.sub(r"\g<work> on", said, count=1)


def is_perhaps_subject(text: str, ends: int) -> bool:
    """Whether a request names no subject, so that the purpose before it may be that.

    Examples
    --------
    >>> is_perhaps_subject("To study tides, tables over 9 rows", 14)
    True
    """
    return _TOPIC.search(text, ends) is None
