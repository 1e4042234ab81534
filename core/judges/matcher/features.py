"""What `rule:matcher` looks at in a pair of tables: seven figures, each from 0 to 1."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.judges.matcher.tables import MatcherTable

ALIKE = 0.6
"""From here on two names count as one when it is told in words how many columns pair up."""


class Feature(StrEnum):
    """One figure of a pair, as it is called on screens."""

    ALIGNMENT = "alignment of column names"
    OVERLAP = "overlap of column names"
    HEADERS = "similarity of whole headers"
    VALUES = "overlap of values"
    TYPES = "aligned names of one type"
    WIDTH = "ratio of columns"
    LENGTH = "ratio of rows"

    @property
    def meaning(self) -> str:
        """What it measures, in one sentence."""
        return _MEANINGS[self]


_MEANINGS = {
    Feature.ALIGNMENT: (
        "Mean likeness of the column names paired by maximum-weight bipartite matching, over the "
        "columns of the narrower table; likeness is the mean of the cosine of their sentence "
        "vectors and of the similarity of their letters."
    ),
    Feature.OVERLAP: "Share of the narrower table's column names that the other has too.",
    Feature.HEADERS: "Cosine of the sentence vectors of the two headers as a whole.",
    Feature.VALUES: "Overlap coefficient of the two tables' different values.",
    Feature.TYPES: (
        "As the alignment of column names, counting only pairs of columns with one type of values."
    ),
    Feature.WIDTH: "Columns of the narrower table over those of the wider.",
    Feature.LENGTH: "Rows of the shorter table over those of the longer, one added to each.",
}


def pair_features(
    pairs: Sequence[tuple[MatcherTable, MatcherTable]],
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Compute the features of pairs.

    The order of the two tables of a pair makes no difference.

    Returns
    -------
    features
        Shape (pairs, features), in the order of `Feature`, 0 to 1.
    aligned
        Shape (pairs,): columns whose names pair up with a likeness of at least `ALIKE`.
    """
    features = np.zeros((len(pairs), len(Feature)))
    aligned = np.zeros(len(pairs), np.int64)
    for row, (one, other) in enumerate(pairs):
        features[row], aligned[row] = _of_pair(one, other)
    return features, aligned


def _of_pair(one: MatcherTable, other: MatcherTable) -> tuple[list[float], int]:
    from rapidfuzz import fuzz, process
    from scipy.optimize import linear_sum_assignment

    # Of equally good matchings the solver takes one by position: sorted, the pair has one order.
    one, other = sorted((one, other), key=_order)
    letters = process.cdist(one.names, other.names, scorer=fuzz.token_sort_ratio) / 100
    cosines = np.clip(one.name_vectors @ other.name_vectors.T, 0, 1)
    likeness = (letters + cosines) / 2
    rows, columns = linear_sum_assignment(likeness, maximize=True)
    paired = likeness[rows, columns]
    narrow, wide = sorted((len(one.names), len(other.names)))
    same = np.array([one.types[i] == other.types[j] for i, j in zip(rows, columns, strict=True)])
    figures = {
        Feature.ALIGNMENT: paired.sum() / narrow,
        Feature.OVERLAP: _overlap(np.unique(one.names), np.unique(other.names)),
        Feature.HEADERS: max(0.0, float(one.header_vector @ other.header_vector)),
        Feature.VALUES: _overlap(one.values, other.values),
        Feature.TYPES: (paired * same).sum() / narrow,
        Feature.WIDTH: narrow / wide,
        Feature.LENGTH: (min(one.rows, other.rows) + 1) / (max(one.rows, other.rows) + 1),
    }
    return [min(1.0, float(figures[feature])) for feature in Feature], int((paired >= ALIKE).sum())


def _order(table: MatcherTable) -> tuple[Any, ...]:
    return table.names, table.content_hash, table.types, table.name_vectors.tolist()


def _overlap(one: NDArray[Any], other: NDArray[Any]) -> float:
    """Overlap coefficient of two sets, each sorted; 0 if one is empty."""
    smaller = min(len(one), len(other))
    return len(np.intersect1d(one, other, assume_unique=True)) / smaller if smaller else 0.0
