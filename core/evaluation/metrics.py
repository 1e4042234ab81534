"""Each metric as a function of (run, qrels, k).

They share the edge cases that `core.evaluation.scoring` defines: a query missing from the run or
without positives counts as 0 and stays in the average, an unjudged candidate is not relevant, an
empty slot of a short ranking is not relevant. All are averages over every query of the qrels.
Several at once come cheaper from `score_queries`.

Examples
--------
>>> qrels = Qrels.of({"q": {"a": 2, "b": 1, "c": 1, "d": 0}})
>>> run = Run.from_order({"q": ["a", "d", "b"]})
>>> round(precision(run, qrels, 2).value, 3), round(recall(run, qrels, 2).value, 3)
(0.5, 0.333)
>>> f1(run, qrels, 2).value, capped_recall(run, qrels, 2).value
(0.4, 0.5)
>>> precision(run, qrels, 2, positive_from=2).value, recall(run, qrels, 2, positive_from=2).value
(0.5, 1.0)
"""

from __future__ import annotations

from core.evaluation.metric import Metric
from core.evaluation.qrels import Qrels
from core.evaluation.run import Run
from core.evaluation.scoring import Score, score_queries


def precision(run: Run, qrels: Qrels, k: int, *, positive_from: int = 1) -> Score:
    """P@k: positives among the first k, divided by k however short the ranking is."""
    return _one(Metric.P, run, qrels, k, positive_from)


def recall(run: Run, qrels: Qrels, k: int, *, positive_from: int = 1) -> Score:
    """R@k: positives among the first k, divided by all positives of the query."""
    return _one(Metric.R, run, qrels, k, positive_from)


def f1(run: Run, qrels: Qrels, k: int, *, positive_from: int = 1) -> Score:
    """F1@k: harmonic mean of a query's P@k and R@k (0 if both are 0), then averaged."""
    return _one(Metric.F1, run, qrels, k, positive_from)


def ndcg(run: Run, qrels: Qrels, k: int) -> Score:
    """NDCG@k: gain = grade (negative grades 0), discount log2(rank + 1), over the best order's.

    The best order is of all judged candidates of the query, cut at k. There is no threshold: the
    grades are the gains (Järvelin and Kekäläinen 2002, with linear gains as in trec_eval).
    """
    return _one(Metric.NDCG, run, qrels, k, 1)


def mean_average_precision(run: Run, qrels: Qrels, *, positive_from: int = 1) -> Score:
    """MAP: mean over all positives of the precision at their ranks, 0 for those not ranked.

    Of the whole ranking; MAP@k is that of ``run.top(k)``.
    """
    return _one(Metric.MAP, run, qrels, 1, positive_from)


def mean_reciprocal_rank(run: Run, qrels: Qrels, *, positive_from: int = 1) -> Score:
    """MRR: 1 / rank of the first positive, 0 if none is ranked.

    Of the whole ranking; MRR@k is that of ``run.top(k)``.
    """
    return _one(Metric.MRR, run, qrels, 1, positive_from)


def capped_recall(run: Run, qrels: Qrels, k: int, *, positive_from: int = 1) -> Score:
    """Capped recall@k: positives among the first k, divided by min(k, positives).

    Thakur et al. 2021 (BEIR), averaged over queries. The paper's GTFN@k is 1 minus the same
    fraction with sums over queries above and below the line; see `disagreements`.
    """
    return _one(Metric.CAPPED_RECALL, run, qrels, k, positive_from)


def _one(metric: Metric, run: Run, qrels: Qrels, k: int, positive_from: int) -> Score:
    return score_queries(run, qrels, k, [metric], positive_from=positive_from).mean(metric)
