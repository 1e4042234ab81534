"""Point out subjects that hardly are any: "want 2 join", "(family tree stuff)"."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import replace

from core.conditions.doubting.leaf_words import HINT_NOT_ABOUT, unquoted
from core.conditions.requests import Span
from core.conditions.types import Condition, HasColumn, Operation, Topic, conjuncts, leaves

_HINT_BOTH = 'both are wanted; say "or" between them if either will do'
_HINT_RANGE = "it was taken for what tables are about; say {} if it is a column and its numbers"
_RANGE = re.compile(r"([^\W\d][\w ]*?) (\d[\d.]*) ?(?:-|–|\.\.) ?(\d[\d.]*)")
_LEADING_ON = re.compile(r"(?:->|=>|→|⇒)|\w (?:via|by means of|by way of|minus) \w")
"""What leads from a key to what is wanted, or takes something away: "city -> population"."""
_PER_KEY = re.compile(r"^\w+ (?:of|for|per) (?:each|every) \w+$|^\w+ with \w+$")
"""What is attached to something that both have: "population of each city"."""
_ANNOUNCED = (
    r"\b(?:about|on|of|regarding|concerning|covering|topics?|subjects?|titled)\W+(?:the )?{}"
)
_OF_CELLS = re.compile(
    r"(?:any|every|some)thing with\b|.*\bwith [\"“]\w|.*\bin (?:their|its|the [\"“])", re.IGNORECASE
)
"""What says what cells hold: 'anything with "limited edition" in it', "tea in their notes"."""
_FILES = re.compile(
    r"(?:(?:csv|excel|json|xml|data|database|db|portal|raw|daily|weekly|monthly|annual|yearly) )?"
    r"(?:exports|extracts|dumps|downloads|uploads|feeds)",
    re.IGNORECASE,
)
"""What files are called, and what tables may be about: "unionable exports with …"."""
_ADDED_TO_ITSELF = re.compile(
    r"\b([\w-]{3,}) (?:to|onto|under|below|beneath|underneath) (?:the|these|those) \1$",
    re.IGNORECASE,
)
"""What is to be added to what is there: "join on id: add price to the price"."""
_HINT_ADDED = "it was taken for what a column is about; name only what is to be added"
_HINT_FILES = "it was taken for what tables are about; leave it out if it is a word for files"
_HINT_CELLS = "it was taken for what tables are about; say “notes contains tea” if cells have it"


def odd_topics(text: str, condition: Condition | None, operation: Operation) -> Iterator[Span]:
    """Give topics without a letter, in brackets, with a range or a key behind, or maybe files.

    And what a column is about where something is added to itself: "add price to the price".

    Examples
    --------
    >>> text = "union on name (family tree stuff)"
    >>> [span.text for span in odd_topics(text, Topic("family tree"), Operation.UNION)]
    ['family tree']
    >>> found = odd_topics("union, rating 4-5", Topic("rating 4-5"), Operation.UNION)
    >>> [(span.text, span.instead) for span in found]
    [('rating 4-5', 'rating between 4 and 5')]
    >>> text = "tables that talk about tea in their notes"
    >>> [span.text for span in odd_topics(text, Topic("tea in their notes"), Operation.NONE)]
    ['tea in their notes']
    >>> text = "unionable exports with Borough = Queens"
    >>> [span.text for span in odd_topics(text, Topic("exports"), Operation.UNION)]
    ['exports']
    >>> list(odd_topics("tables about tea (green)", Topic("tea (green)"), Operation.NONE))
    []
    """
    every = list(leaves(condition))
    for leaf in every:
        if isinstance(leaf, Topic) and _OF_CELLS.match(leaf.text):
            yield from unquoted(text, leaf.text, _HINT_CELLS)
        elif isinstance(leaf, HasColumn) and _ADDED_TO_ITSELF.search(leaf.about):
            yield from unquoted(text, leaf.about, _HINT_ADDED)
    if operation is Operation.NONE and len(every) == 1:
        return
    yield from _beside_bars(text, condition)
    for leaf in every:
        if isinstance(leaf, Topic) and (
            not any(map(str.isalpha, leaf.text))
            or _is_in_brackets(text, leaf.text)
            or _LEADING_ON.search(leaf.text)
            or (
                operation is Operation.JOIN
                and _PER_KEY.search(leaf.text)
                and not _said_so(text, leaf.text)
            )
        ):
            yield from unquoted(text, leaf.text, HINT_NOT_ABOUT)
        elif isinstance(leaf, Topic) and _FILES.fullmatch(leaf.text):
            if not _said_so(text, leaf.text):
                yield from unquoted(text, leaf.text, _HINT_FILES)
        elif isinstance(leaf, Topic) and (ranged := _RANGE.fullmatch(leaf.text)):
            instead = f"{ranged[1]} between {ranged[2]} and {ranged[3]}"
            if not _said_so(text, leaf.text):
                yield from (
                    replace(span, instead=instead)
                    for span in unquoted(text, leaf.text, _HINT_RANGE.format(instead))
                )


def _said_so(text: str, topic: str) -> bool:
    """Whether it is said in so many words that tables are about a topic."""
    return re.search(_ANNOUNCED.format(re.escape(topic)), text, re.IGNORECASE) is not None


def _beside_bars(text: str, condition: Condition | None) -> Iterator[Span]:
    """Give topics on both sides of a bar, which parts what is wanted: "tea | coffee"."""
    topics = [one.text for one in conjuncts(condition) if isinstance(one, Topic)]
    for first, second in itertools.pairwise(topics):
        both = rf"{re.escape(first)}\s*\|\s*(?:(?:topic|about|on)\W+)?{re.escape(second)}(?!\w)"
        found = re.search(both, text, re.IGNORECASE)
        if found is not None:
            yield Span(*found.span(), found[0], _HINT_BOTH, kept=True)


def _is_in_brackets(text: str, topic: str) -> bool:
    """Whether a topic begins a remark: "tables (about tea)" says it in so many words."""
    return any(f"({topic}{ends})" in text for ends in ("", " stuff", " things", " data"))
