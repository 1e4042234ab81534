"""Point out verbs that do not say enough: "augment my list with tables", "grow my business"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.conditions.requests import Span
from core.conditions.types import Condition, HasColumn, Operation, leaves
from core.conditions.words.own_table import SHEETS

_HINT = "a join is meant by it; say “union” to append rows"
_VERB = re.compile(
    r"\b(?:augment|supplement|complement)(?:s|ed|ing)?"
    r"(?= (?:(?:mine|ours|my|our|the|this|these|those|it|each|every|with|by)\b|w/))",
    re.IGNORECASE,
)
"""The verbs, where something is done to one's own table: not "the food supplement market"."""
_HINT_OWN = "it was taken for your table; say “my table” or leave it out"
_GROWN = re.compile(
    r"\b(?:extend|expand|grow|enlarge|lengthen|(?:build|bulk)(?: (?:up|out))?)(?:ing)? (?:my|our) "
    rf"(?!(?:{SHEETS}|data|cohort|sample|archive|history|series|collection)\b|[\w-]*[^\W_s]s\b)"
    r"[\w-]+(?= (?:with|by|using)\b)",
    re.IGNORECASE,
)
"""What is one's own and perhaps no table: "grow my business with tables about marketing"."""
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
    if _SAID.search(text):
        return
    if operation is Operation.UNION:
        yield from (
            Span(*one.span(), one[0], _HINT_OWN, kept=True) for one in _GROWN.finditer(text)
        )
    if operation is not Operation.JOIN:
        return
    if any(isinstance(leaf, HasColumn) for leaf in leaves(condition)):
        return
    found = _VERB.search(text)
    if found is not None:
        yield Span(*found.span(), found[0], _HINT, kept=True)
