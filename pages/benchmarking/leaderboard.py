"""The leaderboard: IDEAL on top, our runs with intervals, published figures greyed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars as pl
import streamlit as st

from core.amounts import between, rounded
from core.benchmarks.auditing.board import (
    IDEAL,
    IMPORTED,
    OURS,
    PUBLISHED,
    failed_frame,
    shortfalls,
    told_means,
    told_own_found,
    told_stale,
    told_unlabelled,
    told_untimed,
)
from core.benchmarks.auditing.board_files import board_file
from core.benchmarks.types import BASE, BenchmarkInfo
from core.evaluation import Metric
from core.evaluation.run_order import equal
from core.labels.settling.releases import releases
from pages.shared.audits import Audit, board_of, figures_of, leaderboard_of
from pages.shared.catalog_cache import workspace
from pages.shared.downloads import download_button
from pages.shared.failed_downloads import say_failure
from pages.shared.links import ADJUDICATE, RELEASES
from pages.shared.words import amount, plain

_GREY = "color: rgba(128, 140, 146, 0.95); font-style: italic"
_TOP = "background-color: rgba(128, 128, 128, 0.14); font-weight: 600"
_FROM = {
    OURS: "here",
    IMPORTED: "imported",
    IDEAL: "best possible",
    PUBLISHED: "published",
}
# What it costs comes before the metrics that say much the same.
_SCORES, _COSTS = ("P", "between", "R", "NDCG", "MAP"), ("offline_seconds", "online_seconds")
_OTHERS = tuple(metric.value for metric in Metric if metric.value not in _SCORES)
_ORDER = ("run", "from", *_SCORES, *_COSTS, *_OTHERS, "unlabelled")
_ROW = 35
_MOST_NAMED = 4
_MOST_ROWS = 8.5
"""The half of a row says that there are more."""


def tell_best(of: Audit, k: int) -> None:
    """Say in one sentence which run is best, or which are, and how far from what is possible."""
    board = leaderboard_of(of, k)
    if not board.scorable:
        st.markdown(
            f"**No label that {plain(of.name)} came with is positive**, so here no run is better "
            "than another and none of its pairs is disputed."
        )
        return
    top, ideal = board.rows[0][Metric.P], board.ideal
    best = [row for row in board.rows if equal(row[Metric.P], top)]
    low, high = (str(rounded(end(row[Metric.R] for row in best))) for end in (min, max))
    st.markdown(
        f"{named_best([row.run.method for row in best])} by the published labels: "
        f"P@{k} **{rounded(top)}** of "
        f"{rounded(ideal[Metric.P])} possible, R@{k} {low if low == high else f'{low} to {high}'} "
        f"of {rounded(ideal[Metric.R])}."
    )


def tell_where_labels_are(info: BenchmarkInfo) -> None:
    """Lead from a benchmark without positive labels to the votes and releases that have some."""
    made = [one for one in releases(workspace(), info.key) if one.name != BASE]
    st.info(
        "Runs are compared here under the labels that the benchmark came with. "
        + (
            f"Under its {amount(len(made), 'release')} of votes, Ranking compares them."
            if made
            else "Once votes on its pairs are published as a release, Ranking compares them under "
            "that."
        )
    )
    with st.container(horizontal=True):
        st.page_link(
            RELEASES,
            label="Ranking",
            icon=":material/how_to_vote:",
            query_params={"benchmark": info.name, "view": "Ranking"},
        )
        st.page_link(
            ADJUDICATE,
            label="Vote",
            icon=":material/gavel:",
            query_params={"benchmark": info.name},
        )


def named_best(labels: Sequence[str]) -> str:
    """Name the run that is best, or those that are equally good, as Markdown.

    Examples
    --------
    >>> named_best(["hash"]), named_best(["bm25", "hash"])
    ('**hash** is best', '**bm25** and **hash** are best, and equal')
    """
    named = [f"**{plain(label)}**" for label in labels[:_MOST_NAMED]]
    if len(labels) == 1:
        return f"{named[0]} is best"
    left = len(labels) - len(named)
    last = amount(left, "more run") if left else named.pop()
    return f"{', '.join(named)} and {last} are best, and equal"


def show_board(of: Audit, info: BenchmarkInfo, k: int) -> None:
    """Show every run's scores, what they cost, and what was published."""
    board = leaderboard_of(of, k)
    frame = board_of(of, k)
    st.dataframe(
        _styled(_shown(frame)),
        key=f"board of {of.name}",
        alt=f"Runs on {info.name} with their scores",
        hide_index=True,
        height=int(min(len(frame), _MOST_ROWS) * _ROW) + _ROW + 3,
        placeholder="",
        column_order=_ORDER,
        column_config=_columns(k),
    )
    told = []
    if len(frame) > _MOST_ROWS:
        told.append(f"{len(frame):,} rows; scroll in the table for {_hidden(frame)}.")
    told.append(told_means(board))
    if own := told_own_found(board):
        told.append(own)
    if unlabelled := told_unlabelled(board):
        told.append(unlabelled)
    figures = figures_of(of)
    known = figures.published
    if known is not None and known.k == k:
        told.append(f"Grey: {known.title} in {known.source}, {amount(len(known.runs), 'method')}.")
    elif known is not None:
        told.append(f"Published figures of {known.title} are for k = {known.k}.")
    elif figures.told:
        told.append(figures.told)
    if stale := told_stale(board):
        told.append(stale)
    if untimed := told_untimed(row.run for row in board.rows):
        told.append(untimed)
    told += [note for row in board.rows for note in row.run.notes]
    st.caption(plain(" ".join(told)))
    for short in shortfalls(board):
        st.caption(f":material/warning: {plain(short)}")
    _show_failed(failed_frame(board), info)


def offer_scores(of: Audit, k: int) -> None:
    """Offer the scores for a spreadsheet and for a paper."""
    board, known = leaderboard_of(of, k), figures_of(of).published
    name, key = f"{of.name} scores at {k}", f"scores of {of.name}"
    with st.popover("Scores", icon=":material/download:", key=key):
        download_button(
            "Download CSV",
            lambda: board_file(board, ".csv", known),
            f"{name}.csv",
            key=f"{key} as CSV",
            mime="text/csv",
            help="Every figure as it was computed.",
        )
        download_button(
            "Download LaTeX",
            lambda: board_file(board, ".tex", known),
            f"{name}.tex",
            key=f"{key} as LaTeX",
            mime="application/x-tex",
            help="Three decimals, the best by each metric bold; needs the package booktabs.",
        )
        say_failure(f"{key} as CSV")
        say_failure(f"{key} as LaTeX")


def _show_failed(failed: pl.DataFrame, info: BenchmarkInfo) -> None:
    """List the queries that runs failed on, if there are any, each with the reason."""
    if failed.is_empty():
        return
    title = f"{amount(failed.height, 'query')} without a ranking, as a method failed"
    with st.expander(title, key=f"panel of failed of {info.name}"):
        st.dataframe(
            failed,
            key=f"failed of {info.name}",
            alt=f"Queries of {info.name} that methods failed on, with the reason",
            hide_index=True,
            column_config={"run": "Run", "query": "Query", "reason": "Why"},
        )


def _hidden(frame: pl.DataFrame) -> str:
    """Say which rows are out of sight, the last ones."""
    out = frame["from"][int(_MOST_ROWS) :]
    what = "published ones" if set(out) == {PUBLISHED} else "others"
    return f"the last {len(out):,} ({what})"


def _shown(frame: pl.DataFrame) -> pl.DataFrame:
    ends = frame.select("P low", "P high").iter_rows()
    return frame.select(
        "run",
        "P",
        pl.Series("between", [between(*each) for each in ends], dtype=pl.String),
        "R",
        *(m.value for m in Metric if m not in {Metric.P, Metric.R}),
        "unlabelled",
        "offline_seconds",
        "online_seconds",
        pl.col("from").replace(_FROM),
    )


def _styled(shown: pl.DataFrame) -> Any:
    import pandas as pd

    frame = shown.to_pandas()

    def look(row: pd.Series[Any]) -> list[str]:
        of = _GREY if row["from"] == "published" else _TOP if row["from"] == _FROM[IDEAL] else ""
        return [of] * len(row)

    return frame.style.apply(look, axis=1)


def _columns(k: int) -> dict[str, Any]:
    number = st.column_config.NumberColumn
    scores = {m.value: number(m.label(k), format="%.3f", width=66) for m in Metric}
    return {
        **scores,
        Metric.NDCG.value: number(Metric.NDCG.label(k), format="%.3f", width=82),
        Metric.CAPPED_RECALL.value: number(f"Capped R@{k}", format="%.3f", width=105),
        "run": st.column_config.TextColumn("Run", pinned=True, width=140),
        "between": st.column_config.TextColumn(
            "95% interval", width=120, help=f"Of P@{k}, by resampling queries."
        ),
        "offline_seconds": number(
            "Offline s",
            format="%.1f",
            width=82,
            help="Making the vectors and the index of all tables; none if part was at hand.",
        ),
        "online_seconds": number(
            "Online s", format="%.2f", width=78, help="Answering all queries."
        ),
        "unlabelled": number(
            "Unlabelled",
            format="percent",
            width=90,
            help=f"Of the candidates up to k = {k}, those without a label; they count as wrong.",
        ),
        "from": st.column_config.TextColumn("From", width=105),
    }
