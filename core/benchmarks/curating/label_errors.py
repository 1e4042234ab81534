"""How often the labels of a queue's pairs are wrong, by why they were put to the vote."""

from __future__ import annotations

import numpy as np
import polars as pl

from core.benchmarks.curating.settling import conclude
from core.benchmarks.types import BenchmarkInfo
from core.labels.agreement.case_intervals import share_interval
from core.labels.types import Queue, Voter
from core.labels.voting.reviewing import queue_cases
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


def label_errors(
    workspace: Workspace, curator: Voter, info: BenchmarkInfo, queue: Queue
) -> pl.DataFrame:
    """Count the settled cases of a queue whose published label is on the wrong side.

    A case is settled by a curator's decision, else by the majority of people as
    `settling.conclude` takes it, once as many have given a label as this queue, and others that it
    is in, want. Its label is wrong if it is positive and people say that it is not,
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
        to ``high``, which takes pairs of one query for as many as they are worth
        (`core.labels.agreement.case_intervals.share_interval`).

    Raises
    ------
    RoleError
        If it is not a curator who asks.
    """
    cases = queue_cases(workspace, curator, queue).select("case", "query", "origin")
    found = conclude(workspace, curator, info).frame.select("case", "before", "after")
    least = info.positive_from
    after, before = pl.col("after") >= least, (pl.col("before") >= least).fill_null(False)
    known = cases.join(found, on="case", how="left", maintain_order="left").with_columns(
        (after != before).alias("wrong")
    )
    groups = known.group_by("origin", maintain_order=True)
    rows = [_shares(str(origin), some) for (origin,), some in groups]
    return pl.DataFrame(rows, schema=_SCHEMA, orient="row")


def _shares(origin: str, some: pl.DataFrame) -> tuple[str | int | float | None, ...]:
    settled = some.drop_nulls("after")
    if settled.is_empty():
        return origin, len(some), 0, 0, None, None, None
    wrong = np.asarray(settled["wrong"].to_numpy(), bool)
    ends = share_interval(wrong, settled["query"])
    return origin, len(some), len(settled), int(wrong.sum()), float(wrong.mean()), *ends
