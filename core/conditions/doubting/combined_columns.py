"""Point out what two columns make together, of which one was compared: "ratio of load to rent"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.conditions.doubting.around import Around
from core.conditions.doubting.leaf_words import spelled
from core.conditions.doubting.unsayable import COMBINED
from core.conditions.requests import Span
from core.conditions.types import Condition, Number, leaves

_HINT = "no condition compares what two columns make; put it in quotation marks if it is one name"
_MADE = Around(
    "",
    rf"(?i:\b{COMBINED}) [\w ]{{1,60}}? (?:to|and|from|over) (?:the )?",
    r"{}(?!\w)",
)

_TIMES = re.compile(r"\w (?:[*×+]|times|plus|minus|divided by|multiplied by) \w")


def combined_columns(text: str, condition: Condition | None) -> Iterator[Span]:
    """Give "ratio of load to capacity" where only its last word was taken for a column.

    Examples
    --------
    >>> from core.conditions.types import Comparison, Quantity
    >>> text = "ratio of load to capacity at most 0.9"
    >>> capacity = Number("capacity", Quantity(Comparison.AT_MOST, 0.9))
    >>> [span.text for span in combined_columns(text, capacity)]
    ['ratio of load to capacity']
    """
    for leaf in leaves(condition):
        if not isinstance(leaf, Number):
            continue
        found = _MADE.search(text, leaf.column)
        if found is None and _TIMES.search(leaf.column):
            found = re.search(rf"(?<![\w\"“]){spelled(leaf.column)}(?!\w)", text)
        if found is not None:
            yield Span(*found.span(), found[0], _HINT, kept=True)
