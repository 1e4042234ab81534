"""From one pair to the next, in the order of the list that a person came from, and back to it."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from pages.shared.links import PAIR, RUNS, Parameters, pair_address
from pages.shared.words import plain

_LISTED = "pairs as listed last"


@dataclass(frozen=True)
class Listed:
    """A list of pairs: what it is, where it stands, and the pairs in its order."""

    benchmark: str
    words: str
    page: str
    address: Parameters
    pairs: list[tuple[str, str]]


def remember_pairs(benchmark: str, words: str, page: str, pairs: list[tuple[str, str]]) -> None:
    """Keep the list that is on the screen for as long as the browser's session lasts.

    Parameters
    ----------
    words
        What is listed: "disputed pairs".
    page
        Where; the address is the present one.
    """
    here = {name: st.query_params.get_all(name) for name in st.query_params}
    st.session_state[_LISTED] = Listed(benchmark, words, page, dict(here), pairs)


def back_link(benchmark: str, query: str, table: str) -> None:
    """Link to the list that a person came from, as it stood; else to the disputed pairs."""
    listed = _with(benchmark, query, table)
    st.page_link(
        listed.page if listed else RUNS,
        label=f"{listed.words if listed else 'Disputed pairs'} of {plain(benchmark)}",
        icon=":material/arrow_back:",
        query_params=listed.address if listed else {"benchmark": benchmark},
    )


def step_links(benchmark: str, query: str, table: str) -> None:
    """Link to the pairs before and after this one, if the list of last time has it."""
    listed = _with(benchmark, query, table)
    if listed is None:
        return
    place = listed.pairs.index((query, table))
    for step, label, icon in ((-1, "Previous", "arrow_upward"), (1, "Next", "arrow_downward")):
        if 0 <= place + step < len(listed.pairs):
            st.page_link(
                PAIR,
                label=f"{label} pair",
                icon=f":material/{icon}:",
                query_params=pair_address(benchmark, *listed.pairs[place + step]),
            )
    words = f"{listed.words[:1].lower()}{listed.words[1:]}"
    st.caption(f"{place + 1:,} of the {len(listed.pairs):,} {words} listed", width="content")


def _with(benchmark: str, query: str, table: str) -> Listed | None:
    listed: Listed | None = st.session_state.get(_LISTED)
    known = listed is not None and listed.benchmark == benchmark
    return listed if listed and known and (query, table) in listed.pairs else None
