"""Searches that were made before, on the Search page: found again after a reload, or saved."""

from __future__ import annotations

import streamlit as st

from core.search.kept import KeptSearch, forget_searches, keep_search, kept_searches, save_search
from pages.shared.failures import shown_plainly
from pages.shared.identity import me_or_local
from pages.shared.links import SEARCH
from pages.shared.opened import workspace

_LAST = "search that was kept last"


def remember_search(label: str) -> None:
    """Keep the search of this address for whoever is here.

    Parameters
    ----------
    label
        What was searched, as Markdown.
    """
    address = {name: st.query_params.get_all(name) for name in st.query_params if name != "open"}
    if st.session_state.get(_LAST) == address:
        return
    st.session_state[_LAST] = address
    keep_search(workspace(), me_or_local().name, label, address)


def earlier_searches() -> None:
    """Offer the searches of whoever is here again, saved ones first."""
    kept = kept_searches(workspace(), me_or_local().name)
    if not kept:
        return
    with st.popover("Searches", icon=":material/history:", help="Saved and earlier searches"):
        saved = [one for one in kept if one.saved]
        earlier = [one for one in kept if not one.saved]
        if saved:
            st.markdown("**Saved**")
        for one in saved:
            _row(one)
        if earlier:
            st.markdown("**Earlier**")
        for one in earlier:
            _row(one)
        if earlier:
            st.button(
                "Clear earlier searches",
                icon=":material/delete:",
                type="tertiary",
                on_click=_forget,
                help="Saved ones stay.",
            )


def _row(one: KeptSearch) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.button(
            "",
            key=f"save {one.saved} {one.address}",
            icon=f":material/bookmark_{'remove' if one.saved else 'add'}:",
            type="tertiary",
            help="Take out of the saved searches" if one.saved else "Save this search",
            on_click=_save,
            args=(one,),
        )
        address = {name: list(values) for name, values in one.address.items()}
        st.page_link(SEARCH, label=one.label, icon="", query_params=address)


def _save(one: KeptSearch) -> None:
    with shown_plainly():
        save_search(workspace(), me_or_local().name, one.address, not one.saved)


def _forget() -> None:
    forget_searches(workspace(), me_or_local().name)
    st.session_state.pop(_LAST, None)
