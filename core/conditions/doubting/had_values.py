"""Point out values that may be a topic, or go on: "have Tweets for a city", "Dune. Part two: …"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.conditions.doubting.around import Around
from core.conditions.requests import Span
from core.conditions.types import Category, Condition, leaves

_HINT = "it was taken for a column and its value; say {} if tables are about that"
_HAD_FOR = Around(r"(?<!\w){}", r" for (?:an?|the) ", r"{}(?!\w)")
_GOES_ON = Around(
    r"(?<!\w){}",
    r"[.!?] (?:(?:Part|Volume|Vol\.?|Chapter|Book|Episode|Season|Act|Number|No\.?|Tome)"
    r" (?:\d+|[IVX]+|one|two|three|four|five|six|seven|eight|nine|ten)\b): ?[^.;,]+",
    "",
    re.IGNORECASE,
)
"""How a title goes on behind a full stop."""
_HINT_TITLE = "it was taken for two conditions; say {} if it is one value"


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
        found = _HAD_FOR.search(text, leaf.values[0], leaf.column)
        if found is not None:
            instead = f"about {found[0]}"
            yield Span(*found.span(), found[0], _HINT.format(instead), kept=True, instead=instead)


def doubtful_titles(text: str, condition: Condition | None) -> Iterator[Span]:
    """Give a value behind whose full stop a part of it may be told: "Dune. Part two: the end".

    Examples
    --------
    >>> text, found = "title is Dune. Part two: the end", Category("title", ("Dune",))
    >>> [span.instead for span in doubtful_titles(text, found)]
    ['"title" is "Dune. Part two: the end"']
    """
    for leaf in leaves(condition):
        if isinstance(leaf, Category):
            found = _GOES_ON.search(text, leaf.values[-1])
            if found is not None:
                instead = f'"{leaf.column}" is "{found[0]}"'
                hint = _HINT_TITLE.format(instead)
                yield Span(*found.span(), found[0], hint, kept=True, instead=instead)
