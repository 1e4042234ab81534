"""Score a run against qrels, query by query and on average.

What all metrics agree on
-------------------------
- **Queries**: those of the qrels, all of them. A query that is missing from the run, or has an
  empty ranking, counts as 0 and is never left out, be it that the method failed on it, or else
  runs would be compared over different queries; a query of the run that the qrels do not know is
  not scored. A run that answers none of them scores 0. Every average says how many queries it
  is over (`Score.queries`) and how many are missing.
- **Positive**: relevance >= `positive_from` (1 unless told otherwise). NDCG alone reads grades.
- **Unjudged candidate**: counts as not relevant; `Score.unjudged` says how many there were.
- **Short ranking** (fewer than k candidates): the empty slots count as not relevant. P@k still
  divides by k.
- **Query without positives**: every metric is 0, as in trec_eval, and it stays in the average;
  `Score.without_positives` says how many there are. The best reachable score (`ideal`) counts
  them the same way.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import assert_never

import numpy as np
import polars as pl
from numpy.typing import NDArray

from core.evaluation.at_cutoffs import at_cutoffs
from core.evaluation.metric import Metric
from core.evaluation.qrels import Qrels
from core.evaluation.run import Run, check_k
from core.evaluation.trec_eval import of_whole_rankings


@dataclass(frozen=True)
class Score:
    """One metric averaged over the queries of the qrels."""

    metric: Metric
    k: int
    value: float
    """Mean over `queries`, 0 to 1."""
    queries: int
    """The denominator: every query of the qrels."""
    missing: int
    """Queries among them without a candidate in the run, counted as 0."""
    without_positives: int
    """Queries among them without a positive, counted as 0."""
    candidates: int
    """Candidates among the first k, over all queries."""
    unjudged: int
    """Those of them without a label, counted as not relevant."""


@dataclass(frozen=True, eq=False)
class QueryScores:
    """Metrics query by query.

    Parameters
    ----------
    frame
        A row per query of the qrels, sorted: ``query``, ``positives``, ``candidates`` (of the
        first k), ``hits`` (positives among them), ``unjudged`` (unlabelled among them), then a
        column per metric by its label (``P@10``), 0 to 1.
    k
        The cut-off.
    metrics
        The metrics, in the order of their columns.
    """

    frame: pl.DataFrame
    k: int
    metrics: tuple[Metric, ...]

    def to_frame(self) -> pl.DataFrame:
        """Return a copy of the table."""
        return self.frame.clone()

    def values(self, metric: Metric) -> NDArray[np.float64]:
        """Return one metric as an array, a value per query in the order of the table."""
        return self.frame[metric.label(self.k)].to_numpy()

    def mean(self, metric: Metric) -> Score:
        """Return the average of one metric with its denominator."""
        return Score(
            metric=metric,
            k=self.k,
            value=float(self.values(metric).mean()),
            queries=self.frame.height,
            missing=int((self.frame["candidates"] == 0).sum()),
            without_positives=int((self.frame["positives"] == 0).sum()),
            candidates=int(self.frame["candidates"].sum()),
            unjudged=int(self.frame["unjudged"].sum()),
        )

    def means(self) -> tuple[Score, ...]:
        """Return the average of every metric."""
        return tuple(self.mean(metric) for metric in self.metrics)


def score_queries(
    run: Run,
    qrels: Qrels,
    k: int,
    metrics: Sequence[Metric] = tuple(Metric),
    *,
    positive_from: int = 1,
) -> QueryScores:
    """Score every query of the qrels; the module's docstring defines the edge cases.

    Parameters
    ----------
    run
        The rankings.
    qrels
        The judged pairs.
    k
        Cut-off, 1 to 1,000. MAP and MRR read the whole ranking whatever it is.
    metrics
        Which metrics.
    positive_from
        The smallest relevance that is a positive.

    Raises
    ------
    CutoffError
        If k is out of range.

    Examples
    --------
    >>> qrels = Qrels.of({"q1": {"a": 1, "b": 1, "c": 0}, "q2": {"a": 1}})
    >>> run = Run.of({"q1": [("a", 0.9), ("c", 0.8), ("x", 0.7)]})
    >>> scores = score_queries(run, qrels, k=2, metrics=[Metric.P, Metric.R])
    >>> scores.frame.select("query", "hits", "P@2", "R@2").rows()
    [('q1', 1, 0.5, 0.5), ('q2', 0, 0.0, 0.0)]
    >>> scores.mean(Metric.P).value, scores.mean(Metric.P).queries, scores.mean(Metric.P).missing
    (0.25, 2, 1)
    """
    check_k(k)
    counts = _counts(run, qrels, k, positive_from)
    columns = _computed(run, qrels, [k], metrics, positive_from)
    values = [_column(metric, k, columns).rename(metric.label(k)) for metric in metrics]
    return QueryScores(counts.with_columns(values), k, tuple(metrics))


def curve(
    run: Run,
    qrels: Qrels,
    ks: Iterable[int],
    metrics: Sequence[Metric] = (Metric.P, Metric.R, Metric.F1, Metric.NDCG, Metric.CAPPED_RECALL),
    *,
    positive_from: int = 1,
) -> pl.DataFrame:
    """Average metrics at several cut-offs, for a plot.

    Returns
    -------
    A row per cut-off, ascending: ``k``, ``queries`` (the denominator), then a column per metric
    by its plain name. MAP and MRR do not depend on k.

    Examples
    --------
    >>> qrels, run = Qrels.of({"q": {"a": 1, "b": 1}}), Run.from_order({"q": ["a", "x", "b"]})
    >>> curve(run, qrels, [1, 3], [Metric.R]).rows()
    [(1, 1, 0.5), (3, 1, 1.0)]
    """
    cuts = sorted({check_k(k) for k in ks})
    columns = _computed(run, qrels, cuts, metrics, positive_from)
    rows = [
        {"k": k, "queries": len(qrels.queries)}
        | {metric.value: _column(metric, k, columns).mean() for metric in metrics}
        for k in cuts
    ]
    schema = {"k": pl.Int64, "queries": pl.Int64} | {m.value: pl.Float64 for m in metrics}
    return pl.DataFrame(rows, schema=schema)


def _counts(run: Run, qrels: Qrels, k: int, positive_from: int) -> pl.DataFrame:
    judged = run.frame.filter(pl.col("rank") <= k).join(
        qrels.frame, on=["query", "table"], how="left"
    )
    of_run = judged.group_by("query").agg(
        candidates=pl.len().cast(pl.Int64),
        hits=(pl.col("relevance") >= positive_from).sum().cast(pl.Int64),
        unjudged=pl.col("relevance").is_null().sum().cast(pl.Int64),
    )
    every = qrels.positive_counts(positive_from)
    return every.join(of_run, on="query", how="left", maintain_order="left").with_columns(
        pl.col("candidates", "hits", "unjudged").fill_null(0)
    )


def _computed(
    run: Run, qrels: Qrels, ks: Sequence[int], metrics: Sequence[Metric], positive_from: int
) -> dict[str, NDArray[np.float64]]:
    cut = at_cutoffs(run, qrels, ks, metrics, positive_from)
    return cut | of_whole_rankings(run, qrels, metrics, positive_from)


def _column(metric: Metric, k: int, columns: dict[str, NDArray[np.float64]]) -> pl.Series:
    """Return one metric per query, F1 and capped recall by what they are made of."""
    label = metric.label(k)
    if label in columns:
        return pl.Series(label, columns[label])
    precision, recall = columns[Metric.P.label(k)], columns[Metric.R.label(k)]
    match metric:
        case Metric.CAPPED_RECALL:
            # hits / min(k, positives) is the larger of hits / k and hits / positives.
            return pl.Series(label, np.maximum(precision, recall))
        case Metric.F1:
            total = precision + recall
            twice = 2 * precision * recall
            made = np.divide(twice, total, out=np.zeros_like(total), where=total > 0)
            return pl.Series(label, made)
        case Metric.P | Metric.R | Metric.MAP | Metric.NDCG | Metric.MRR:
            raise AssertionError(f"{label} was to be computed.")
        case _:
            assert_never(metric)
