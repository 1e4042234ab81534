"""What people have settled: what a curator decided, else what most of their votes say."""

from __future__ import annotations

import polars as pl

from core.labels.queueing.queued import votes_needed, votes_wanted
from core.labels.settling.consensus import Consensus, consensus
from core.labels.settling.rules import Rule, Settling
from core.labels.types import Kind
from core.labels.vote_frame import SCALE
from core.labels.voting.votes import current_votes
from core.store import Workspace


def as_wanted(workspace: Workspace, benchmark_key: int) -> Settling:
    """Return when a label counts as settled, unless somebody says otherwise.

    Its share of the votes reaches the usual threshold, and the case has as many votes with a label
    as the queues that it is in want; 1 in no queue. What was settled before a judge's disputes were
    sent to people stays so.
    """
    return Settling(wanted=votes_needed(workspace, benchmark_key))


def settled_by_people(
    workspace: Workspace, benchmark_key: int, unanimous_from: int | None = None
) -> pl.DataFrame:
    """Return the cases of a benchmark that people have settled; judges settle nothing.

    They are those of a release of people's majority by `as_wanted`, which is what
    `core.benchmarks.curating.settling.conclude` takes unless told otherwise.

    Parameters
    ----------
    unanimous_from
        For a stricter choice among them: of the cases that no curator decided those alone on which
        so many people or more gave a label, all the same.

    Returns
    -------
    polars.DataFrame
        A row a case, by its number: ``case, query, table, label`` and ``is_decided``, whether a
        curator decided it.
    """
    votes = current_votes(workspace, benchmark_key, kinds=[Kind.HUMAN])
    decided = current_votes(workspace, benchmark_key, final=True)
    cases, _ = concluded(votes, decided, Rule.MAJORITY, as_wanted(workspace, benchmark_key))
    is_decided = pl.col("decided").is_not_null()
    if unanimous_from is not None:
        agree = (pl.col("confidence") == 1) & (pl.col("votes") >= unanimous_from)
        cases = cases.filter(is_decided | agree)
    return cases.drop_nulls("after").select(
        "case", "query", "table", pl.col("after").alias("label"), is_decided.alias("is_decided")
    )


def left_to_curators(
    workspace: Workspace, benchmark_key: int, votes: pl.DataFrame | None = None
) -> set[int]:
    """Return the cases that have all the votes asked for and are neither settled nor decided.

    Parameters
    ----------
    votes
        The current votes of people, where they have been read; read if none are given.
    """
    if votes is None:
        votes = current_votes(workspace, benchmark_key, kinds=[Kind.HUMAN])
    decided = current_votes(workspace, benchmark_key, final=True)
    cases, _ = concluded(votes, decided, Rule.MAJORITY, as_wanted(workspace, benchmark_key))
    wanted = votes_wanted(workspace, benchmark_key)
    left = cases.filter(pl.col("after").is_null()).select("case", "votes", "abstentions")
    return {
        case
        for case, given, unsure in left.iter_rows()
        if given + unsure >= wanted.get(str(case), 1)
    }


def sides_by_people(
    workspace: Workspace, benchmark_key: int, positive_from: int
) -> dict[int, bool]:
    """Return on which side votes of people put each case, where they do: whether it is positive.

    A vote is taken for yes or no alone, and they settle that by the majority of `as_wanted`. So
    votes of 1 and 2, which settle no label, put a case on one side if "partly" is yes.

    Parameters
    ----------
    positive_from
        The smallest label that is a yes.
    """
    yes = pl.when(pl.col("label") >= positive_from).then(SCALE[-1])
    votes = current_votes(workspace, benchmark_key, kinds=[Kind.HUMAN]).with_columns(
        pl.when(pl.col("label").is_not_null()).then(yes.otherwise(SCALE[0])).alias("label")
    )
    found = consensus(votes, Rule.MAJORITY, settling=as_wanted(workspace, benchmark_key)).frame
    sided = found.filter(pl.col("why") == "").select("case", pl.col("label") == SCALE[-1])
    return {int(case): side for case, side in sided.iter_rows()}


def concluded(
    votes: pl.DataFrame, decided: pl.DataFrame, rule: Rule, settling: Settling
) -> tuple[pl.DataFrame, Consensus]:
    """Conclude a label for each case that has a vote or a decision.

    Parameters
    ----------
    votes, decided
        As `current_votes`.

    Returns
    -------
    frame, found
        A row a case, by its number: ``case, query, table``; ``label, confidence, votes,
        abstentions`` of the rule and ``why`` it leaves the case to a curator, empty if it does not;
        ``decided`` and ``decided_by``; ``after``, the decision, else the label that the rule is
        sure of, null while the case is open. And what the rule found.
    """
    found = consensus(votes, rule, settling=settling)
    by_rule = found.frame.select(
        pl.col("case").cast(pl.Int64), "label", "confidence", "votes", "abstentions", "why"
    )
    decisions = decided.select(
        "case", pl.col("label").alias("decided"), pl.col("voter").alias("decided_by")
    )
    settled = pl.when(pl.col("why") == "").then(pl.col("label"))
    frame = (
        _cases(votes, decided)
        .join(by_rule, on="case", how="left", maintain_order="left")
        .join(decisions, on="case", how="left", maintain_order="left")
        .with_columns(
            pl.col("votes", "abstentions").fill_null(0),
            pl.col("why").fill_null(""),
            pl.coalesce("decided", settled).alias("after"),
        )
    )
    return frame, found


def _cases(votes: pl.DataFrame, decided: pl.DataFrame) -> pl.DataFrame:
    pairs = [frame.select("case", "query", "table") for frame in (votes, decided)]
    return pl.concat(pairs).unique("case").sort("case")
