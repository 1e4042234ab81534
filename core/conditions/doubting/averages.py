"""Point out averages that may be the name of a column: "Avg. Temp above 5"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.conditions.doubting.leaf_words import spelled
from core.conditions.requests import Span
from core.conditions.types import Condition, Number, leaves

_HINT = "the average of that column was taken; say {} if the column is called so"
_CAPITALISED = r"\b((?:Avg|Average|Mean)\.? {})(?!\w)"


def doubtful_averages(text: str, condition: Condition | None) -> Iterator[Span]:
    """Give an average that is written as names are, every word with a capital.

    Examples
    --------
    >>> from core.conditions.types import Comparison, Quantity
    >>> below = Number("Temp", Quantity(Comparison.LESS, 5), average=True)
    >>> [span.instead for span in doubtful_averages("Avg. Temp below 5", below)]
    ['"Avg. Temp"']
    >>> list(doubtful_averages("average Temp below 5", below))
    []
    """
    for leaf in leaves(condition):
        if not isinstance(leaf, Number) or not leaf.average or not leaf.column[:1].isupper():
            continue
        named = re.search(_CAPITALISED.format(spelled(leaf.column)), text)
        if named is not None:
            instead = f'"{named[1]}"'
            yield Span(*named.span(1), named[1], _HINT.format(instead), kept=True, instead=instead)
