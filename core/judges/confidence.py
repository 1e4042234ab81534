"""How far probabilities, a rule's or those that a judge states, are from what came to be."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

BINS = 10


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
    place = np.minimum((probabilities * bins).astype(np.int64), bins - 1)
    gaps = np.bincount(place, positive - probabilities, minlength=bins)
    return float(np.abs(gaps).sum() / len(positive))
