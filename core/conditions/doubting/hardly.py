"""Point out names, topics and values that hold what hardly belongs to one.

Unusual words leave a reading without a gap: "boast a lap length" was taken for the name of a
column, "excess of 48,000" for a value. Such a reading is kept and said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.conditions.doubting.leaf_words import HINT_NAMED, NAME, VALUE, unquoted, worded
from core.conditions.requests import Span
from core.conditions.types import Condition, OnColumns, Text, Topic, leaves

_LINKS = (
    r"(?<!\bof )(?<!\bin )(?<!\bat )(?<!\bon )(?<!\bfor )(?<!\bby )(?<!\bto )(?<!\bper )"
    r"(?<!\bfrom )(?<!\bwith )(?<!\bvs )(?<!\bvs\. )(?<!\band )(?<!\bor )(?<!& )(?<!\bunder )"
    r"(?<!\bover )(?<!\binto )(?<!\bunto )(?<!\bafter )(?<!\bbefore )(?<!\bnear )"
)
"""What stands before an article inside a name: "end of the term"."""
_LETTERED = (
    r"(?<!\bvitamin )(?<!\bhepatitis )(?<!\bblock )(?<!\bgroup )(?<!\btype )(?<!\bclass )"
    r"(?<!\bgrade )(?<!\bserie )(?<!\bplan )(?<!\bteam )(?<!\bpart )(?<!\bsection )(?<!\bzone )"
    r"(?<!\broom )(?<!\bhalf )(?<!\bsuch )(?<!\bonce )(?<!\btimes )"
)
"""What has a letter for its name: "vitamin a level"."""
_ARTICLE_IN_NAME = re.compile(
    rf"(?<=\w ){_LINKS}(?:(?:the|an|them|these|those|they|he|she|him|it)|{_LETTERED}a)(?= \w)"
)
_ARTICLE_IN_VALUE = re.compile(rf"^[a-z][\w'’-]* (?:[a-z][\w'’-]* )*?{_LINKS}(?:the|an?)(?= [a-z])")
_OF_CELLS = re.compile(
    r"^(?:(?:their|its|the|whose) )?(?:cells?|rows?|values|tables?|cell values)$", re.IGNORECASE
)
"""What columns are hardly called: they are what columns are made of."""
_OF_SEARCHES = {
    "matter",
    "overlap",
    "coverage",
    "similarity",
    "containment",
    "jaccard",
    "relevance",
}
"""What is asked of a search rather than of a column."""
_VERB_BEHIND = re.compile(
    r"\w (?:down|boasts?|sports?|clocks?|weighs|musters|tallies)$|^[a-z]+s (?:cost|weigh|earn)$"
)
_TOTALS = re.compile(r"\w totals?$")
_DOER = re.compile(
    r"\b(?:should|must|shall|will|would|can|could|may|might|cannot|ought to|they|he|she|we|i|"
    r"(?<!so )(?<!such )(?<!in )(?<!for )(?<!of )(?<!on )(?<!at )(?<!by )(?<!from )(?<!with )"
    r"(?<!under )(?<!provided )(?<!given )(?<!condition )(?<!sure )(?<!ensure )(?<!insist )"
    r"(?<!require )(?<!now )(?<!assuming )(?<!supposing )(?<!means )(?<!below )(?<!above )"
    r"(?<!to )(?<!after )(?<!before )(?<!see )(?<!know )(?<!requirement )(?<!proviso )"
    r"(?<!except )(?<!but )(?<!is )(?<!and )(?<!, )(?:that|which)) +$",
    re.IGNORECASE,
)
"""What a verb stands behind and no name: "they should tackle either rowing or sailing"."""
_KEY_WORD = re.compile(
    r"^(?:key|keys|key column|join key) .*\b(?:codes?|ids?|number|name|isbn|sku|postcode)$"
)
"""The word for a key before its name: "by the key player id"."""
_NUMBERED = (
    r"type|class|grade|level|year|stage|phase|tier|group|version|section|terminal|platform|gate|"
    r"zone|ward|district|unit|division|room|floor|block|lane|line|route|road|batch|lot|step|part|"
    r"chapter|volume|series|season|week|day|quarter|round|band|category|cat|step|rank|pool|heat|"
    r"set|model|mark|mk|no|number|nr|plan|plot|bay|pier|berth|dock|hall|wing|shift|cohort|arm|"
    r"set|key|form|term|semester|size|cycle|wave|pack|team|option|priority|severity|score|"
    r"sector|region|area|bus|tram|train|flight|track|trail|interstate|highway|category|site|code"
)
"""What has a number behind it: "terminal 2"."""
_NUMBER = r"[-−]?(?:\d{1,3}(?:[,.]\d{3})+|\d+(?:[.,]\d+)?)%?"
_ENDS_IN_NUMBER = re.compile(rf"^(?:[a-z][\w'’-]*,? )*?([a-z][\w'’-]*) {_NUMBER}(?: on)?$")
_NUMBERED_WORD = re.compile(rf"(?:{_NUMBERED})s?")
_MATTER = re.compile(r"^(?:matter|issue|point|question|thing|focus|goal|aim|idea|case)$")
"""What something is to whoever asks: "whales are the point"."""
_HOW_OFTEN = re.compile(
    r"^(?:rarely|seldom|scarcely|barely|hardly(?: ever)?|sometimes|occasionally|often|frequently|"
    r"usually|generally|typically|mostly|always|never) [a-z]|"
    r"[a-z] (?:throughout|everywhere|always|sometimes|all along|all through)$"
)
"""What says in how many rows it is so, and is no part of a value: "late throughout"."""
_NO_VALUE = re.compile(r"(?:too|so|either|likewise|also|as well|known)")
"""What is no value of its own: "price is over 5 and weight is too"."""
_COMPARING = re.compile(
    r"^(?:not )?(?:under|over|above|below|beneath|before|after|beyond|past|until|since|within|"
    r"between|around|roughly|approximately|nearly|almost|less|more|fewer|greater|higher|lower|"
    r"larger|smaller|at (?:least|most)|up to|no (?:more|less)) (?!-)",
)
"""What compares rather than is a value: "arrival is before noon"."""
_OF_SIGN = re.compile(r"(?:non-?|not )?(?:positive|negative|zero)|(?:odd|even)(?: numbers?)?")
"""What numbers are, and samples: "salary is negative"."""
_OF_SAMPLES = re.compile(
    r"diagnos|result|status|test|outcome|sentiment|screen|assay|culture|serolog|swab|smear|"
    r"charge|polarity|feedback|reaction|response|review|rhesus|\brh\b|parity",
    re.IGNORECASE,
)
_ROUGHLY = re.compile(
    r"(?:early|mid|late)?[- ]?(?:twent|thirt|fort|fift|sixt|sevent|eight|ninet)(?:y-something|ies)|"
    r"\d+[- ]?(?:ish|something)|\d{4} (?:to date|to (?:the )?present|to now|ff?)"
)
_CURRENCY = re.compile(
    r"(?:euros?|dollars|pounds|yen|yuan|rupees|usd|eur|gbp|[mck]?m|kg|km|celsius)"
)
"""What cells are counted in: "price is in euros"."""
_OF_KIND = re.compile(r"(?:number|integer|date|text|string|boolean)")
"""What "is a" makes a kind of cells: "price is a number"."""
_EXTREME = re.compile(
    r"^(?:highest|lowest|largest|smallest|greatest|biggest|longest|shortest|typical|earliest|"
    r"latest|newest|oldest) [a-z]"
)
"""What no condition can say, and hardly a name behind "the": "the highest price is over 40"."""
_COUNTED = re.compile(
    r"^(?:\d[\d.,]*|two|three|four|five|six|seven|eight|nine|ten|twelve) [a-z]+s\b"
)
"""What a column may say of each row, rather than what tables are about: "with 3 bedrooms"."""
_HAVING = re.compile(r"\b(?:with|have|has|having|of) +$", re.IGNORECASE)
_KEY_AT_TIME = re.compile(r"\b(?:year|date|season|month)s? \d{4}$", re.IGNORECASE)
"""A name and when it is, as no key is called: "join on year 2010"."""
_PERIOD = re.compile(r"(?:year|quarter|month|week|day|season|term|weekend)s?")
_DEGREE = re.compile(
    r"(?:very |too |quite |rather |fairly |really )?(?:high|low|cheap|expensive|large|small|big|"
    r"huge|tiny|old|young|long|short|tall|heavy|light|warm|cold|hot|constant)"
)
_MEASURE = (
    r"(?:price|cost|salary|wage|income|revenue|profit|population|age|temperature|weight|height|"
    r"length|width|distance|duration|area|amount|number|count|total)s? (?:is|are)"
)
"""What degrees say nothing exact of: "price is low"."""
_RELATIVE = r"(?:this|last|next|current|previous|past)"
"""What makes a time of a word, which moves: "order date is this year"."""
_BY_WORDS_BEFORE = (
    (_MATTER, "the"),
    (_PERIOD, _RELATIVE),
    (_OF_KIND, "is an?"),
    (_CURRENCY, "(?:is|are|given|stated) in"),
    (_DEGREE, _MEASURE),
    (_NO_VALUE, "(?:is|are|was|were)"),
)
"""Words that are hardly a value, and what stands before them then."""
_LARGE = re.compile(r"\d{4,}|\d[,.]\d{3}")
_LINKING = re.compile(
    r"\b(?:of|than|to|at|past|from|beyond|by|top|tops|under|over|above|below|about|around|least|"
    r"most|until|since|before|after|on)$"
)
_CLAUSE = re.compile(r"(?<=\w),\s+(?:[a-z]|I\b)|,\s+[^,]*\b[a-z]{2,} \d[\d.,]*$")
"""What goes on behind a comma and is no more of a value: "Baggio, the speed outpaces 95"."""
_ENDS_IN_CLAUSE = re.compile(r"\w (?:that|which|who) [a-z]+$")
_NO_TOPIC = re.compile(
    r"^(?:from|to|out of|(?:ones|one|those|such) .*|alongside|beneath|underneath|"
    r"beside|besides|go [a-z]+|them|themselves|"
    r"(?:an? |the |any |some |more )?(?:tables?|data ?sets?|rows|union|join|columns?|matter|mind)|"
    r"[A-Z]\w+ (?:up|out|down|on|off)|themselves .*|"
    r"(?:treats?|examines?|chronicles|revolves?|dwells) .*)$"
)
"""What begins with a verb or is no noun at all: "treats relay marathons"."""
_NUMBER_BEHIND_COMMA = re.compile(r", (?:the|its|their|an?) [^,]*\d")
"""What is said of cells behind a subject: "trains, the fare a paltry 30"."""
_REFUSED = re.compile(r"\b(?:never|not|nor|without) +$", re.IGNORECASE)
_DOING = re.compile(
    r"^[a-z]+ing (?:into|from|over|under|with|upon|towards?|at|in|on|to|of|for|about|by|the|any)\b"
)
"""What tables do, where it is refused: "never straying into floods"."""
_LIKE_KEY = re.compile(
    r"(?:^|\b(?:on|by|via) )[\w ]*\b"
    r"(?:codes?|ids?|key|identifier|number|postcode|isbn|sku|name|email)$"
)
_SAYING_KEYS = re.compile(r"\b(?:on|by|via|using|or) +$", re.IGNORECASE)
"""What a key stands behind: "join on hotel name or city name"."""
_KIND_IN_VALUE = re.compile(
    r"^[a-z]+s? .*\b(?:true or false|yes or no|(?:nothing but|solely|purely|merely|wholly) .*|"
    r"(?:dates|numbers|booleans))$"
)
"""What says of which kind a column is, in other words: "admits solely of true or false"."""


def hardly(text: str, condition: Condition | None, *, beside: bool) -> Iterator[Span]:
    """Give the names, topics and values of a condition that hold what hardly belongs to one.

    Parameters
    ----------
    text
        What the condition was read from. Words in quotation marks there are not doubted.
    beside
        Whether the text asks for a union or a join, too.

    Examples
    --------
    >>> from core.conditions.types import Category, Topic
    >>> text = "where the price is excess of 48,000"
    >>> [span.text for span in hardly(text, Category("price", ("excess of 48,000",)), beside=True)]
    ['excess of 48,000']
    >>> list(hardly("where gate is terminal 2", Category("gate", ("terminal 2",)), beside=True))
    []
    """
    every = list(leaves(condition))
    beside = beside or len(every) > 1
    for leaf in every:
        for words, role in worded(leaf):
            topic = isinstance(leaf, Topic)
            told = topic and (beside or _NUMBER_BEHIND_COMMA.search(words) is not None)
            if words and _is_hardly(words, role, text, told=told):
                yield from unquoted(text, words, HINT_NAMED.format(role))
        if isinstance(leaf, OnColumns):
            for name in leaf.columns:
                if _KEY_WORD.search(name) or _KEY_AT_TIME.search(name):
                    yield from unquoted(text, name, HINT_NAMED.format(NAME))
        if isinstance(leaf, Text) and not leaf.column and _KIND_IN_VALUE.search(leaf.text):
            yield from unquoted(text, leaf.text, HINT_NAMED.format(VALUE))


def _is_hardly(words: str, role: str, text: str, *, told: bool) -> bool:
    if role == NAME:
        return _is_hardly_name(words, text)
    if role == VALUE:
        return _is_hardly_value(words, text)
    return told and _is_hardly_topic(words, text)


def _is_hardly_topic(words: str, text: str) -> bool:
    if any(sign.search(words) for sign in (_NO_TOPIC, _ENDS_IN_CLAUSE, _NUMBER_BEHIND_COMMA)):
        return True
    before = text[: max(text.find(words), 0)]
    if _DOING.search(words) and _REFUSED.search(before):
        return True
    if _COUNTED.search(words) and _HAVING.search(before):
        return True
    return bool(_LIKE_KEY.search(words) and _SAYING_KEYS.search(before))


def _is_hardly_name(words: str, text: str) -> bool:
    if words.lower() in _OF_SEARCHES:
        return True
    if any(sign.search(words) for sign in (_ARTICLE_IN_NAME, _OF_CELLS, _VERB_BEHIND)):
        return True
    place = text.find(words)
    before = text[: max(place, 0)]
    if _EXTREME.search(words) and before.endswith("the "):
        return True
    if _TOTALS.search(words) and before.endswith("the "):
        behind = text[place + len(words) :]
        return not behind.startswith((" is", " was", " are", " must", " should"))
    return place > 0 and _DOER.search(before) is not None


def _is_hardly_value(words: str, text: str) -> bool:
    if any(sign.search(words) for sign in (_CLAUSE, _ARTICLE_IN_VALUE, _HOW_OFTEN, _COMPARING)):
        return True
    if _ROUGHLY.fullmatch(words) or (_OF_SIGN.fullmatch(words) and not _OF_SAMPLES.search(text)):
        return True
    if any(
        sign.fullmatch(words) and re.search(rf"\b{before} {words}\b", text, re.IGNORECASE)
        for sign, before in _BY_WORDS_BEFORE
    ):
        return True
    numbered = _ENDS_IN_NUMBER.search(words)
    if numbered is None:
        return False
    if _LINKING.search(numbered[1]) or numbered[1].endswith("s") or _LARGE.search(words):
        return True
    return _NUMBERED_WORD.fullmatch(numbered[1]) is None
