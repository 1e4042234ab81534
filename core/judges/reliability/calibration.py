"""Whether a judge is right as often as it says it is sure."""

from __future__ import annotations

import numpy as np
import polars as pl
from numpy.typing import NDArray

from core.intervals import resampled_interval, share_interval
from core.judges.confidence import BINS, bins_of, calibration_error
from core.judges.reliability.reading import FEW, Finding, Reading, Unit, limits, unknown
from core.judges.reliability.record import JudgeRecord

TRUSTED = 0.05
"""Calibration error up to which a stated confidence may be taken as it is."""


def stated_confidence(record: JudgeRecord) -> Finding:
    """Compare the confidence that a judge states with how often people share its verdict.

    The figure is the expected calibration error over ten bins of equal width (Guo et al. 2017);
    its interval resamples queries, which draws it upwards a little, never down. The table, a
    reliability diagram in numbers, is ``from, to, cases, confidence, right, low, high``.
    """
    question = "Is it right as often as it says it is sure?"
    name = "calibration error"
    both = record.compared().filter(pl.col("confidence").is_not_null())
    if both.is_empty():
        why = "It states no confidence on cases that people settled; ask for it to see."
        return Finding(question, (unknown(name, why, Unit.COEFFICIENT),), _diagram_of([]))
    right = np.asarray(
        both.select(record.yes("judge") == record.yes("people")).to_series().to_numpy(), bool
    )
    stated = both["confidence"].to_numpy()
    value = calibration_error(right, stated, BINS)
    low, high = resampled_interval(
        lambda rows: calibration_error(right[rows], stated[rows], BINS), both["query"]
    )
    gap = float(stated.mean() - right.mean())
    if len(both) < FEW:
        lacking = FEW - len(both)
        advice = f"Let people settle {lacking} more of such cases before relying on it."
    elif value <= TRUSTED:
        advice = "Its confidence may be taken for a probability."
    elif gap > 0:
        advice = f"It is surer than it is right, by {100 * gap:.0f} points: discount it."
    else:
        advice = f"It is right oftener than it says, by {-100 * gap:.0f} points: it is too timid."
    reading = Reading(
        name, value, low, high, len(both), advice, Unit.COEFFICIENT, note=limits(low, both["query"])
    )
    return Finding(question, (reading,), _diagram(right, stated, both["query"]))


def _diagram(
    right: NDArray[np.bool_], stated: NDArray[np.float64], queries: pl.Series
) -> pl.DataFrame:
    place = bins_of(stated)
    rows = []
    for i in sorted(set(place.tolist())):
        here = place == i
        rows.append(
            (
                i / BINS,
                (i + 1) / BINS,
                int(here.sum()),
                float(stated[here].mean()),
                float(right[here].mean()),
                *share_interval(right[here], queries.filter(here)),
            )
        )
    return _diagram_of(rows)


def _diagram_of(rows: list[tuple[float, float, int, float, float, float, float]]) -> pl.DataFrame:
    schema = {
        "from": pl.Float64,
        "to": pl.Float64,
        "cases": pl.Int64,
        "confidence": pl.Float64,
        "right": pl.Float64,
        "low": pl.Float64,
        "high": pl.Float64,
    }
    return pl.DataFrame(rows, schema=schema, orient="row")
