"""How far each two voters agree, and the matrix of voter against voter."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import polars as pl
from numpy.typing import NDArray

from core.intervals import resampled_sums
from core.labels.agreement.coefficients import (
    Floats,
    cohen_kappa,
    fleiss_kappa,
    ordinal_alpha,
)
from core.labels.agreement.estimates import (
    Estimate,
    Measure,
    Resampling,
    Size,
    estimate,
    estimates_frame,
    raw_agreement,
)
from core.labels.vote_frame import VoteGrid

_DEFAULT = Resampling()
Confusion = NDArray[np.int64]
"""Labels by labels: how many cases the first voter gave the one and the second the other."""


def pair_agreement(
    votes: pl.DataFrame,
    *,
    measures: Sequence[Measure] = tuple(Measure),
    how: Resampling = _DEFAULT,
) -> pl.DataFrame:
    """Return measures of agreement for every two voters, from the cases on which both gave a label.

    Cohen's kappa, unweighted (Cohen 1960) and with quadratic weights (Cohen 1968), and Fleiss'
    kappa are those of `statsmodels`, alpha is that of `krippendorff`. Each pair's intervals are by
    the queries of the cases that both voted on, resampled with the same seed for each, so that
    they don't depend on who else voted.

    Parameters
    ----------
    votes
        ``case, voter, label``, a row per case and voter; a label on the scale or null.
    measures
        Those wanted, all by default; one takes half the time of five.
    how
        Of the intervals.

    Returns
    -------
    polars.DataFrame
        ``first, second`` (first < second) and the fields of `Estimate`: a row per pair and
        measure. What is not defined is null and ``note`` says why.

    Raises
    ------
    VoteFrameError
        As in `VoteGrid.of`.

    Examples
    --------
    >>> votes = pl.DataFrame({"case": ["a", "a", "b", "b"], "voter": ["ann", "bob"] * 2,
    ...                       "label": [2, 2, 0, 1]})
    >>> pair_agreement(votes).select("first", "second", "measure", "value").row(0)
    ('ann', 'bob', 'raw agreement', 0.5)
    """
    grid = VoteGrid.of(votes)
    names: list[tuple[str, str]] = []
    estimates: list[Estimate] = []
    for one, other in combinations(range(len(grid.voters)), 2):
        found = _estimates(grid, one, other, how, measures)
        names.extend([(grid.voters[one], grid.voters[other])] * len(found))
        estimates.extend(found)
    columns = {
        "first": [first for first, _ in names],
        "second": [second for _, second in names],
    }
    schema = {"first": pl.String, "second": pl.String}
    return pl.DataFrame(columns, schema=schema).hstack(estimates_frame(estimates))


def confusion_of(first: NDArray[np.int8], second: NDArray[np.int8], steps: int) -> Confusion:
    """Count the cases by the places of two voters' labels; a place below 0 is no label."""
    both = (first >= 0) & (second >= 0)
    cells = first[both].astype(np.int64) * steps + second[both]
    return np.bincount(cells, minlength=steps * steps).reshape(steps, steps)


def cohen_estimates(grid: VoteGrid, one: int, other: int, how: Resampling) -> list[Estimate]:
    """Return Cohen's kappa of two voters, by their places, without and with quadratic weights."""
    return _estimates(grid, one, other, how, (Measure.COHEN, Measure.COHEN_QUADRATIC))


def _estimates(
    grid: VoteGrid, one: int, other: int, how: Resampling, measures: Sequence[Measure]
) -> list[Estimate]:
    first, second, steps = grid.places[:, one], grid.places[:, other], len(grid.scale)
    both = (first >= 0) & (second >= 0)
    cases, queries = int(both.sum()), grid.queries[both]
    size = Size(cases, 2 * cases, cases, len(np.unique(queries)))
    if not cases:
        why = "There is no case on which both gave a label."
        return [estimate(one, None, np.empty(0), size, how, why) for one in measures]
    agreeing = (first[both] == second[both]).astype(np.int64)
    raw = raw_agreement(agreeing, np.ones_like(agreeing), queries, size, how)
    if all(one is Measure.RAW for one in measures):
        return [raw] * len(measures)
    cells = np.eye(steps * steps)[first[both].astype(np.int64) * steps + second[both]]
    confusion = confusion_of(first, second, steps)
    sums = resampled_sums(cells, queries, how.resamples, how.seed)
    resampled = sums.reshape(-1, steps, steps)
    return [
        raw if one is Measure.RAW else _coefficient(one, confusion, resampled, size, how)
        for one in measures
    ]


def _coefficient(
    measure: Measure,
    confusion: Confusion,
    resampled: Floats,
    size: Size,
    how: Resampling,
) -> Estimate:
    if np.isnan(_from_confusion(measure, confusion.astype(float))):
        why = (
            f"Both gave one and the same label on all {size.cases:,} cases, so chance alone would "
            "agree as well and the coefficient is not defined."
        )
        return estimate(measure, None, np.empty(0), size, how, why)
    value = _from_library(measure, confusion)
    return estimate(measure, value, _from_confusion(measure, resampled), size, how)


def _from_confusion(measure: Measure, confusion: Floats) -> Floats:
    if measure is Measure.FLEISS:
        agreeing = np.trace(confusion, axis1=-2, axis2=-1)
        return fleiss_kappa(agreeing, confusion.sum(axis=-1) + confusion.sum(axis=-2), 2)
    if measure is Measure.ALPHA:
        return ordinal_alpha(confusion + np.swapaxes(confusion, -1, -2))
    return cohen_kappa(confusion, quadratic=measure is Measure.COHEN_QUADRATIC)


def _from_library(measure: Measure, confusion: Confusion) -> float:
    """Return the figure itself; scikit-learn has the same kappa and takes twenty times as long."""
    if measure in {Measure.FLEISS, Measure.ALPHA}:
        counts = _counts(confusion)
        if measure is Measure.ALPHA:
            import krippendorff

            return float(krippendorff.alpha(value_counts=counts, level_of_measurement="ordinal"))
        from statsmodels.stats import inter_rater

        return float(inter_rater.fleiss_kappa(counts))
    from statsmodels.stats import inter_rater

    weights = "quadratic" if measure is Measure.COHEN_QUADRATIC else None
    return float(inter_rater.cohens_kappa(confusion, wt=weights, return_results=False))


def _counts(confusion: Confusion) -> NDArray[np.int64]:
    labels = np.eye(len(confusion), dtype=np.int64)
    each = labels[:, None] + labels[None, :]
    return np.repeat(each.reshape(-1, len(confusion)), confusion.ravel(), axis=0)
