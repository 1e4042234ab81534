"""Pair: does this candidate belong to that query."""

from __future__ import annotations

import streamlit as st

from core import lake as lakes
from core.benchmarks import registry
from core.benchmarks.one_pair.pair import PairView
from core.benchmarks.query_name import query_name
from core.benchmarks.types import BenchmarkInfo
from core.errors import TableNotFoundError
from core.evaluation import Label
from core.labels.types import Task
from core.labels.voting.questions import question
from pages.benchmarking.choice import audit_of
from pages.lakes.encoding import encoder_for
from pages.shared.abreast import abreast
from pages.shared.address import Address
from pages.shared.audits import pair_of
from pages.shared.catalog_cache import workspace
from pages.shared.fields import Field
from pages.shared.links import BENCHMARKS
from pages.shared.words import plain, sentence
from pages.voting.pair_steps import back_link, step_links
from pages.voting.pair_tables import show_columns, show_tables
from pages.voting.pair_votes import show_votes

_LABELS = {
    Label.POSITIVE: (":material/check: Positive in the ground truth", "green"),
    Label.NEGATIVE: (":material/close: Labelled negative", "red"),
    Label.UNLABELLED: (":material/remove: No label in the ground truth", "orange"),
}


def page() -> None:
    """Show a query table and a candidate side by side, with all that is known of the pair."""
    address = Address("pair", Field("benchmark"), Field("query"), Field("table"))
    if not all(address[name] for name in ("benchmark", "query", "table")):
        st.title("Pair", anchor=False)
        st.info("A pair opens from a list of pairs: choose a benchmark first.")
        st.page_link(BENCHMARKS, label="Benchmarks", icon=":material/rule:")
        return
    info = registry.benchmark(workspace(), address["benchmark"])
    address.write()
    encoder = encoder_for(lakes.lake(workspace(), info.name))
    query, table = address["query"], address["table"]
    try:
        view = pair_of(audit_of(info), query, table, encoder)
    except TableNotFoundError as error:
        _not_there(info, query, table, error)
        return
    _header(info, view)
    if view.query_side is None:
        st.subheader("The query", anchor=False)
        st.markdown(plain(view.query.text or ""))
    tables, known = abreast("pair", 2, "side")
    with tables:
        show_tables(info, view)
        show_columns(view)
    with known:
        _ranks(view)
        _overlap(view)
        show_votes(info, view)


def _not_there(info: BenchmarkInfo, query: str, table: str, error: TableNotFoundError) -> None:
    """Say which table of a pair is missing, between the pairs before and after it."""
    _ways(info, query, table)
    st.title("Pair", anchor=False)
    st.caption(f"The query {plain(query)} and the candidate {plain(info.published(table))}")
    st.error(sentence(str(error)), icon=":material/error:")
    st.caption("What is not in the lake cannot be looked at, and is not put to the vote.")


def _ways(info: BenchmarkInfo, query: str, table: str) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        back_link(info.name, query, table)
        st.page_link(
            BENCHMARKS,
            label=f"Overlap of {plain(info.name)}",
            icon=":material/rule:",
            query_params={"benchmark": info.name},
        )
        step_links(info.name, query, table)


def _header(info: BenchmarkInfo, view: PairView) -> None:
    _ways(info, view.query.query_id, view.candidate_side.table.table_id)
    words, colour = _LABELS[view.label]
    with st.container(horizontal=True, vertical_alignment="center"):
        task = Task(view.query.mode.value)
        asked = question(task, with_words=bool(view.query.text))
        st.title(asked.asks, anchor=False)
        st.badge(words, color=colour)  # type: ignore[arg-type]
        if view.relevance is not None and view.relevance > 1:
            st.badge(f"Relevance {view.relevance}")
    name = query_name(info, view.query.query_id, view.query)
    if name != view.query.query_id:
        st.caption(f"The query {plain(name)}")
    if view.query.text and view.query_side is not None:
        st.markdown(f"The query also says: {plain(view.query.text)}")


def _ranks(view: PairView) -> None:
    st.markdown("**Rank by each run**")
    if not len(view.ranks):
        st.caption("No run was made on this benchmark yet.")
        return
    if view.left_out:
        st.caption(
            "None: the pair is to be ignored, or the candidate is the query's own table, and "
            "rankings are scored without it."
        )
        return
    st.dataframe(
        view.ranks,
        alt="Rank and score of the candidate by each run",
        hide_index=True,
        column_order=("run", "rank", "score"),
        column_config={
            "run": st.column_config.TextColumn("Run", width=105),
            "rank": st.column_config.NumberColumn("Rank", width=55),
            "score": st.column_config.NumberColumn("Score", format="%.2f", width=60),
        },
        placeholder="none",
    )
    deepest = max(view.ranks["of"].to_list())
    st.caption(f"Of up to {deepest:,} candidates; none if it is not among them.")


def _overlap(view: PairView) -> None:
    st.markdown("**Overlap**")
    if view.query_side is None:
        st.caption("A query of words has no table to overlap with.")
        return
    for what, coefficient, shared, smaller in view.overlap.iter_rows():
        if coefficient is None:
            st.caption(f"{what.capitalize()}: nothing on one side to compare.")
        else:
            st.progress(
                coefficient,
                text=f"{what.capitalize()}: **{coefficient:.2f}** ({shared:,} of {smaller:,})",
            )
    st.caption("Shared, of the smaller of the two sets (overlap coefficient).")


if __name__ == "__main__":
    page()
