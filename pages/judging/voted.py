"""Which judges have voted on a benchmark: how many, and which on demand."""

from __future__ import annotations

import polars as pl
import streamlit as st

from core.benchmarks.judging.report import JudgeVotes, judges_of
from core.benchmarks.types import BenchmarkInfo
from core.judges.records.tallies import runs_that_voted
from pages.shared.catalog_cache import workspace
from pages.shared.words import amount, plain

_NAMED = 2
"""So many judges are named in the sentence itself."""


def tell_voted(info: BenchmarkInfo) -> None:
    """Say who has voted so far; many judges are counted, and listed on demand."""
    voted = judges_of(workspace(), info)
    if not voted:
        st.markdown(
            "No judge has voted on this benchmark yet. `rule:matcher` needs no key and costs "
            "nothing: begin with it, and hold every language model against it."
        )
        return
    made = runs_that_voted(workspace(), info.key)
    runs = f", in {amount(made, 'run')}" if made else ""  # votes may come from elsewhere, in a file
    if len(voted) <= _NAMED:
        named = ", ".join(f"**{plain(one.voter)}** on {amount(one.cases, 'case')}" for one in voted)
        st.markdown(f"Voted so far: {named}{runs}.")
        return
    st.markdown(f"**{len(voted):,} judges** have voted so far{runs}.")
    with st.popover("Who", icon=":material/groups:", key=f"who voted in {info.name}"):
        st.dataframe(_listed(voted), hide_index=True)


def _listed(voted: list[JudgeVotes]) -> pl.DataFrame:
    return pl.DataFrame(
        {
            "judge": [one.voter for one in voted],
            "cases": [one.cases for one in voted],
        }
    )
