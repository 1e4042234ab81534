"""Scores, comparisons and disputed pairs, as parts of a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core import lake as lakes
from core.amounts import amount, between, listed
from core.benchmarks import registry
from core.benchmarks.auditing import audit
from core.benchmarks.auditing.audit import Judged
from core.benchmarks.auditing.board import (
    IDEAL,
    PUBLISHED,
    board_frame,
    ideal_curve,
    shortfalls,
    told_means,
    told_own_found,
    told_unlabelled,
    told_untimed,
)
from core.benchmarks.auditing.case_list import (
    KIND_WORDS,
    LABEL_WORDS,
    told_misses,
    told_unlisted,
)
from core.benchmarks.auditing.compared import told_at_odds, told_comparison
from core.benchmarks.auditing.published import figures_of
from core.benchmarks.auditing.scored_runs import Leaderboard
from core.benchmarks.formats import Query
from core.benchmarks.query_name import further_words
from core.benchmarks.types import BASE, BenchmarkInfo
from core.evaluation import Case, Metric
from core.figures.curves import curves_figure
from core.figures.disagreements import disagreement_figure
from core.figures.leaderboard import difference_figure, leaderboard_figure
from core.reports.page import figure, table, text
from core.store import Workspace

CASES = 100
"""Disputed pairs that are listed at most."""

_LOOKS = {IDEAL: "top", PUBLISHED: "grey"}
_HEADERS_SHOWN = 14


def score_parts(workspace: Workspace, info: BenchmarkInfo, board: Leaderboard) -> list[str]:
    """Show every run beside the best possible scores and what was published."""
    figures = figures_of(workspace, info)
    published = figures.published
    known = published if board.release == BASE else None  # they are of no other labels
    frame = board_frame(board, known, [Metric.P])
    k = board.k
    header = ["Run", f"P@{k}", "95% interval", f"R@{k}"]
    others = [metric for metric in Metric if metric not in {Metric.P, Metric.R}]
    header += [metric.label(k) for metric in others]
    header += ["Offline s", "Online s"]
    rows = []
    for row in frame.iter_rows(named=True):
        name = f"{row['run']}, published" if row["from"] == PUBLISHED else row["run"]
        rows.append(
            (
                name,
                row[Metric.P.value],
                between(row[f"{Metric.P.value} low"], row[f"{Metric.P.value} high"]),
                row[Metric.R.value],
                *(row[metric.value] for metric in others),
                row["offline_seconds"],
                row["online_seconds"],
            )
        )
    untimed = told_untimed(row.run for row in board.rows)
    of_all = (told_own_found(board), told_unlabelled(board), untimed)
    parts = [
        text("Which method is best?", "h2"),
        figure(leaderboard_figure(board), f"P@{k} of every run with its 95% interval"),
        table(header, rows, [_LOOKS.get(origin, "") for origin in frame["from"]]),
        text(
            f"{told_means(board)} IDEAL is the best that any ranking can reach.",
            look="note",
        ),
        *(text(told, look="note") for told in filter(None, of_all)),
        *(text(told, look="note") for told in shortfalls(board)),
        *(text(note, look="note") for row in board.rows for note in row.run.notes),
    ]
    if known is not None:
        at = "" if known.k == k else f" They are for k = {known.k} and not shown here."
        parts.append(text(f"Published figures: {known.title} in {known.source}.{at}", look="note"))
    elif published is not None:
        told = (
            f"Published figures are of the published labels, and not shown beside {board.release}."
        )
        parts.append(text(told, look="note"))
    elif figures.told:
        parts.append(text(figures.told, look="note"))
    return parts


def comparison_parts(found: Judged, best: Sequence[str], k: int) -> list[str]:
    """Compare the best two runs query by query."""
    if len(best) < 2:  # noqa: PLR2004 - a comparison takes two
        return []
    one = audit.compare_runs(found, best[0], best[1], k, Metric.P)
    at_odds = told_at_odds(one)
    return [
        text("Is the best better than the second?", "h2"),
        text(told_comparison(one)),
        *([text(at_odds, look="note")] if at_odds else []),
        figure(difference_figure(one), f"Difference in P@{k} on every query"),
    ]


def curve_parts(found: Judged, k: int) -> list[str]:
    """Show precision and recall of every run over k."""
    deepest = min(max(2 * k, 10), 1_000)
    curves = audit.curves(found, deepest)
    return [
        text("Over k", "h2"),
        *(
            figure(
                curves_figure(curves, metric, ideal_curve(found, deepest, metric)),
                f"{metric.value} of every run over k",
            )
            for metric in (Metric.P, Metric.R)
        ),
    ]


def case_parts(workspace: Workspace, found: Judged, labels: Sequence[str], k: int) -> list[str]:
    """Show GTFP and GTFN over k, and the disputed pairs with their headers."""
    disputes = audit.disputed(audit.judged(workspace, found.info, labels, found.release), k)
    methods = " and ".join(disputes.methods)
    shown, queries = disputes.first(CASES), disputes.disputed_queries
    return [
        text("Where do methods and ground truth disagree?", "h2"),
        text(
            f"{queries:,} of {amount(disputes.queries, 'query')} "
            f"{'has' if queries == 1 else 'have'} a label that {methods} "
            f"dispute{'' if len(labels) > 1 else 's'}.",
            look="lead",
        ),
        figure(disagreement_figure(disputes), "GTFP and GTFN over k"),
        table(disputes.to_frame().columns, disputes.to_frame().rows()),
        *([text(told, look="note")] if (told := told_misses(disputes)) else []),
        text("Disputed pairs, the most likely wrong first", "h2"),
        text(
            f"{len(shown):,} of {amount(len(disputes.cases), 'pair')}. {told_unlisted(disputes)}",
            look="note",
        ),
        _cases(workspace, found.info, disputes.methods, shown),
    ]


def _cases(
    workspace: Workspace, info: BenchmarkInfo, methods: Sequence[str], cases: Sequence[Case]
) -> str:
    queries = {query.query_id: query for query in registry.queries(workspace, info)}
    wanted = {case.table for case in cases}
    wanted |= {queries[case.query].table or "" for case in cases} - {""}
    labels = lakes.table_labels(workspace, info.lake_key, sorted(wanted))
    rows = []
    for place, case in enumerate(cases, start=1):
        query = queries[case.query]
        rows.append(
            (
                place,
                _asked(info, query, labels),
                f"{info.published(case.table)}\n{_headers(labels.get(case.table, ()))}",
                KIND_WORDS[case.kind],
                LABEL_WORDS[case.label],
                *(case.ranks[method] for method in methods),
            )
        )
    header = ("", "Query and its columns", "Candidate and its columns", "Disputed as", "Label")
    return table((*header, *(f"Rank by {method}" for method in methods)), rows)


def _asked(info: BenchmarkInfo, query: Query, labels: Mapping[str, Sequence[str]]) -> str:
    """Name what a query asks with, and all that it says, a line each."""
    if not query.table:
        return f"{query.query_id}\n{query.text}"
    named = f"{info.published(query.table)}\n{_headers(labels.get(query.table, ()))}"
    words = further_words(query)
    return f"{named}\nThe query also says: {words}" if words else named


def _headers(labels: Sequence[str]) -> str:
    return listed(labels, _HEADERS_SHOWN, " · ")
