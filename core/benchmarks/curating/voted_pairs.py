"""Which pairs of a benchmark have votes, and which of them releases have settled."""

from __future__ import annotations

import polars as pl

from core.benchmarks.curating.settling import votes_of
from core.benchmarks.types import BASE, BenchmarkInfo
from core.labels.settling.releases import releases, settled_labels
from core.store import Workspace


def voted_pairs(workspace: Workspace, info: BenchmarkInfo) -> tuple[pl.DataFrame, str]:
    """List the pairs that people voted on or that the newest release settles; no vote is shown.

    What the releases settled that the newest one was put over, it settles too.

    Returns
    -------
    pairs, release
        ``query, candidate, votes`` (of people, one a person, "can't tell" included) and
        ``settled``, the label by the release, null if it settles none; and the newest release,
        the published ground truth if there is no other.
    """
    made = {one.name: one for one in releases(workspace, info.key)}
    newest = name = next(reversed(made))
    pair = ["query", "candidate"]
    settled = pl.DataFrame(schema={"query": pl.String, "candidate": pl.String, "settled": pl.Int64})
    while name != BASE:
        here = settled_labels(workspace, info.key, name).select(
            "query",
            pl.col("table").alias("candidate"),
            pl.col("after").cast(pl.Int64).alias("settled"),
        )
        # What a later release says comes first.
        settled = pl.concat([settled, here]).unique(pair, keep="first", maintain_order=True)
        name = made[name].base
    votes = (
        votes_of(workspace, info)
        .group_by("query", pl.col("table").alias("candidate"))
        .agg(pl.len().cast(pl.Int64).alias("votes"))
    )
    found = votes.join(settled, on=pair, how="full", coalesce=True)
    return found.with_columns(pl.col("votes").fill_null(0)).sort(pair), newest
