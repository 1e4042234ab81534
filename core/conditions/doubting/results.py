"""Point out sizes that may be the result's: "the union should end up at over 500 rows"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.conditions.requests import Span
from core.conditions.types import Condition, Result, Size, leaves
from core.conditions.words.asking import A_NUMBER

_NAMED = (
    r"(?:union|join|result|outcome|(?:combined|merged|joined|unioned|stacked|final) "
    r"(?:table|sheet|list|data ?set|one))"
)
_BECOMES = (
    r"(?:should|must|shall|can|could|may|will|would|has|have|needs? to|ought|ends?|comes?|gets?|"
    r"reach(?:es)?|counts?|holds?)"
)
_OF_RESULT = re.compile(
    rf"\b(?:the|my|our) {_NAMED}(?: (?:itself|in the end))? {_BECOMES}\b"
    r"(?:(?!\btables?\b)[^.;:!?])*?\b(?:rows|records|entries|lines|columns|fields)\b",
    re.IGNORECASE,
)
_KEPT = re.compile(
    r"\b(?:keep|retain|preserve|leav|los)(?:e|es|s|ing)?\b(?:(?!\btables?\b)[^.;:!?])*?"
    r"\b(?:rows|records|entries|lines)\b",
    re.IGNORECASE,
)
"""What a join does to one's own rows: "a join that keeps at least 90 rows"."""
_TOGETHER = re.compile(
    r"(?:^|(?<=[,.;:!?] ))(?:taken )?together with (?:mine|ours|(?:my|our) [\w-]+)\b[^.;:!?]*?\d"
    r"[^.;:!?]*?\b(?:rows|records|entries|lines|columns|fields)\b",
    re.IGNORECASE,
)
"""What may be said of both tables: "together with mine, over 90 rows"."""
_OF_TABLES = re.compile(r"\b(?:for|to|in|with|by|of) $", re.IGNORECASE)
"""What leaves the tables the subject: "tables for the union must have over 500 rows"."""
_SOME = (
    rf"(?:[a-z]+ ){{0,3}}(?:\d[\d,]*|one|{A_NUMBER}) "
    r"(?:(?:new|extra|other) )?(?:rows|records|entries|columns|fields)"
)
_OF_SOME = re.compile(
    r"\b(?:leav|keep|retain|preserv|maintain)(?:e|es|s|ing)? "
    rf"(?:out {_SOME}|{_SOME} (?:out|(?:of|from) (?:mine|ours|my|our)))\b",
    re.IGNORECASE,
)
"""What is said of some of a result: "the join leaves out 3 columns", "keeps 5 columns of mine"."""
_HINT_SOME = (
    "the size was taken for that of the whole result; leave it out if it is of a part of it"
)
_HINT = "the size was taken for that of each table found; say “the result has …” if it is meant"


def doubtful_results(text: str, condition: Condition | None) -> Iterator[Span]:
    """Give what is said of the result's size where sizes of tables alone were read, or of a part.

    Examples
    --------
    >>> from core.conditions.types import Comparison, Extent, Quantity
    >>> over = Size(Extent.ROWS, Quantity(Comparison.GREATER, 500))
    >>> text = "the union should come out at over 500 rows"
    >>> [span.text for span in doubtful_results(text, over)]
    ['the union should come out at over 500 rows']
    >>> list(doubtful_results("tables for the union must have over 500 rows", over))
    []
    >>> from core.conditions.types import Measure, Result
    >>> three = Result(Measure.COLUMNS, Quantity(Comparison.EQUAL, 3))
    >>> [span.text for span in doubtful_results("the join leaves out 3 columns", three)]
    ['leaves out 3 columns']
    """
    every = list(leaves(condition))
    if any(isinstance(leaf, Result) for leaf in every):
        yield from (
            Span(*found.span(), found[0], _HINT_SOME, kept=True)
            for found in _OF_SOME.finditer(text)
        )
    sized = any(isinstance(leaf, Size) for leaf in every)
    if not sized or any(isinstance(leaf, Result) for leaf in every):
        return
    for found in (*_OF_RESULT.finditer(text), *_KEPT.finditer(text), *_TOGETHER.finditer(text)):
        if not _OF_TABLES.search(text[: found.start()]):
            yield Span(*found.span(), found[0], _HINT, kept=True)
