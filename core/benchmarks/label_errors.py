"""How often the labels of a queue's pairs are wrong, by why they were put to the vote."""

from __future__ import annotations

import polars as pl

from core.benchmarks.settling import conclude
from core.benchmarks.types import BenchmarkInfo
from core.labels.reviewing import queue_cases
from core.labels.types import Queue, Voter
from core.store import Workspace

_SCHEMA = pl.Schema(
    {
        "origin": pl.String(),
        "cases": pl.Int64(),
        "settled": pl.Int64(),
        "wrong": pl.Int64(),
        "share": pl.Float64(),
        "low": pl.Float64(),
        "high": pl.Float64(),
    }
)
_TAIL = 0.05


def label_errors(
    workspace: Workspace, curator: Voter, info: BenchmarkInfo, queue: Queue
) -> pl.DataFrame:
    """Count the settled cases of a queue whose published label is on the wrong side.

    A case is settled by a curator's decision, else by the majority of people as
    `core.benchmarks.settling.conclude` takes it, once as many have given a label as this queue, and
    others that it is in, want. Its label is wrong if it is positive and people say that it is not,
    or the other way round, by the benchmark's `positive_from`; a pair without a label counts as not
    positive.

    Of a random sample (`agreed positive`, `agreed negative`) the share estimates how many of all
    the pairs on which runs and ground truth agree are wrong: the errors that no run disputes. Of
    disputed pairs it says how many of the disputes are right.

    Returns
    -------
    polars.DataFrame
        A row per origin, in the order in which the queue has them: ``origin, cases, settled,
        wrong``, ``share`` (wrong of settled; null if none is settled) and its 95% interval ``low``
        to ``high`` (Wilson 1927, by `statsmodels`).

    Raises
    ------
    RoleError
        If it is not a curator who asks.
    """
    cases = queue_cases(workspace, curator, queue).select("case", "origin")
    found = conclude(workspace, curator, info).frame.select("case", "before", "after")
    least = info.positive_from
    after, before = pl.col("after") >= least, (pl.col("before") >= least).fill_null(False)
    counts = (
        cases.join(found, on="case", how="left", maintain_order="left")
        .group_by("origin", maintain_order=True)
        .agg(
            pl.len().cast(pl.Int64).alias("cases"),
            pl.col("after").is_not_null().sum().cast(pl.Int64).alias("settled"),
            (after != before).sum().cast(pl.Int64).alias("wrong"),
        )
    )
    rows = [(*row, *_share(row[-1], row[-2])) for row in counts.iter_rows()]
    return pl.DataFrame(rows, schema=_SCHEMA, orient="row")


def partly_is(info: BenchmarkInfo) -> str:
    """Say how "partly" is counted, in words that go behind a figure."""
    return f'where "partly" is {"yes" if info.positive_from == 1 else "no"}'


def _share(wrong: int, settled: int) -> tuple[float | None, float | None, float | None]:
    from statsmodels.stats.proportion import proportion_confint

    if not settled:
        return None, None, None
    low, high = proportion_confint(wrong, settled, alpha=_TAIL, method="wilson")
    return wrong / settled, max(0.0, float(low)), min(1.0, float(high))
