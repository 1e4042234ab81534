"""Point out what a whole expression asks for that hardly anybody does."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.conditions.doubting.leaf_words import spelled, unquoted, worded
from core.conditions.requests import Span
from core.conditions.types import (
    And,
    Comparison,
    Condition,
    Extent,
    HasColumn,
    Leaf,
    Not,
    Or,
    Size,
    Text,
    Topic,
    leaves,
)

_HINT = 'it was taken for wanted beside what is refused; say "neither … nor" if it is refused, too'
_HINT_OPEN = "it was taken for wanted; leave it out if it may be there or not"
_LEFT_OPEN = re.compile(r"\bwhether or not\b(?P<what>[^,.;:!?]*)", re.IGNORECASE)
_OF_BOTH = re.compile(
    r"\b(?:in (?:either|both) cases?|either way|whichever(?: it is| of them)?|for both)\b", re.I
)
_HINT_OF_BOTH = "what follows may be meant of all alternatives; put these in brackets if it is"
_ROWS = r"(?:rows|records|entries|lines|observations)"
_COLUMNS = r"(?:columns|cols|fields|attributes|features)"
_BARE_SIZE = re.compile(
    rf"(?:{_ROWS} (?:and|or) (?P<columns>[\w.,]+ {_COLUMNS})|"
    rf"{_COLUMNS} (?:and|or) (?P<rows>[\w.,]+ {_ROWS}))\b"
    r"(?!,? (?:(?:or|and) (?:more|fewer|less|over|above|below|under|up|so)|at |max|min|tops))",
    re.IGNORECASE,
)
_HINT_SIZE = "say “exactly”, “at least” or “at most” before it: it was taken for {}"
_REACHED = (Topic, HasColumn, Text)
"""What "not" may reach over an "or": "city is not Oslo or country is Norway" says "is" again."""
_EITHER = re.compile(
    r"\b(?:either|whether|unless|or else|or at least|or (?:those |ones |tables )?(?:that|which))\b",
    re.IGNORECASE,
)


def odd_shapes(text: str, condition: Condition | None) -> Iterator[Span]:
    """Give what is wanted as an alternative to something of its kind that is refused.

    "Nothing about tea or about coffee" refuses both; no wording that was written for the parser
    (`tests/core/conditions/wordings`) refuses one or wants the other, unless it says "either".

    Examples
    --------
    >>> either = Or((Not(Topic("tea")), Topic("coffee")))
    >>> [span.text for span in odd_shapes("spare me anything on tea or on coffee", either)]
    ['coffee']
    >>> list(odd_shapes("either not about tea or about coffee", either))
    []
    """
    if condition is None or _EITHER.search(text):
        return
    for alternatives in _alternatives(condition):
        refused = {type(leaf) for part in alternatives.parts for leaf in _refused(part)}
        for part in alternatives.parts:
            if not isinstance(part, _REACHED) or type(part) not in refused:
                continue
            words = next((words for words, _ in worded(part) if words), "")
            if words:
                yield from unquoted(text, words, _HINT)


def left_open(text: str, condition: Condition | None) -> Iterator[Span]:
    """Give what was taken for wanted though it may be there or not.

    Examples
    --------
    >>> text = "about measles, whether or not they mention flu"
    >>> [span.text for span in left_open(text, Text("flu"))]
    ['flu']
    """
    opens = _LEFT_OPEN.search(text)
    if opens is None:
        return
    for leaf in leaves(condition):
        for words, _ in worded(leaf):
            if words and re.search(rf"(?<!\w){spelled(words)}(?!\w)", opens["what"]):
                yield from unquoted(text, words, _HINT_OPEN)


def one_sided(text: str, condition: Condition | None) -> Iterator[Span]:
    """Give what a text asks for in either case, where one alternative alone was read with more.

    Examples
    --------
    >>> text = "about tea or about rum, in either case on spice"
    >>> one = Or((Topic("tea"), And((Topic("rum"), Topic("spice")))))
    >>> [span.text for span in one_sided(text, one)]
    ['in either case']
    """
    alone = any(isinstance(part, And) for one in _alternatives(condition) for part in one.parts)
    for said in _OF_BOTH.finditer(text) if alone else ():
        yield Span(said.start(), said.end(), said[0], _HINT_OF_BOTH, kept=True)


def sizes_beside(text: str, condition: Condition | None) -> Iterator[Span]:
    """Give a size behind another that alone is said to be a bound: "over 60 rows and 5 columns".

    "At most 60 rows and 5 columns" bounds both; behind "at least" the second is as it stands.

    Examples
    --------
    >>> from core.conditions.types import Quantity
    >>> rows = Size(Extent.ROWS, Quantity(Comparison.GREATER, 60))
    >>> columns = Size(Extent.COLUMNS, Quantity(Comparison.EQUAL, 5))
    >>> [span.text for span in sizes_beside("over 60 rows and 5 columns", And((rows, columns)))]
    ['5 columns']
    """
    said = _BARE_SIZE.search(text)
    sizes = {leaf.extent: leaf for leaf in leaves(condition) if isinstance(leaf, Size)}
    if said is None or len(sizes) < len(Extent):
        return
    group = "columns" if said["columns"] else "rows"
    second = sizes.pop(Extent(group)).quantity
    (first,) = sizes.values()
    how, bound = second.comparison, first.quantity.comparison
    if how is Comparison.EQUAL and bound not in (Comparison.EQUAL, Comparison.AT_LEAST):
        hint = _HINT_SIZE.format(f"{how} {second.value:g}")
        yield Span(*said.span(group), said[group], hint, kept=True)


def _alternatives(condition: Condition | None) -> Iterator[Or]:
    if isinstance(condition, Or):
        yield condition
    if isinstance(condition, And | Or):
        for part in condition.parts:
            yield from _alternatives(part)
    elif isinstance(condition, Not):
        yield from _alternatives(condition.part)


def _refused(part: Condition) -> Iterator[Leaf]:
    if isinstance(part, Not):
        yield from leaves(part.part)
