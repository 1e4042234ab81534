"""How far each voter agrees with all the others."""

from __future__ import annotations

import numpy as np
import polars as pl
from numpy.typing import NDArray

from core.intervals import resampled_sums
from core.labels.agreement.coefficients import Floats, cohen_kappa
from core.labels.agreement.estimates import (
    Estimate,
    Measure,
    Resampling,
    Size,
    estimate,
    estimates_frame,
    raw_agreement,
)
from core.labels.agreement.overall import alpha_of
from core.labels.vote_frame import VoteGrid

_DEFAULT = Resampling()
_KAPPAS = (Measure.COHEN, Measure.COHEN_QUADRATIC)


def voter_agreement(
    votes: pl.DataFrame,
    *,
    how: Resampling = _DEFAULT,
) -> pl.DataFrame:
    """Return how far each voter agrees with the others' votes on the same cases.

    A voter's vote is set against every other vote on its case. Raw agreement is the share that
    give the same label; Cohen's kappa is that of all these pairs in one table (the voter's labels
    against the others'), unweighted and with quadratic weights. The intervals are by query: the
    pairs of one case, and the cases of one query, stay together.

    Returns
    -------
    polars.DataFrame
        A row per voter and measure: ``voter, abstentions``, the fields of `Estimate` (``votes``
        are the voter's own on these cases) and ``alpha_without``: Krippendorff's alpha of all
        the others, or null if it is not defined. It is above the alpha of all if the voter lowers
        it.

    Raises
    ------
    VoteFrameError
        As in `VoteGrid.of`.

    Examples
    --------
    >>> votes = pl.DataFrame({"case": ["a"] * 3, "voter": ["ann", "bob", "cy"],
    ...                       "label": [2, 2, 1]})
    >>> found = voter_agreement(votes).filter(pl.col("measure") == Measure.RAW)
    >>> found.select("voter", "value", "pairs").rows()
    [('ann', 0.5, 2), ('bob', 0.5, 2), ('cy', 0.0, 2)]
    """
    grid = VoteGrid.of(votes)
    silent = votes.filter(pl.col("label").is_null())
    abstentions = dict(silent["voter"].cast(pl.String).value_counts().iter_rows())
    names: list[str] = []
    estimates: list[Estimate] = []
    without: list[float | None] = []
    for place, voter in enumerate(grid.voters):
        others = grid.counts_without(place)
        found = _estimates(grid.places[:, place], others, grid.queries, how)
        names.extend([voter] * len(found))
        estimates.extend(found)
        without.extend([alpha_of(others)] * len(found))
    columns = {
        "voter": pl.Series(names, dtype=pl.String),
        "abstentions": pl.Series([abstentions.get(name, 0) for name in names], dtype=pl.Int64),
    }
    return (
        pl.DataFrame(columns)
        .hstack(estimates_frame(estimates))
        .with_columns(pl.Series("alpha_without", without, dtype=pl.Float64))
    )


def _estimates(
    own: NDArray[np.int8],
    others: NDArray[np.int64],
    queries: NDArray[np.int64],
    how: Resampling,
) -> list[Estimate]:
    chosen = (own >= 0) & (others.sum(axis=1) > 0)
    own, others, queries = own[chosen], others[chosen], queries[chosen]
    size = Size(len(own), len(own), int(others.sum()), len(np.unique(queries)))
    if not len(own):
        why = "There is no case on which this voter and another gave a label."
        measures = (Measure.RAW, *_KAPPAS)
        return [estimate(one, None, np.empty(0), size, how, why) for one in measures]
    tables, steps = _tables(own, others), others.shape[1]
    agreeing = np.trace(tables, axis1=-2, axis2=-1).astype(np.int64)
    raw = raw_agreement(agreeing, others.sum(axis=1), queries, size, how)
    sums = resampled_sums(tables.reshape(len(tables), -1), queries, how.resamples, how.seed)
    resampled, whole = sums.reshape(-1, steps, steps), tables.sum(axis=0)
    return [raw, *(_kappa(one, whole, resampled, size, how) for one in _KAPPAS)]


def _tables(own: NDArray[np.int8], others: NDArray[np.int64]) -> Floats:
    """Return each case's table of the voter's label against the others'."""
    labels = np.eye(others.shape[1])[own]
    return np.asarray(labels[:, :, None] * others[:, None, :])


def _kappa(
    measure: Measure, table: Floats, resampled: Floats, size: Size, how: Resampling
) -> Estimate:
    quadratic = measure is Measure.COHEN_QUADRATIC
    value = float(cohen_kappa(table, quadratic=quadratic))
    if np.isnan(value):
        why = (
            f"This voter and the others gave one and the same label on all {size.cases:,} cases, "
            "so chance alone would agree as well and the coefficient is not defined."
        )
        return estimate(measure, None, np.empty(0), size, how, why)
    return estimate(measure, value, cohen_kappa(resampled, quadratic=quadratic), size, how)
