"""Which pairs of a benchmark have votes, and which of them releases have settled."""

from __future__ import annotations

import polars as pl

from core.amounts import amount
from core.benchmarks.curating.settling import votes_of
from core.benchmarks.types import BASE, BenchmarkInfo
from core.labels.settling.releases import releases, settled_labels
from core.store import Workspace

_PAIR = ["query", "candidate"]


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
    newest = releases(workspace, info.key)[-1].name
    settled = _settled(workspace, info, newest)
    votes = (
        votes_of(workspace, info)
        .group_by("query", pl.col("table").alias("candidate"))
        .agg(pl.len().cast(pl.Int64).alias("votes"))
    )
    found = votes.join(settled, on=_PAIR, how="full", coalesce=True)
    return found.with_columns(pl.col("votes").fill_null(0)).sort(_PAIR), newest


def told_newest(workspace: Workspace, info: BenchmarkInfo) -> str:
    """Say what the newest release leaves open or settles otherwise than the one before it.

    Returns
    -------
    str
        One sentence; empty if there is no release before it, or it settles all that this one does
        by the same labels.
    """
    *before, newest = (one.name for one in releases(workspace, info.key))
    if not before or before[-1] == BASE:
        return ""
    last = before[-1]
    both = _settled(workspace, info, last).join(
        _settled(workspace, info, newest), on=_PAIR, how="left", suffix=" now"
    )
    opened = both.filter(pl.col("settled now").is_null()).height
    other = both.filter(pl.col("settled now") != pl.col("settled")).height
    if not opened and not other:
        return ""
    told = []
    if opened:
        is_open = "is open" if opened == 1 else "are open"
        told.append(f"{amount(opened, 'pair')} that {last} settles {is_open} in it")
    if other:
        settles = f"{other:,}" if opened else f"{amount(other, 'pair')} that {last} settles"
        told.append(f"{settles} {'has' if other == 1 else 'have'} another label")
    return (
        f"{newest} is the newest release now: Home and Runs go by what it settles; "
        f"{', '.join(told)}."
    )


def _settled(workspace: Workspace, info: BenchmarkInfo, name: str) -> pl.DataFrame:
    """Return what a release settles, and those that it was put over: query, candidate, label."""
    made = {one.name: one for one in releases(workspace, info.key)}
    settled = pl.DataFrame(schema={"query": pl.String, "candidate": pl.String, "settled": pl.Int64})
    while name != BASE:
        here = settled_labels(workspace, info.key, name).select(
            "query",
            pl.col("table").alias("candidate"),
            pl.col("after").cast(pl.Int64).alias("settled"),
        )
        # What a later release says comes first.
        settled = pl.concat([settled, here]).unique(_PAIR, keep="first", maintain_order=True)
        name = made[name].base
    return settled
