"""Reports of judges, made once a state, and all judges of a benchmark beside each other."""

from __future__ import annotations

import polars as pl
import streamlit as st
from streamlit.elements.lib.column_types import ColumnConfig

from core.benchmarks.judging.report import CUT, judge_report, report_state
from core.benchmarks.types import BenchmarkInfo
from core.judges.matcher.rule import NAME
from core.judges.reliability import WHAT_THEY_ARE, Reliability, side_by_side, told_learned
from core.labels.types import Voter
from pages.shared.address import Address
from pages.shared.catalog_cache import workspace
from pages.shared.label_cache import Labels
from pages.shared.row_choice import ANYWHERE, clicked_row, tick_row
from pages.shared.words import plain

_ROW, _MOST_ROWS = 35, 7
_FIGURES = ("agrees", "kappa", "runs agree", "flips", "can't tell", "no verdict")
_BESIDE = "judges beside each other"


@st.cache_resource(show_spinner="Measuring the judge", max_entries=8)
def report_of(
    of: Labels, state: str, curator: Voter, voter: str, yes: int, run: str | None, k: int
) -> Reliability:
    """Measure a judge; what was measured is kept for the state of answers and votes."""
    del state  # stands for the stored answers
    here, info = of.found()
    return judge_report(here, curator, info, voter, yes, run, k)


@st.cache_data(show_spinner="Measuring the judges", max_entries=8)
def _beside(
    of: Labels, state: str, curator: Voter, voters: tuple[str, ...], yes: int
) -> pl.DataFrame:
    found = [report_of(of, state, curator, one, yes, None, CUT) for one in voters]
    return side_by_side(found, NAME)


def show_beside(address: Address, info: BenchmarkInfo, curator: Voter, voters: list[str]) -> None:
    """Show the first figures of all judges in one table; a row that is clicked is told below."""
    of, state = Labels.of(info), report_state(workspace(), info)
    frame = _beside(of, state, curator, tuple(voters), int(address["yes"]))
    ends = frame.select("low", "high").iter_rows()
    between = ["" if low is None else f"{low:.2f} to {high:.2f}" for low, high in ends]
    first = ("judge", "cases", "compared", "learned")
    figures = frame.drop("low", "high").select(*first, pl.exclude(*first))
    shown = figures.insert_column(5, pl.Series("95% interval", between))
    ticked = frame["judge"].index_of(address["judge"])

    def choose() -> None:
        row = clicked_row(_BESIDE, ticked)
        if row is not None:
            address.set("judge", frame["judge"][row])

    tick_row(_BESIDE, ticked)
    st.dataframe(
        shown,
        key=_BESIDE,
        hide_index=True,
        height=_ROW * (min(len(frame), _MOST_ROWS) + 1) + 3,
        on_select=choose,
        selection_mode=ANYWHERE,
        placeholder="-",
        alt=f"Judges of {info.name} with their first figures",
        column_config=_columns(),
    )
    st.caption(
        f"All {len(frame):,} judges, those that agree most with people on top; the cases that they "
        "are compared on may differ. Click a row to open its report."
    )
    if told := told_learned(frame):
        st.caption(f":material/warning: {plain(told)}")


def _columns() -> dict[str, ColumnConfig]:
    number, told = st.column_config.NumberColumn, WHAT_THEY_ARE
    figures = {name: number(help=told[name], format="%.2f") for name in _FIGURES}
    counts = {name: number(help=told[name]) for name in ("cases", "compared", "learned")}
    return {
        **counts,
        **figures,
        "judge": st.column_config.TextColumn(help=told["judge"], pinned=True),
        "95% interval": st.column_config.TextColumn(
            help="Of the share that agrees; pairs of one query are taken together."
        ),
        "cost of a shared verdict": number(help=told["cost of a shared verdict"], format="$%.5f"),
    }
