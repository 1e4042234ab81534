"""How far voters agree: over all votes and case by case."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from core.intervals import resampled_sums
from core.labels.agreement.coefficients import (
    coincidences_of,
    fleiss_kappa,
    ordinal_alpha,
    pairs_of,
    ratio,
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
from core.labels.agreement.pairs import cohen_estimates
from core.labels.vote_frame import NO_LABEL, SCALE, VoteGrid

_DEFAULT = Resampling()
_TWO = 2


@dataclass(frozen=True)
class Agreement:
    """How far all voters agree, with what it was computed from."""

    cases: int
    """Cases with a vote, "can't tell" included."""
    compared: int
    """Cases with at least two votes that have a label."""
    voters: int
    votes: int
    """Votes with a label."""
    abstentions: int
    """Votes of "can't tell", which are in no figure."""
    estimates: tuple[Estimate, ...]

    def __getitem__(self, measure: Measure) -> Estimate:
        """Return one measure; Cohen's kappa is there for two voters only."""
        return next(one for one in self.estimates if one.measure is measure)

    def to_frame(self) -> pl.DataFrame:
        """Return a row per measure: ``measure, value, low, high, cases, votes, pairs, ...``."""
        return estimates_frame(self.estimates)


def overall_agreement(
    votes: pl.DataFrame, *, scale: Sequence[int] = SCALE, how: Resampling = _DEFAULT
) -> Agreement:
    """Return raw agreement, Fleiss' kappa and Krippendorff's alpha of all votes.

    Raw agreement is the share of the pairs of votes on one case that give one label. Fleiss'
    kappa (1971; `statsmodels`) needs equally many votes a case, so it is of the cases with the
    commonest number of votes, and its note says how many those are. Krippendorff's alpha (2011;
    `krippendorff`) takes every case with two votes or more, for ordered labels. With exactly two
    voters, or two who gave a label, Cohen's kappa is there too. "Can't tell" is a missing vote.

    Parameters
    ----------
    votes
        ``case, voter, label`` and if it is there ``query``, a row per case and voter; a label on
        the scale or null.
    scale
        Every label there is, ascending.
    how
        Of the intervals, which take the cases of a query together.

    Raises
    ------
    VoteFrameError
        As in `VoteGrid.of`.

    Examples
    --------
    >>> votes = pl.DataFrame({"case": ["a", "a", "b", "b"], "voter": ["ann", "bob"] * 2,
    ...                       "label": [2, 2, 0, 1]})
    >>> overall_agreement(votes)[Measure.RAW].value
    0.5
    """
    grid = VoteGrid.of(votes, scale)
    several = grid.counts.sum(axis=1) >= _TWO
    compared, queries = grid.counts[several], grid.queries[several]
    figures = (_raw, _fleiss, _alpha)
    estimates = [figure(compared, queries, how) for figure in figures]
    labelling = np.flatnonzero((grid.places != NO_LABEL).any(axis=0))
    two = labelling if len(grid.voters) > _TWO else np.arange(len(grid.voters))
    if len(two) == _TWO:
        estimates[1:1] = cohen_estimates(grid, int(two[0]), int(two[1]), how)
    return Agreement(
        cases=len(grid.cases),
        compared=len(compared),
        voters=len(grid.voters),
        votes=grid.votes,
        abstentions=int(grid.abstentions.sum()),
        estimates=tuple(estimates),
    )


def case_agreement(votes: pl.DataFrame) -> pl.DataFrame:
    """Return how far voters agree on each case, the most disputed first.

    The coefficients that allow for chance need many cases, so a case has raw agreement only.

    Returns
    -------
    polars.DataFrame
        ``case, votes, abstentions, agreeing, pairs, agreement`` and ``label_0`` and so on, how
        many votes each label has; ``agreement`` is null with fewer than two votes. By agreement,
        then case; those without last.

    Examples
    --------
    >>> votes = pl.DataFrame({"case": ["a"] * 3, "voter": ["ann", "bob", "cy"],
    ...                       "label": [2, 2, 1]})
    >>> case_agreement(votes).select("case", "votes", "agreeing", "pairs").rows()
    [('a', 3, 1, 3)]
    """
    grid = VoteGrid.of(votes)
    agreeing, pairs = pairs_of(grid.counts)
    columns: dict[str, Any] = {
        "case": list(grid.cases),
        "votes": grid.counts.sum(axis=1),
        "abstentions": grid.abstentions,
        "agreeing": agreeing,
        "pairs": pairs,
        "agreement": ratio(agreeing.astype(np.float64), pairs.astype(np.float64)),
    }
    labels = {f"label_{one}": grid.counts[:, at] for at, one in enumerate(grid.scale)}
    frame = pl.DataFrame({**columns, **labels}, schema_overrides={"case": pl.String})
    return frame.with_columns(pl.col("agreement").fill_nan(None)).sort(
        "agreement", "case", nulls_last=True
    )


def _raw(counts: NDArray[np.int64], queries: NDArray[np.int64], how: Resampling) -> Estimate:
    size = _size(counts, queries)
    if not len(counts):
        return _nothing_compared(Measure.RAW, size, how)
    agreeing, pairs = pairs_of(counts)
    return raw_agreement(agreeing, pairs, queries, size, how)


def _fleiss(counts: NDArray[np.int64], queries: NDArray[np.int64], how: Resampling) -> Estimate:
    if not len(counts):
        return _nothing_compared(Measure.FLEISS, _size(counts, queries), how)
    votes = counts.sum(axis=1)
    numbers, frequency = np.unique(votes, return_counts=True)
    # The most cases; of two numbers as common, the larger.
    raters = int(numbers[len(numbers) - 1 - np.argmax(frequency[::-1])])
    chosen, queries = counts[votes == raters], queries[votes == raters]
    note = (
        ""
        if len(chosen) == len(counts)
        else f"It needs equally many votes a case, so it is of the {len(chosen):,} of "
        f"{len(counts):,} cases with {raters}."
    )
    size = _size(chosen, queries)
    if _alike(chosen):
        return _one_label(Measure.FLEISS, size, how, note)
    from statsmodels.stats.inter_rater import fleiss_kappa as kappa_of

    each = np.column_stack([pairs_of(chosen)[0], chosen]).astype(np.float64)
    sums = resampled_sums(each, queries, how.resamples, how.seed)
    resampled = fleiss_kappa(sums[:, 0], sums[:, 1:], raters)
    return estimate(Measure.FLEISS, float(kappa_of(chosen)), resampled, size, how, note)


def _alpha(counts: NDArray[np.int64], queries: NDArray[np.int64], how: Resampling) -> Estimate:
    size = _size(counts, queries)
    if not len(counts):
        return _nothing_compared(Measure.ALPHA, size, how)
    if _alike(counts):
        return _one_label(Measure.ALPHA, size, how)
    steps = counts.shape[1]
    each = coincidences_of(counts).reshape(len(counts), -1)
    sums = resampled_sums(each, queries, how.resamples, how.seed)
    resampled = ordinal_alpha(sums.reshape(-1, steps, steps))
    return estimate(Measure.ALPHA, alpha_of(counts), resampled, size, how)


def alpha_of(counts: NDArray[np.int64]) -> float | None:
    """Return Krippendorff's ordinal alpha of votes per case and label; None if not defined."""
    compared = counts[counts.sum(axis=1) >= _TWO]
    if not len(compared) or _alike(compared):
        return None
    import krippendorff

    return float(krippendorff.alpha(value_counts=compared, level_of_measurement="ordinal"))


def _alike(counts: NDArray[np.int64]) -> bool:
    return int((counts.sum(axis=0) > 0).sum()) < _TWO


def _size(counts: NDArray[np.int64], queries: NDArray[np.int64]) -> Size:
    votes, pairs = int(counts.sum()), int(pairs_of(counts)[1].sum())
    return Size(len(counts), votes, pairs, len(np.unique(queries)))


def _nothing_compared(measure: Measure, size: Size, how: Resampling) -> Estimate:
    why = "No case has two votes with a label, so there is nothing to compare."
    return estimate(measure, None, np.empty(0), size, how, why)


def _one_label(measure: Measure, size: Size, how: Resampling, note: str = "") -> Estimate:
    why = (
        f"All {size.votes:,} votes give one label, so chance alone would agree as well and the "
        "coefficient is not defined."
    )
    return estimate(measure, None, np.empty(0), size, how, f"{note} {why}".strip())
