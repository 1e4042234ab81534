"""Intervals of means over cases of which several share a query, and of two means' difference."""

from __future__ import annotations

from collections.abc import Sequence

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


def clustered_difference_interval(
    values: NDArray[np.float64], first: NDArray[np.bool_], queries: Queries, within: Range
) -> tuple[float, float]:
    """Return the interval of the mean of some cases less that of the others.

    Both means have their `clustered_mean_interval`, and their ends are put together as those of
    independent figures are (Zou and Donner 2008), wider where the queries that both share pull them
    apart. A bootstrap of the difference takes a mean of which all cases are alike for certain.

    Parameters
    ----------
    values
        Shape (cases,), within the ends.
    first
        Shape (cases,): whether a case is one of those of the first mean; at least one is, and one
        is not.
    within
        The least and the greatest that a value may be.

    Examples
    --------
    >>> values = np.array([1.0] * 4 + [0.0] * 36)
    >>> both = clustered_difference_interval(values, np.arange(40) < 20, range(40), (-1, 1))
    >>> [round(end, 3) for end in both]
    [-0.055, 0.455]
    """
    place, _ = places_and_number(queries)
    sides = [(values[some], place[some]) for some in (first, ~first)]
    ends = [clustered_mean_interval(some, which, within) for some, which in sides]
    (one, other), ((low, high), (other_low, other_high)) = [v.mean() for v, _ in sides], ends
    parts = [
        np.where(some, values - values[some].mean(), 0.0) * sign / some.sum()
        for some, sign in ((first, 1), (~first, -1))
    ]
    wider, value, most = together(parts, place), float(one - other), within[1] - within[0]
    below = wider * float(np.hypot(one - low, other_high - other))
    above = wider * float(np.hypot(high - one, other - other_low))
    return max(-most, value - below), min(most, value + above)


def together(parts: Sequence[NDArray[np.float64]], place: NDArray[np.int64]) -> float:
    """Return how much larger the error of a sum is than of parts that are independent, from 1.

    Parameters
    ----------
    parts
        What each case adds to each part, shape (cases,), whose expectation is 0.
    place
        Shape (cases,): number of each case's query.
    """
    apart = float(np.sqrt(sum(standard_error(part, place) ** 2 for part in parts)))
    if not apart or not np.isfinite(apart):
        return 1.0
    return max(1.0, standard_error(np.sum(parts, axis=0), place) / apart)


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
