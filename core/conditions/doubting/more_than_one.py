"""Point out names, topics and values that sound like more than one.

In a text of free order a piece of the sentence may end up in a name: "the part name of any table I
stack under this one". Such a reading is kept and said: whoever asked sees which words to correct.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.conditions.doubting.leaf_words import (
    HINT_NAMED,
    IDENTIFIER,
    NAME,
    TOPIC,
    VALUE,
    unquoted,
    worded,
)
from core.conditions.doubting.unsayable import asks_for_more
from core.conditions.requests import Span
from core.conditions.types import Condition, leaves

_HINT_UNKNOWN = (
    "conditions of that kind are not known; say what cells are, contain, or lie between, or put it "
    "in quotation marks if it is {}"
)
_HINT_NUMBER = (
    "it was taken for {}, number and all; conditions are read in English, such as "
    '"COLUMN above 50000". Put it in quotation marks if it is that'
)
_ONE = "I"
"""A numeral where it is a whole value, and who asks where it is in one."""

_OF_PEOPLE = (
    r"I|we|me|you|my|our|ours|your|please|pls|plz|kindly|thanks|thx|ta|obv|grateful|surely|propose|"
    r"wants?|wish|exists?|recei?ve|give me|lets|let me|(?:i|he|she|it|they|that|which) (?:can|may)|"
    r"it['’]s|that['’]s|[Ii]['’]m|we['’]re"
)
_MODAL = r"should|must|ought|shall|would|could|might|cannot|be|been|\w+n['’]t"
_FINITE = r"is|are|was|were|am|has|have|had|does|do|did|will|that|which|whose|named|called"
_OF_TABLES = (
    r"tables(?! *$)|tuples|records with|datasets?|spreadsheets?|rows|columns?|unionable|joinable|"
    r"stackable|appendable|attach|append|enrich"
)
_DONE = r"joined|joining|unioned|merged|appended|stacked"
_JOINTS = (
    r"only|(?:from|of|to|in|for|by|with) which|either|neither|nor|both|but|likewise|besides|"
    r"instead|while|if|because|so|whose|and one|otherwise|[Uu]nless|Wherever|Whenever|w/|"
    r"(?:which|what|who)ever|rather|than|(?:, |and )that|which|some|any|about|asap|"
    r"(?<=\w )(?:is|are|was|were)(?= \w)"
)
_ENDING = (
    r"of|in|on|at|from|into|onto|with|to|than|as|the|an|and|or|about|per|for|via|by|under|"
    r"beneath|underneath|below|above|inside|within|among|is|are|be|without|not|"
    r"except|excluding|apart from"
)
_BEGINNING = (
    r"of|in (?:the|its|their|that|this)|at|on|with|than|and|or|about|is|are|be|"
    r"to (?:be|include|contain|this|my|our|the)"
)


def _one_of(*alternatives: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w'’-])(?:{'|'.join(alternatives)})(?![\w'’-])")


_IN_ANY = _one_of(_OF_PEOPLE, _MODAL, _OF_TABLES, _JOINTS)
_AMONG_WORDS = _one_of(_DONE)
_IN_NAMES = _one_of(_FINITE, r"table|field", r"[a-z]+(?:ed|wn|en) by [A-Z]\w*")
_OF_NAMES = re.compile(
    r"\s[|/•·]\s|^(?:the|an?)\s|,|['’]s?$|^(?:average|go(?:es)?|missing|tells?)$", re.IGNORECASE
)
_AS_VERB = (
    r"^(?:listed|shown|given|included|recorded|mentioned|described|covered|reported|found|matched|"
    r"(?:the )?(?:theme|topic|subject))$"
)
_IN_VALUES = _one_of(
    r"in (?:the|its|their)",
    r"^(?:in|from) [A-Z]\w*",
    r"^(?:see|know|tell|use|find|get|look|like|want|tells?)$",
    r"^(?:tables?|rows|columns?|data|ones|tuples|records|numbers|dates|values)$",
    r"\bin (?:any|a|whatever) table",
    r"^(?:whatever|anything|everything|something|nothing)\b",
    _AS_VERB,
)
_ABROAD = (
    r"über|ueber|unter|(?:mehr|weniger|größer|kleiner|höher|niedriger|früher|später) als|"
    r"mindestens|höchstens|zwischen|(?:plus|moins) (?:de|que)|au moins|au-dess[uo]us de|entre|"
    r"(?:supérieure?|inférieure?)s? [àa]|(?:más|mas|menos|mais) (?:de|do) (?:que )?|al menos|"
    r"(?:mayor|menor)(?:es)? (?:que|a)|acima de|abaixo de|(?:più|meno) di|oltre|almeno|"
    r"(?:maggior|minor)[ei] di|(?:meer|minder|groter|kleiner) dan|minstens|hoogstens|tussen|"
    r"(?:större|mindre|fler) än|больше|меньше|более|менее|выше|ниже|свыше"
)
"""Comparisons in other languages, of which a number follows."""
_NO_SPACES = r"[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]"
"""Letters of Thai, Japanese, Chinese and Korean, which stand beside numbers without a blank."""
_NUMBER_IN_TOPIC = re.compile(
    rf"{_NO_SPACES}\s?(?!(?:1[5-9]|2[01])\d\d(?!\d))\d|"
    rf"(?i:\b(?:{_ABROAD}))\s*[-−]?\d|"
    r"\b(?!per\b)(?=\w*[^\W\dA-Z_])[^\W\d_]{3,}\s[-−]?"
    r"(?:(?!(?:1[5-9]|2[01])\d\d\b)\d{4,}|\d{1,3}(?:[.,'’]\d{3})+)"
    r"(?![\w-])"
)
"""A number that is no year behind a word that is no abbreviation: hardly what tables are about."""
_COMBINED = re.compile(
    r"\b(?:after|before|for|by|the|a) (?:the |a )?(?:union|join)\b", re.IGNORECASE
)
_VALUE_OF_NAME = re.compile(r"[,:] (?:[a-z]+ )?[a-z]+ [A-Z]")
"""What may be a column and its value: "breweries, region Tuscany"."""
_CLAUSE = re.compile(r"\b(?:where|whose|wherein|whereby)\b")
"""What says of cells, inside a topic: "runs where the time"."""
_LISTED = re.compile(r":(?: [^,]+,|$)")
"""What lists something: "cities: Rome, Oslo"."""
_OF_TOPICS = (_COMBINED, _VALUE_OF_NAME, _CLAUSE, _LISTED)
_CUT_SHORT = re.compile(r"[,;()\[\]]|\w: ")
"""What stands inside a topic only where a text is nothing else: "lighthouses, height, year"."""
_IN_COLUMN_NAMED = re.compile(r"\bin \w+_\w")
"""What is said of a column, inside a value: "clay in soil_type"."""
_BESIDE_NAME = re.compile(r"\w_\w\S* |\s\S*\w_\w")
"""What stands beside a name as only columns have, and is hardly a part of it."""
_BY_NAME = re.compile(r"\b(?:on|by|via|using|with|having|has|have) (?:\w+ and )?\w+_\w")
_ALONE = re.compile(r"\w+_\w+")
_TOLD_SUBJECT = (
    r"\b(?:(?:topic|subject|theme) (?:of )?|content to |related to |about ){words}(?!\w)"
)
_CUT_OFF = re.compile(r", (?:sizes?|topics?|subjects?|themes?)$")
_COMPARED = re.compile(r"\d\S*(?: \w+)? or (?:less|more|fewer|lower|higher|above|below|greater)\b")
_ENDS = re.compile(rf"\s(?:{_ENDING})$|[,;(\[]$|[a-z]{{4}}\.(?:$| [a-z])")
_BEGINS = re.compile(rf"^(?:(?:{_BEGINNING})[\s,]|[,;:)\]])")


def doubtful(text: str, condition: Condition | None, *, beside: bool = False) -> Iterator[Span]:
    """Give the words of a condition that may be more than the name or value that they became.

    Parameters
    ----------
    text
        What the condition was read from. Words that stand in quotation marks there are not doubted.
    beside
        Whether the text asks for a union or a join, too. Beside other things a topic has no commas.

    Examples
    --------
    >>> from core.conditions.types import Topic
    >>> text = "tables with more than 5 rows about rivers I can join"
    >>> [span.text for span in doubtful(text, Topic("rivers I can join"))]
    ['rivers I can join']
    >>> list(doubtful(text, Topic("rivers")))
    []
    """
    every = list(leaves(condition))
    beside = beside or len(every) > 1
    for leaf in every:
        for words, role in worded(leaf):
            if words and asks_for_more(words):
                yield from unquoted(text, words, _HINT_UNKNOWN.format(role))
            elif role == TOPIC and _NUMBER_IN_TOPIC.search(words):
                yield from unquoted(text, words, _HINT_NUMBER.format(role))
            elif role == TOPIC and _is_told_name(text, words):
                continue
            elif words not in {"", _ONE} and _sounds_like_more(words, role, beside=beside):
                yield from unquoted(text, words, HINT_NAMED.format(role))


def _is_told_name(text: str, words: str) -> bool:
    """Whether a name as columns have is said to be the subject: "information about vit_a"."""
    told = _TOLD_SUBJECT.format(words=re.escape(words))
    return _ALONE.fullmatch(words) is not None and re.search(told, text, re.IGNORECASE) is not None


def _sounds_like_more(words: str, role: str, *, beside: bool) -> bool:
    if role == TOPIC and (
        (beside and _CUT_SHORT.search(words))
        or (IDENTIFIER.search(words) and (beside or "," not in words))
        or " or " in words
        or _BY_NAME.search(words)
        or any(sign.search(words) for sign in _OF_TOPICS)
    ):
        return True
    if (role == NAME and words.endswith("tables")) or words.count("(") != words.count(")"):
        return True
    if role == NAME and any(sign.search(words) for sign in (_IN_NAMES, _OF_NAMES, _BESIDE_NAME)):
        return True
    if role == VALUE and (_IN_VALUES.search(words) or _IN_COLUMN_NAMED.search(words)):
        return True
    if " " in words and _AMONG_WORDS.search(words):  # alone it may be a status
        return True
    return any(sign.search(words) for sign in (_IN_ANY, _COMPARED, _ENDS, _BEGINS, _CUT_OFF))
