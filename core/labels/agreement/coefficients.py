"""Coefficients of agreement from sums over cases, for thousands of resamples at once.

The libraries (`statsmodels`, `krippendorff`) compute one figure at a time, and a bootstrap needs a
thousand. Each function here takes sums with any leading axes and gives NaN where the coefficient
is not defined; a property test holds each to its library.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
_NIL = 1e-12
"""Sums of shares end a rounding error away from 0."""


def ratio(numerator: Floats, denominator: Floats) -> Floats:
    """Divide, with NaN where the denominator is 0."""
    out = np.full(np.broadcast_shapes(numerator.shape, denominator.shape), np.nan)
    np.divide(numerator, denominator, out=out, where=np.abs(denominator) > _NIL)
    return out


def cohen_kappa(confusion: Floats, *, quadratic: bool = False) -> Floats:
    """Return Cohen's kappa of confusion tables ``(..., K, K)``.

    Unweighted as in Cohen (1960), or with weights that grow with the square of the distance on
    the scale (Cohen 1968). Not defined where both voters gave one and the same label only.
    """
    steps = np.arange(confusion.shape[-1])
    weights = (steps[:, None] - steps) ** 2 if quadratic else (steps[:, None] != steps)
    rows, columns = _margins(confusion)
    flat = confusion.reshape(*confusion.shape[:-2], -1)
    observed = (flat @ weights.ravel().astype(np.float64)) * _total(rows)
    expected = _total((rows @ weights.astype(np.float64)) * columns)
    return np.asarray(1 - ratio(observed, expected))


def fleiss_kappa(agreeing: Floats, labels: Floats, raters: int) -> Floats:
    """Return Fleiss' kappa (Fleiss 1971, equations 3 to 7).

    Parameters
    ----------
    agreeing
        Pairs of votes on one case that agree, summed over cases, ``(...)``.
    labels
        Votes for each label, summed over cases, ``(..., K)``.
    raters
        Votes on each case, 2 or more.
    """
    votes = _total(labels)
    observed = ratio(agreeing, votes * (raters - 1) / 2)
    expected = ratio(_total(labels**2), votes**2)
    return ratio(observed - expected, 1 - expected)


def ordinal_alpha(coincidences: Floats) -> Floats:
    """Return Krippendorff's alpha for ordered labels, of coincidence matrices ``(..., K, K)``.

    Krippendorff (2011), "Computing Krippendorff's Alpha-Reliability", section D: the ordinal
    difference of two labels is the number of votes between them, both ends counted by half, which
    the distance of their mid-ranks. Not defined where all pairable votes are alike.
    """
    totals, _ = _margins(coincidences)
    votes = _total(totals)
    observed, expected = np.zeros_like(votes), np.zeros_like(votes)
    # Labels are few and resamples many, so the loop is over pairs of labels.
    for low in range(totals.shape[-1]):
        distance = np.zeros_like(votes)
        for high in range(low + 1, totals.shape[-1]):
            distance = distance + (totals[..., high - 1] + totals[..., high]) / 2
            observed += coincidences[..., low, high] * distance**2
            expected += totals[..., low] * totals[..., high] * distance**2
    return np.asarray(1 - ratio(observed * (votes - 1), expected))


def _margins(tables: Floats) -> tuple[Floats, Floats]:
    # A product with ones is several times faster than a sum over a short axis.
    ones = np.ones(tables.shape[-1])
    return tables @ ones, np.swapaxes(tables, -1, -2) @ ones


def _total(values: Floats) -> Floats:
    return np.asarray(values @ np.ones(values.shape[-1]))


def coincidences_of(counts: NDArray[np.int64]) -> Floats:
    """Return what each case adds to the coincidence matrix, ``(cases, K, K)``.

    A case with fewer than 2 votes adds nothing (Krippendorff 2011, section C).
    """
    steps = counts.shape[1]
    pairs = counts[:, :, None] * counts[:, None, :] - counts[:, :, None] * np.eye(steps)
    return np.asarray(pairs / np.maximum(counts.sum(axis=1) - 1, 1)[:, None, None])


def pairs_of(counts: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return how many pairs of votes agree on each case, and how many there are."""
    votes = counts.sum(axis=1)
    return (counts * (counts - 1) // 2).sum(axis=1), votes * (votes - 1) // 2
