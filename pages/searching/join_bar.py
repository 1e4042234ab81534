"""What is done with the tables that were ticked: join all of them, look one table further."""

from __future__ import annotations

import streamlit as st

from core.features.folding import Folding
from core.search.combining.joins import How, JoinPart
from core.types import JoinSearch
from pages.searching.joins import join_downloads, size_of
from pages.searching.odd_rows import warn_of_odd_rows
from pages.searching.put_right import with_accepted
from pages.searching.query import Query
from pages.searching.ticks import (
    TICKED,
    WARNINGS,
    not_shown,
    only_hidden,
    say_ticked,
    untick_button,
)
from pages.shared.address import Address
from pages.shared.downloads import MOST_TO_HAND_OUT, name_of
from pages.shared.failures import shown_plainly
from pages.shared.words import amount, plain
from pages.voting.put_to_vote import label_button


def join_bar(
    address: Address, query: Query, found: JoinSearch, parts: tuple[JoinPart, ...], rules: Folding
) -> None:
    """Offer what was ticked as one download, and to go on from it."""
    ticked = [part for part in parts if part.name in address[TICKED]]
    hidden = not_shown(address, [part.name for part in parts])
    if not ticked:
        only_hidden(address, hidden)
        return
    joined = tuple(with_accepted(address, part) for part in ticked)
    how: How = address["how"]
    with st.bottom, st.container(key=WARNINGS):
        warn_of_odd_rows(query, [part.table for part in ticked])
    with st.bottom, st.container(horizontal=True, vertical_alignment="center"), shown_plainly():
        tables = amount(len(ticked), "table")
        say_ticked(address, len(ticked), hidden, f"to join to {plain(found.query)}")
        keys = {tuple(own for own, _ in part.on) for part in ticked}
        if not query.upload and len(keys) == 1:
            pairs = [(query.table, part.table) for part in ticked]
            label_button(query.lake, pairs, "all ticked joins", join_on=keys.pop())
        st.button("Look one table further", on_click=_look_further, args=(address, ticked))
        untick_button(address)
        made = size_of(query, joined, how, rules)
        st.caption(
            f"{amount(made.rows, 'row')}, {amount(len(made.columns), 'column')}", width="content"
        )
        if made.rows <= MOST_TO_HAND_OUT:
            name = f"{name_of(found.query)} and {tables}"
            join_downloads(query, joined, how, rules, name, "all that is ticked")
        else:
            st.caption(f"The browser is handed {MOST_TO_HAND_OUT:,} rows at most.", width="content")


def _look_further(address: Address, ticked: list[JoinPart]) -> None:
    address.set("beyond", [part.name for part in ticked])
