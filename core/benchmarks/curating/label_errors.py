"""How often the labels of a queue's pairs are wrong, by why they were put to the vote."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import polars as pl

from core.amounts import amount
from core.benchmarks.curating.agreements import DRAWN_FROM, POSITIVE_FROM, RELEASE
from core.benchmarks.curating.settling import conclude
from core.benchmarks.treatment import own_positives
from core.benchmarks.types import BASE, BenchmarkInfo
from core.evaluation.qrels import MAX_RELEVANCE
from core.evaluation.self_candidates import own_pairs
from core.intervals import share_interval
from core.labels import current_votes
from core.labels.settling.releases import releases
from core.labels.settling.settled import left_to_curators, sides_by_people
from core.labels.types import Kind, Origin, Queue, Voter
from core.labels.voting.reviewing import queue_cases
from core.store import Workspace
from core.store.sqlite import WHOLE_NUMBERS

_SCHEMA = pl.Schema(
    {
        "origin": pl.String(),
        "cases": pl.Int64(),
        "settled": pl.Int64(),
        "wrong": pl.Int64(),
        "share": pl.Float64(),
        "low": pl.Float64(),
        "high": pl.Float64(),
        "unsettled": pl.Int64(),
        "least": pl.Float64(),
        "most": pl.Float64(),
        "drawn_from": pl.Int64(),
        "behind": pl.Int64(),
        "before_them": pl.Int64(),
        "release": pl.String(),
        "positive_from": pl.Int64(),
    }
)
_SAMPLES = (Origin.AGREED_POSITIVE.value, Origin.AGREED_NEGATIVE.value)


@dataclass(frozen=True)
class ConcludedCases:
    """What the labels of any queue of a benchmark that was made under one release are held against.

    Parameters
    ----------
    release
        Whose labels they are.
    frame
        Of each case that is settled its number, ``case``, and its label ``before`` and ``after``.
    left
        The cases that have all their votes and are not settled, ``case``, and on which ``side``
        the votes put each: whether it is positive, null where they do not agree even on that.
    """

    release: str
    frame: pl.DataFrame
    left: pl.DataFrame


def release_of(workspace: Workspace, info: BenchmarkInfo, queue: Queue) -> str:
    """Return the release whose labels a queue asks about: it was made under it.

    The published labels where the queue does not say, or it was made elsewhere under a release that
    is not here (`told_release`).
    """
    made_under = queue.source.get(RELEASE)
    return next((one.name for one in releases(workspace, info.key) if one.name == made_under), BASE)


def as_made(info: BenchmarkInfo, queue: Queue) -> BenchmarkInfo:
    """Return a benchmark with the least positive relevance that a queue was made by, if it says."""
    least = queue.source.get(POSITIVE_FROM)
    if isinstance(least, bool) or not isinstance(least, int) or not 1 <= least <= MAX_RELEVANCE:
        return info
    return replace(info, positive_from=least)


def told_release(queue: Queue, release: str) -> str:
    """Say that `release_of` is not the release that a queue was made under; empty if it is."""
    made_under = queue.source.get(RELEASE, BASE)
    if made_under == release or not isinstance(made_under, str):
        return ""
    return (
        f"There is no release {made_under!r} here, under which the queue was made: the published "
        "labels count."
    )


def concluded_cases(
    workspace: Workspace, curator: Voter, info: BenchmarkInfo, release: str = BASE
) -> ConcludedCases:
    """Conclude the cases of a benchmark, for `label_errors` of all queues made under a release.

    Raises
    ------
    RoleError
        If it is not a curator who asks.
    ReleaseNotFoundError
        If there is no such release.
    """
    concluded = conclude(workspace, curator, info, base=release)
    found = concluded.frame.select("case", "before", "after")
    sides = sides_by_people(workspace, info.key, info.positive_from)
    left = sorted(left_to_curators(workspace, info.key))
    schema = {"case": pl.Int64, "side": pl.Boolean}
    sided = pl.DataFrame({"case": left, "side": [sides.get(case) for case in left]}, schema)
    return ConcludedCases(release, found, sided)


def label_errors(
    workspace: Workspace,
    curator: Voter,
    info: BenchmarkInfo,
    queue: Queue,
    concluded: ConcludedCases | None = None,
) -> pl.DataFrame:
    """Count the settled cases of a queue whose label, in `release_of` it, is on the wrong side.

    A case is settled by a curator's decision, else by the majority of people as
    `settling.conclude` takes it, once as many have given a label as this queue, and others that it
    is in, want. Its label is wrong if it is positive and people say that it is not,
    or the other way round, by the benchmark's `positive_from`; a pair without a label counts as not
    positive. Own tables of queries that count as positive whatever the labels say are none of the
    cases that are counted.

    Of a random sample (`agreed positive`, `agreed negative`) the share estimates how many of all
    the pairs on which runs and ground truth agree are wrong: the errors that no run disputes. Of
    it the cases count from its beginning up to the first that nobody has voted on: those behind it
    were voted on for another reason, such as that another run disputes them, and are no random part
    of it. Of disputed pairs the share says how many of the disputes are right.

    Cases that have all their votes and are not settled (votes that differ, "can't tell") are the
    hard ones, for which the settled do not stand. They wait for a curator; until then the share of
    all that were voted on lies between what it is if all their labels are right, and if all are
    wrong. Where their votes, taken for yes or no alone, settle that (1 and 2, "partly" being yes),
    a label is right or wrong whichever of them a curator follows, and counts so at both ends.

    Parameters
    ----------
    concluded
        What `concluded_cases` gives of `release_of` the queue; worked out if none.

    Returns
    -------
    polars.DataFrame
        A row per origin, in the order in which the queue has them: ``origin, cases, settled,
        wrong``, ``share`` (wrong of settled; null if none is settled) and its 95% interval ``low``
        to ``high``, which takes pairs of one query for as many as they are worth
        (`core.intervals.share_interval`); ``unsettled``, the cases that have
        all their votes and are not settled, and the ends ``least`` and ``most`` that they leave
        to the share of both together (null if there are neither); ``drawn_from``, how many pairs a
        random sample stands for, null of other pairs and where the queue does not say; ``behind``,
        how many cases of a random sample are settled behind the first that nobody has voted on, and
        so in none of these figures, and ``before_them``, how many that nobody has voted on stand
        before the last of them: with votes on those they count (both 0 of other pairs);
        ``release``, whose labels are counted, and ``positive_from``, from which they are positive.

    Raises
    ------
    RoleError
        If it is not a curator who asks.
    """
    by_rule = own_pairs(own_positives(workspace, info))
    cases = queue_cases(workspace, curator, queue).join(
        by_rule, on=["query", "table"], how="anti", maintain_order="left"
    )
    if concluded is None:
        release = release_of(workspace, info, queue)
        concluded = concluded_cases(workspace, curator, info, release)
    least = info.positive_from
    after, before = pl.col("after") >= least, (pl.col("before") >= least).fill_null(False)
    known = cases.select("case", "query", "origin").join(
        concluded.frame, on="case", how="left", maintain_order="left"
    )
    left = concluded.left.with_columns(left=pl.lit(True))
    known = known.join(left, on="case", how="left", maintain_order="left").with_columns(
        (after != before).alias("wrong"),
        pl.col("left").fill_null(False),
        (pl.col("side") != before).alias("sided wrong"),
    )
    known = known.with_columns(pl.col("case").is_in(_voted(workspace, info)).alias("voted"))
    rows = []
    for (origin,), some in known.group_by("origin", maintain_order=True):
        counted = some.filter(pl.col("voted").cum_min()) if origin in _SAMPLES else some
        shares = _shares(str(origin), len(some), counted)
        drawn = _drawn_from(queue, str(origin))
        rows.append((*shares, drawn, *_behind(some, counted), concluded.release, least))
    return pl.DataFrame(rows, schema=_SCHEMA, orient="row")


def told_behind(row: Mapping[str, Any]) -> str:
    """Say of a row of `label_errors` how many settled cases are not counted; empty if all are."""
    if not row["behind"]:
        return ""
    return (
        f"{amount(row['behind'], 'case', 'is', 'are')} settled behind one that nobody has voted "
        "on and not counted, being no random part of the sample: votes on the "
        f"{row['before_them']:,} before the last of them, which the queue hands out first, make "
        "them count."
    )


def _drawn_from(queue: Queue, origin: str) -> int | None:
    """Return how many pairs a sample stands for; a queue that came from elsewhere may say anything.

    Then, as where it says nothing, none.
    """
    of = queue.source.get(DRAWN_FROM)
    drawn = of.get(origin) if isinstance(of, dict) else None
    if isinstance(drawn, bool) or not isinstance(drawn, int) or drawn not in WHOLE_NUMBERS:
        return None
    return drawn


def _voted(workspace: Workspace, info: BenchmarkInfo) -> list[int]:
    """Return the cases that people voted on or decided."""
    votes = current_votes(workspace, info.key).filter(pl.col("kind") == Kind.HUMAN.value)
    decided = current_votes(workspace, info.key, final=True)
    return [*votes["case"], *decided["case"]]


def _behind(some: pl.DataFrame, counted: pl.DataFrame) -> tuple[int, int]:
    """Count the settled cases that are not counted, and those without a vote before the last."""
    rest = some.slice(len(counted))
    places = rest["after"].is_not_null().arg_true()
    if places.is_empty():
        return 0, 0
    return len(places), int((~rest["voted"].head(int(places[-1]))).sum())


def _shares(origin: str, cases: int, some: pl.DataFrame) -> tuple[str | int | float | None, ...]:
    settled, unsettled = some.drop_nulls("after"), int(some["left"].sum())
    wrong = np.asarray(settled["wrong"].to_numpy(), bool)
    errors, voted = int(wrong.sum()), len(settled) + unsettled
    surely = int(some["sided wrong"].sum()), int((~some["sided wrong"]).sum())
    most = errors + unsettled - surely[1]
    ends = ((errors + surely[0]) / voted, most / voted) if voted else (None, None)
    if settled.is_empty():
        return origin, cases, 0, 0, None, None, None, unsettled, *ends
    interval = share_interval(wrong, settled["query"])
    counts = origin, cases, len(settled), errors
    return *counts, float(wrong.mean()), *interval, unsettled, *ends
