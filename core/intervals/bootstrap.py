"""How far an average over queries may be from what other queries would give, by resampling."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from core.intervals.alike import NIL, Range, alike_interval
from core.intervals.queries import CONFIDENCE

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
    """``bca``, ``percentile``, ``alike`` if all queries have one value, or ``none``."""
    resamples: int
    """0 if nothing was resampled."""
    seed: int
    note: str = ""
    """Why it is not a BCa interval; empty if it is one."""


def bootstrap_mean_interval(
    values: ArrayLike,
    within: Range,
    *,
    confidence: float = CONFIDENCE,
    resamples: int = 2_000,
    seed: int = 0,
) -> Interval:
    """Return a bootstrap interval of the mean, resampling queries.

    Bias-corrected and accelerated (Efron 1987; `scipy.stats.bootstrap` gives the same). Where that
    is not defined (nearly all values alike) it is the percentile interval, and `note` says so.
    Equal values show no spread, and have `alike_interval`; a single value or none gives no
    interval. Of cases of which several share a query there is `clustered_mean_interval`.

    Parameters
    ----------
    values
        A value per query, within the ends.
    within
        The least and the greatest that a value may be.
    confidence
        Between 0 and 1.
    resamples
        How many times the queries are drawn anew.
    seed
        Of the drawing.

    Examples
    --------
    >>> same = bootstrap_mean_interval([1.0, 1.0, 1.0], (0, 1))
    >>> round(same.low, 2), same.high
    (0.29, 1.0)
    >>> same.note
    'All 3 queries have the same value, so it is of what those not seen may be.'
    >>> interval = bootstrap_mean_interval([0.0, 1.0] * 50, (0, 1))
    >>> round(interval.low, 1), round(interval.high, 1), interval.method
    (0.4, 0.6, 'bca')
    """
    sample: NDArray[np.float64] = np.asarray(values, dtype=np.float64)
    count = len(sample)
    if count < 2:  # noqa: PLR2004 - two is what an interval needs
        note = "An interval needs at least 2 queries."
        return Interval(None, None, confidence, count, "none", 0, seed, note)
    if np.ptp(sample) < NIL:
        low, high = alike_interval(float(sample[0]), count, within, confidence)
        note = f"All {count:,} queries have the same value, so it is of what those not seen may be."
        return Interval(low, high, confidence, count, "alike", 0, seed, note)
    drawn = _resampled_means(sample, resamples, seed)
    tails = (1 - confidence) / 2, (1 + confidence) / 2
    places = _corrected(sample, drawn, tails)
    method, note = "bca", ""
    if np.isnan(places).any():
        places = np.asarray(tails)
        method = "percentile"
        note = "Too few queries differ for a corrected interval, so it is the percentile one."
    low, high = np.quantile(drawn, places).tolist()
    return Interval(low, high, confidence, count, method, resamples, seed, note)


def _resampled_means(sample: NDArray[np.float64], resamples: int, seed: int) -> NDArray[np.float64]:
    from scipy import stats

    result = stats.bootstrap(
        (sample,),
        np.mean,
        n_resamples=resamples,
        batch=max(1, BATCH_CELLS // len(sample)),
        method="percentile",
        rng=np.random.default_rng(seed),
    )
    return np.asarray(result.bootstrap_distribution)


def _corrected(
    sample: NDArray[np.float64], drawn: NDArray[np.float64], tails: tuple[float, float]
) -> NDArray[np.float64]:
    """Return where among the resampled means the ends lie (Efron 1987); NaN if not defined.

    As `scipy.stats.bootstrap` has it, which leaves out each value in turn to find the acceleration:
    of a mean that comes to the deviations themselves, and of 10,000 values it takes a tenth of a
    billion numbers, for each metric of each run.
    """
    from scipy.special import ndtr, ndtri

    mean = sample.mean()
    # What differs by a last bit is equal: of few values many of the means are the sample's own.
    below, up_to = drawn < mean - NIL, drawn <= mean + NIL
    bias = ndtri((below.mean() + up_to.mean()) / 2)
    away = sample - mean
    acceleration = (away**3).sum() / (6 * (away**2).sum() ** 1.5)
    # All means on one side of the sample's give no bias that is finite.
    with np.errstate(divide="ignore", invalid="ignore"):
        shifted = bias + ndtri(np.asarray(tails))
        return np.asarray(ndtr(bias + shifted / (1 - acceleration * shifted)))
