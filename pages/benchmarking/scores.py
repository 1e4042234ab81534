"""Scores of runs: two compared, over the cut-off, query by query."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl
import streamlit as st

from core.amounts import rounded
from core.benchmarks.auditing.compared import told_at_odds, told_baseline
from core.benchmarks.types import BenchmarkInfo
from core.evaluation import Comparison, Metric
from core.evaluation.run_order import equal
from core.figures.corpus_size import corpus_figure
from core.figures.curves import curves_figure
from core.figures.leaderboard import difference_figure, leaderboard_figure
from pages.shared.address import Address
from pages.shared.audits import (
    Audit,
    comparison_of,
    comparisons_of,
    corpus_curves_of,
    curves_of,
    ideal_curve_of,
    leaderboard_of,
)
from pages.shared.downloads import download_buttons
from pages.shared.plots import plot
from pages.shared.query_names import query_names, query_words
from pages.shared.words import amount, plain, signed

METRICS = (Metric.P, Metric.R, Metric.F1, Metric.NDCG, Metric.CAPPED_RECALL)
"""Those that are of a cut-off."""
_SURE = 0.05
DISPUTED = "Disputed pairs"
"""The view of Runs that a query's row leads to."""


def _choose_metric(address: Address, field: str, metrics: Sequence[Metric]) -> Metric:
    st.segmented_control(
        "Metric",
        [metric.value for metric in metrics],
        key=address.key(field),
        required=True,
        label_visibility="collapsed",
    )
    return Metric(address[field])


def show_comparison(
    address: Address, of: Audit, info: BenchmarkInfo, chosen: tuple[str, ...], k: int
) -> None:
    """Compare two runs query by query; without two, all with one."""
    metric = _choose_metric(address, "metric", tuple(Metric))
    if len(chosen) != 2:  # noqa: PLR2004 - a comparison takes two
        st.caption(
            "Tick exactly two runs to compare them; "
            f"{len(chosen)} {'is' if len(chosen) == 1 else 'are'} ticked. Meanwhile, all of them:"
        )
        _show_against(address, of, k, metric)
        return
    found = comparison_of(of, *chosen, k, metric)
    st.markdown(verdict(found))
    plot(
        difference_figure(found),
        "differences",
        f"Difference in {metric.label(k)} of {found.first} and {found.second} by query",
    )
    with st.expander("Query by query", icon=":material/table_rows:", key="query by query"):
        frame = found.to_frame().sort("difference", descending=True)
        st.dataframe(
            frame.with_columns(query_names(info, frame["query"]))
            .to_pandas()
            .style.format({"difference": signed}),
            hide_index=True,
            column_config={
                "query": st.column_config.TextColumn("Query", width="large"),
                "first": st.column_config.NumberColumn(found.first, format="%.3f"),
                "second": st.column_config.NumberColumn(found.second, format="%.3f"),
                "difference": st.column_config.NumberColumn("Difference"),
            },
        )
        with st.container(horizontal=True):
            download_buttons(
                lambda: frame.cast(pl.String), f"{found.first} and {found.second}", "differences"
            )


def _show_against(address: Address, of: Audit, k: int, metric: Metric) -> None:
    """Show every run with its interval, and how each differs from one that is chosen."""
    board = leaderboard_of(of, k)
    label = metric.label(k)
    plot(leaderboard_figure(board, metric), "intervals", f"{label} of every run with its interval")
    labels = [row.run.method for row in board.rows]
    if len(labels) == 1:
        return
    missing = address.settle("baseline", labels)
    st.selectbox("Each compared with", labels, key=address.key("baseline"), width=320)
    if missing is not None:
        st.info(f"There is no run {plain(missing)}. Choose another.")
    if address["baseline"] is None:
        return
    held = comparisons_of(of, address["baseline"], k, metric)
    frame = held.to_frame()
    number = st.column_config.NumberColumn
    differences = dict.fromkeys(("difference", "low", "high"), signed)
    st.dataframe(
        frame.to_pandas().style.format(differences, na_rep=""),
        key=f"against {of.name}",
        alt=f"Every run compared with {held.baseline} in {label}",
        hide_index=True,
        column_config={
            "run": st.column_config.TextColumn("Run", pinned=True),
            "mean": number(label, format="%.3f"),
            "difference": number("Difference"),
            "low": number("from", help="The lower end of its 95% interval."),
            "high": number("to", help="The upper end of its 95% interval."),
            "p": number("p", format="%.3g", help="Paired randomisation test over the queries."),
            "p_holm": number(
                "p, Holm", format="%.3g", help="Adjusted by Holm's method for the number of runs."
            ),
            "wins": number("Better on"),
            "losses": number("Worse on"),
            "ties": number("Equal on"),
        },
    )
    st.caption(plain(told_baseline(held)))
    with st.container(horizontal=True):
        name = f"{of.name} against {held.baseline} in {label}"
        download_buttons(lambda: frame.cast(pl.String), name, "against")


def verdict(found: Comparison) -> str:
    """Say which of two runs is better, by how much, and whether chance alone could make it so."""
    first, second = plain(found.first), plain(found.second)
    label = found.metric.label(found.k)
    better = "better" if found.difference > 0 else "worse"
    between, why = "", found.interval.note if found.interval.low is None else ""
    if found.interval.low is not None and found.interval.high is not None:
        between = f" (95% interval {signed(found.interval.low)} to {signed(found.interval.high)})"
    sure = (
        "a difference that chance alone would rarely make"
        if found.p_value < _SURE
        else "a difference that chance alone could well make"
    )
    leads = f"**{first}** is {rounded(abs(found.difference))} {better} than **{second}** in {label}"
    if equal(found.difference, 0):
        leads = f"**{first}** and **{second}** are equal in {label}"
    return (
        f"{leads}{between}: {rounded(found.first_mean)} against {rounded(found.second_mean)}. "
        f"{first} wins on {found.wins:,} of {amount(found.queries, 'query')}, loses on "
        f"{found.losses:,} and ties on {found.ties:,}. p = {found.p_value:.3g} (paired "
        f"randomisation test), {sure}. {why} {plain(told_at_odds(found))}"
    ).rstrip()


def show_curves(address: Address, of: Audit, k: int) -> None:
    """Show one metric of every run over the cut-off."""
    compared = Metric(address["metric"])
    address.stand_in("curve", (compared if compared in METRICS else Metric.P).value)
    metric = _choose_metric(address, "curve", METRICS)
    deepest = max(2 * k, 10)
    curves = curves_of(of, deepest)
    plot(
        curves_figure(curves, metric, ideal_curve_of(of, deepest, metric)),
        "curves",
        f"{metric.value} of every run over k",
    )
    with st.expander("As a table", icon=":material/table_rows:", key="curves as a table"):
        # Marked, so that no run has the name of the first column.
        marked = curves.with_columns(run="of " + pl.col("run"))
        wide = marked.pivot("run", index="k", values=metric.value)
        labels = {f"of {run}": run for run in curves["run"].unique()}
        st.dataframe(wide, hide_index=True, column_config=labels)
        with st.container(horizontal=True):
            download_buttons(lambda: curves.cast(pl.String), f"{of.name} curves", "curves")


def show_corpus_sizes(of: Audit, k: int) -> None:
    """Show the recall of every run over the size of the corpus."""
    curves, beyond = corpus_curves_of(of, k)
    if beyond:
        named, it = plain(", ".join(beyond)), "It ranks" if len(beyond) == 1 else "They rank"
        st.info(
            f"Left out: {named}. {it} tables that the lake has not, of which nobody knows whether "
            "a part of it would have them."
        )
    st.caption(
        "What the recall would be if the corpus were a random part of itself, averaged over all "
        "such parts: positives stay, scores stay. A curve begins at the number of positives of the "
        "query that has most, as no part is smaller, or where the run stores enough candidates of "
        "each query to tell."
    )
    plot(
        corpus_figure(curves, k),
        "corpus sizes",
        f"R@{k} of every run over the number of tables",
    )
    with st.expander("As a table", icon=":material/table_rows:", key="corpus as a table"):
        st.dataframe(curves, hide_index=True)
        with st.container(horizontal=True):
            download_buttons(lambda: curves.cast(pl.String), f"{of.name} corpus", "corpus sizes")


def show_queries(
    address: Address, of: Audit, info: BenchmarkInfo, chosen: tuple[str, ...], k: int
) -> None:
    """Show every query with its positives and each chosen run's precision and recall.

    A click on one opens the pairs of it that the chosen runs dispute.
    """
    rows = {row.run.method: row.queries.to_frame() for row in leaderboard_of(of, k).rows}
    names = [metric.label(k) for metric in METRICS[:2]]
    frame = rows[chosen[0]].select("query", "positives")
    for label in chosen:
        values = rows[label].select(
            "query",
            *(pl.col(name).alias(f"{name} {label}") for name in names),
        )
        frame = frame.join(values, on="query", how="left", maintain_order="left")
    st.caption(
        f"{amount(len(frame), 'query')}. Sort by a run to see where it fails; hits among the "
        f"first {k}. Click a row to see the query's disputed pairs."
    )
    key = f"queries of {of.name}"
    words = query_words(info, frame["query"])
    st.dataframe(
        frame.with_columns(query_names(info, frame["query"]), *words),
        key=key,
        alt="Scores of every query",
        hide_index=True,
        height=480,
        on_select=lambda: _open_query(address, key, frame["query"].to_list()),
        selection_mode="single-cell",
        column_order=("query", *(one.name for one in words), *frame.columns[1:]),
        column_config={
            "query": st.column_config.TextColumn("Query", pinned=True, width=280),
            "words": st.column_config.TextColumn(
                "It also says", width=200, help="What the query says beside its table."
            ),
            "positives": st.column_config.NumberColumn("Positives", width="small"),
            **{
                name: st.column_config.ProgressColumn(
                    name, format="%.2f", min_value=0, max_value=1, width="small"
                )
                for name in frame.columns[2:]
            },
        },
    )
    every = pl.concat(rows[label].select(pl.lit(label).alias("run"), pl.all()) for label in chosen)
    with st.container(horizontal=True):
        download_buttons(lambda: every.cast(pl.String), f"{of.name} queries at {k}", "queries")


def _open_query(address: Address, key: str, queries: list[str]) -> None:
    cells = st.session_state[key]["selection"]["cells"]
    if cells:
        address.set("query", queries[cells[0][0]])
        address.set("view", DISPUTED)
