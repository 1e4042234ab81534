"""Where strong methods and the ground truth disagree: GTFP@k and GTFN@k (fishy-tus, 5.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import polars as pl

from core.evaluation.cases import CaseKind, Disagreements, Label, rank_column, score_column
from core.evaluation.errors import NoPositivesError, RunMismatchError
from core.evaluation.qrels import Qrels
from core.evaluation.run import MAX_K, Run, check_k
from core.evaluation.self_candidates import own_pairs

PAIR = ["query", "table"]


def disagreements(
    runs: Run | Sequence[Run],
    qrels: Qrels,
    k: int,
    *,
    positive_from: int = 1,
    own: Mapping[str, str] | None = None,
) -> Disagreements:
    """Measure and list what one run, or all of several, dispute in the ground truth.

    With N queries, C the first k candidates of a query and G its positives::

        GTFP@k = sum |C without G| / (N k)
        GTFN@k = sum (min(k, |G|) - |G and C|) / sum min(k, |G|)

    GTFN@k is 1 minus capped recall@k (Thakur et al. 2021) with the sums of all queries above and
    below the line: the mean of the queries' capped recall weighted by min(k, |G|), which is the
    plain mean when every query has at least k positives, or all have equally many.

    Of several runs, a pair counts as ranked for GTFP if **all** of them rank it among the first k,
    and as found for GTFN if **any** does; a query's misses are never below 0.

    A short ranking adds nothing to GTFP's numerator and counts in full for GTFN. An unlabelled
    candidate counts for GTFP like a labelled negative; the case says which it is. A query missing
    from the run stays in both denominators, as do all of them if it answers none. Where more
    positives lie outside the first k than a query is short of, the formula does not say which of
    them were missed, and all are cases; a query that is not short has no GTFN case. Its positives
    that no run ranks among the first k are counted as unlisted: with as many places as it has
    positives, those not ranked there either are cases. A query's own table that is a positive by
    the benchmark's rule is none: the rates count it, but nobody has claimed it.

    Parameters
    ----------
    runs
        One run, or several with different method labels.
    qrels
        The ground truth.
    k
        K, 1 to 1,000.
    positive_from
        The smallest relevance that is a positive.
    own
        Query to its own table, of those that were made positives: see `treat_truth`.

    Raises
    ------
    CutoffError, ThresholdError
        If a number is out of range.
    NoPositivesError
        If no query has a positive: GTFN is then undefined.
    RunMismatchError
        If there is no run, or labels repeat.

    Examples
    --------
    >>> qrels = Qrels.of({"q": {"a": 1, "b": 1, "c": 0}})
    >>> found = disagreements(Run.from_order({"q": ["a", "c", "x"]}, method="m"), qrels, k=2)
    >>> found.gtfp, found.gtfn
    ((0.0, 0.5), (0.0, 0.5))
    >>> [(case.kind.value, case.table, case.rank, case.label.value) for case in found.first()]
    [('gtfp', 'c', 2, 'negative'), ('gtfn', 'b', None, 'positive')]
    """
    check_k(k)
    ranked = [runs] if isinstance(runs, Run) else list(runs)
    _check_together(ranked)
    positives = qrels.positives(positive_from)
    if not positives.height:
        raise NoPositivesError(
            f"At least one pair must have relevance {positive_from} or more. Got none; lower the "
            "threshold, take a release that has one, or check the ground truth.",
            qrels.source or None,
        )
    depths = _depths(ranked, qrels, k)
    disputed = depths.filter(pl.col("worst").is_not_null()).join(positives, on=PAIR, how="anti")
    found = depths.join(positives, on=PAIR, how="semi")
    pairs, misses, expected = _by_cut(disputed, found, qrels, k, positive_from)
    slots = [len(qrels.queries) * cut for cut in range(1, k + 1)]
    short = _shortfall(found, qrels, positive_from, k)
    outside = positives.join(found, on=PAIR, how="anti")
    missed = outside.join(short.filter(pl.col("misses") > 0), on="query", how="semi")
    unlisted = outside.join(short.filter(pl.col("misses") == 0), on="query", how="semi")
    by_rule = own_pairs(own or {})
    claimed = missed.join(by_rule, on=PAIR, how="anti")
    unlisted = unlisted.join(by_rule, on=PAIR, how="anti")
    cases = pl.concat(
        [
            _cases(CaseKind.GTFP, disputed, ranked, qrels, positive_from),
            _cases(CaseKind.GTFN, claimed, ranked, qrels, positive_from),
        ]
    )
    return Disagreements(
        k=k,
        methods=tuple(run.method for run in ranked),
        gtfp=tuple(n / of for n, of in zip(pairs, slots, strict=True)),
        gtfn=tuple(n / of for n, of in zip(misses, expected, strict=True)),
        gtfp_pairs=tuple(pairs),
        gtfn_misses=tuple(misses),
        gtfp_slots=tuple(slots),
        gtfn_expected=tuple(expected),
        queries=len(qrels.queries),
        missing=_missing(ranked, qrels),
        unlisted=unlisted.height,
        unlisted_until=_most_positives(positives, unlisted),
        own=missed.height - claimed.height,
        cases=cases,
        absent=cases.clear(),
    )


def _check_together(runs: Sequence[Run]) -> None:
    labels = [run.method for run in runs]
    if not runs or len(set(labels)) < len(labels):
        raise RunMismatchError(
            f"Give one run or more, each with its own method label. Got {labels}."
        )


def _depths(runs: Sequence[Run], truth: Qrels, k: int) -> pl.DataFrame:
    """Return the pairs that any run ranks among the first k: query, table, best, worst.

    ``worst`` is null if not every run ranks the pair among the first k.
    """
    ranks = pl.concat([run.frame.filter(pl.col("rank") <= k) for run in runs])
    ranks = ranks.filter(pl.col("query").is_in(list(truth.queries)))
    by_all = pl.len() == len(runs)
    return ranks.group_by(PAIR).agg(
        best=pl.col("rank").min(),
        worst=pl.when(by_all).then(pl.col("rank").max()),
    )


def _by_cut(
    disputed: pl.DataFrame, found: pl.DataFrame, truth: Qrels, k: int, positive_from: int
) -> tuple[list[int], list[int], list[int]]:
    """Return the disputed pairs, the misses and what was expected at each cut-off from 1 to k."""
    pairs = np.cumsum(np.bincount(disputed["worst"].to_numpy(), minlength=k + 1))[1:]
    counts = truth.positive_counts(positive_from).with_row_index("number")
    positives = counts["positives"].to_numpy()
    ranked = found.join(counts, on="query").sort("best")
    numbers, best = ranked["number"].to_numpy(), ranked["best"].to_numpy()
    until = np.searchsorted(best, np.arange(k + 1), side="right")
    hits = np.zeros(len(positives), dtype=np.int64)
    misses, expected = [], []
    for cut in range(1, k + 1):
        hits += np.bincount(numbers[until[cut - 1] : until[cut]], minlength=len(hits))
        wanted = np.minimum(positives, cut)
        expected.append(int(wanted.sum()))
        misses.append(int(np.maximum(wanted - hits, 0).sum()))
    return pairs.tolist(), misses, expected


def _shortfall(found: pl.DataFrame, truth: Qrels, positive_from: int, cut: int) -> pl.DataFrame:
    """Return query, expected (min(cut, positives)) and misses for every query."""
    hits = found.filter(pl.col("best") <= cut).group_by("query").agg(hits=pl.len().cast(pl.Int64))
    expected = pl.col("positives").clip(upper_bound=cut)
    return (
        truth.positive_counts(positive_from)
        .join(hits, on="query", how="left")
        .select("query", expected=expected, hits=pl.col("hits").fill_null(0))
        .with_columns(misses=(pl.col("expected") - pl.col("hits")).clip(lower_bound=0))
    )


def _most_positives(positives: pl.DataFrame, unlisted: pl.DataFrame) -> int:
    """Return how many positives the largest of the queries has that some are unlisted of."""
    counts = positives.join(unlisted, on="query", how="semi").group_by("query").len()
    return min(max(counts["len"], default=0), MAX_K)


def _missing(runs: Sequence[Run], truth: Qrels) -> int:
    ranked = (run.frame["query"].unique().to_list() for run in runs)
    answered = set(truth.queries).intersection(*ranked)
    return len(truth.queries) - len(answered)


def _cases(
    kind: CaseKind,
    pairs: pl.DataFrame,
    runs: Sequence[Run],
    truth: Qrels,
    positive_from: int,
) -> pl.DataFrame:
    """Return the pairs as `Disagreements.cases` has them, the most disputed first.

    For GTFP that is the best rank, for GTFN no rank at all and then the worst; of several runs
    the worst rank counts. Among GTFN of which that is the same, as of all that one of the runs
    does not rank, the best rank counts alike. Ties by query and table.
    """
    wide = pairs.select(PAIR).join(truth.frame, on=PAIR, how="left")
    for run in runs:
        named = {"rank": rank_column(run.method), "score": score_column(run.method)}
        wide = wide.join(run.frame.rename(named), on=PAIR, how="left")
    ranks = [rank_column(run.method) for run in runs]
    everywhere = pl.all_horizontal(pl.col(ranks).is_not_null())
    missed = kind is CaseKind.GTFN
    by = [pl.col("rank"), *([pl.min_horizontal(ranks)] if missed else [])]
    return wide.select(
        pl.lit(kind.value).alias("kind"),
        *PAIR,
        _label(positive_from).alias("label"),
        "relevance",
        pl.when(everywhere).then(pl.max_horizontal(ranks)).alias("rank"),
        *(column(run.method) for run in runs for column in (rank_column, score_column)),
    ).sort(*by, *PAIR, descending=[*(missed for _ in by), False, False], nulls_last=not missed)


def _label(positive_from: int) -> pl.Expr:
    grade = pl.col("relevance")
    return (
        pl.when(grade.is_null())
        .then(pl.lit(Label.UNLABELLED.value))
        .when(grade >= positive_from)
        .then(pl.lit(Label.POSITIVE.value))
        .otherwise(pl.lit(Label.NEGATIVE.value))
    )
