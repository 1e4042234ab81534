"""trec_eval's metrics by way of `ir-measures`, query by query.

Why `ir-measures` and not `ranx`: it brings two packages (itself and `pytrec-eval-terrier`, the C
code of trec_eval, with which most published figures were computed), both still released, and needs
nothing else but numpy and scipy. `ranx` brings numba, llvmlite, matplotlib, seaborn and a dozen
more, and compiles when first used.

trec_eval would break ties its own way (table id *descending*, scores as 32-bit floats), so it is
given the ranks of the `Run` in place of its scores, and numbers in place of names.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from core.evaluation.metric import Metric
from core.evaluation.qrels import Qrels
from core.evaluation.run import Run


def trec_eval(
    run: Run, qrels: Qrels, ks: Sequence[int], metrics: Sequence[Metric], positive_from: int
) -> dict[str, NDArray[np.float64]]:
    """Return trec_eval's values by label, an array in the order of ``qrels.queries`` each."""
    measures = _measures(ks, metrics, positive_from)
    place = {query: number for number, query in enumerate(qrels.queries)}
    truth, ranked = _numbered(run, qrels, place)
    values = {label: np.zeros(len(place)) for label in measures.values()}
    if truth and ranked:
        import ir_measures

        for found in ir_measures.iter_calc(list(measures), truth, ranked):
            values[measures[found.measure]][int(found.query_id)] = found.value
    return values


def _measures(ks: Sequence[int], metrics: Sequence[Metric], positive_from: int) -> dict[Any, str]:
    import ir_measures

    measures: dict[Any, str] = {}
    for k in ks:
        if {Metric.P, Metric.F1, Metric.CAPPED_RECALL} & set(metrics):
            measures[ir_measures.P(rel=positive_from) @ k] = Metric.P.label(k)
        if {Metric.R, Metric.F1, Metric.CAPPED_RECALL} & set(metrics):
            measures[ir_measures.R(rel=positive_from) @ k] = Metric.R.label(k)
        if Metric.NDCG in metrics:
            measures[ir_measures.nDCG @ k] = Metric.NDCG.label(k)
    if Metric.MAP in metrics:
        measures[ir_measures.AP(rel=positive_from)] = Metric.MAP.value
    if Metric.MRR in metrics:
        measures[ir_measures.RR(rel=positive_from)] = Metric.MRR.value
    return measures


def _numbered(
    run: Run, qrels: Qrels, place: dict[str, int]
) -> tuple[dict[str, dict[str, int]], dict[str, dict[str, float]]]:
    """Return qrels and run as the library reads them: numbers for names, ranks for scores.

    Numbers, because its C strings end at a NUL; ranks, because it breaks ties differently.
    """
    names = pl.concat([qrels.frame["table"], run.frame["table"]]).rank("dense").cast(pl.String)
    numbers = {query: str(number) for query, number in place.items()}
    # trec_eval has no negative grades; below 1 they are all "not relevant" to it.
    grades = qrels.frame["relevance"].clip(lower_bound=0)
    truth = _by_query(qrels.frame["query"], names[: len(qrels)], grades, numbers)
    below = -run.frame["rank"].cast(pl.Float64)
    return truth, _by_query(run.frame["query"], names[len(qrels) :], below, numbers)


def _by_query(
    queries: pl.Series, names: pl.Series, values: pl.Series, numbers: dict[str, str]
) -> dict[str, dict[str, Any]]:
    """Map each query's number to its names and their values; rows of one query stand together."""
    tables, worths = names.to_list(), values.to_list()
    spans = (
        pl.DataFrame({"query": queries})
        .with_row_index("first")
        .group_by("query", maintain_order=True)
        .agg(pl.col("first").min(), pl.len().cast(pl.Int64).alias("rows"))
    )
    return {
        numbers[query]: dict(zip(tables[at : at + rows], worths[at : at + rows], strict=True))
        for query, at, rows in spans.iter_rows()
        if query in numbers
    }
