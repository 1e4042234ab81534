"""95% intervals of figures over cases of which several share a query.

Pairs of one query share a table: who misjudges that table misjudges them together, so a hundred
pairs of five queries tell less than a hundred of a hundred. Whatever is resampled here is drawn
query by query, with all its cases; the interval of a share counts the cases as many as they are
worth. Where each case has a query of its own, both are what they would be for independent cases.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import polars as pl
from numpy.typing import NDArray

CONFIDENCE = 0.95

_RESAMPLES = 1_000
_TAIL = (1 - CONFIDENCE) / 2
_NIL = 1e-12

Queries = Sequence[str] | pl.Series | NDArray[np.int64]
"""The query of each case, by name or number, in the order of the cases."""
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
    place, several = _places(queries)
    each = np.ones(len(hits), np.int64) if of is None else of
    parts = int(each.sum())
    value = int(hits.sum()) / parts
    independent = value * (1 - value) * parts / max(1, parts - 1)
    if several < 2 or independent < _NIL:  # noqa: PLR2004 - one query has no spread
        return float(several)
    excess = np.bincount(place, hits - value * each, minlength=several)
    between = several / (several - 1) * float((excess**2).sum()) / parts
    few = (_t(parts - 1, confidence) / _t(several - 1, confidence)) ** 2
    return parts * few / max(1.0, between / independent)


def mean_interval(values: NDArray[np.float64], queries: Queries) -> tuple[float, float]:
    """Return the interval of a mean from its standard error between queries, by Student's t.

    Where all queries have one mean that error is 0, of two queries as of a thousand. Then the
    interval takes in what may be among the queries that were not seen: of those at least the share
    that Clopper and Pearson (1934) leave to so many alike is like these, and the others may be
    anything.

    Parameters
    ----------
    values
        Shape (cases,), between -1 and 1; at least one case.

    Returns
    -------
    tuple
        Both ends, within -1 and 1; those if all cases are of one query.

    Examples
    --------
    >>> [round(end, 3) for end in mean_interval(np.array([0.0, 0.1, 0.1]), ["a", "b", "c"])]
    [-0.077, 0.21]
    >>> [round(end, 3) for end in mean_interval(np.array([1.0, 1.0]), ["a", "b"])]
    [-0.684, 1.0]
    """
    place, several = _places(queries)
    value = float(values.mean())
    half = standard_error(values - value, place) / len(values) * _t(several - 1)
    if half < _NIL:
        others = 1 - like_these(several)
        return value - others * (1 + value), value + others * (1 - value)
    return max(-1.0, value - half), min(1.0, value + half)


def like_these(several: int) -> float:
    """Return the least share of all queries that is like so many of which all are alike.

    The lower end of the exact interval of Clopper and Pearson (1934), by `statsmodels`.

    Examples
    --------
    >>> [round(like_these(several), 3) for several in (1, 2, 30)]
    [0.025, 0.158, 0.884]
    """
    from statsmodels.stats.proportion import proportion_confint

    return float(proportion_confint(several, several, alpha=1 - CONFIDENCE, method="beta")[0])


def standard_error(excess: NDArray[np.float64], place: NDArray[np.int64]) -> float:
    """Return the standard error of a sum over cases, whose expectation is 0, between queries.

    Parameters
    ----------
    excess
        Shape (cases,).
    place
        Shape (cases,): number of each case's query.
    """
    several = len(np.unique(place))
    if several < 2:  # noqa: PLR2004 - one query has no spread
        return float("inf")
    sums = np.bincount(place, excess)
    return float(np.sqrt(several / (several - 1) * (sums**2).sum()))


def margin(queries: int) -> float:
    """Return how many standard errors between so many queries reach from a figure to an end.

    Student's t; infinite for one query, which shows no spread.
    """
    return _t(queries - 1)


def resampled(
    figure: Callable[[NDArray[np.int64]], float], queries: Queries, seed: int = 0
) -> tuple[float | None, float | None]:
    """Return the percentile interval of a figure over queries drawn with replacement.

    Parameters
    ----------
    figure
        Takes the numbers of the cases drawn; NaN where it is not defined.

    Returns
    -------
    tuple
        None twice if there are fewer than two queries, if most draws leave it undefined, or if it
        is the same in all of them: then they show no spread, which is not that there is none.
    """
    place, several = _places(queries)
    if several < 2:  # noqa: PLR2004 - one query cannot be resampled
        return None, None
    cases = np.argsort(place, kind="stable")
    sizes = np.bincount(place)
    starts = np.cumsum(sizes) - sizes
    rng = np.random.default_rng(seed)
    drawn = np.empty(_RESAMPLES)
    for i in range(_RESAMPLES):
        chosen = rng.integers(several, size=several)
        ends = np.cumsum(sizes[chosen])
        shift = np.repeat(starts[chosen] - ends + sizes[chosen], sizes[chosen])
        drawn[i] = figure(cases[shift + np.arange(ends[-1])])
    drawn = drawn[np.isfinite(drawn)]
    if len(drawn) < _RESAMPLES / 2:
        return None, None
    if np.ptp(drawn) < _NIL:
        return None, None
    low, high = np.quantile(drawn, [_TAIL, 1 - _TAIL])
    return float(low), float(high)


def places(*queries: Queries) -> NDArray[np.int64]:
    """Number the queries of one or several lists of cases, laid end to end."""
    names = np.concatenate(
        [np.asarray(some if isinstance(some, np.ndarray) else list(some)) for some in queries]
    )
    if not np.issubdtype(names.dtype, np.integer):
        names = names.astype(str)
    return np.unique(names, return_inverse=True)[1].reshape(-1).astype(np.int64)


def _places(queries: Queries) -> tuple[NDArray[np.int64], int]:
    place = places(queries)
    return place, int(place.max()) + 1 if len(place) else 0


def _t(freedom: int, confidence: float = CONFIDENCE) -> float:
    from scipy.special import stdtrit

    return float(stdtrit(freedom, (1 + confidence) / 2)) if freedom > 0 else float("inf")


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
