"""What chance explains when many voters are tested at once."""

from __future__ import annotations

from collections.abc import Sequence

SIGNIFICANT = 0.05
"""Adjusted p-values below this are told as more than chance."""


def adjusted_for_many(p_values: Sequence[float | None]) -> list[float | None]:
    """Adjust p-values so that the share of false alarms is controlled.

    Benjamini and Hochberg (1995), by `scipy.stats.false_discovery_control`; None (not tested)
    stays None and does not count.

    Examples
    --------
    >>> adjusted_for_many([0.01, None, 0.04])
    [0.02, None, 0.04]
    """
    tested = [p for p in p_values if p is not None]
    if not tested:
        return list(p_values)
    from scipy import stats

    adjusted = iter(stats.false_discovery_control(tested).tolist())
    return [None if p is None else float(next(adjusted)) for p in p_values]
