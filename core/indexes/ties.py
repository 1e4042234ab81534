"""The one tie rule: score descending, then table id ascending."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

DECIMALS = 6
"""Scores are compared at this many: what lies below is noise of 32-bit arithmetic."""


def id_ranks(table_ids: Sequence[str]) -> NDArray[np.int64]:
    """Return the place of each id in ascending order of ids, by code point.

    Examples
    --------
    >>> id_ranks(["b.csv", "a.csv"]).tolist()
    [1, 0]
    """
    order = sorted(range(len(table_ids)), key=table_ids.__getitem__)
    ranks = np.empty(len(table_ids), dtype=np.int64)
    ranks[order] = np.arange(len(table_ids))
    return ranks


def best(
    scores: NDArray[np.float64],
    ranks: NDArray[np.int64],
    k: int,
    of_nothing: NDArray[np.float64] | None = None,
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return which k come first, and their scores at 6 decimals.

    Parameters
    ----------
    scores
        Shape (n,).
    ranks
        Place of each table's id in ascending order (`id_ranks`), shape (n,).
    k
        How many to return at most; 0 or more.
    of_nothing
        Scores of another kind, by which tables of score 0 are ordered before their ids are looked
        at, shape (n,).

    Returns
    -------
    places, scores
        Shape (min(k, n),).

    Examples
    --------
    >>> places, scores = best(np.array([0.5, 0.9, 0.50000001]), np.array([2, 1, 0]), k=2)
    >>> places.tolist(), scores.tolist()
    ([1, 2], [0.9, 0.5])
    >>> best(np.zeros(3), np.arange(3), k=3, of_nothing=np.array([0.1, 0.1, 0.2]))[0].tolist()
    [2, 0, 1]
    """
    rounded = np.round(scores, DECIMALS) + 0.0  # -0.0 and 0.0 are one score
    if k < len(rounded):
        threshold = np.partition(rounded, len(rounded) - k)[len(rounded) - k] if k else np.inf
        kept = np.flatnonzero(rounded >= threshold)
    else:
        kept = np.arange(len(rounded))
    keys = [ranks[kept], -rounded[kept]]
    if of_nothing is not None:
        keys.insert(1, np.where(rounded[kept] == 0, -np.round(of_nothing[kept], DECIMALS), 0.0))
    order = kept[np.lexsort(keys)][:k]
    return order, rounded[order]
