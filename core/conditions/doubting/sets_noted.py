"""Find where values are noted as a set, which the grammar surely knows: "in {CT, MRI}"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.conditions.doubting.around import Around
from core.conditions.types import Category, Condition, leaves
from core.conditions.words.numbers import is_number

_SET = Around(
    r"(?<!\w)[\"“`]?{}[\"”`]?(?: is)?(?: not)?",
    r" in\s*([{(\[])([^{}()\[\]]*)[})\]]",
    "",
    re.IGNORECASE,
)
_PARTS = re.compile(r"\s*(?:,|;|\||\bor\b)+\s*", re.IGNORECASE)
_QUOTES = "\"'“”‘’` "


def sets_noted(text: str, condition: Condition | None) -> Iterator[tuple[int, int]]:
    """Give where the columns of a condition and all their values are noted as a set.

    Examples
    --------
    >>> list(sets_noted("unionable, unit in {mg, g}", Category("unit", ("mg", "g"))))
    [(11, 26)]
    >>> list(sets_noted("unit in {mg, g, kg}", Category("unit", ("mg", "g"))))
    []
    """
    for leaf in leaves(condition):
        if not isinstance(leaf, Category):
            continue
        for found in _SET.finditer(text, leaf.column):
            parts = tuple(part.strip(_QUOTES) for part in _PARTS.split(found[2]))
            ends = found[1] != "{" and all(map(is_number, parts))  # "in [5, 10]" may be a range
            if parts == leaf.values and not ends:
                yield found.span()
