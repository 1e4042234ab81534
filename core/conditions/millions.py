"""Tell metres from millions in "5m", and say so where neither is plain."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from lark import Token

from core.conditions.phrase_lookup import phrase_at
from core.conditions.tokens import token
from core.conditions.types import Condition, Number, Span, leaves

_SHORT = re.compile(r"[-+−]?\d+(?:[.,]\d+)*m")
_MEASURED_IN_METRES = re.compile(
    r"height|length|depth|width|distance|altitude|elevation|span|thick|diameter|radius|perimeter|"
    r"tall|high|deep|wide|long|clearance|drop|jump|throw|swim|run|race|wave|snow|tide|level|draught|"
    r"beam|dive|gauge|climb|ascent|descent|met(?:er|re)|size|stride|reach|visibility",
    re.IGNORECASE,
)
_EXTENTS = {"ROWS", "COLUMNS"}
_NEAR = 2
_MILLION = 1_000_000
_HINT = 'it was taken for metres; write "5 million" or "5M" if millions are meant'


def in_millions(
    number: list[Token], pieces: Sequence[Token], place: int, found: Sequence[Token]
) -> list[Token]:
    """Turn "2m rows" to two million; any other number stays as it is.

    Parameters
    ----------
    number
        The tokens of the number that was read.
    pieces, place
        The pieces of the text, and where the number stands.
    found
        The tokens before it.
    """
    if _SHORT.fullmatch(str(pieces[place])) is None:
        return number
    behind = phrase_at(list(pieces), place + 1)[0] if place + 1 < len(pieces) else None
    counted = behind is not None and str(behind.type) in _EXTENTS
    if not counted and not _EXTENTS & {str(one.type) for one in found[-_NEAR:]}:
        return number
    first = number[0]
    value = f"{round(float(str(first)) * _MILLION)}"
    return [token(str(first.type), value, first.start_pos, first.end_pos), *number[1:]]


def doubtful_metres(text: str, condition: Condition | None) -> Iterator[Span]:
    """Give the numbers that were taken for metres where the column's name does not say so.

    Examples
    --------
    >>> from core.conditions.types import Comparison, Quantity
    >>> over = Quantity(Comparison.GREATER, 5)
    >>> [span.text for span in doubtful_metres("profit over 5m", Number("profit", over))]
    ['5m']
    >>> list(doubtful_metres("snow depth over 5m", Number("snow depth", over)))
    []
    """
    names = [leaf.column for leaf in leaves(condition) if isinstance(leaf, Number)]
    if not names or any(map(_MEASURED_IN_METRES.search, names)):
        return
    for short in re.finditer(rf"(?<![\w$£€¥.,]){_SHORT.pattern}(?!\w)", text):
        yield Span(short.start(), short.end(), short[0], _HINT, kept=True)
