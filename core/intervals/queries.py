"""Cases of which several share a query.

Pairs of one query share a table: who misjudges that table misjudges them together, so a hundred
pairs of five queries tell less than a hundred of a hundred. Whatever is resampled is drawn query
by query, with all its cases; the interval of a share counts the cases as many as they are worth;
the error of a mean is that between queries. Where each case has a query of its own, all are what
they would be for independent cases.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl
from numpy.typing import NDArray

CONFIDENCE = 0.95

Queries = Sequence[str] | pl.Series | NDArray[np.int64]
"""The query of each case, by name or number, in the order of the cases."""


def places(*queries: Queries) -> NDArray[np.int64]:
    """Number the queries of one or several lists of cases, laid end to end, from 0."""
    names = np.concatenate(
        [np.asarray(some if isinstance(some, np.ndarray) else list(some)) for some in queries]
    )
    if not np.issubdtype(names.dtype, np.integer):
        names = names.astype(str)
    return np.unique(names, return_inverse=True)[1].reshape(-1).astype(np.int64)


def places_and_number(queries: Queries) -> tuple[NDArray[np.int64], int]:
    """Return `places`, and how many queries there are."""
    place = places(queries)
    return place, int(place.max()) + 1 if len(place) else 0


def student_t(queries: int, confidence: float = CONFIDENCE) -> float:
    """Return how many standard errors between so many queries reach from a figure to an end.

    Infinite for one query, which shows no spread.
    """
    from scipy.special import stdtrit

    return float(stdtrit(queries - 1, (1 + confidence) / 2)) if queries > 1 else float("inf")
