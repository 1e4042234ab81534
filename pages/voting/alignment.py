"""The correction of how the two tables of a case line up."""

from __future__ import annotations

import streamlit as st

from core.benchmarks.one_pair.blind import COLUMNS, BlindView
from core.labels import Case
from pages.shared.partner_field import partner_field
from pages.voting.session import Voting
from pages.voting.telling import told_when_drawn

_WIDTH = 150


def correct_alignment(voting: Voting, view: BlindView) -> None:
    """Let the voter say which column of B belongs below each column of A."""
    side = view.tables.query_side
    if side is None:
        st.caption("The query is words alone; there is nothing to line up.")
        return
    now = dict(view.pairs)
    columns = [column.label for column in view.tables.candidate_side.columns]
    # No form: what is chosen in one would not come along with a verdict.
    keys = {
        column.label: f"below {number} in case {view.case.key}"
        for number, column in enumerate(side.columns[:COLUMNS])
    }
    # It scrolls in itself, with its buttons on top: who chooses columns of B has to see B.
    with st.container(border=True, key="columns-to-line-up"):
        with st.container(
            horizontal=True, vertical_alignment="center", key="text-beside-alignment"
        ):
            st.caption(
                "For each column of A, choose the column of B that belongs below it. A verdict "
                "takes along what is chosen.",
            )
            st.button("Use this alignment", type="primary", on_click=_use, args=(voting,))
            st.button(
                "Back to the one proposed", on_click=_take_back, args=(voting, view.case, keys)
            )
        with st.container(horizontal=True):
            for label, key in keys.items():
                st.session_state.setdefault(key, now.get(label))
                partner_field(label, columns, key, _WIDTH)
    voting.choices = keys


def _use(voting: Voting) -> None:
    with told_when_drawn():
        voting.take_chosen()


def _take_back(voting: Voting, case: Case, keys: dict[str, str]) -> None:
    voting.corrected = None
    proposed = dict(voting.view(case).pairs)
    for label, key in keys.items():
        st.session_state[key] = proposed.get(label)
