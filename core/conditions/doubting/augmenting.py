"""Point out verbs that ask for columns more often than for rows: "augment my list with tables"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.conditions.requests import Span
from core.conditions.types import Condition, HasColumn, Operation, leaves

_HINT = "a join is meant by it; say “union” to append rows"
_VERB = re.compile(
    r"\b(?:augment|supplement|complement)(?:s|ed|ing)?"
    r"(?= (?:(?:mine|ours|my|our|the|this|these|those|it|each|every|with|by)\b|w/))",
    re.IGNORECASE,
)
"""The verbs, where something is done to one's own table: not "the food supplement market"."""
_SAID = re.compile(
    r"\b(?:join\w*|merg\w+|union\w*|append\w*|stack\w*|sideways|horizontal\w*|downwards?|"
    r"vertical\w*|(?:row|column)-?wise|wider|longer)\b|"
    r"\b(?:with|of|by|as|in|the|its|my|our|for|gain|add|adding|extra|additional|new|more|further) "
    r"(?:rows|lines|entries|columns|cols|attributes|fields)\b",
    re.IGNORECASE,
)
"""What says whether rows or columns are added."""


def doubtful_augmenting(
    text: str, condition: Condition | None, operation: Operation
) -> Iterator[Span]:
    """Give the verb by which alone a join was read, and no column is asked for.

    Examples
    --------
    >>> said = "augment mine using tables about rent"
    >>> [span.text for span in doubtful_augmenting(said, None, Operation.JOIN)]
    ['augment']
    >>> list(doubtful_augmenting("augment mine with columns about rent", None, Operation.JOIN))
    []
    """
    if operation is not Operation.JOIN or _SAID.search(text):
        return
    if any(isinstance(leaf, HasColumn) for leaf in leaves(condition)):
        return
    found = _VERB.search(text)
    if found is not None:
        yield Span(*found.span(), found[0], _HINT, kept=True)
