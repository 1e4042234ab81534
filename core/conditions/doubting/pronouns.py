"""Point out words that may be meant to stand in the column that a sentence spoke of before."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.conditions.doubting.around import Around
from core.conditions.requests import Span
from core.conditions.types import Condition, Text, leaves

_HINT = 'it is looked for in all cells; say "COLUMN contains {}" for those of one column'
_COLUMN = re.compile(
    r"\b(?:columns?|cols?|fields?|attributes?|variables?|headers?)\b", re.IGNORECASE
)
_IT_HOLDS = Around(
    "",
    r"\b(?i:(?:it|(?:this|that|said|the same) (?:column|col|field))"
    r"(?: (?:must|should|has to|needs to|ought to|shall|may|can|will))?(?: also)? "
    r"(?:contains?|includes?|mentions?|says?|reads?|holds?|has|have|shows?|lists?)"
    r"(?: the)?(?: (?:word|words|phrase|term|string|text|value)s?)?) [\"“'‘]?",
    r"({})(?!\w)",
)


def doubtful_pronouns(text: str, condition: Condition | None) -> Iterator[Span]:
    """Give words that "it" or "this column" has to hold, where they are looked for in all cells.

    Examples
    --------
    >>> text = "a column about wages, and this column must contain USD"
    >>> [span.text for span in doubtful_pronouns(text, Text("USD"))]
    ['USD']
    >>> list(doubtful_pronouns("a table on wages, it must contain USD", Text("USD")))
    []
    """
    for leaf in leaves(condition):
        if not isinstance(leaf, Text) or leaf.column:
            continue
        found = _IT_HOLDS.search(text, leaf.text)
        if found is not None and _COLUMN.search(text, 0, found.start()):
            yield Span(*found.span(1), found[1], _HINT.format(leaf.text), kept=True)
