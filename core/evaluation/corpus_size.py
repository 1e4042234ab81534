"""How recall falls as the corpus grows, told from one run over all of it.

In the manner of TARGET, Figure 4, with two differences: there tables of another corpus are
appended, here the corpus is thinned; there each corpus is ranked anew, here scores stay.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection

import numpy as np
import polars as pl
from numpy.typing import NDArray

from core.evaluation.errors import CorpusSizeError
from core.evaluation.qrels import Qrels
from core.evaluation.run import Run, check_k

_NEGLIGIBLE = 0.001
_SIZES = 12


def corpus_sizes(candidates: int, depth: int, k: int, positives: int = 0) -> list[int]:
    """Choose the corpus sizes at which a run of some depth tells the recall.

    No part of the corpus that keeps a query's positives is smaller than these.

    A positive below the run's depth is taken for not found. In a small part of the corpus it could
    be among the first k after all; sizes start where that would happen less than once in a
    thousand.

    Parameters
    ----------
    candidates
        Tables of the whole corpus.
    depth
        Candidates of each query that the run stores.
    k
        Cut-off.
    positives
        Of the query that has most, in the corpus: 0 to `candidates`.

    Returns
    -------
    list
        At most 12 sizes, ascending, `candidates` last.

    Examples
    --------
    >>> corpus_sizes(1000, 100, 10)[0], corpus_sizes(1000, 1000, 10)[0]
    (207, 11)
    >>> corpus_sizes(1000, 1000, 10, positives=49)[0]
    49
    """
    from scipy.stats import hypergeom

    if not candidates:
        return []

    def tells(size: int) -> bool:
        return bool(hypergeom.cdf(k - 1, candidates - 1, depth, size - 1) < _NEGLIGIBLE)

    smallest = max(min(k + 1, candidates), positives)
    if depth < candidates:
        # The larger the part, the fewer below the run's depth are among its first k.
        smallest += bisect_left(range(smallest, candidates), True, key=tells)
    chosen = np.geomspace(smallest, candidates, _SIZES).round().astype(int)
    return sorted(set(chosen.tolist()))


def corpus_curve(
    run: Run,
    qrels: Qrels,
    k: int,
    tables: Collection[str],
    sizes: list[int],
    *,
    positive_from: int = 1,
) -> pl.DataFrame:
    """Tell what R@k would be if the corpus were a random part of itself, with the same scores.

    Each query's positives stay; of the other tables so many are drawn that the corpus has the
    wanted size. The mean over all draws is exact: how many of the tables above a positive are
    drawn is a hypergeometric number. A positive that the corpus has not, as when its file has left
    the lake, is found at no size, and counts among the positives all the same.

    Parameters
    ----------
    tables
        Of the whole corpus, each once: at least those that the run ranks.
    sizes
        Of the corpus, 1 to the number of `tables`; one that is smaller than a query's positives in
        it is taken as these alone.

    Returns
    -------
    DataFrame
        ``size``, ``R`` (mean over all queries of the qrels; one without positives counts as 0)
        and ``queries``.

    Raises
    ------
    CutoffError
        If k is out of range.
    CorpusSizeError
        If the run ranks a table that the corpus has not, or a size is out of range.

    Examples
    --------
    >>> qrels = Qrels.of({"q": {"a": 1}})
    >>> run = Run.from_order({"q": ["x", "a", "y"]})
    >>> corpus_curve(run, qrels, 1, ["a", "x", "y"], sizes=[1, 2, 3])["R"].to_list()
    [1.0, 0.5, 0.0]
    """
    check_k(k)
    if sizes and not 1 <= min(sizes) <= max(sizes) <= len(tables):
        raise CorpusSizeError(
            f"A corpus size must be between 1 and {len(tables):,}, all tables. Got "
            f"{min(sizes):,} to {max(sizes):,}."
        )
    corpus = pl.Series(list(tables), dtype=pl.String).implode()
    beyond = run.frame.filter(~pl.col("table").is_in(corpus))
    if len(beyond):
        raise CorpusSizeError(
            f"A run ranks tables of the corpus. Got {beyond['table'][0]!r}, which it has not."
        )
    placed = _positives_placed(run, qrels, corpus, positive_from)
    recalls = [_recall(placed, k, len(tables), size) / len(qrels.queries) for size in sizes]
    return pl.DataFrame(
        {"size": sizes, "R": recalls, "queries": [len(qrels.queries)] * len(sizes)},
        schema={"size": pl.Int64, "R": pl.Float64, "queries": pl.Int64},
    )


def _positives_placed(
    run: Run, qrels: Qrels, corpus: pl.Series, positive_from: int
) -> pl.DataFrame:
    """Count the positives that are ranked, by their rank, the positives above and of their query.

    Those of one row have the same chance; in a large benchmark they are many.
    """
    positive = qrels.frame.filter(pl.col("relevance") >= positive_from).with_columns(
        pl.len().over("query").alias("positives"),
        pl.col("table").is_in(corpus).sum().over("query").alias("there"),
    )
    ranked = run.frame.select("query", "table", "rank").join(
        positive.select("query", "table", "positives", "there"), on=["query", "table"]
    )
    above = pl.col("rank").rank("ordinal").over("query").cast(pl.Int64) - 1
    alike = ["rank", "above", "positives", "there"]
    told = ranked.with_columns(above=above).select(pl.col(alike).cast(pl.Int64))
    return told.group_by(alike, maintain_order=True).len("times")


def _recall(placed: pl.DataFrame, k: int, tables: int, size: int) -> float:
    """Sum over queries of the expected share of positives among the first k."""
    from scipy.stats import hypergeom

    placed = placed.filter(pl.col("above") < k)  # nothing lifts the others to the first k
    if not len(placed):
        return 0.0
    rank, above, positives, there, times = placed.to_numpy().T
    others, drawn = tables - there, np.maximum(size - there, 0)
    found: NDArray[np.float64] = np.ones(len(rank))  # where nothing is drawn, nothing stands above
    some = others > 0  # of no tables at all the distribution is not a number
    found[some] = hypergeom.cdf(
        (k - 1 - above)[some], others[some], (rank - 1 - above)[some], drawn[some]
    )
    return float((times * found / positives).sum())
