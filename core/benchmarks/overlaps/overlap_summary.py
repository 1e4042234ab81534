"""What the overlaps of many pairs come to: distribution, and how far they give labels away."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import polars as pl

from core.amounts import amount, percent
from core.benchmarks.overlaps.pairs import PairKind
from core.benchmarks.overlaps.set_kinds import SetKind
from core.errors import InputError

BINS = 10
"""Bars of a histogram unless told otherwise."""

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass(frozen=True)
class OverlapSummary:
    """The distribution of one overlap coefficient over the pairs of one kind.

    Parameters
    ----------
    what
        Which sets are compared.
    pairs
        Which pairs.
    total
        Pairs in all.
    n
        Pairs with a coefficient: the denominator of every mean and share here.
    undefined
        Pairs without one, as a table has nothing of the kind or could not be read.
    unread
        How many of `undefined` have a table that is not in the data lake.
    mean
        Of the coefficients, 0 to 1; none if `n` is 0.
    half
        Pairs with a coefficient of 0.5 or more.
    quantiles
        By share of pairs below (`QUANTILES`), linearly interpolated; empty if `n` is 0.
    histogram
        Pairs in each of equally wide bins from 0 to 1; a bin has its lower end but not its
        upper one, save the last, which has both.
    """

    what: SetKind
    pairs: PairKind
    total: int
    n: int
    undefined: int
    unread: int
    mean: float | None
    half: int
    quantiles: tuple[tuple[float, float], ...]
    histogram: tuple[int, ...]

    @property
    def half_share(self) -> float | None:
        """Share of the `n` pairs with a coefficient of 0.5 or more; none if `n` is 0."""
        return self.half / self.n if self.n else None


@dataclass(frozen=True)
class Leak:
    """How far overlap alone tells positive pairs from others (fishy-tus, 3.1.a).

    Parameters
    ----------
    positive, other
        The two distributions.
    auc
        Area under the ROC curve of the coefficient as a classifier: the chance that a positive
        pair has the higher one of the two, a tie counting half. 0.5 tells nothing apart. None if
        either side has no pair with a coefficient.
    """

    positive: OverlapSummary
    other: OverlapSummary
    auc: float | None

    @property
    def difference(self) -> float | None:
        """Mean of the positive pairs less that of the others; none if either has none."""
        if self.positive.mean is None or self.other.mean is None:
            return None
        return self.positive.mean - self.other.mean

    @property
    def sentence(self) -> str:
        """The leak in plain words, each share with its denominator."""
        other = "negative" if self.other.pairs is PairKind.NEGATIVE else "random pair"
        words = self.positive.what.words
        half = self.positive.half_share
        if half is None:
            return f"No positive pair has {words} on both sides to compare."
        share = ("shares half of its", "share half of their")
        told = f"{percent(half, 1)} of {amount(self.positive.n, 'positive pair', *share)} {words}"
        if self.other.half_share is None:
            return f"{told}; there are no {other}s to compare with."
        return f"{told}; of {amount(self.other.n, other)} {percent(self.other.half_share, 1)}."


def compared_with(overlaps: pl.DataFrame) -> PairKind:
    """Return what positive pairs are compared with: labelled negatives, else random pairs.

    Parameters
    ----------
    overlaps
        As `summarize`.

    Examples
    --------
    >>> compared_with(pl.DataFrame({"pairs": ["positive", "random"]}))
    <PairKind.RANDOM: 'random'>
    """
    negative = (overlaps["pairs"].cast(pl.String) == PairKind.NEGATIVE.value).any()
    return PairKind.NEGATIVE if negative else PairKind.RANDOM


def of_kind(what: SetKind) -> pl.Expr:
    """Tell the rows of measured overlaps that are of one kind, one of each pair."""
    return (
        (pl.col("kind") == what.kind.value)
        & (pl.col("data_type") == what.data_type.value)
        & (pl.col("level") == what.level.value)
    )


def summarize(
    overlaps: pl.DataFrame, what: SetKind, pairs: PairKind, bins: int = BINS
) -> OverlapSummary:
    """Summarise one coefficient over the pairs of one kind.

    Parameters
    ----------
    overlaps
        From `core.benchmarks.overlaps.overlap.overlaps`, of pairs with a column ``pairs``.
    bins
        Bars of the histogram, 1 to 100.

    Raises
    ------
    InputError
        If `bins` is out of range.
    """
    chosen = _binned(_chosen(overlaps, what, pairs), bins)
    defined = chosen.filter(pl.col("coefficient").is_not_null())
    values = defined["coefficient"]
    counts = dict(defined.group_by("bin").len().iter_rows())
    smaller = pl.min_horizontal("size_a", "size_b")
    unread = pl.any_horizontal(pl.col("size_a").is_null(), pl.col("size_b").is_null())
    quantiles = [(at, values.quantile(at, "linear")) for at in QUANTILES]
    mean = values.mean()
    return OverlapSummary(
        what=what,
        pairs=pairs,
        total=len(chosen),
        n=len(defined),
        undefined=len(chosen) - len(defined),
        unread=len(chosen.filter(unread)),
        mean=mean if isinstance(mean, float) else None,
        half=len(defined.filter(2 * pl.col("shared") >= smaller)),
        quantiles=tuple((at, value) for at, value in quantiles if value is not None),
        histogram=tuple(counts.get(place, 0) for place in range(bins)),
    )


def pairs_in_bin(
    overlaps: pl.DataFrame, what: SetKind, pairs: PairKind, place: int, bins: int = BINS
) -> pl.DataFrame:
    """List the pairs behind one bar of a histogram.

    Parameters
    ----------
    place
        Which bar, from 0.
    bins
        Bars in all, as given to `summarize`.

    Returns
    -------
    DataFrame
        Rows of `overlaps`: highest coefficient first, then by query table and candidate.

    Raises
    ------
    InputError
        If there is no such bar.
    """
    if not 0 <= place < bins:
        raise InputError(f"A bar's number must be from 0 to {bins - 1}. Got {place}.")
    chosen = _binned(_chosen(overlaps, what, pairs), bins)
    return (
        chosen.filter(pl.col("bin") == place)
        .drop("bin")
        .sort("coefficient", "query_table", "candidate", descending=[True, False, False])
    )


def leak(
    overlaps: pl.DataFrame,
    what: SetKind,
    against: PairKind = PairKind.NEGATIVE,
) -> Leak:
    """Measure how far one coefficient gives the label away.

    Parameters
    ----------
    against
        What positive pairs are told from: labelled negatives, or random pairs.

    Examples
    --------
    >>> rows = [("a", "positive", 2, 2, 2), ("b", "positive", 1, 4, 1), ("c", "negative", 3, 3, 0)]
    >>> frame = pl.DataFrame(
    ...     [("q", candidate, kind, "names", "all", "exact", shared / min(a, b), a, b, shared)
    ...      for candidate, kind, a, b, shared in rows],
    ...     ["query_table", "candidate", "pairs", "kind", "data_type", "level", "coefficient",
    ...      "size_a", "size_b", "shared"], orient="row")
    >>> leak(frame, SetKind()).sentence
    '100.0% of 2 positive pairs share half of their column names; of 1 negative 0.0%.'
    """
    from sklearn.metrics import roc_auc_score

    positive = summarize(overlaps, what, PairKind.POSITIVE)
    other = summarize(overlaps, what, against)
    auc = None
    if positive.n and other.n:
        chosen = pl.concat(
            [_chosen(overlaps, what, pairs) for pairs in (PairKind.POSITIVE, against)]
        ).drop_nulls("coefficient")
        is_positive = chosen["pairs"].cast(pl.String) == PairKind.POSITIVE.value
        auc = float(roc_auc_score(is_positive.to_numpy(), chosen["coefficient"].to_numpy()))
    return Leak(positive, other, auc)


def summary_frame(summaries: Iterable[OverlapSummary]) -> pl.DataFrame:
    """Return a row a summary: what is compared, n, undefined, mean, share of half or more."""
    rows = [
        {
            "kind": one.what.kind.value,
            "data_type": one.what.data_type.value,
            "level": one.what.level.value,
            "pairs": one.pairs.value,
            "total": one.total,
            "n": one.n,
            "undefined": one.undefined,
            "unread": one.unread,
            "mean": one.mean,
            "half_share": one.half_share,
            **{f"q{round(100 * at):02}": dict(one.quantiles).get(at) for at in QUANTILES},
        }
        for one in summaries
    ]
    return pl.DataFrame(rows, infer_schema_length=None)


def _chosen(overlaps: pl.DataFrame, what: SetKind, pairs: PairKind) -> pl.DataFrame:
    return overlaps.filter(of_kind(what), pl.col("pairs") == pairs.value)


def _binned(chosen: pl.DataFrame, bins: int) -> pl.DataFrame:
    if not 1 <= bins <= 100:  # noqa: PLR2004 - the rule is in the message
        raise InputError(f"A histogram must have 1 to 100 bars. Got {bins}.")
    # In whole numbers: 3 of 10 is in the bar that begins at 0.3, which no float64 says exactly.
    smaller = pl.min_horizontal("size_a", "size_b")
    place = (pl.col("shared") * bins // smaller).clip(upper_bound=bins - 1)
    defined = pl.col("coefficient").is_not_null()
    return chosen.with_columns(pl.when(defined).then(place).alias("bin"))
