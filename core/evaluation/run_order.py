"""Which run is the best: by one score, whatever the order that it was added up in."""

from __future__ import annotations

from collections.abc import Mapping

PLACES = 12
"""Decimal places of a mean that count: those behind them depend on the order of the queries."""


def best_first(scores: Mapping[str, float]) -> list[str]:
    """Order labels of runs by their scores, the highest first, equal ones by label.

    Parameters
    ----------
    scores
        Mean of a metric of each run, 0 to 1.

    Examples
    --------
    >>> best_first({"b": 0.1 + 0.2, "a": 0.3, "c": 0.5})
    ['c', 'a', 'b']
    """
    return sorted(scores, key=lambda label: (-round(scores[label], PLACES), label))
