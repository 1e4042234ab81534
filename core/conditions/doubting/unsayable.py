"""Know words that ask for what no condition can say: "starts with 44", "bell-shaped", "LIMIT 3"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.conditions.requests import Span
from core.conditions.types import Condition, Result, Share, leaves

_KIND = r"(?:numeric(?:al)?|text(?:ual)?|dates?|booleans?|numbers|texts|unique|complete)"
_EVERY_COLUMN = re.compile(
    rf"\b(?:only|solely|exclusively|nothing but|just) (?:[\w-]+ )?{_KIND} (?:columns|fields)\b|"
    rf"\bnothing (?:but|other than|except) {_KIND}\b(?! in (?:the|its|their) )|"
    rf"\b(?:columns|fields) (?:are|being|must be|should be) (?:all|only|solely|each) {_KIND}\b|"
    rf"\b(?:all|every|each)(?: of)?(?: the| its| their)? (?:columns?|fields?) "
    rf"(?:is|are|being|must be|should be|hold|holds) {_KIND}\b|"
    rf"\bmore {_KIND} (?:columns )?than {_KIND}(?: (?:columns|ones))?\b",
    re.IGNORECASE,
)
"""What is asked of all columns of a table: "with only numeric columns"."""
_OF_ONE = re.compile(r"\b(?:column|field|attribute|variable)\b[^.,;]*$", re.IGNORECASE)
_HINT_EVERY_COLUMN = (
    "no condition can say that of all columns; one of the kind is what can be asked for, as in "
    "“a numeric column”"
)
_SEVERAL_COLUMNS = re.compile(
    r"\b(?:several|multiple|various|numerous|many|a few|two|three|four|five|(?:a )?(?:couple|pair|"
    rf"number) of) (?:{_KIND} (?:columns|fields)|columns of (?:numbers|dates|texts?|booleans))\b",
    re.IGNORECASE,
)
"""More columns of a kind than the one a condition asks for: "several numeric columns"."""
_HINT_SEVERAL = "no condition counts columns of a kind; one such column is asked for"
_SATISFYING = re.compile(
    r"\b(?:in|for|on) (?:(?:at least|at most|more than|fewer than|less than|no more than|"
    r"no fewer than|up to|over|under|above|below|exactly|just|only) )?"
    r"(?:\d[\d,.]*|a few|several|two|three|four|five|six|seven|eight|nine|ten|a dozen|a hundred) "
    r"(?:or more |of the |of its |different )?(?:rows|records|lines|cells)\b"
    r"(?! (?:or|of|out of) \d)",
    re.IGNORECASE,
)
"""How many rows satisfy a condition, where one says the share: "over 5 in at least 20 rows"."""
_HINT_SATISFYING = (
    "no condition counts the rows that satisfy another; say their share, as in “in at least 20% of "
    "rows”"
)
_LENGTHS = re.compile(
    r"\b(?:longer|shorter|(?:more|fewer|less) than|over|under|at (?:least|most)|exactly)\b[^.,;]*?"
    r"\d+ (?:characters?|chars?|letters|digits|words)\b",
    re.IGNORECASE,
)
_HINT_LENGTHS = "no condition counts what a cell is long; its number was compared"
_KINDS_OF_JOINS = re.compile(
    r"\b(?:anti|semi|cross|self|natural|right|full|outer)(?: (?:outer|inner))?[- ]"
    r"join(?:s|able|ed)?\b|\b(?:one|many)[- ]to[- ](?:one|many)\b|\b(?:1:[1nm]|[nm]:1)\b",
    re.IGNORECASE,
)
_HINT_JOINS = "a join keeps all rows of the query; no other kind is known, and this asks for any"
_NUMBER_OF_KEYS = re.compile(
    r"\b(?:union|join|match|merg|stack|append|link|align)\w* (?:on|by|via) (?:at least |at most |"
    r"exactly )?(?:\d+|two|three|four|five|several|all|any) (?:columns?|fields?|keys?)\b",
    re.IGNORECASE,
)
_HINT_NUMBER_OF_KEYS = "no condition counts the keys; name them, as in “on city, year”"
_PLACED_COLUMN = re.compile(
    r"\b(?:first|second|third|fourth|fifth|last|leftmost|rightmost|penultimate|final) "
    r"(?:column|field|attribute)\b",
    re.IGNORECASE,
)
_HINT_PLACED = "no condition tells columns by their place; it was taken for a name"
_TEXTS = (
    (_SEVERAL_COLUMNS, _HINT_SEVERAL),
    (_SATISFYING, _HINT_SATISFYING),
    (_LENGTHS, _HINT_LENGTHS),
    (_KINDS_OF_JOINS, _HINT_JOINS),
    (_NUMBER_OF_KEYS, _HINT_NUMBER_OF_KEYS),
    (_PLACED_COLUMN, _HINT_PLACED),
)
"""What is said of a text wherever it stands, with why no condition can say it."""
_PERIOD = r"(?:days?|weeks?|months?|years?)"
_CELLS = (
    r"\b(?:start|begin|end)s? (?:with|in|on) |\b(?:starting|beginning|ending) with |"
    r"\blike ['\"‘“]|^like [^ ]+$|^(?:unique|distinct)$|"
    rf"\b(?:in|within|during|over) the (?:last|past|next|previous|coming) (?:\w+ )?{_PERIOD}\b|"
    r"\bin the (?:first|last) (?:day|week|month|quarter) of\b|"
    r"\b(?:no|without|any) (?:missing|null|empty|blank) (?:values|cells)\b|"
    r"\b(?:no|without|any) duplicates\b"
)
_DISTRIBUTIONS = (
    r"^(?:roughly |nearly |approximately |almost )?(?:bell[- ]shaped|gaussian|"
    r"(?:log[- ]?)?(?:normally|uniformly|evenly|exponentially|randomly) distributed|"
    r"(?:(?:left|right|positively|negatively|heavily|highly|strongly)[- ])?skewed(?: \w+)?|"
    r"(?:uni|bi|multi)-?modal|(?:heavy|long|fat)[- ]tailed|"
    r"(?:strictly |steadily |monotonically )?(?:increasing|decreasing|monotonic|monotone))$"
)
COMBINED = r"(?:ratio|quotient|difference|gap|product|sum) (?:of|between)"
"""How what two columns make together is called."""
_COMPARED_COLUMNS = (
    r"^(?:top|exceed|beat|surpass|outstrip|outweigh|match|equal|precede|undercut|outnumber)s? "
    r"\w+_\w+$|"
    rf"^(?:the )?{COMBINED} .+ (?:to|and|from|over) "
)
_ORDER = (
    r"\b(?:sorted|ordered) by \w|\b(?:newest|latest|oldest|largest|smallest|highest) first\b|"
    r"(?-i:\b(?:LIMIT|OFFSET|TOP) \d+$)"
)
_FILES = (
    r"\b(?:updated|modified|created|uploaded) (?:in|since|last|this|after|before|yesterday)\b|"
    r"^(?:(?:column |table )?(?:headings?|headers?)|column (?:names?|titles?)|encoding|delimiter)$|"
    r"^(?:csv|tsv|parquet|jsonl?|avro|orc|xlsx?|feather|geojson|sqlite)(?: files?| format)?$|"
    r"\b(?:creative commons|public domain|cc[- ]by(?:[- ][\w.]+)*|cc0|odbl)$|"
    r"\bopen(?:ly)?[- ]licen[cs]ed?\b"
)
_MORE = re.compile(
    "|".join((_CELLS, _DISTRIBUTIONS, _COMPARED_COLUMNS, _ORDER, _FILES)), re.IGNORECASE
)


def asks_for_more(words: str) -> bool:
    """Whether a name, a topic or a value asks for what no condition can say.

    Of cells that they begin with something, of a column how it is distributed, of two columns how
    they compare, of tables their order, or of files their format, their age and their licence.

    Examples
    --------
    >>> asks_for_more("starts with 44"), asks_for_more("bell-shaped"), asks_for_more("bells")
    (True, True, False)
    """
    return _MORE.search(words) is not None


def asked_of_every_column(text: str) -> Iterator[Span]:
    """Give what is asked of all columns of a table, of which a condition can name one.

    Examples
    --------
    >>> [span.text for span in asked_of_every_column("tables with only numeric columns")]
    ['only numeric columns']
    >>> list(asked_of_every_column("a column that holds nothing but numbers"))
    []
    """
    for found in _EVERY_COLUMN.finditer(text):
        if found[0].lower().startswith("nothing") and _OF_ONE.search(text[: found.start()]):
            continue
        yield Span(*found.span(), found[0], _HINT_EVERY_COLUMN, kept=True)


def unsayable(text: str, condition: Condition | None) -> Iterator[Span]:
    """Give what no condition can say, and what was read in its place is less or more.

    How many columns are of a kind, how many rows satisfy, how long cells are, which kind of join
    is meant, and where a column stands.

    Examples
    --------
    >>> [span.text for span in unsayable("price is over 5 in at least 20 rows", None)]
    ['in at least 20 rows']
    >>> list(unsayable("price is over 5 in 20% of the rows", None))
    []
    """
    shared = any(isinstance(leaf, Share | Result) for leaf in leaves(condition))
    for asked, hint in _TEXTS:
        if asked is _SATISFYING and shared:
            continue
        for found in asked.finditer(text):
            if text[: found.start()].count('"') % 2 == 0:
                yield Span(*found.span(), found[0], hint, kept=True)
