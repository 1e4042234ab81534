"""Overlap of one benchmark: histograms to select in, and the pairs behind what was selected."""

from __future__ import annotations

from typing import Any

import plotly.graph_objects as go
import polars as pl
import streamlit as st

from core.benchmarks.overlaps.overlap_summary import pairs_in_bin
from core.benchmarks.overlaps.pairs import PairKind
from core.benchmarks.overlaps.set_kinds import SetKind
from core.benchmarks.overlaps.stored_overlaps import MOST_RANDOM, why_no_pairs
from core.benchmarks.types import BenchmarkInfo
from core.figures.overlap import overlap_histogram
from pages.shared.audits import Audit, overlaps_of, summary_of
from pages.shared.catalog_cache import workspace
from pages.shared.downloads import download_buttons
from pages.shared.job_panel import active_jobs, start_button
from pages.shared.links import PAIR, pair_address
from pages.shared.plots import plot_to_select
from pages.shared.words import amount

_MOST_SHOWN = 1_000
_KIND_WORDS = {"positive": "positive", "negative": "labelled negative", "random": "random"}


def show_overlap(of: Audit, info: BenchmarkInfo, what: SetKind) -> None:
    """Show the histograms of one kind of overlap and the pairs of the bars that are selected."""
    found = overlaps_of(of, what)
    if found is None:
        offer_measuring(info)
        return
    if not len(found):
        st.info(why_no_pairs(workspace(), info))
        return
    event = plot_to_select(
        _histogram(of, what),
        f"overlap {of.name} {what}",
        f"How the overlap of {what.words} is distributed over the pairs of {info.name}",
        ("points", "box"),
    )
    st.caption(
        "Bars are shares of the pairs of each kind; the dotted line is at one half. Click a bar to "
        "list its pairs below; for several, take the box at the top right and draw it over them."
    )
    chosen = _bars(event["selection"]["points"])
    if chosen:
        listed = pl.concat([pairs_in_bin(found, what, kind, place) for kind, place in chosen])
        told = f"**{amount(len(listed), 'pair')}** behind what you selected."
    else:
        listed = found
        told = "All pairs, positive ones with the least overlap first."
    st.markdown(f"{told} Click a row to open both tables side by side.")
    show_pairs(of, info, listed, f"pairs {what} {chosen}")
    left_out = [summary_of(of, what, kind) for kind in PairKind]
    words = [
        f"{one.undefined:,} {_KIND_WORDS[one.pairs]}" for one in left_out if one and one.undefined
    ]
    if words:
        st.caption(
            f"Not in the bars: {', '.join(words)} pairs, of which a table has none of "
            f"{what.words} or could not be read. That is no overlap of 0."
        )


# Not cache_data: a copy has its keys in another order, which makes it another chart to Streamlit,
# and the first selection in it is lost.
@st.cache_resource(show_spinner=False, max_entries=32)
def _histogram(of: Audit, what: SetKind) -> go.Figure:
    summaries = [summary_of(of, what, kind) for kind in PairKind]
    figure = overlap_histogram([one for one in summaries if one is not None and one.total])
    # A click selects only while dragging pans, so keep what is dragged where it is.
    return figure.update_xaxes(fixedrange=True).update_yaxes(fixedrange=True)


def _bars(points: list[dict[str, Any]]) -> list[tuple[PairKind, int]]:
    bars = {(PairKind(point["customdata"][0]), int(point["customdata"][1])) for point in points}
    return sorted(bars, key=lambda bar: (list(PairKind).index(bar[0]), bar[1]))


def show_pairs(of: Audit, info: BenchmarkInfo, listed: pl.DataFrame, key: str) -> None:
    """List pairs with their overlap; a click on one opens it."""
    first = listed.head(_MOST_SHOWN)
    shown = first.select(
        pl.Series("query_table", [info.published(table) for table in first["query_table"]]),
        pl.Series("candidate", [info.published(table) for table in first["candidate"]]),
        pl.col("pairs").cast(pl.String).replace(_KIND_WORDS),
        "coefficient",
        "shared",
        pl.min_horizontal("size_a", "size_b").alias("smaller"),
    )
    event = st.dataframe(
        shown,
        key=f"{key} of {of.name}",
        alt="Pairs of a query table and a candidate with their overlap",
        hide_index=True,
        height=320,
        on_select="rerun",
        selection_mode="single-cell",
        column_config={
            "query_table": st.column_config.TextColumn("Query table", width=270),
            "candidate": st.column_config.TextColumn("Candidate", width=270),
            "pairs": st.column_config.TextColumn("Pair", width="small"),
            "coefficient": st.column_config.ProgressColumn(
                "Overlap", format="%.2f", min_value=0, max_value=1, width="small"
            ),
            "shared": st.column_config.NumberColumn("Shared", format="localized", width="small"),
            "smaller": st.column_config.NumberColumn(
                "Of the smaller",
                format="localized",
                width="small",
                help="How many the table with fewer of them has.",
            ),
        },
    )
    if len(listed) > _MOST_SHOWN:
        st.caption(f"Showing the first {_MOST_SHOWN:,} of {len(listed):,}; a download has all.")
    with st.container(horizontal=True):
        download_buttons(lambda: listed.cast(pl.String), f"{of.name} pairs", key)
    cells = event["selection"]["cells"]
    if cells:
        row = first.row(cells[0][0], named=True)
        st.switch_page(PAIR, query_params=pair_address(of.name, row["query"], row["candidate"]))


def offer_measuring(info: BenchmarkInfo) -> None:
    """Say that the overlaps are not measured and offer it."""
    if any(job.kind in {"overlap", "benchmark"} for job in active_jobs(info.name)):
        st.info("Names and values of the pairs are being compared; you can leave this page.")
        return
    labelled = info.positives + info.negatives
    if not labelled:
        st.info(why_no_pairs(workspace(), info))
        return
    st.info(
        "How far the pairs of this benchmark overlap was not measured yet, or its tables have "
        f"changed since. For that, the tables of {amount(labelled, 'labelled pair')} and of as "
        f"many random ones as there are positives, {MOST_RANDOM:,} at most, are read once."
    )
    start_button(
        "Compare names and values",
        "overlap",
        info.name,
        key=f"compare the pairs of {info.name}",
        icon=":material/join_inner:",
    )
