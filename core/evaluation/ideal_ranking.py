"""The best score that any run can reach at a cut-off."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.evaluation.metric import Metric
from core.evaluation.qrels import Qrels
from core.evaluation.run import check_k


@dataclass(frozen=True)
class Ideal:
    """The IDEAL row for one k: fishy-tus, Table 2."""

    k: int
    queries: int
    """The denominator: every query of the qrels."""
    without_positives: int
    """Queries among them that no run can score on, counted as 0."""
    values: dict[Metric, float]
    """Best average of each metric, 0 to 1."""

    def __getitem__(self, metric: Metric) -> float:
        return self.values[metric]


def ideal(qrels: Qrels, k: int, *, positive_from: int = 1) -> Ideal:
    """Average the best reachable score of every metric over all queries.

    With G positives a query reaches at best P@k = min(k, G) / k, R@k = min(k, G) / G, their F1,
    and 1 for the others; a query without positives reaches 0 in all of them.

    Parameters
    ----------
    qrels
        The judged pairs.
    k
        Cut-off, 1 to 1,000.
    positive_from
        The smallest relevance that is a positive. NDCG has none: it reaches 1 with any grade
        above 0.

    Raises
    ------
    CutoffError
        If k is out of range.

    Examples
    --------
    >>> forty = Qrels.of({"q": {f"t{n}.csv": 1 for n in range(40)}})
    >>> best = ideal(forty, k=10)
    >>> best[Metric.P], best[Metric.R]
    (1.0, 0.25)
    """
    return ideals(qrels, [k], positive_from=positive_from)[k]


def ideals(qrels: Qrels, ks: Iterable[int], *, positive_from: int = 1) -> dict[int, Ideal]:
    """Return `ideal` of each cut-off; what is positive is counted once for all of them."""
    positives = qrels.positive_counts(positive_from)["positives"].to_numpy().astype(np.float64)
    graded = qrels.positive_counts(1)["positives"].to_numpy()
    return {k: _ideal(positives, graded, check_k(k)) for k in ks}


def _ideal(positives: NDArray[np.float64], graded: NDArray[np.int64], k: int) -> Ideal:
    reachable = np.minimum(positives, k)
    some = positives > 0
    recall = np.divide(reachable, positives, out=np.zeros_like(positives), where=some)
    precision = reachable / k
    values = {
        Metric.P: float(precision.mean()),
        Metric.R: float(recall.mean()),
        # 2PR / (P + R) with P = min(k, G) / k and R = min(k, G) / G.
        Metric.F1: float((2 * reachable / (k + positives)).mean()),
        Metric.NDCG: float((graded > 0).mean()),
        Metric.MAP: float(some.mean()),
        Metric.MRR: float(some.mean()),
        Metric.CAPPED_RECALL: float(some.mean()),
    }
    return Ideal(k, len(positives), int((~some).sum()), values)
