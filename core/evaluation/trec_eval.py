"""trec_eval's metrics of whole rankings by way of `ir-measures`, query by query.

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


def of_whole_rankings(
    run: Run, qrels: Qrels, metrics: Sequence[Metric], positive_from: int
) -> dict[str, NDArray[np.float64]]:
    """Return MAP and MRR, where asked, each an array in the order of ``qrels.queries``."""
    wanted = [metric for metric in (Metric.MAP, Metric.MRR) if metric in metrics]
    values = {metric.value: np.zeros(len(qrels.queries)) for metric in wanted}
    if not wanted:
        return values
    truth, ranked = _numbered(run, qrels, {name: at for at, name in enumerate(qrels.queries)})
    if truth and ranked:
        import ir_measures

        measures = {Metric.MAP: ir_measures.AP, Metric.MRR: ir_measures.RR}
        for metric in wanted:
            # One at a time: to tell results apart by their measure hashes its text for each.
            for found in ir_measures.iter_calc(
                [measures[metric](rel=positive_from)], truth, ranked
            ):
                values[metric.value][int(found.query_id)] = found.value
    return values


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
