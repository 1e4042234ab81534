"""Which column of a table stands for which column of a key of several."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.indexes import without_noise
from core.indexes.ties import SINGLE


def best_assignment(scores: NDArray[np.float64]) -> NDArray[np.int64] | None:
    """Give each column of a key another column of a table, so that the least score is greatest.

    Of several such choices one of the greatest sum is taken.

    Parameters
    ----------
    scores
        Shape (key columns, table columns), finite; -inf where the two were not compared.

    Returns
    -------
    ndarray or None
        Shape (key columns,): the table's columns; none if no choice is of compared columns alone.

    Examples
    --------
    >>> best_assignment(np.array([[0.9, 0.8], [0.9, 0.1]])).tolist()
    [1, 0]
    >>> best_assignment(np.array([[0.9, -np.inf], [0.9, -np.inf]])) is None
    True
    """
    rounded = without_noise(scores, SINGLE)
    if np.isneginf(rounded).all(axis=1).any():
        return None
    first: NDArray[np.int64] = rounded.argmax(axis=1)
    if len(np.unique(first)) == len(first):
        return first
    levels = np.unique(rounded[np.isfinite(rounded)])
    found = None
    below, above = 0, len(levels)
    while below < above:  # the more scores are allowed, the sooner there is a choice
        middle = (below + above) // 2
        chosen = _greatest_sum(np.where(rounded >= levels[middle], rounded, -np.inf))
        if chosen is None:
            above = middle
        else:
            found, below = chosen, middle + 1
    return found


def _greatest_sum(scores: NDArray[np.float64]) -> NDArray[np.int64] | None:
    from scipy.optimize import linear_sum_assignment

    if np.isfinite(scores).any(axis=0).sum() < len(scores):
        return None
    try:
        _, chosen = linear_sum_assignment(scores, maximize=True)
    except ValueError:  # infeasible: no choice is of finite scores alone
        return None
    found: NDArray[np.int64] = chosen
    return found
