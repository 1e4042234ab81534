"""What figures leave open of which all are alike: no interval has no width for want of spread.

Of a mean, whose values have known ends, that is told here; a share has Wilson's interval; and of
any other figure nothing tells it, so that it has no interval (`core.intervals.resampling`).
"""

from __future__ import annotations

from core.intervals.queries import CONFIDENCE

Range = tuple[float, float]
SHARES: Range = (0.0, 1.0)
"""What a share may be, and a metric of a ranking."""
DIFFERENCES: Range = (-1.0, 1.0)
"""What the difference of two of them may be."""

NIL = 1e-12
"""Equal figures end a rounding error apart."""


def alike_interval(
    value: float, several: int, within: Range, confidence: float = CONFIDENCE
) -> tuple[float, float]:
    """Return the interval of a mean over queries, of which all that were seen have one value.

    It takes in what may be among the queries that were not seen: at least the share `like_these`
    is like these, and the others may be anything.

    Parameters
    ----------
    value
        Of each query; within the ends.
    several
        How many queries were seen, at least one.
    within
        The least and the greatest that a value may be.

    Examples
    --------
    >>> [round(end, 3) for end in alike_interval(0.9, 30, SHARES)]
    [0.796, 0.912]
    >>> [round(end, 3) for end in alike_interval(1.0, 2, DIFFERENCES)]
    [-0.684, 1.0]
    """
    others = 1 - like_these(several, confidence)
    return value - others * (value - within[0]), value + others * (within[1] - value)


def like_these(several: int, confidence: float = CONFIDENCE) -> float:
    """Return the least share of all queries that is like so many of which all are alike.

    The lower end of the exact interval of Clopper and Pearson (1934), by `statsmodels`.

    Examples
    --------
    >>> [round(like_these(several), 3) for several in (1, 2, 30)]
    [0.025, 0.158, 0.884]
    """
    from statsmodels.stats.proportion import proportion_confint

    return float(proportion_confint(several, several, alpha=1 - confidence, method="beta")[0])
