"""Point out topics that hardly are any: "want 2 join", "(family tree stuff)"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.conditions.parsing.doubts import unquoted
from core.conditions.requests import Span
from core.conditions.types import Condition, Operation, Topic, leaves

_HINT = "it was taken for what tables are about; leave it out if they need not be"


def odd_topics(text: str, condition: Condition | None, operation: Operation) -> Iterator[Span]:
    """Give topics without a letter, and those in brackets behind what is asked.

    Examples
    --------
    >>> text = "union on name (family tree stuff)"
    >>> [span.text for span in odd_topics(text, Topic("family tree"), Operation.UNION)]
    ['family tree']
    >>> list(odd_topics("tables about tea (green)", Topic("tea (green)"), Operation.NONE))
    []
    """
    every = list(leaves(condition))
    if operation is Operation.NONE and len(every) == 1:
        return
    for leaf in every:
        if isinstance(leaf, Topic) and (
            not any(map(str.isalpha, leaf.text)) or _is_in_brackets(text, leaf.text)
        ):
            yield from unquoted(text, leaf.text, _HINT)


def _is_in_brackets(text: str, topic: str) -> bool:
    """Whether a topic begins a remark: "tables (about tea)" says it in so many words."""
    return re.search(rf"\({re.escape(topic)}(?: (?:stuff|things|data))?\)", text) is not None
