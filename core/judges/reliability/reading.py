"""One figure about a judge: its interval, of how many, and what it means in a plain sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np
import polars as pl
from numpy.typing import NDArray

from core.amounts import amount, signed
from core.intervals import Queries, share_interval

FEW = 30
"""Below so many cases a figure is told with the warning that they are few."""
FEW_QUERIES = 10
"""Below so many queries it is told that its interval is rough."""


class Unit(StrEnum):
    """What a figure counts."""

    SHARE = "share"
    POINTS = "difference of shares"
    COEFFICIENT = "coefficient"
    DOLLARS = "US dollars"


@dataclass(frozen=True)
class Reading:
    """One figure about a judge.

    Parameters
    ----------
    name
        What is measured.
    value, low, high
        With its 95% interval; None where it is not defined.
    of
        How many cases (or answers, as `counted` says) it is computed from.
    advice
        What it means for whoever relies on the judge, in one sentence.
    note
        What limits it.
    """

    name: str
    value: float | None
    low: float | None
    high: float | None
    of: int
    advice: str
    unit: Unit = Unit.SHARE
    counted: str = "cases"
    note: str = ""

    @property
    def told(self) -> str:
        """The figure with its interval, as it is written."""
        if self.value is None:
            return "not known"
        if self.low is None or self.high is None:
            return self._written(self.value)
        return (
            f"{self._written(self.value)} ({self._written(self.low)} to {self._written(self.high)})"
        )

    @property
    def of_told(self) -> str:
        """Of how many it is computed.

        Examples
        --------
        >>> Reading("agreement", 1.0, None, None, 1, "", counted="pairs of answers").of_told
        'of 1 pair of answers'
        """
        noun, blank, rest = self.counted.partition(" ")
        return f"of {amount(self.of, noun.removesuffix('s'))}{blank}{rest}"

    @property
    def sentence(self) -> str:
        """Say the figure, of how many, and what it means."""
        start = f"{self.name[:1].upper()}{self.name[1:]}"
        if self.value is None:
            return " ".join(part for part in (f"{start}: not known.", self.advice) if part)
        parts = (f"{start}: {self.told}, {self.of_told}.", self.advice, self.note)
        return " ".join(part for part in parts if part)

    def _written(self, number: float) -> str:
        if self.unit is Unit.SHARE:
            return f"{number:.1%}"
        if self.unit is Unit.POINTS:
            return f"{signed(100 * number, 1)} points"
        return f"${number:.5f}" if self.unit is Unit.DOLLARS else f"{number:.2f}"


def unknown(name: str, why: str, unit: Unit = Unit.SHARE) -> Reading:
    """Return the reading of what cannot be told, with the sentence that says why."""
    return Reading(name, None, None, None, 0, why, unit)


def share(
    name: str,
    hits: NDArray[np.bool_],
    queries: Queries,
    advice: str,
    counted: str = "cases",
) -> Reading:
    """Return the reading of a share of at least one case, with the interval of `share_interval`.

    Parameters
    ----------
    hits, queries
        Of each case (or answer): whether it counts, and its query.
    """
    low, high = share_interval(hits, queries)
    return Reading(
        name,
        float(np.mean(hits)),
        low,
        high,
        len(hits),
        advice,
        Unit.SHARE,
        counted,
        few(queries, counted),
    )


def few(queries: Queries, counted: str = "cases") -> str:
    """Warn where a figure is of few cases, or of cases of few queries."""
    several = len(set(queries))
    if len(queries) < FEW:
        return f"Few {counted}: the interval is what counts."
    if several < FEW_QUERIES:
        whose = "one query" if several == 1 else f"{several} queries"
        return f"All {counted} are of {whose}, so the interval is rough."
    return ""


def limits(low: float | None, queries: Queries) -> str:
    """Warn as `few` does, and of a figure that has no interval."""
    lacking = "" if low is not None else "These cases are too few or too alike for an interval."
    return f"{few(queries)} {lacking}".strip()


@dataclass(frozen=True, eq=False)
class Finding:
    """Readings on one question about a judge, with the table behind them.

    Parameters
    ----------
    question
        What is asked of the judge, in plain words.
    """

    question: str
    readings: tuple[Reading, ...]
    table: pl.DataFrame = field(default_factory=pl.DataFrame)


def readings_frame(readings: Sequence[Reading]) -> pl.DataFrame:
    """Return a row a reading: ``what, value, low, high, of, counted, unit, what it means``."""
    return pl.DataFrame(
        {
            "what": [one.name for one in readings],
            "value": [one.value for one in readings],
            "low": [one.low for one in readings],
            "high": [one.high for one in readings],
            "of": [one.of for one in readings],
            "counted": [one.counted for one in readings],
            "unit": [one.unit.value for one in readings],
            "what it means": [f"{one.advice} {one.note}".strip() for one in readings],
        },
        schema={
            "what": pl.String,
            "value": pl.Float64,
            "low": pl.Float64,
            "high": pl.Float64,
            "of": pl.Int64,
            "counted": pl.String,
            "unit": pl.String,
            "what it means": pl.String,
        },
    )
