"""Which run is the best: by one score, whatever the order that it was added up in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

PLACES = 12
"""Decimal places of a mean that count: those behind them depend on the order of the queries."""

CLOSE = 1e-12
"""Values of one query that differ by less are equal."""


def equal(one: float, other: float) -> bool:
    """Whether two means are one.

    Examples
    --------
    >>> equal(0.1 + 0.2, 0.3), equal(0.3, 0.301)
    (True, False)
    """
    return round(one, PLACES) == round(other, PLACES)


def rank_of(score: float, scores: Iterable[float]) -> int:
    """Return the rank of a score among all, which equal ones share.

    Examples
    --------
    >>> [rank_of(score, [0.5, 0.1 + 0.2, 0.3]) for score in (0.5, 0.1 + 0.2, 0.3)]
    [1, 2, 2]
    """
    return 1 + sum(round(one, PLACES) > round(score, PLACES) for one in scores)


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
