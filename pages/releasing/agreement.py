"""How far voters agree: all together, two by two, one by one, case by case."""

from __future__ import annotations

import plotly.graph_objects as go
import polars as pl
import streamlit as st

from core.amounts import between
from core.benchmarks.types import BenchmarkInfo
from core.figures.agreement import voter_matrix_figure
from core.labels.agreement.estimates import Measure
from core.labels.types import Role, Voter
from core.labels.voters.report import warnings_of
from pages.shared.abreast import abreast
from pages.shared.address import Address
from pages.shared.downloads import download_buttons
from pages.shared.label_cache import Kinds, Labels, agreement_of, cases_of, pairs_of, voters_of
from pages.shared.links import PAIR, pair_address
from pages.shared.plots import plot
from pages.shared.query_names import query_names
from pages.shared.words import amount, plain

MEASURES = tuple(measure.value for measure in Measure)
_MOST_CASES = 2_000
_FEW_VOTERS = 2
_MOST_ROWS = 10
_SCROLLED = 400  # pixels of what is said of more voters


def show_agreement(
    address: Address, of: Labels, info: BenchmarkInfo, kinds: Kinds, reader: Voter
) -> None:
    """Show the agreement of all voters, of every two and of each."""
    found = agreement_of(of, kinds)
    if not found.votes:
        st.info("Nobody of these has voted yet. Choose other voters above, or begin a queue.")
        return
    figures, matrix = abreast("agreement", 2, "table")
    with figures:
        st.markdown("**All together**")
        st.dataframe(
            _measures(found.to_frame()),
            alt="Agreement of all voters with intervals",
            hide_index=True,
            placeholder="not defined",
            column_config={
                "measure": st.column_config.TextColumn("Measure", width=190),
                "value": st.column_config.NumberColumn("Value", format="%.2f", width=85),
                "between": st.column_config.TextColumn("95% interval", width=95),
                "votes": st.column_config.NumberColumn("Votes", format="localized", width=50),
                "cases": st.column_config.NumberColumn("Cases", format="localized", width=50),
            },
        )
        notes: dict[str, list[str]] = {}
        for one in found.estimates:
            if one.note:
                notes.setdefault(one.note, []).append(one.measure)
        reasons = (f"{', '.join(measures)}: {note}" for note, measures in notes.items())
        told = (
            f"{amount(found.votes, 'vote')} with a label and {found.abstentions:,} of “can't tell” "
            f"on {amount(found.cases, 'case')}; {found.compared:,} have two or more to compare. "
            "Intervals take the cases of one query together."
        )
        st.caption(plain(" ".join([told, *reasons])))
    _voters(of, kinds)
    if reader.role is Role.CURATOR:
        _cases(of, info, kinds)
    with matrix:  # last, for it takes longest where there are many voters
        if found.voters < _FEW_VOTERS:
            st.info("There is one voter only, so there is nobody to compare with.")
        else:
            _matrix(address, of, kinds)


def _measures(frame: pl.DataFrame) -> pl.DataFrame:
    ends = frame.select("value", "low", "high").iter_rows()
    return frame.select(
        "measure",
        "value",
        pl.Series("between", [_between(*row) for row in ends], dtype=pl.String),
        "votes",
        "cases",
    )


def _between(value: float | None, low: float | None, high: float | None) -> str:
    """Say an interval, or that there is none, of which a note says why; nothing of no value."""
    if low is None:
        return "" if value is None else "none"
    return between(low, high, 2)


def _matrix(address: Address, of: Labels, kinds: Kinds) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown("**Voter by voter**")
        st.selectbox(
            "Measure", MEASURES, key=address.key("measure"), label_visibility="collapsed", width=280
        )
    measure = Measure(address["measure"])
    plot(_matrix_figure(of, kinds, measure), "voter matrix", f"{measure} of every two voters")
    with st.expander("As a table", icon=":material/table_rows:", key="voter pairs as a table"):
        pairs = pairs_of(of, kinds, measure)
        shown = pairs.select("first", "second", "value", "low", "high", "cases", "note")
        st.dataframe(shown, hide_index=True, placeholder="", alt=f"{measure} of every two voters")
        with st.container(horizontal=True):
            download_buttons(lambda: pairs, f"{of.name} voter by voter", "voter pairs")


@st.cache_resource(show_spinner=False, max_entries=16)
def _matrix_figure(of: Labels, kinds: Kinds, measure: Measure) -> go.Figure:
    return voter_matrix_figure(pairs_of(of, kinds, measure), measure)


def _voters(of: Labels, kinds: Kinds) -> None:
    report = voters_of(of, kinds)
    st.markdown("**Each voter against the others**")
    for sentence in warnings_of(report):
        st.warning(plain(sentence), icon=":material/warning:")
    number, text = st.column_config.NumberColumn, st.column_config.TextColumn
    st.dataframe(
        report,
        alt="Each voter's votes and agreement",
        hide_index=True,
        placeholder="",
        height=min(len(report), _MOST_ROWS) * 35 + 38,
        column_order=(
            *("voter", "kind", "votes", "abstentions", "agreement", "low", "high", "compared"),
            *("kappa", "alpha_without", "seconds"),
        ),
        column_config={
            "voter": text("Voter", pinned=True, width=120),
            "kind": text("Kind", width=60),
            "votes": number("Votes", width=60, format="localized"),
            "abstentions": number("Can't tell", width=75),
            "agreement": number(
                "Agreement", width=85, format="%.2f", help="Share of the others' votes that agree."
            ),
            "low": number("from", width=55, format="%.2f", help="95% interval."),
            "high": number("to", width=55, format="%.2f"),
            "compared": number("Cases", width=60, format="localized"),
            "kappa": number("Cohen's κ", width=75, format="%.2f"),
            "alpha_without": number(
                "α without",
                width=80,
                format="%.2f",
                help="Krippendorff's alpha of all the others: above that of all, this voter lowers "
                "it.",
            ),
            "seconds": number("Seconds", width=70, format="%.1f", help="Median a case."),
        },
    )
    with st.expander("Drift and speed", icon=":material/trending_up:", key="drift and speed"):
        told = report.select("drift", "speed").iter_rows()
        with st.container(height="content" if len(report) <= _MOST_ROWS else _SCROLLED):
            st.markdown("\n".join(f"- {plain(' '.join(sentences))}" for sentences in told))
    with st.container(horizontal=True):
        download_buttons(lambda: report, f"{of.name} voters", "voters")


def _cases(of: Labels, info: BenchmarkInfo, kinds: Kinds) -> None:
    frame = cases_of(of, kinds)
    disputed = frame.filter(pl.col("agreement") < 1)
    with st.expander(
        f"{len(disputed):,} of {amount(len(frame), 'case')} on which votes differ",
        icon=":material/format_list_bulleted:",
        key=f"where votes differ in {info.name}",
    ):
        if not len(disputed):
            st.caption("No two votes on one case differ.")
            return
        shown = disputed.head(_MOST_CASES)
        event = st.dataframe(
            shown.select(
                query_names(info, shown["query"]),
                pl.Series("table", [info.published(table) for table in shown["table"]]),
                "votes",
                "agreement",
                *(name for name in shown.columns if name.startswith("label_")),
                "abstentions",
            ),
            key=f"least agreed of {of.name} {of.votes}",
            alt="Cases, those that voters agree on least first",
            hide_index=True,
            on_select="rerun",
            selection_mode="single-cell",
            column_config={
                "query": st.column_config.TextColumn("Query", width=240),
                "table": st.column_config.TextColumn("Candidate", width=240),
                "agreement": st.column_config.NumberColumn("Agreement", format="%.2f"),
                "label_0": st.column_config.NumberColumn("0"),
                "label_1": st.column_config.NumberColumn("1"),
                "label_2": st.column_config.NumberColumn("2"),
                "abstentions": st.column_config.NumberColumn("Can't tell"),
            },
        )
        st.caption("The least agreed first. Click a row to see both tables.")
        cells = event["selection"]["cells"]
        if cells:
            row = shown.row(cells[0][0], named=True)
            st.switch_page(PAIR, query_params=pair_address(of.name, row["query"], row["table"]))
