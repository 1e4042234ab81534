"""The interval of a share over cases of which several share a query."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.intervals.alike import NIL
from core.intervals.queries import CONFIDENCE, Queries, places_and_number, student_t

Hits = NDArray[np.bool_] | NDArray[np.int64]


def share_interval(
    hits: Hits,
    queries: Queries,
    of: NDArray[np.int64] | None = None,
    confidence: float = CONFIDENCE,
) -> tuple[float, float]:
    """Return Wilson's interval of a share (Wilson 1927) at the cases' effective number.

    Parameters
    ----------
    hits
        Shape (cases,): whether a case counts, or how many of its parts do; at least one case.
    of
        Shape (cases,): how many parts each case has, of which all together the share is; one each
        if it is not given. Parts of a case are of its query.
    confidence
        Between 0 and 1.

    Examples
    --------
    >>> hits = np.array([True] * 8 + [False] * 2)
    >>> [round(end, 3) for end in share_interval(hits, list("abcdefghij"))]
    [0.49, 0.943]
    >>> [round(end, 3) for end in share_interval(hits, list("aaaaaaaabb"))]
    [0.009, 0.999]
    >>> pairs = np.array([3, 3, 3, 3])
    >>> [round(end, 3) for end in share_interval(np.array([3, 3, 3, 3]), list("abcd"), pairs)]
    [0.51, 1.0]
    """
    parts = len(hits) if of is None else int(of.sum())
    cases = effective_cases(hits, queries, of, confidence)
    return wilson(int(hits.sum()) / parts, cases, confidence)


def effective_cases(
    hits: Hits,
    queries: Queries,
    of: NDArray[np.int64] | None = None,
    confidence: float = CONFIDENCE,
) -> float:
    """Return how many independent cases tell as much of a share as these do.

    That number is the cases over their design effect, the variance of the share between queries
    over that of independent cases, corrected for how few queries there are by Student's t (Korn
    and Graubard 1998); never more than there are cases, or parts of them. Where all are alike
    nothing tells how much those of a query have in common, and each query counts as one case.

    Parameters
    ----------
    hits, of, confidence
        As `share_interval`.

    Examples
    --------
    >>> hits = np.array([True, True, False])
    >>> [round(effective_cases(hits, queries), 3) for queries in ("abc", "aab", "aaa")]
    [3.0, 0.194, 1.0]
    """
    place, several = places_and_number(queries)
    each = np.ones(len(hits), np.int64) if of is None else of
    parts = int(each.sum())
    value = int(hits.sum()) / parts
    independent = value * (1 - value) * parts / max(1, parts - 1)
    if several < 2 or independent < NIL:  # noqa: PLR2004 - one query has no spread
        return float(several)
    excess = np.bincount(place, hits - value * each, minlength=several)
    between = several / (several - 1) * float((excess**2).sum()) / parts
    few = (student_t(parts, confidence) / student_t(several, confidence)) ** 2
    return parts * few / max(1.0, between / independent)


def wilson(value: float, cases: float, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Return Wilson's interval of a share of so many independent cases, by `statsmodels`.

    Parameters
    ----------
    cases
        Above 0; need not be whole, as an effective number of cases.
    """
    from statsmodels.stats.proportion import proportion_confint

    low, high = proportion_confint(value * cases, cases, alpha=1 - confidence, method="wilson")
    return min(value, max(0.0, float(low))), max(value, min(1.0, float(high)))
