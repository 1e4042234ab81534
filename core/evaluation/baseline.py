"""Several runs held against one on the same queries, with the chance of so many tests told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from core.evaluation.comparison import Comparison, compare
from core.evaluation.metric import Metric
from core.evaluation.qrels import Qrels
from core.evaluation.run import Run


@dataclass(frozen=True, eq=False)
class Against:
    """Runs, each compared with the same baseline."""

    baseline: str
    comparisons: tuple[Comparison, ...]
    """Of each run with the baseline, the run's first."""
    adjusted: tuple[float, ...]
    """Their p-values by Holm's method: below 0.05 all differ, but for a chance of 0.05 in all."""

    def to_frame(self) -> pl.DataFrame:
        """Return a row a run: run, mean, difference, low, high, p, p_holm, wins, losses, ties."""
        return pl.DataFrame(
            [
                (
                    one.first,
                    one.first_mean,
                    one.difference,
                    one.interval.low,
                    one.interval.high,
                    one.p_value,
                    adjusted,
                    one.wins,
                    one.losses,
                    one.ties,
                )
                for one, adjusted in zip(self.comparisons, self.adjusted, strict=True)
            ],
            schema=_SCHEMA,
            orient="row",
        )


def against(
    baseline: Run,
    runs: Sequence[Run],
    qrels: Qrels,
    k: int,
    metric: Metric = Metric.P,
    *,
    positive_from: int = 1,
) -> Against:
    """Compare each run with a baseline, and adjust the p-values for being several.

    Each comparison is that of `compare`. Of twenty runs that do not differ one has p < 0.05 by
    chance; Holm's method (1979; `statsmodels.stats.multitest.multipletests`) keeps the chance that
    any does at 0.05, whatever their dependence.

    Raises
    ------
    CutoffError, ThresholdError
        As in `score_queries`.

    Examples
    --------
    >>> qrels = Qrels.of({f"q{n}": {"a": 1} for n in range(6)})
    >>> good, bad, worse = (
    ...     Run.from_order({f"q{n}": [table] for n in range(6)}, method=table) for table in "abc"
    ... )
    >>> against(bad, [good, worse], qrels, k=1).to_frame()["p", "p_holm"].rows()
    [(0.03125, 0.0625), (1.0, 1.0)]
    """
    from statsmodels.stats.multitest import multipletests

    found = tuple(
        compare(run, baseline, qrels, k, metric, positive_from=positive_from) for run in runs
    )
    values = [one.p_value for one in found]
    adjusted = multipletests(values, method="holm")[1].tolist() if values else []
    return Against(baseline.method, found, tuple(adjusted))


_SCHEMA = pl.Schema(
    {
        "run": pl.String(),
        "mean": pl.Float64(),
        "difference": pl.Float64(),
        "low": pl.Float64(),
        "high": pl.Float64(),
        "p": pl.Float64(),
        "p_holm": pl.Float64(),
        "wins": pl.Int64(),
        "losses": pl.Int64(),
        "ties": pl.Int64(),
    }
)
