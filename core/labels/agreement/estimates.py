"""One figure of agreement with its interval and its denominators."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from core.amounts import amount, between, rounded
from core.errors import InputError
from core.intervals import percentile_interval, share_interval

FEW_QUERIES = 10
"""Below so many queries with several cases each it is told that an interval is rough."""
MOSTLY_UNDEFINED = "No interval: most resamples have one label only."
NO_SPREAD = (
    "No interval: it comes out the same however the cases are drawn anew, which does not make it "
    "certain."
)


class ResamplingError(InputError):
    """The confidence or the number of resamples is out of range."""


class Measure(StrEnum):
    """How agreement is measured, named as in the field."""

    RAW = "raw agreement"
    COHEN = "Cohen's kappa"
    COHEN_QUADRATIC = "Cohen's kappa, quadratic weights"
    FLEISS = "Fleiss' kappa"
    ALPHA = "Krippendorff's alpha, ordinal"


@dataclass(frozen=True)
class Resampling:
    """How the interval of a coefficient is drawn: percentiles of the bootstrap over queries.

    A query is drawn with all its cases (Efron 1979), for they share a table; where each case has a
    query of its own, or none is named, that is the bootstrap over cases. Raw agreement is a share,
    which needs no drawing: of it only the confidence holds.

    Raises
    ------
    ResamplingError
        If the confidence is not between 0 and 1 or there are fewer than 100 resamples.
    """

    resamples: int = 1_000
    confidence: float = 0.95
    seed: int = 0

    def __post_init__(self) -> None:
        if not 0 < self.confidence < 1:
            raise ResamplingError(
                f"A confidence must be between 0 and 1, such as 0.95. Got {self.confidence}."
            )
        if self.resamples < 100:  # noqa: PLR2004 - fewer have no percentiles worth the name
            raise ResamplingError(
                f"An interval needs at least 100 resamples. Got {self.resamples}."
            )


@dataclass(frozen=True)
class Estimate:
    """One measure: its value, its interval and what it was computed from."""

    measure: Measure
    value: float | None
    """None if it is not defined on these votes; `note` says why."""
    low: float | None
    """None if there is no interval; `note` says why."""
    high: float | None
    cases: int
    """Cases with at least two votes that can be compared."""
    votes: int
    """Votes on them; "can't tell" is none."""
    pairs: int
    """Pairs of votes on one case: the denominator of raw agreement."""
    queries: int
    """Queries that the cases are of, or as many as cases: what is independent."""
    confidence: float
    resamples: int
    """0 for raw agreement."""
    seed: int
    note: str = ""

    @property
    def sentence(self) -> str:
        """Say the figure with its interval and denominators."""
        if self.value is None:
            return f"{self.measure}: not defined. {self.note}"
        ends = between(self.low, self.high, 2)
        interval = f" ({ends})" if ends else ""
        note = f" {self.note}" if self.note else ""
        return (
            f"{self.measure}: {rounded(self.value, 2)}{interval}, from "
            f"{amount(self.votes, 'vote')} on {amount(self.cases, 'case')}.{note}"
        )


class Size(NamedTuple):
    """What an estimate is computed from, as its fields say."""

    cases: int
    votes: int
    pairs: int
    queries: int


def estimate(
    measure: Measure,
    value: float | None,
    resampled: NDArray[np.float64],
    size: Size,
    how: Resampling,
    note: str = "",
) -> Estimate:
    """Make an estimate of a coefficient and of what it is in each resample.

    Parameters
    ----------
    value
        None if it is not defined.
    resampled
        A value per resample, NaN where it is not defined.
    note
        Why the value is not defined, or what it stands for.
    """
    low, high, why = (None, None, "") if value is None else _interval(resampled, size, how)
    notes = " ".join(part for part in (note, why) if part)
    return Estimate(
        measure, value, low, high, *size, how.confidence, how.resamples, how.seed, notes
    )


def raw_agreement(
    agreeing: NDArray[np.int64],
    pairs: NDArray[np.int64],
    queries: NDArray[np.int64],
    size: Size,
    how: Resampling,
) -> Estimate:
    """Estimate which share of pairs of votes agree, with the interval of a share.

    Parameters
    ----------
    agreeing, pairs
        Shape (cases,): how many pairs of votes on a case agree, and how many there are, at least
        one; at least one case.
    queries
        Shape (cases,): the number of each case's query.

    Examples
    --------
    >>> agreeing, one = np.array([1, 1, 0]), np.ones(3, np.int64)
    >>> raw_agreement(agreeing, one, np.arange(3), Size(3, 6, 3, 3), Resampling()).sentence
    'raw agreement: 0.67 (0.21 to 0.94), from 6 votes on 3 cases.'
    """
    value = float(agreeing.sum() / pairs.sum())
    low, high, note = None, None, _lacking(size)
    if not note:
        low, high = share_interval(agreeing, queries, pairs, how.confidence)
        note = _rough(size)
    return Estimate(Measure.RAW, value, low, high, *size, how.confidence, 0, how.seed, note)


def estimates_frame(estimates: list[Estimate] | tuple[Estimate, ...]) -> pl.DataFrame:
    """Return a row per estimate, a column per field."""
    columns = {name: [getattr(one, name) for one in estimates] for name in ESTIMATE_SCHEMA}
    columns["measure"] = [one.measure.value for one in estimates]
    return pl.DataFrame(columns, schema=ESTIMATE_SCHEMA)


ESTIMATE_SCHEMA = {
    "measure": pl.String,
    "value": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "cases": pl.Int64,
    "votes": pl.Int64,
    "pairs": pl.Int64,
    "queries": pl.Int64,
    "confidence": pl.Float64,
    "resamples": pl.Int64,
    "seed": pl.Int64,
    "note": pl.String,
}


def _interval(
    resampled: NDArray[np.float64], size: Size, how: Resampling
) -> tuple[float | None, float | None, str]:
    lacking = _lacking(size)
    if lacking:
        return None, None, lacking
    lost = int((~np.isfinite(resampled)).sum())
    low, high = percentile_interval(resampled, how.confidence)
    if low is None:
        mostly = lost > len(resampled) / 2
        return low, high, MOSTLY_UNDEFINED if mostly else NO_SPREAD
    notes = [_rough(size)] if _rough(size) else []
    if lost:
        notes.append(
            f"{lost:,} of {len(resampled):,} resamples have one label only and are left out of "
            "the interval."
        )
    return low, high, " ".join(notes)


def _lacking(size: Size) -> str:
    if size.queries >= 2:  # noqa: PLR2004 - one case or query shows no spread
        return ""
    return f"An interval needs at least 2 {'cases' if size.cases < 2 else 'queries'}."  # noqa: PLR2004


def _rough(size: Size) -> str:
    if size.queries >= min(size.cases, FEW_QUERIES):
        return ""
    return f"All cases are of {size.queries} queries, so the interval is rough."
