"""Which columns of two matched tables a person would lay over each other."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.features.words import plain_name
from core.search.union.matching import Matching
from core.types import ColumnMatch

_CLEARLY = 0.1
"""How much more alike columns of other names must be to be laid over each other than of one."""

_HARDLY = 0.02
"""What all pairs may be less alike together, and be laid over each other in the order that their
columns have in both tables: what differs in less is which values were drawn."""

_MOST_IN_ORDER = 100
"""Pairs of two tables that are put in order, each with each."""


def column_matches(
    query: Sequence[str], candidate: Sequence[str], found: Matching
) -> tuple[ColumnMatch, ...]:
    """Pair columns as they were matched, but that a common name weighs `_CLEARLY` more.

    An encoder that reads values alone finds nothing in common between two columns of one name
    whose values differ, but a person would lay them over each other; nor would they lay them
    crosswise for a likeness that is hardly greater: where two columns have the same values, as
    those of where a trip starts and ends, their order tells more. The rank is not changed.
    """
    from scipy.optimize import linear_sum_assignment

    weights = np.maximum(found.of_all.astype(np.float64) - found.background, 0.0)
    named = _equal_names(query, candidate)
    weights[[*named.keys()], [*named.values()]] += _CLEARLY
    rows, columns = linear_sum_assignment(weights, maximize=True)
    made = weights[rows, columns] > 0
    rows, columns = rows[made], columns[made]
    return tuple(
        ColumnMatch(query[row], candidate[column], round(float(found.of_all[row, column]), 4))
        for row, column in zip(rows, _in_order(rows, columns, weights), strict=True)
    )


def _in_order(
    rows: NDArray[np.int64], columns: NDArray[np.int64], weights: NDArray[np.float64]
) -> NDArray[np.int64]:
    """Exchange the columns of pairs that lie crosswise for a likeness that is hardly greater.

    The pairs that lose least are exchanged first, as long as all lose `_HARDLY` together at most.

    Parameters
    ----------
    rows, columns
        The pairs, by row.

    Examples
    --------
    >>> weights = np.array([[0.85, 0.86], [0.85, 0.85]])
    >>> _in_order(np.array([0, 1]), np.array([1, 0]), weights).tolist()
    [0, 1]
    >>> _in_order(np.array([0, 1]), np.array([1, 0]), np.array([[0.8, 0.9], [0.9, 0.8]])).tolist()
    [1, 0]
    """
    columns, lost = columns.copy(), 0.0
    while len(rows) <= _MOST_IN_ORDER and (np.diff(columns) < 0).any():
        weighed = weights[rows[:, None], columns]
        own = weighed.diagonal()
        loss = own[:, None] + own - weighed - weighed.T
        crosswise = np.triu(columns[:, None] > columns)
        made = (weighed > 0) & (weighed.T > 0)
        loss[~(crosswise & made)] = np.inf
        first, second = divmod(int(loss.argmin()), len(rows))
        lost += loss[first, second]
        if lost > _HARDLY:
            break
        columns[[first, second]] = columns[[second, first]]
    return columns


def _equal_names(query: Sequence[str], candidate: Sequence[str]) -> dict[int, int]:
    """Places of the columns of two tables that have one name; case, blanks and signs aside."""
    free = {_plain(name): place for place, name in reversed(list(enumerate(candidate)))}
    return {
        place: free.pop(_plain(name)) for place, name in enumerate(query) if _plain(name) in free
    }


def _plain(name: str) -> str:
    return plain_name(name) or name
