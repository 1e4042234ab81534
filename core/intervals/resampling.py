"""Intervals of any figure, from what it comes to over queries drawn anew."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from core.intervals.alike import NIL
from core.intervals.queries import CONFIDENCE, Queries, places_and_number

_RESAMPLES = 1_000
_SEED = 0


def resampled_interval(
    figure: Callable[[NDArray[np.int64]], float], queries: Queries
) -> tuple[float | None, float | None]:
    """Return the `percentile_interval` of a figure over queries drawn with replacement.

    Parameters
    ----------
    figure
        Takes the numbers of the cases drawn; NaN where it is not defined.

    Returns
    -------
    tuple
        None twice if there are fewer than two queries, or as `percentile_interval`.
    """
    place, several = places_and_number(queries)
    if several < 2:  # noqa: PLR2004 - one query cannot be resampled
        return None, None
    cases = np.argsort(place, kind="stable")
    sizes = np.bincount(place)
    starts = np.cumsum(sizes) - sizes
    rng = np.random.default_rng(_SEED)
    drawn = np.empty(_RESAMPLES)
    for i in range(_RESAMPLES):
        chosen = rng.integers(several, size=several)
        ends = np.cumsum(sizes[chosen])
        shift = np.repeat(starts[chosen] - ends + sizes[chosen], sizes[chosen])
        drawn[i] = figure(cases[shift + np.arange(ends[-1])])
    return percentile_interval(drawn)


def percentile_interval(
    drawn: NDArray[np.float64], confidence: float = CONFIDENCE
) -> tuple[float | None, float | None]:
    """Return the ends between which a figure lies in so many resamples (Efron 1979).

    Parameters
    ----------
    drawn
        The figure of each resample; NaN where it is not defined.
    confidence
        Between 0 and 1.

    Returns
    -------
    tuple
        None twice if fewer than half of the resamples have the figure, or if it is the same in all
        of them: then they show no spread, which is not that there is none.

    Examples
    --------
    >>> [round(end, 3) for end in percentile_interval(np.arange(41.0))]
    [1.0, 39.0]
    >>> percentile_interval(np.ones(40))
    (None, None)
    """
    defined = drawn[np.isfinite(drawn)]
    if not len(defined) or len(defined) < len(drawn) / 2 or np.ptp(defined) < NIL:
        return None, None
    tail = (1 - confidence) / 2
    low, high = np.quantile(defined, (tail, 1 - tail))
    return float(low), float(high)


def resampled_sums(
    each: NDArray[np.float64], queries: NDArray[np.int64], draws: int, seed: int
) -> NDArray[np.float64]:
    """Draw as many queries as there are, with replacement, `draws` times, and add up their cases.

    Cases of one query share a table, so they are drawn together. Queries that add the same are
    interchangeable, so how often each kind is drawn is multinomial: the same bootstrap, without
    touching each query.

    Parameters
    ----------
    each
        What each case adds, ``(cases, q)``; at least one case.
    queries
        The number of each case's query, ``(cases,)``.

    Returns
    -------
    ndarray
        The sums of each resample, ``(draws, q)``.
    """
    names, place = np.unique(queries, return_inverse=True)
    totals = np.zeros((len(names), each.shape[1]))
    np.add.at(totals, place.reshape(-1), each)
    unique, frequency = np.unique(totals, axis=0, return_counts=True)
    shares = frequency / frequency.sum()
    drawn = np.random.default_rng(seed).multinomial(len(totals), shares, size=draws)
    return np.asarray(drawn.astype(np.float64) @ unique)
