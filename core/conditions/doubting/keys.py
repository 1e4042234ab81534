"""Point out topics that may be keys by which tables are combined, and keys that may be topics."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from core.conditions.doubting.around import Around
from core.conditions.doubting.leaf_words import IDENTIFIER, QUOTES, spelled, unquoted
from core.conditions.requests import Span
from core.conditions.types import Condition, Date, OnColumns, Operation, Topic, leaves
from core.conditions.words.own_table import SHEETS

_HINT_KEY = "it was taken for what tables are about; say {} if it is the column to combine them on"
_HINT_DATED = "its dates were compared; say {} as well if it is the column to combine them on"
_HINT_LISTED = 'it was taken for the name of a key; say "about" if tables are to be about it'
_HINT_OWN = "it was taken for a table of yours; say {} if it is the column to combine them on"
_ON_QUOTED = Around("", rf"\bon (?:the )?[{QUOTES}]", rf"{{}}[{QUOTES}]", re.IGNORECASE)
_ENDS_OF_KEYS = {"code", "id", "key", "number", "no", "date", "year", "name"}
_JOINED_ABOUT = r"\b(?:join|merg|link|match|attach|enrich)\w*\b[^.;:!?]*\b(?:about|on) {}(?!\w)"
"""A topic behind what is joined, of which the keys may be the end: "join it with tea on city"."""
_ON_OWN = re.compile(
    rf"\b(?:join|merg|match)\w*(?: (?:it|them|these|this))? on (?:my|our|his|her|their) "
    rf"(?:own )?(?!own\b|{SHEETS}\b|data\b|key\b)((?:[\w-]+ )?[\w-]+)(?=\s*(?:[,.;:!?]|$))",
    re.IGNORECASE,
)
_OF_TABLES = re.compile(rf"(?:[\w-]+ )?(?:{SHEETS}|data|[\w-]*[^s\W]s)", re.IGNORECASE)
"""What one's own table is called, by itself or by the things that it lists: "on my suppliers"."""


def doubtful_keys(text: str, condition: Condition | None, operation: Operation) -> Iterator[Span]:
    """Give topics in quotation marks behind "on", where a union or a join is asked for.

    In the wordings that were written for the parser (`tests/core/conditions/wordings`) every name
    that stands so is the key.

    Examples
    --------
    >>> text = 'left-join candidates on "ticker"'
    >>> found = doubtful_keys(text, Topic("ticker"), Operation.JOIN)
    >>> [(span.text, span.instead) for span in found]
    [('on "ticker"', 'joined on "ticker"')]
    >>> list(doubtful_keys('tables on "ticker"', Topic("ticker"), Operation.NONE))
    []
    """
    if operation is Operation.NONE:
        return
    for leaf in leaves(condition):
        if isinstance(leaf, Date) and operation is Operation.JOIN:
            yield from _dates_of_keys(text, leaf.column)
        if not isinstance(leaf, Topic):
            continue
        found = _ON_QUOTED.search(text, leaf.text)
        if found is not None:
            instead = f'{operation}ed on "{leaf.text}"'
            hint = _HINT_KEY.format(instead)
            yield Span(*found.span(), found[0], hint, kept=True, instead=instead)
        elif operation is Operation.JOIN:
            yield from _ending_in_keys(text, leaf.text)


def _dates_of_keys(text: str, column: str) -> Iterator[Span]:
    """Give a column of dates that may be the key as well: "join on date after 2010"."""
    keyed = rf"\bjoin(?:ed|able|ing)? on (?:the )?{spelled(column)}(?!\w)"
    if column and re.search(keyed, text, re.IGNORECASE):
        yield from unquoted(text, column, _HINT_DATED.format(f"joined on {column}"))


def _ending_in_keys(text: str, topic: str) -> Iterator[Span]:
    """Give a topic of what is joined that ends as keys are told: "bees on genus and species"."""
    _, _, keys = topic.partition(" on ")
    joined = _JOINED_ABOUT.format(spelled(topic))
    if keys and re.search(joined, text, re.IGNORECASE):
        yield from unquoted(text, topic, _HINT_KEY.format(f"joined on {keys}"))


def doubtful_own_keys(text: str, condition: Condition | None) -> Iterator[Span]:
    """Give what is one's own, is joined on, and may be a column as well as a table.

    Examples
    --------
    >>> found = doubtful_own_keys("join on my fleet, over 9 rows", None)
    >>> [(span.text, span.instead) for span in found]
    [('on my fleet', 'on fleet')]
    >>> list(doubtful_own_keys("join on my suppliers", None))
    []
    """
    if any(isinstance(leaf, OnColumns) for leaf in leaves(condition)):
        return
    for found in _ON_OWN.finditer(text):
        if not _OF_TABLES.fullmatch(found[1]):
            start = text.lower().index("on ", found.start())
            instead = f"on {found[1]}"
            hint = _HINT_OWN.format(instead)
            yield Span(start, found.end(), text[start : found.end()], hint, True, instead)


def doubtful_lists(text: str, condition: Condition | None) -> Iterator[Span]:
    """Give what stands behind keys and a comma, and may be one more or what tables are about.

    Behind a name as only columns have two words are no key, and one may be.

    Examples
    --------
    >>> text = "join on isbn, print runs, over 9 rows"
    >>> from core.conditions.types import And
    >>> found = And((OnColumns(Operation.JOIN, ("isbn",)), Topic("print runs")))
    >>> [span.text for span in doubtful_lists(text, found)]
    ['print runs']
    """
    every = list(leaves(condition))
    topics = [leaf.text for leaf in every if isinstance(leaf, Topic)]
    for leaf in every:
        if not isinstance(leaf, OnColumns):
            continue
        for topic, key in itertools.product(topics, leaf.columns):
            if _stand_side_by_side(text, key, topic) and not IDENTIFIER.search(key):
                yield from unquoted(text, topic, _HINT_KEY.format(f"joined on {topic}"))
        *_, before, last = ("", *leaf.columns)
        if not topics and _may_be_topic(text, before, last):
            yield from unquoted(text, last, _HINT_LISTED)


def _may_be_topic(text: str, before: str, last: str) -> bool:
    """Whether the last of some keys may be what tables are about: "on plot_id, trees".

    So may "trees" in "on city, trees, over 9 rows"; "on city, trees; over 9 rows" are two keys.
    """
    if IDENTIFIER.search(last) or last.rpartition(" ")[2].lower() in _ENDS_OF_KEYS:
        return False
    ends = "" if IDENTIFIER.search(before) else r"(?:,|\W*$)"
    listed = rf"{spelled(before)}, {spelled(last)}(?!\w){ends}"
    return bool(before) and re.search(listed, text) is not None


def _stand_side_by_side(text: str, first: str, second: str) -> bool:
    """Whether nothing but a comma is between."""
    return re.search(rf"{spelled(first)}, {spelled(second)}(?!\w)", text) is not None
