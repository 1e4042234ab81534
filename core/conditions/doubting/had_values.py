"""Point out a value that may be what tables are about: "that have Population for the region"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.conditions.doubting.words import spelled
from core.conditions.requests import Span
from core.conditions.types import Category, Condition, leaves

_HINT = "it was taken for a column and its value; say {} if tables are about that"


def doubtful_had_values(text: str, condition: Condition | None) -> Iterator[Span]:
    """Give a value that stands before "for a" and its column.

    Examples
    --------
    >>> found = Category("city", ("Oslo",))
    >>> [span.text for span in doubtful_had_values("tables that have Oslo for a city", found)]
    ['Oslo for a city']
    >>> list(doubtful_had_values("tables that have Oslo for their city", found))
    []
    """
    for leaf in leaves(condition):
        if not isinstance(leaf, Category) or len(leaf.values) > 1:
            continue
        words = rf"(?<!\w){spelled(leaf.values[0])} for (?:an?|the) {spelled(leaf.column)}(?!\w)"
        found = re.search(words, text)
        if found is not None:
            instead = f"about {found[0]}"
            yield Span(*found.span(), found[0], _HINT.format(instead), kept=True, instead=instead)
