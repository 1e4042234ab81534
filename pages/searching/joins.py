"""Joins of a query as the screens ask for them: counted, looked at and made once."""

from __future__ import annotations

import streamlit as st

from core.features.folding import Folding
from core.search.combining.joins import (
    How,
    JoinFacts,
    JoinLook,
    JoinPart,
    MadeJoin,
    Rows,
    join_bytes,
    look_at_join,
    measure_joins,
    size_join,
)
from core.types import JoinHit
from pages.searching.query import Query, find_query, of_what_is_shown
from pages.shared.downloads import file_buttons
from pages.shared.links import SEARCH, search_address


@st.cache_data(show_spinner="Counting the joins", max_entries=64)
def facts_of(query: Query, parts: tuple[JoinPart, ...], rules: Folding) -> tuple[JoinFacts, ...]:
    """Count joins, once; the query stands for the lake as it is."""
    return measure_joins(find_query(query), parts, rules)


@st.cache_resource(show_spinner="Joining", max_entries=8)
def look_of(query: Query, part: JoinPart, rules: Folding, rows: int, which: Rows) -> JoinLook:
    """Look at a join, once."""
    return look_at_join(find_query(query), part, rules, rows, which)


@st.cache_data(show_spinner="Counting the joined rows", max_entries=32)
def size_of(query: Query, parts: tuple[JoinPart, ...], how: How, rules: Folding) -> MadeJoin:
    """Say what a join of several tables would make."""
    return size_join(find_query(query), parts, how, rules)


def join_downloads(
    query: Query, parts: tuple[JoinPart, ...], how: How, rules: Folding, name: str, key: str
) -> None:
    """Offer a join as CSV and as Parquet; it is made on a click.

    Parameters
    ----------
    name
        File name without an ending.
    """
    found = find_query(query)
    make = of_what_is_shown(
        query,
        [part.table for part in parts],
        lambda suffix: join_bytes(found, parts, suffix, how, rules),
    )
    file_buttons(make, name, key)


def part_of(hit: JoinHit) -> JoinPart:
    """Turn what a search found into a join that can be counted and made."""
    return JoinPart(hit.table, tuple(zip(hit.on, hit.columns, strict=True)))


def link_to_join(lake: str, query: str, part: JoinPart, label: str, icon: str = "") -> None:
    """Link to the join search that finds a join, with that join opened.

    Parameters
    ----------
    query
        A table of the lake, of which `part` names the key's columns.
    """
    address = search_address(lake, query, "join")
    key = {"on": [own for own, _ in part.on], "open": part.name}
    st.page_link(SEARCH, label=label, icon=icon, query_params={**address, **key})
