"""Align the columns of two tables by maximum-weight bipartite matching (fishy-tus, section 1).

The weight of a pair is how far its similarity stands out from what any two columns have in common
under the encoder: sentence encoders find 0.4 between columns that have nothing to do with each
other, word counts 0. Without that, a wide table scores by having many columns that are a bit alike.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from core.features import ColumnVectors
from core.indexes import TableVectors

_COLUMNS_SAMPLED = 1_500
_OF_ONE_TABLE = 100
_OF_BEST = 0.75
_BACKGROUNDS: WeakKeyDictionary[TableVectors, dict[int, float]] = WeakKeyDictionary()
"""By index, and gone with it, by seed."""


@dataclass(frozen=True)
class Matching:
    """Pairs of columns, each column in at most one.

    Parameters
    ----------
    score
        0 to 1; see `match_columns`.
    rows, columns
        Columns of the query and of the candidate, one entry a pair, by row.
    similarities
        Cosine similarity of each pair.
    of_all
        That of every pair of columns, shape (query columns, candidate columns).
    background
        What any two columns have in common; pairs no more alike are not made.
    """

    score: float
    rows: NDArray[np.int64]
    columns: NDArray[np.int64]
    similarities: NDArray[np.float32]
    of_all: NDArray[np.float32]
    background: float


def match_columns(
    similarities: NDArray[np.float32], background: float, unseen: int = 0
) -> Matching:
    """Pair the columns of a query with those of a candidate so that the weights' sum is largest.

    A pair of similarity s weighs ``(s - background) / (1 - background)``; pairs that weigh nothing
    are not made. The score is the sum of the weights over the geometric mean of the two numbers of
    columns, so that neither a wide candidate wins by having a column for everything nor a narrow
    one by matching the little it has; it is 1 for two tables with the same column vectors, if one
    of these is not zero.

    Parameters
    ----------
    similarities
        Shape (query columns, candidate columns), -1 to 1.
    background
        Similarity that two columns have by chance (`background_similarity`), below 1.
    unseen
        Columns of which the encoder sees nothing (their vectors are zero), where both tables have
        as many: they count in neither's width, as nothing tells that they differ. 0 else.

    Examples
    --------
    >>> found = match_columns(np.array([[0.9, 0.8], [0.8, 0.1]], np.float32), background=0.2)
    >>> list(zip(found.rows.tolist(), found.columns.tolist())), round(found.score, 3)
    ([(0, 1), (1, 0)], 0.75)
    >>> match_columns(np.diag(np.array([1, 1, 0], np.float32)), 0.2, unseen=1).score
    1.0
    """
    from scipy.optimize import linear_sum_assignment

    weights = np.maximum(similarities - background, 0) / (1 - background)
    rows, columns = linear_sum_assignment(weights, maximize=True)
    made = weights[rows, columns] > 0
    rows, columns = rows[made], columns[made]
    own, others = similarities.shape
    widths = math.sqrt(max((own - unseen) * (others - unseen), 1))
    score = float(weights[rows, columns].sum(dtype=np.float64)) / widths
    return Matching(score, rows, columns, similarities[rows, columns], similarities, background)


def background_similarity(index: TableVectors, seed: int = 0) -> float:
    """Estimate the similarity that two columns of a data lake have by chance, 0 to below 1.

    Of pairs drawn at random most are unrelated, but not all, so the upper end of chance is taken
    to lie as far above the median as the 5% quantile lies below it. In a lake of one or two kinds
    of columns most pairs are related and this would take what belongs together for chance; so it
    is at most three quarters of what the middle column has with its best partner in another table.

    Parameters
    ----------
    index
        The lake's vectors; up to 1,500 columns of random tables are read, of a
        wide table 100 that are spread evenly in it.
    seed
        Which tables.
    """
    known = _BACKGROUNDS.setdefault(index, {})
    if seed not in known:
        known[seed] = _background(index, seed)
    return known[seed]


def columns_drawn(
    sizes: NDArray[np.int64], seed: int = 0
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Draw the tables by whose columns `background_similarity` tells what is alike by chance.

    Parameters
    ----------
    sizes
        Columns of each table of the lake, in its order.

    Returns
    -------
    tables, counts
        Their places, ascending, and how many columns of each, which are spread evenly in it.
    """
    tables = np.random.default_rng(seed).permutation(len(sizes))
    counts = np.zeros(len(tables), dtype=np.int64)
    most = np.minimum(sizes[tables], _OF_ONE_TABLE)
    counts[tables] = np.diff(np.minimum(np.cumsum(most), _COLUMNS_SAMPLED), prepend=0)
    chosen = np.flatnonzero(counts)
    return chosen, counts[chosen]


def _background(index: TableVectors, seed: int) -> float:
    return chance_similarity(*index.sampled_columns(*columns_drawn(index.column_counts(), seed)))


def chance_similarity(columns: ColumnVectors, offsets: NDArray[np.int64]) -> float:
    """Estimate as `background_similarity` does, from the columns that were drawn.

    Parameters
    ----------
    columns, offsets
        As `TableVectors.sampled_columns` gives them.
    """
    table = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    unit = dense_normalised(columns)
    filled = np.einsum("ij,ij->i", unit, unit) > 0
    unit, table = unit[filled], table[filled]
    if len(unit) < 2:  # noqa: PLR2004 - a pair takes two
        return 0.0
    similarities = unit @ unit.T
    low, middle = np.quantile(similarities[np.triu_indices(len(unit), k=1)], [0.05, 0.5])
    estimate = 2 * middle - low
    if len(np.unique(table)) > 1:
        similarities[table[:, None] == table[None, :]] = -1
        estimate = min(estimate, _OF_BEST * np.median(similarities.max(axis=1)))
    return float(np.clip(estimate, 0.0, 0.95))


def dense_normalised(columns: Any) -> NDArray[np.float32]:
    """Make column vectors dense and of length 1; zero rows stay zero."""
    from core.features.pooling import normalised

    dense = columns if isinstance(columns, np.ndarray) else columns.toarray()
    return normalised(dense.astype(np.float32, copy=False))
