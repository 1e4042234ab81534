"""Whether a judge is right as often as it says it is sure."""

from __future__ import annotations

import numpy as np
import polars as pl
from numpy.typing import NDArray

from core.intervals import Queries, places, share_interval, together
from core.intervals.queries import CONFIDENCE
from core.judges.confidence import BINS, bins_of, calibration_error
from core.judges.reliability.reading import FEW, Finding, Reading, Unit, few, unknown
from core.judges.reliability.record import JudgeRecord

TRUSTED = 0.05
"""Calibration error up to which a stated confidence may be taken as it is."""
_UNSURE = 0.1
"""An interval that reaches beyond so much does not say that it may."""


def stated_confidence(record: JudgeRecord) -> Finding:
    """Compare the confidence that a judge states with how often people share its verdict.

    The figure is the expected calibration error over ten bins of equal width (Guo et al. 2017),
    with its `calibration_interval`. The table, a reliability diagram in numbers, is ``from, to,
    cases, confidence, right, low, high``.
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
    low, high = calibration_interval(right, stated, both["query"])
    gap = float(stated.mean() - right.mean())
    if len(both) < FEW:
        lacking = FEW - len(both)
        advice = f"Let people settle {lacking} more of such cases before relying on it."
    elif np.allclose(stated, stated[0]):
        advice = f"It states {stated[0]:.2f} on each of these cases: that tells none from another."
        if value > TRUSTED:
            advice += f" {_off(gap)}"
    elif value <= TRUSTED and high > _UNSURE:
        advice = f"It takes more settled cases to say: it may be off by {100 * high:.0f} points."
    elif value <= TRUSTED:
        advice = "Its confidence may be taken for a probability."
    else:
        advice = _off(gap)
    note = few(both["query"])
    reading = Reading(name, value, low, high, len(both), advice, Unit.COEFFICIENT, note=note)
    return Finding(question, (reading,), _diagram(right, stated, both["query"]))


def _off(gap: float) -> str:
    if gap > 0:
        return f"It is surer than it is right, by {100 * gap:.0f} points: discount it."
    return f"It is right oftener than it says, by {-100 * gap:.0f} points: it is too timid."


def calibration_interval(
    right: NDArray[np.bool_], stated: NDArray[np.float64], queries: Queries
) -> tuple[float, float]:
    """Return the 95% interval of the expected calibration error, from those of the bins' shares.

    A bin's gap is between its mean confidence and its share of cases that are right, so that the
    interval of the share tells how small and how large it may be. The upper ends are put together
    as those of independent figures are (Zou and Donner 2008), wider where bins share queries. A gap
    has no sign, so chance alone adds to each: the lower ends count as they are, at a confidence
    that holds for all bins at once (Bonferroni). A bootstrap draws the error upwards only, and held
    for none of the samples of a judge that states several confidences and is calibrated.

    Parameters
    ----------
    right, stated, queries
        Of each case, of at least one: whether people share its verdict, the confidence, the query.

    Examples
    --------
    >>> right, stated = np.array([True] * 9 + [False]), np.full(10, 0.9)
    >>> [round(end, 3) for end in calibration_interval(right, stated, range(10))]
    [0.0, 0.304]
    """
    bins, place = bins_of(stated), places(queries)
    found = np.unique(bins)
    at_once = 1 - (1 - CONFIDENCE) / len(found)
    value = low = above = 0.0
    parts = []
    for one in found:
        here = bins == one
        weight, said, share = here.mean(), stated[here].mean(), right[here].mean()
        least, most = share_interval(right[here], place[here], confidence=at_once)
        low += weight * max(0.0, least - said, said - most)
        least, most = share_interval(right[here], place[here])
        gap = abs(share - said)
        value += weight * gap
        above += (weight * (max(said - least, most - said) - gap)) ** 2
        parts.append(np.where(here, right - share, 0.0) * np.sign(share - said) / len(right))
    return float(low), min(1.0, float(value + together(parts, place) * np.sqrt(above)))


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
