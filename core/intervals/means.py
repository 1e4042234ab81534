"""The interval of a mean over cases of which several share a query."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.intervals.alike import NIL, Range, alike_interval
from core.intervals.queries import Queries, places_and_number, student_t


def clustered_mean_interval(
    values: NDArray[np.float64], queries: Queries, within: Range
) -> tuple[float, float]:
    """Return the interval of a mean from its standard error between queries, by Student's t.

    Where all queries have one mean that error is 0, of two queries as of a thousand; then it is
    `alike_interval`. For a mean over queries that each have one value, of which there are enough
    to be resampled, there is `bootstrap_mean_interval`.

    Parameters
    ----------
    values
        Shape (cases,), within the ends; at least one case.
    within
        The least and the greatest that a value may be.

    Returns
    -------
    tuple
        Both ends, within those of values; those if all cases are of one query.

    Examples
    --------
    >>> values, queries = np.array([0.0, 0.1, 0.1]), ["a", "b", "c"]
    >>> [round(end, 3) for end in clustered_mean_interval(values, queries, (-1, 1))]
    [-0.077, 0.21]
    >>> [round(end, 3) for end in clustered_mean_interval(np.ones(2), ["a", "b"], (-1, 1))]
    [-0.684, 1.0]
    """
    place, several = places_and_number(queries)
    value = float(values.mean())
    half = standard_error(values - value, place) / len(values) * student_t(several)
    if half < NIL:
        return alike_interval(value, several, within)
    return max(within[0], value - half), min(within[1], value + half)


def standard_error(excess: NDArray[np.float64], place: NDArray[np.int64]) -> float:
    """Return the standard error of a sum over cases, whose expectation is 0, between queries.

    Parameters
    ----------
    excess
        Shape (cases,).
    place
        Shape (cases,): number of each case's query.
    """
    several = len(np.unique(place))
    if several < 2:  # noqa: PLR2004 - one query has no spread
        return float("inf")
    sums = np.bincount(place, excess)
    return float(np.sqrt(several / (several - 1) * (sums**2).sum()))
