"""How far probabilities, a rule's or those that a judge states, are from what came to be."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

BINS = 10


_DIGITS = 9
"""Decimals that count in telling on which side of an edge a probability lies."""


def bins_of(probabilities: NDArray[np.float64], bins: int = BINS) -> NDArray[np.int64]:
    """Number the bin of each probability, from 0.

    Bins are of equal width and hold their upper edge, ``((m - 1) / bins, m / bins]`` (Guo et al.
    2017, section 2); 0 is in the first. Judges state round numbers, most of which are edges.

    Parameters
    ----------
    probabilities
        Shape (cases,): 0 to 1.

    Examples
    --------
    >>> bins_of(np.array([0.0, 0.1, 0.7, 0.95, 1.0])).tolist()
    [0, 0, 6, 9, 9]
    """
    # 0.7 times 10 is a little over 7 in floating point.
    upper = np.ceil(np.round(probabilities * bins, _DIGITS)).astype(np.int64)
    return np.clip(upper - 1, 0, bins - 1)


def calibration_error(
    positive: NDArray[np.bool_], probabilities: NDArray[np.float64], bins: int = BINS
) -> float:
    """Return the expected calibration error over bins of equal width (Guo et al. 2017, Eq. 3).

    Parameters
    ----------
    positive
        Shape (cases,): what came to be.
    probabilities
        Shape (cases,): of that, 0 to 1.

    Examples
    --------
    >>> round(calibration_error(np.array([True, False]), np.array([0.9, 0.3])), 3)
    0.2
    """
    gaps = np.bincount(bins_of(probabilities, bins), positive - probabilities, minlength=bins)
    return float(np.abs(gaps).sum() / len(positive))
