"""How far an average over queries may be from what other queries would give."""

from __future__ import annotations

import math
import warnings
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

BATCH_CELLS = 4_000_000
"""Cells of one batch of resamples, so that 10,000 queries fit in memory."""


@dataclass(frozen=True)
class Interval:
    """A confidence interval of a mean over queries."""

    low: float | None
    """None if there are too few queries for an interval."""
    high: float | None
    confidence: float
    queries: int
    method: str
    """``bca``, ``percentile``, or ``none`` if nothing could be resampled."""
    resamples: int
    seed: int
    note: str = ""
    """Why it is not a BCa interval; empty if it is one."""


def mean_interval(
    values: ArrayLike, *, confidence: float = 0.95, resamples: int = 2_000, seed: int = 0
) -> Interval:
    """Return a bootstrap interval of the mean, resampling queries.

    Bias-corrected and accelerated (Efron 1987, `scipy.stats.bootstrap`). Where that is not
    defined (nearly all values alike) it is the percentile interval, and `note` says so. Equal
    values give an interval of no width; a single value or none gives no interval.

    Parameters
    ----------
    values
        A value per query, finite.
    confidence
        Between 0 and 1.
    resamples
        How many times the queries are drawn anew.
    seed
        Of the drawing.

    Examples
    --------
    >>> mean_interval([0.5, 0.5, 0.5]).note
    'All 3 queries have the same value, so resampling them shows no spread.'
    >>> interval = mean_interval([0.0, 1.0] * 50)
    >>> round(interval.low, 1), round(interval.high, 1), interval.method
    (0.4, 0.6, 'bca')
    """
    sample: NDArray[np.float64] = np.asarray(values, dtype=np.float64)
    count = len(sample)
    if count < 2:  # noqa: PLR2004 - two is what an interval needs
        note = "An interval needs at least 2 queries."
        return Interval(None, None, confidence, count, "none", 0, seed, note)
    if np.ptp(sample) == 0:
        same = float(sample[0])
        note = f"All {count:,} queries have the same value, so resampling them shows no spread."
        return Interval(same, same, confidence, count, "none", 0, seed, note)
    low, high = _bootstrap(sample, "BCa", confidence, resamples, seed)
    method, note = "bca", ""
    if math.isnan(low) or math.isnan(high):
        low, high = _bootstrap(sample, "percentile", confidence, resamples, seed)
        method = "percentile"
        note = "Too few queries differ for a corrected interval, so it is the percentile one."
    return Interval(low, high, confidence, count, method, resamples, seed, note)


def _bootstrap(
    sample: NDArray[np.float64], method: str, confidence: float, resamples: int, seed: int
) -> tuple[float, float]:
    from scipy import stats

    with warnings.catch_warnings():
        # A degenerate sample comes back as NaN, which the caller handles.
        warnings.simplefilter("ignore")
        result = stats.bootstrap(
            (sample,),
            np.mean,
            n_resamples=resamples,
            batch=max(1, BATCH_CELLS // len(sample)),
            confidence_level=confidence,
            method=method,
            rng=np.random.default_rng(seed),
        )
    return float(result.confidence_interval.low), float(result.confidence_interval.high)
