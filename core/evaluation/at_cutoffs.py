"""Precision, recall and NDCG at many cut-offs, from one table of what stands at each rank.

`ir-measures` takes a pass over query, cut-off and measure, each in Python; here all cut-offs of a
query come of one running sum. Gains, discounts and edge cases are trec_eval's, and a property test
holds the values to the library's.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl
from numpy.typing import NDArray

from core.evaluation.metric import Metric
from core.evaluation.qrels import Qrels
from core.evaluation.run import Run

Floats = NDArray[np.float64]


def at_cutoffs(
    run: Run, qrels: Qrels, ks: Sequence[int], metrics: Sequence[Metric], positive_from: int
) -> dict[str, Floats]:
    """Return P and R of each cut-off if one is asked that is made of them, and NDCG, by label.

    Each is an array in the order of ``qrels.queries``.
    """
    found: dict[str, Floats] = {}
    if not ks:
        return found
    ranked = run.frame.filter(pl.col("rank") <= max(ks)).join(qrels.frame, on=["query", "table"])
    if {Metric.P, Metric.R, Metric.F1, Metric.CAPPED_RECALL} & set(metrics):
        positives = qrels.positive_counts(positive_from)["positives"].to_numpy().astype(np.float64)
        positive = pl.col("relevance") >= positive_from
        hits = _by_rank(ranked.with_columns(worth=positive), qrels, max(ks)).cumsum(axis=1)
        for k in ks:
            found[Metric.P.label(k)] = hits[:, k - 1] / k
            found[Metric.R.label(k)] = _divided(hits[:, k - 1], positives)
    if Metric.NDCG in metrics:
        gained, best = (_gains(frame, qrels, max(ks)) for frame in (ranked, _best_order(qrels)))
        for k in ks:
            found[Metric.NDCG.label(k)] = _divided(gained[:, k - 1], best[:, k - 1])
    return found


def _gains(ranked: pl.DataFrame, qrels: Qrels, deepest: int) -> Floats:
    """Return the discounted cumulative gain of each query at each cut-off.

    A gain is the grade itself, and none if the grade is negative; its discount log2(rank + 1)
    (Järvelin and Kekäläinen 2002, as trec_eval's ``ndcg_cut``).
    """
    graded = ranked.with_columns(worth=pl.col("relevance").clip(lower_bound=0))
    discounts = np.log2(np.arange(2, deepest + 2))
    return np.asarray((_by_rank(graded, qrels, deepest) / discounts).cumsum(axis=1))


def _best_order(qrels: Qrels) -> pl.DataFrame:
    """Rank the judged candidates of each query by their grades."""
    by_grade = qrels.frame.sort("query", "relevance", descending=[False, True])
    return by_grade.with_columns(rank=pl.int_range(1, pl.len() + 1).over("query"))


def _by_rank(ranked: pl.DataFrame, qrels: Qrels, deepest: int) -> Floats:
    """Lay out what is at each rank, a row per query, 0 where there is nothing: ``worth``."""
    rows = pl.DataFrame({"query": qrels.queries}, schema={"query": pl.String}).with_row_index("row")
    placed = ranked.filter(pl.col("rank") <= deepest).join(rows, on="query")
    worths = np.zeros((len(qrels.queries), deepest))
    worths[placed["row"].to_numpy(), placed["rank"].to_numpy() - 1] = placed["worth"].to_numpy()
    return worths


def _divided(part: Floats, whole: Floats) -> Floats:
    return np.divide(part, whole, out=np.zeros_like(part), where=whole > 0)
