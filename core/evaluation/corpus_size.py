"""How recall falls as the corpus grows (TARGET, Figure 4), told from one run over all of it."""

from __future__ import annotations

from bisect import bisect_left

import numpy as np
import polars as pl
from numpy.typing import NDArray

from core.evaluation.errors import CorpusSizeError
from core.evaluation.qrels import Qrels
from core.evaluation.run import Run, check_k

_NEGLIGIBLE = 0.001
_SIZES = 12


def corpus_sizes(candidates: int, depth: int, k: int) -> list[int]:
    """Choose the corpus sizes at which a run of some depth tells the recall.

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

    Returns
    -------
    list
        At most 12 sizes, ascending, `candidates` last.

    Examples
    --------
    >>> corpus_sizes(1000, 100, 10)[0], corpus_sizes(1000, 1000, 10)[0]
    (207, 11)
    """
    from scipy.stats import hypergeom

    if not candidates:
        return []

    def tells(size: int) -> bool:
        return bool(hypergeom.cdf(k - 1, candidates - 1, depth, size - 1) < _NEGLIGIBLE)

    smallest = min(k + 1, candidates)
    if depth < candidates:
        # The larger the part, the fewer below the run's depth are among its first k.
        smallest += bisect_left(range(smallest, candidates), True, key=tells)
    chosen = np.geomspace(smallest, candidates, _SIZES).round().astype(int)
    return sorted(set(chosen.tolist()))


def corpus_curve(
    run: Run,
    qrels: Qrels,
    k: int,
    candidates: int,
    sizes: list[int],
    *,
    positive_from: int = 1,
) -> pl.DataFrame:
    """Tell what R@k would be if the corpus were a random part of itself, with the same scores.

    Each query's positives stay; of the other candidates so many are drawn that the corpus has the
    wanted size. The mean over all draws is exact: how many of the candidates above a positive are
    drawn is a hypergeometric number.

    Parameters
    ----------
    candidates
        Tables of the whole corpus: at least those that the run ranks for a query.
    sizes
        Of the corpus, 1 to `candidates`; one that is smaller than a query's positives is taken as
        these alone.

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
        If the run ranks more than `candidates`, or a size is out of range.

    Examples
    --------
    >>> qrels = Qrels.of({"q": {"a": 1}})
    >>> run = Run.from_order({"q": ["x", "a", "y"]})
    >>> corpus_curve(run, qrels, 1, candidates=3, sizes=[1, 2, 3])["R"].to_list()
    [1.0, 0.5, 0.0]
    """
    check_k(k)
    if sizes and not 1 <= min(sizes) <= max(sizes) <= candidates:
        raise CorpusSizeError(
            f"A corpus size must be between 1 and {candidates:,}, all candidates. Got "
            f"{min(sizes):,} to {max(sizes):,}."
        )
    placed = _positives_placed(run, qrels, positive_from)
    deepest = int(placed["rank"].to_numpy().max(initial=0))
    if deepest > candidates:
        raise CorpusSizeError(
            f"A run ranks candidates of the corpus. Got rank {deepest:,} with "
            f"{candidates:,} candidates."
        )
    recalls = [_recall(placed, k, candidates, size) / len(qrels.queries) for size in sizes]
    return pl.DataFrame(
        {"size": sizes, "R": recalls, "queries": [len(qrels.queries)] * len(sizes)},
        schema={"size": pl.Int64, "R": pl.Float64, "queries": pl.Int64},
    )


def _positives_placed(run: Run, qrels: Qrels, positive_from: int) -> pl.DataFrame:
    """Count the positives that are ranked, by their rank, the positives above and of their query.

    Those of one row have the same chance; in a large benchmark they are many.
    """
    positive = qrels.frame.filter(pl.col("relevance") >= positive_from).with_columns(
        pl.len().over("query").alias("positives")
    )
    ranked = run.frame.select("query", "table", "rank").join(
        positive.select("query", "table", "positives"), on=["query", "table"]
    )
    above = pl.col("rank").rank("ordinal").over("query").cast(pl.Int64) - 1
    told = ranked.select(pl.col("rank").cast(pl.Int64), above.alias("above"), "positives")
    return told.group_by("rank", "above", "positives", maintain_order=True).len("times")


def _recall(placed: pl.DataFrame, k: int, candidates: int, size: int) -> float:
    """Sum over queries of the expected share of positives among the first k."""
    from scipy.stats import hypergeom

    placed = placed.filter(pl.col("above") < k)  # nothing lifts the others to the first k
    if not len(placed):
        return 0.0
    rank, above, positives, times = (
        placed[name].to_numpy().astype(np.int64) for name in ("rank", "above", "positives", "times")
    )
    others = np.maximum(candidates - positives, 0)
    before = np.minimum(rank - 1 - above, others)
    drawn = np.clip(size - positives, 0, others)
    found: NDArray[np.float64] = hypergeom.cdf(k - 1 - above, others, before, drawn)
    return float((times * found / positives).sum())
