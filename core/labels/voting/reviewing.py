"""A queue opened afterwards: to a curator whole, to a voter how far they agree."""

from __future__ import annotations

import polars as pl

from core.labels.types import Queue, Role, Voter
from core.labels.voting.votes import current_votes
from core.store import Workspace

_SCHEMA = pl.Schema(
    {
        "case": pl.Int64(),
        "query": pl.String(),
        "table": pl.String(),
        "origin": pl.String(),
        "lacking": pl.Int64(),
        "spread": pl.Int64(),
    }
)
_CASES = """
    SELECT case_key, query_id, table_id, queue_cases.origin, max(lacking, 0), spread
    FROM queue_cases JOIN cases ON cases.key = case_key WHERE queue_key = ? ORDER BY place
"""
_AGREEING = """
    SELECT coalesce(sum(mine.label = other.label), 0), count(*)
    FROM queue_cases
    JOIN current_votes AS mine ON mine.case_key = queue_cases.case_key
        AND mine.final = 0 AND mine.label IS NOT NULL
        AND mine.voter = (SELECT name FROM voters WHERE name = :voter AND kind = :kind)
    JOIN current_votes AS other ON other.case_key = queue_cases.case_key
        AND other.final = 0 AND other.voter != :voter AND other.label IS NOT NULL
    JOIN voters ON voters.name = other.voter AND kind = 'human'
    WHERE queue_key = :queue
"""


def queue_cases(workspace: Workspace, curator: Voter, queue: Queue) -> pl.DataFrame:
    """List the cases of a queue with everybody's votes, in the queue's order.

    Returns
    -------
    DataFrame
        ``case``, ``query``, ``table``, ``origin`` (why it was put to the vote), ``lacking``
        (people's votes still wanted), ``spread`` (highest less lowest label of people), ``votes``
        (of every kind of voter), ``labels`` ("ann 2, bob ?", by name, "?" for can't tell; empty
        without a vote), ``final`` (a curator's decision; null without one).

    Raises
    ------
    RoleError
        If it is not a curator who asks.
    """
    curator.require(Role.CURATOR, "open the votes of others")
    with workspace.reading() as db:
        rows = db.execute(_CASES, [queue.key]).fetchall()
    cases = pl.DataFrame([tuple(row) for row in rows], schema=_SCHEMA, orient="row")
    label = pl.col("label").cast(pl.String).fill_null("?")
    votes = (
        current_votes(workspace, queue.benchmark_key)
        .group_by("case")
        .agg(
            pl.len().cast(pl.Int64).alias("votes"),
            pl.concat_str("voter", label, separator=" ").sort().str.join(", ").alias("labels"),
        )
    )
    final = current_votes(workspace, queue.benchmark_key, final=True).select(
        "case", pl.col("label").alias("final")
    )
    return (
        cases.join(votes, on="case", how="left", maintain_order="left")
        .join(final, on="case", how="left", maintain_order="left")
        .with_columns(pl.col("votes").fill_null(0), pl.col("labels").fill_null(""))
    )


def agreement_so_far(workspace: Workspace, queue: Queue, voter: Voter) -> tuple[int, int] | None:
    """Tell a voter how far they agree with other people on a queue's cases.

    Returns
    -------
    tuple of int or None
        Other people's labels that are the voter's own, of how many on the cases that the voter
        labelled; "can't tell" counts on neither side. None if the queue's curator keeps it closed.
    """
    if not queue.tells_agreement:
        return None
    values = {"queue": queue.key, "voter": voter.name, "kind": voter.kind.value}
    with workspace.reading() as db:
        same, of = db.execute(_AGREEING, values).fetchone()
    return int(same), int(of)
