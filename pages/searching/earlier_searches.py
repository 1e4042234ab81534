"""Searches that were made before, on the Search page: found again after a reload, or saved."""

from __future__ import annotations

import streamlit as st

from core.conditions import Condition
from core.search.kept import KeptSearch, forget_searches, keep_search, kept_searches, save_search
from core.types import LakeInfo
from pages.conditions.results import condition_text
from pages.searching.pagination import PAGE
from pages.searching.put_right import PUT_RIGHT
from pages.searching.ticks import TICKED
from pages.shared.catalog_cache import workspace
from pages.shared.failures import shown_plainly
from pages.shared.identity import me_or_local
from pages.shared.links import SEARCH
from pages.shared.words import plain, since

_LAST = "search that was kept last"
_NAME = "name of this search"
_LOOKED_AT = {"open", PAGE, TICKED, *PUT_RIGHT}
"""What is left out of a search that is kept: what was looked at of its results."""
_LONGEST = 160
_LONGEST_NAME = 80


def remember_search(
    mode: str, lake: LakeInfo, what: str, condition: Condition | None, *others: str
) -> None:
    """Keep the search of this address for whoever is here.

    Parameters
    ----------
    mode
        What the mode is called.
    what
        The query's name, or the words.
    others
        What else was chosen, by which searches of the same query are told apart.
    """
    address = _address()
    if st.session_state.get(_LAST) == address:
        return
    st.session_state[_LAST] = address
    asked = [] if condition is None else [condition_text(condition)]
    told = f"{', '.join([what, *asked, *filter(None, others)])} in {lake.name}"
    told = told if len(told) <= _LONGEST else f"{told[: _LONGEST - 1]}…"
    keep_search(workspace(), me_or_local().name, f"{mode}: {plain(told)}", address)


def earlier_searches() -> None:
    """Offer to save the search on the screen, and all that are kept of whoever is here."""
    kept = kept_searches(workspace(), me_or_local().name)
    if not kept:
        return
    with st.popover(
        "Searches",
        icon=":material/history:",
        help="Saved and earlier searches",
        key="saved and earlier searches",
    ):
        now = _address()
        for one in kept:
            if {name: list(values) for name, values in one.address.items()} == now:
                _this_one(one)
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


def _address() -> dict[str, list[str]]:
    asked = (name for name in st.query_params if name not in _LOOKED_AT)
    return {name: st.query_params.get_all(name) for name in asked}


def _this_one(one: KeptSearch) -> None:
    """Offer to save the search on the screen, under a name of one's own."""
    with st.form("save this search", border=False, clear_on_submit=True):
        st.markdown(f"**This search**  \n{one.label}")
        st.text_input(
            "Name", key=_NAME, placeholder="Name it, if you like", max_chars=_LONGEST_NAME
        )
        st.form_submit_button(
            "Name anew" if one.saved else "Save this search",
            icon=":material/bookmark_add:",
            on_click=_save_by_name,
            args=(one,),
        )


def _row(one: KeptSearch) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        address = {name: list(values) for name, values in one.address.items()}
        st.page_link(SEARCH, label=one.label, icon="", query_params=address, width="stretch")
        st.caption(since(one.searched_at), width="content")
        st.button(
            "Take out" if one.saved else "Save",
            key=f"save {one.saved} {one.address}",
            icon=f":material/bookmark_{'remove' if one.saved else 'add'}:",
            type="tertiary",
            on_click=_save,
            args=(one,),
        )


def _save_by_name(one: KeptSearch) -> None:
    with shown_plainly():
        name = plain(st.session_state[_NAME].strip())
        save_search(workspace(), me_or_local().name, one.address, label=name)


def _save(one: KeptSearch) -> None:
    with shown_plainly():
        save_search(workspace(), me_or_local().name, one.address, not one.saved)


def _forget() -> None:
    forget_searches(workspace(), me_or_local().name)
    st.session_state.pop(_LAST, None)
