"""From one disputed pair to the next, in the order of the list that a person came from."""

from __future__ import annotations

import streamlit as st

from pages.shared.links import PAIR, pair_address

_LISTED = "disputed pairs as listed last"


def remember_cases(benchmark: str, pairs: list[tuple[str, str]]) -> None:
    """Keep the list for as long as the browser's session lasts."""
    st.session_state[_LISTED] = (benchmark, pairs)


def step_links(benchmark: str, query: str, table: str) -> None:
    """Link to the pairs before and after this one, if the list of last time has it."""
    name, pairs = st.session_state.get(_LISTED, ("", []))
    if name != benchmark or (query, table) not in pairs:
        return
    place = pairs.index((query, table))
    for step, label, icon in ((-1, "Previous", "arrow_upward"), (1, "Next", "arrow_downward")):
        if 0 <= place + step < len(pairs):
            st.page_link(
                PAIR,
                label=f"{label} pair",
                icon=f":material/{icon}:",
                query_params=pair_address(benchmark, *pairs[place + step]),
            )
    st.caption(f"{place + 1:,} of the {len(pairs):,} disputed pairs listed", width="content")
