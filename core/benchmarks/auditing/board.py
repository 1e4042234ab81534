"""The leaderboard as one table: IDEAL on top, our runs, what was published."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import polars as pl

from core.amounts import amount, rounded
from core.benchmarks.auditing.audit import Judged
from core.benchmarks.auditing.published import Published
from core.benchmarks.auditing.scored_runs import Leaderboard, RunScores
from core.benchmarks.types import BEST, RunInfo
from core.evaluation import Ideal, Metric, ideals
from core.intervals import Interval

OURS, IMPORTED, IDEAL, PUBLISHED = "ours", "imported", "ideal", "published"


def board_frame(
    board: Leaderboard,
    published: Published | None = None,
    with_interval: Collection[Metric] = tuple(Metric),
) -> pl.DataFrame:
    """List the best reachable scores, every run and the published figures, a row each.

    Parameters
    ----------
    published
        Left out unless its cut-off is the leaderboard's.
    with_interval
        Metrics whose intervals are wanted; of the others they are null.

    Returns
    -------
    DataFrame
        ``run``, ``from`` (ideal, ours, imported or published), ``P`` with ``P low`` and ``P high``
        (95% interval), likewise the other metrics by their plain names, ``unlabelled`` (share of
        the candidates among the first k), ``offline_seconds``, ``online_seconds``, ``made`` and
        ``stale``.
    """
    rows: list[dict[str, object]] = [
        {"run": BEST, "from": IDEAL, **{metric.value: board.ideal[metric] for metric in Metric}}
    ]
    for row in board.rows:
        score = row.queries.mean(Metric.P)
        rows.append(
            {
                "run": row.run.method,
                "from": IMPORTED if row.run.imported else OURS,
                **{metric.value: row[metric] for metric in Metric},
                **{
                    f"{metric.value} {end}": getattr(row.interval(metric), end)
                    for metric in with_interval
                    for end in ("low", "high")
                },
                "unlabelled": score.unjudged / score.candidates if score.candidates else None,
                "offline_seconds": row.run.offline_seconds,
                "online_seconds": row.run.online_seconds,
                "made": row.run.created_at,
                "stale": row.run.stale,
            }
        )
    if published is not None and published.k == board.k:
        rows.append(
            {
                "run": BEST,
                "from": PUBLISHED,
                Metric.P.value: published.ideal_precision,
                Metric.R.value: published.ideal_recall,
            }
        )
        rows.extend(
            {
                "run": run.method,
                "from": PUBLISHED,
                Metric.P.value: run.precision,
                Metric.R.value: run.recall,
                "offline_seconds": run.offline_seconds,
                "online_seconds": run.online_seconds,
            }
            for run in sorted(published.runs, key=lambda run: (-run.precision, run.method))
        )
    return pl.DataFrame(rows, schema=_SCHEMA)


def shortfalls(board: Leaderboard) -> tuple[str, ...]:
    """Say why runs score low other than by what they rank.

    Returns
    -------
    A sentence if queries are in no mean, and one if no label is positive. Then one for each run
    that leaves queries unanswered, with its score over those that it did not fail on, one for each
    that holds fewer candidates than the cut-off for all queries or some, and one for each that
    ranks tables that are not in the lake, in the order of the leaderboard.
    """
    told = []
    if board.unasked:
        every = board.ideal.queries + board.unasked
        is_, its = ("is", "its table is") if board.unasked == 1 else ("are", "their tables are")
        told.append(
            f"{board.unasked:,} of {amount(every, 'query')} {is_} in no mean, as {its} not there."
        )
    told += told_all_zero(board.benchmark, board.release, board.ideal, board.positive_from)
    for row in board.rows:
        told += told_unranked(row, board.k, board.release)
        if row.unknown:
            told.append(
                f"{row.run.method} ranks {amount(len(row.unknown), 'table')} that the lake has "
                f"not, first {row.unknown[0]!r}; such a candidate keeps its place, and counts by "
                "its label if it has one, else as wrong."
            )
    return tuple(told)


def told_unranked(row: RunScores, k: int, release: str) -> list[str]:
    """Say which queries a run leaves unanswered, and whether it ranks fewer than k candidates.

    Parameters
    ----------
    row
        Scored at k under the release.

    Returns
    -------
    list of str
        A sentence on each of the two, if it is so.
    """
    name, depth = row.run.method, row.run.depth
    score = row.queries.mean(Metric.P)
    told = []
    if row.emptied:
        told.append(
            f"{name} ranks only queries' own tables or pairs to ignore, which are left out, so "
            "its scores are 0."
        )
    elif score.missing == score.queries:
        told.append(
            f"{name} answers 0 of {amount(score.queries, 'query')} under {release}, so "
            f"its scores are 0.{_without_failures(row)}"
        )
    elif score.missing:
        told.append(
            f"{name} answers {score.queries - score.missing:,} of {score.queries:,} queries; "
            f"the others count as 0.{_without_failures(row)}"
        )
    behind = f"at k = {k:,} the places behind them count as wrong."
    short = int(row.queries.frame["candidates"].is_between(1, k - 1).sum())
    if depth < k:
        told.append(f"{name} ranks at most {amount(depth, 'candidate')} a query; {behind}")
    elif short:
        told.append(
            f"{name} ranks fewer than {k:,} candidates for {short:,} of the "
            f"{amount(score.queries - score.missing, 'query')} that it answers; {behind}"
        )
    return told


def told_all_zero(benchmark: str, release: str, best: Ideal, positive_from: int) -> tuple[str, ...]:
    """Say which metrics are 0 for every run, as no label is positive, and why.

    Returns
    -------
    One sentence; none if a label is positive.

    Examples
    --------
    >>> from core.evaluation import Qrels, ideal
    >>> best = ideal(Qrels.of({"q": {"a": 2}}), 1, positive_from=3)
    >>> told_all_zero("mine", "base", best, 3)[0][:58]
    'No label of mine is 3 or more under base, and only such co'
    """
    if best.without_positives < best.queries:
        return ()
    zero = [metric.value for metric in Metric if not best[metric]]
    if len(zero) == len(Metric):
        scores = "every score is 0"
    else:
        others = " and ".join(metric.value for metric in Metric if best[metric])
        scores = f"{', '.join(zero[:-1])} and {zero[-1]} are 0; {others} goes by grades"
    which = "positive"
    because = ""
    if positive_from > 1:
        which = f"{positive_from} or more"
        because = ", and only such count as positive"
    return (f"No label of {benchmark} is {which} under {release}{because}, so {scores}.",)


def told_means(board: Leaderboard) -> str:
    """Say over how many queries the scores are means, and of which kind the intervals are.

    Or why there are none.
    """
    means = f"Means over {amount(board.ideal.queries, 'query')}"
    why = no_interval(row.interval(Metric.P) for row in board.rows)
    return f"{means}. {why}" if why else f"{means}; intervals are 95%, by resampling them."


def told_unlabelled(board: Leaderboard) -> str:
    """Say how many of the candidates that are scored have no label; empty if all have one.

    Of several runs the one with the smallest share of such, and the one with the largest.
    """
    scores = {row.run.method: row.queries.mean(Metric.P) for row in board.rows}
    shares = {
        name: score.unjudged / score.candidates
        for name, score in scores.items()
        if score.candidates
    }
    if not any(shares.values()):
        return ""
    least, most = (end(shares, key=shares.__getitem__) for end in (min, max))
    of_least, of_most = (
        f"{scores[name].unjudged:,} of {scores[name].candidates:,} ({name})"
        for name in (least, most)
    )
    said = of_most if least == most else f"from {of_least} to {of_most}"
    return f"Candidates without a label count as wrong: up to k = {board.k:,}, {said}."


def told_stale(board: Leaderboard) -> str:
    """Say which runs are older than the lake's last change; empty if none is."""
    made, brought = (
        [row.run.method for row in board.rows if row.run.stale and row.run.imported is imported]
        for imported in (False, True)
    )
    told = []
    if made:
        told.append(f"The lake has changed since {', '.join(made)} ran; run them again.")
    if brought:
        told.append(
            f"The lake has changed since {', '.join(brought)} came in; if they were made before "
            "that, make them anew and import them again."
        )
    return " ".join(told)


def told_untimed(runs: Iterable[RunInfo]) -> str:
    """Say of which runs made here the offline seconds are not known, and why; empty if of none."""
    without = [run.method for run in runs if not run.imported and run.offline_seconds is None]
    if not without:
        return ""
    need = "it needs" if len(without) == 1 else "they need"
    return (
        f"Offline seconds of {', '.join(without)} are not known: part of what {need} of the lake "
        "was at hand, as tables are taken over when a lake is refreshed, and no text is encoded "
        "twice. In a new workspace all of it is made."
    )


def no_interval(intervals: Iterable[Interval]) -> str:
    """Say why there are no intervals; empty if there are."""
    return next((one.note for one in intervals if one.low is None), "")


def _without_failures(row: RunScores) -> str:
    """Say of a run how many queries it failed on, and what it scores over the others."""
    failed = [one.query for one in row.run.failures]
    frame = row.queries.frame
    of_these = frame["query"].is_in(failed) & (frame["candidates"] == 0)
    count, label = int(of_these.sum()), Metric.P.label(row.queries.k)
    if not count:
        return ""
    left = frame.filter(~of_these)[label].to_numpy()
    if not len(left):
        return f" It failed on {count:,} of them."
    return (
        f" It failed on {count:,} of them, which tells nothing of how it ranks: over the other "
        f"{amount(len(left), 'query')} its {label} is {rounded(left.mean())}."
    )


def told_own_found(board: Leaderboard) -> str:
    """Say how much of P@k is queries' own tables, which count as found; empty if it is nothing."""
    own, queries = board.own_found, board.ideal.queries
    if not own:
        return ""
    if own == queries:
        whose = "Each query's own table"
    else:
        whose = f"The own table of {own:,} of {amount(queries, 'query')}"
    alone = "P@1 is 1 and GTFP@1 is 0"
    return (
        f"{whose} counts as found, first in a ranking that leaves it out: "
        f"{rounded(own / (queries * board.k))} of {Metric.P.label(board.k)} comes of that, and "
        f"where it stands first {alone} by construction."
    )


def failed_frame(board: Leaderboard) -> pl.DataFrame:
    """List the queries that runs failed on: ``run``, ``query`` and ``reason``, a row each."""
    rows = [
        (row.run.method, one.query, one.reason) for row in board.rows for one in row.run.failures
    ]
    return pl.DataFrame(rows, schema=["run", "query", "reason"], orient="row")


def shortfalls_under(boards: Sequence[Leaderboard]) -> tuple[str, ...]:
    """Say what `shortfalls` does of several releases, and under which where it is not all.

    Returns
    -------
    First what holds under all of them, then by release what holds under some.
    """
    told = {board.release: shortfalls(board) for board in boards}
    shared = [
        one for one in next(iter(told.values()), ()) if all(one in of for of in told.values())
    ]
    some = [
        one if f"under {release}" in one else f"Under {release}, {one}"
        for release, of in told.items()
        for one in of
        if one not in shared
    ]
    return (*shared, *some)


def ideal_curve(found: Judged, deepest: int, metric: Metric) -> dict[int, float]:
    """Map each cut-off from 1 to `deepest` to the best reachable mean of a metric."""
    cuts = range(1, deepest + 1)
    of = ideals(found.qrels, cuts, positive_from=found.info.positive_from)
    return {k: best[metric] for k, best in of.items()}


_SCHEMA = pl.Schema(
    {
        "run": pl.String(),
        "from": pl.String(),
        **{
            f"{metric.value}{end}": pl.Float64()
            for metric in Metric
            for end in ("", " low", " high")
        },
        "unlabelled": pl.Float64(),
        "offline_seconds": pl.Float64(),
        "online_seconds": pl.Float64(),
        "made": pl.String(),
        "stale": pl.Boolean(),
    }
)
