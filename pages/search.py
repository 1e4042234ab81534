"""Search: what fits my table, or my words."""

from __future__ import annotations

from functools import partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.conditions import loading
from core.errors import SoundingsError
from core.types import LakeInfo
from pages.lakes.chosen import choose_lake
from pages.searching.earlier_searches import earlier_searches
from pages.searching.join import JOIN
from pages.searching.mode import MOST_SHOWN, SearchMode
from pages.searching.pagination import FIELD as PAGE_OF_RESULTS
from pages.searching.query import Query
from pages.searching.query_choice import (
    SOURCES,
    choose_table,
    choose_upload,
    other_lake,
    other_query,
    suggestions,
)
from pages.searching.rows_wanted import want_all_rows
from pages.searching.ticks import untick_all
from pages.searching.union import UNION
from pages.searching.words import WORDS
from pages.shared.address import Address
from pages.shared.fields import Field, one_of, whole
from pages.shared.heading import page_head

MODES = {mode.name: mode for mode in (UNION, JOIN, WORDS)}
RESULTS = 10


def page() -> None:
    """Ask for a mode and a query; the mode does the rest."""
    own = {field.name: field for mode in MODES.values() for field in mode.fields}
    address = Address(
        "search",
        Field("mode", UNION.name, one_of(tuple(MODES))),
        Field("lake", None),
        Field("from", SOURCES[0], one_of(SOURCES)),
        Field("query", None),
        Field("upload"),
        Field("inner"),
        Field("k", RESULTS, whole(1, MOST_SHOWN)),
        Field("open"),
        PAGE_OF_RESULTS,
        *own.values(),
    )
    mode, place = _title(address)
    address.tell_refused()
    if address.is_behind("upload"):
        mode.write(address)  # to read a file may take long, and a reload meanwhile would lose it
    try:
        _answer(address, mode)
    except SoundingsError:
        mode.write(address)  # a query that cannot be read ends the page before its mode does that
        raise
    finally:  # last, so that the search on the screen is among them and can be saved
        with place:
            earlier_searches()
        loading()  # while the page is looked at: the first words are read without a wait


def _answer(address: Address, mode: SearchMode) -> None:
    """Ask for the query and show what answers it, or what it may be."""
    lake, query = _ask(address, mode)
    if query is None:
        mode.write(address)
        suggestions(lake, mode.name, mode.promise)
        return
    mode.show(address, lake, query)


def _title(address: Address) -> tuple[SearchMode, DeltaGenerator]:
    """Draw the page's head and ask for the mode; leave a place for earlier searches."""
    with page_head("Search"):
        place = st.container(width="content")
        if len(MODES) > 1:
            st.segmented_control(
                "Mode",
                list(MODES),
                key=address.key("mode"),
                format_func=lambda name: f"{MODES[name].icon} {MODES[name].label}",
                required=True,
                label_visibility="collapsed",
                on_change=_other_mode,
                args=(address,),
            )
    return MODES[address["mode"]], place


def _other_mode(address: Address) -> None:
    address.set("open", "")
    untick_all(address)
    want_all_rows(address)


def _ask(address: Address, mode: SearchMode) -> tuple[LakeInfo, Query | None]:
    """Ask for the lake and the query; none while it is not chosen."""
    changed = partial(other_lake, address)
    with st.container(border=True):
        if mode.box is not None:
            where, what = st.columns([1.2, 4.2])
            lake = choose_lake(address, where, changed)
            with what:
                mode.box(address, lake)
            return lake, Query.of(lake, "")
        where, what = st.columns([2.4, 3])
        # Side by side on a phone, too, where columns stand below each other.
        with where, st.container(horizontal=True):
            lake = choose_lake(address, st.container(), changed)
            source = st.segmented_control(
                "Search with",
                SOURCES,
                key=address.key("from"),
                format_func={"table": "A table of it", "file": "A file"}.__getitem__,
                required=True,
                width="content",
                on_change=other_query,
                args=(address,),
            )
        with what:
            if source == "file":
                return lake, choose_upload(address, lake)
            return lake, choose_table(address, lake)


if __name__ == "__main__":
    page()
