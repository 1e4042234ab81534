"""The one tie rule: score descending, then table id ascending.

`core.evaluation.run.rank_candidates` is the same rule for a frame of several queries.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

SINGLE, DOUBLE = 6, 12
"""Decimal places that mean something after arithmetic in 32 and in 64 bits."""


def without_noise(scores: ArrayLike, decimals: int = SINGLE) -> NDArray[np.float64]:
    """Round scores to what does not depend on the order of their arithmetic.

    What comes of counts alone needs none of it: of a key of three million values tables have
    shares that differ in the seventh place.

    Examples
    --------
    >>> without_noise([0.1 + 0.2, -1e-9]).tolist()
    [0.3, 0.0]
    """
    return np.asarray(scores, dtype=np.float64).round(decimals) + 0.0  # no -0.0


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
    """Return which k come first, and their scores.

    Parameters
    ----------
    scores
        Shape (n,); compared as they are (see `without_noise`).
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
    >>> places, scores = best(np.array([0.5, 0.9, 0.5]), np.array([2, 1, 0]), k=2)
    >>> places.tolist(), scores.tolist()
    ([1, 2], [0.9, 0.5])
    >>> best(np.array([2 / 3e6, 3 / 3e6]), np.array([0, 1]), k=2)[0].tolist()
    [1, 0]
    >>> best(np.zeros(3), np.arange(3), k=3, of_nothing=np.array([0.1, 0.1, 0.2]))[0].tolist()
    [2, 0, 1]
    """
    if k < len(scores):
        threshold = np.partition(scores, len(scores) - k)[len(scores) - k] if k else np.inf
        kept = np.flatnonzero(scores >= threshold)
    else:
        kept = np.arange(len(scores))
    keys = [ranks[kept], -scores[kept]]
    if of_nothing is not None:
        keys.insert(1, np.where(scores[kept] == 0, -of_nothing[kept], 0.0))
    order = kept[np.lexsort(keys)][:k]
    return order, scores[order]
