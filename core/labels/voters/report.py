"""Every voter in one table: their votes, how far they agree, what they lower, drift and speed."""

from __future__ import annotations

import polars as pl

from core.labels.agreement.estimates import Measure
from core.labels.types import Kind
from core.labels.voters.agreement import voter_agreement
from core.labels.voters.drift import voter_drifts
from core.labels.voters.lowering import voter_lowerings
from core.labels.voters.speed import voter_speeds


def voter_report(votes: pl.DataFrame) -> pl.DataFrame:
    """Tell of every voter what is known of their votes, by name.

    Parameters
    ----------
    votes
        As `core.labels.voting.votes.current_votes` gives them: ``case, voter, kind, label, seconds,
        voted_at`` and more.

    Returns
    -------
    polars.DataFrame
        ``voter, kind, votes`` (with a label), ``abstentions, seconds`` (median, null if none is
        timed); ``agreement, low, high, compared`` (raw agreement with the others, its interval,
        cases), ``kappa, alpha_without`` as `core.labels.voters.agreement.voter_agreement`;
        ``lowers, lowering, drifts, drift, too_fast, speed``: the three findings, each with its
        sentence; all are of people among people, and of any other voter there is none.

    Raises
    ------
    VoteFrameError
        As in `VoteGrid.of`.

    Examples
    --------
    >>> votes = pl.DataFrame({"case": ["a", "a"], "voter": ["ann", "bob"], "kind": ["human"] * 2,
    ...                       "label": [2, 0], "seconds": [3.0, None], "voted_at": ["", ""]})
    >>> voter_report(votes).select("voter", "votes", "seconds", "agreement", "drifts").rows()
    [('ann', 1, 3.0, 0.0, False), ('bob', 1, None, 0.0, False)]
    """
    given = votes.group_by("voter", maintain_order=True).agg(
        pl.col("kind").first(),
        pl.col("label").is_not_null().sum().cast(pl.Int64).alias("votes"),
        pl.col("label").is_null().sum().cast(pl.Int64).alias("abstentions"),
        pl.col("seconds").median(),
    )
    time = pl.when(pl.col("voted_at") != "").then(pl.col("voted_at"))
    people = votes.filter(pl.col("kind") == Kind.HUMAN.value).with_columns(time.alias("time"))
    drifts = voter_drifts(people)
    speeds = {one.voter: one for one in voter_speeds(people)}
    found = pl.DataFrame(
        {
            "voter": [one.voter for one in drifts],
            "drifts": [one.drifts for one in drifts],
            "drift": [one.sentence for one in drifts],
            "too_fast": [speeds[one.voter].too_fast for one in drifts],
            "speed": [speeds[one.voter].sentence for one in drifts],
        },
        schema={
            "voter": pl.String,
            "drifts": pl.Boolean,
            "drift": pl.String,
            "too_fast": pl.Boolean,
            "speed": pl.String,
        },
    )
    lowerings = voter_lowerings(people)
    lowered = pl.DataFrame(
        {
            "voter": [one.voter for one in lowerings],
            "lowers": [one.lowers for one in lowerings],
            "lowering": [one.sentence for one in lowerings],
        },
        schema={"voter": pl.String, "lowers": pl.Boolean, "lowering": pl.String},
    )
    agreement = voter_agreement(votes)
    raw = agreement.filter(pl.col("measure") == Measure.RAW.value).select(
        "voter",
        pl.col("value").alias("agreement"),
        "low",
        "high",
        pl.col("cases").alias("compared"),
        "alpha_without",
    )
    kappa = agreement.filter(pl.col("measure") == Measure.COHEN.value).select(
        "voter", pl.col("value").alias("kappa")
    )
    return (
        given.join(raw, on="voter", how="left")
        .join(kappa, on="voter", how="left")
        .join(lowered, on="voter", how="left")
        .join(found, on="voter", how="left")
        .with_columns(
            pl.col("lowers", "drifts", "too_fast").fill_null(False),
            pl.col("lowering", "drift", "speed").fill_null(""),
        )
        .sort("voter")
    )


def warnings_of(report: pl.DataFrame) -> list[str]:
    """Return a sentence on each voter who lowers agreement much, drifts or answers too fast."""
    return [
        row[what]
        for row in report.iter_rows(named=True)
        for flag, what in (("lowers", "lowering"), ("drifts", "drift"), ("too_fast", "speed"))
        if row[flag]
    ]
