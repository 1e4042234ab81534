"""Parts of a condition as they are asked for, and how far a table satisfies them together."""

from __future__ import annotations

import math
from collections.abc import Iterator

from core.conditions import And, Condition, Leaf, Not, Or


def asked(condition: Condition | None, negated: bool = False) -> Iterator[tuple[Leaf, bool]]:
    """Give the parts of a condition from left to right, and whether their opposite is asked for.

    Examples
    --------
    >>> from core.conditions import Text, Topic
    >>> list(asked(And((Topic("tea"), Not(Text("Kenya"))))))
    [(Topic(text='tea'), False), (Text(text='Kenya', column=''), True)]
    """
    if condition is None:
        return
    if isinstance(condition, And | Or):
        for part in condition.parts:
            yield from asked(part, negated)
    elif isinstance(condition, Not):
        yield from asked(condition.part, not negated)
    else:
        yield condition, negated


def together(condition: Condition | None, shares: Iterator[float], negated: bool = False) -> float:
    """Combine how far each of the parts of `asked` is satisfied, 0 to 1.

    "and" multiplies and "or" takes the best; "not" gives the rest of that, made of how far the
    opposite of each part is satisfied: a table may satisfy neither a part nor its opposite.

    Examples
    --------
    >>> from core.conditions import Text, Topic
    >>> both = And((Topic("tea"), Text("Kenya")))
    >>> together(both, iter([0.5, 0.8])), round(together(Not(both), iter([0.5, 0.2])), 6)
    (0.4, 0.6)
    """
    if condition is None:
        return 1.0
    if isinstance(condition, Not):
        return together(condition.part, shares, not negated)
    if not isinstance(condition, And | Or):
        return next(shares)
    found = [together(part, shares, negated) for part in condition.parts]
    if isinstance(condition, And):
        return 1 - math.prod(1 - share for share in found) if negated else math.prod(found)
    return min(found) if negated else max(found)
