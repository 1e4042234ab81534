"""Search: what fits my table."""

from __future__ import annotations

import streamlit as st

from core.features import ENCODERS
from core.search import RANK_BY, QueryTable, is_built
from core.types import LakeInfo
from pages.shared.address import Address, Field, one_of, several, whole
from pages.shared.encoding import ENCODER_WORDS, encoder_for, offer_encoding
from pages.shared.integration import bottom_bar
from pages.shared.lakes import choose_lake
from pages.shared.opened import settings, workspace
from pages.shared.query import Query, answer, find_query
from pages.shared.query_choice import SOURCES, choose_table, choose_upload, suggestions
from pages.shared.results import earlier_searches, remember_search, show_results
from pages.shared.words import amount, plain

_RANK_WORDS = {"columns": "Columns, one by one", "table": "Tables as a whole"}
RESULTS = 10
MOST_SHOWN = 100


def page() -> None:
    """Ask for a query, search and show what was found."""
    address = Address(
        "search",
        Field("lake", None),
        Field("from", SOURCES[0], one_of(SOURCES)),
        Field("query", None),
        Field("upload"),
        Field("inner"),
        Field("columns", [], several),
        Field("encoder", None, one_of(ENCODERS)),
        Field("rank", RANK_BY[0], one_of(RANK_BY)),
        Field("k", RESULTS, _results),
        Field("open"),
    )
    with st.container(horizontal=True, vertical_alignment="center"):
        st.title("Search", anchor=False, width="stretch")
        earlier_searches()
    lake, query = _ask(address)
    if query is None:
        address.write(mode="union")
        suggestions(lake)
        return
    table = find_query(Query.of(lake, query.table, query.upload))
    columns, encoder = _options(address, lake, table)
    address.write(mode="union")
    if not is_built(workspace(), lake, encoder, settings()):
        offer_encoding(lake, encoder, f"This lake is not ready for search with {encoder} yet")
        return
    wanted = Query.of(lake, query.table, query.upload, tuple(columns))
    found = answer(wanted, address["k"], encoder, address["rank"])
    remember_search(found, lake)
    show_results(address, lake, wanted, found)
    bottom_bar(wanted, found)


def _results(values: list[str]) -> int:
    number = whole(values)
    if not 1 <= number <= MOST_SHOWN:
        raise ValueError(values[0])
    return number


def _ask(address: Address) -> tuple[LakeInfo, Query | None]:
    """Ask for the lake and the query; none while it is not chosen."""
    with st.container(border=True):
        where, how, what = st.columns([1.2, 1.2, 3])
        with where:
            lake = choose_lake(address)
        with how:
            source = st.segmented_control(
                "Search with",
                SOURCES,
                key=address.key("from"),
                format_func={"table": "A table of it", "file": "A file"}.__getitem__,
                required=True,
            )
        with what:
            if source == "file":
                return lake, choose_upload(address, lake)
            return lake, choose_table(address, lake)


def _options(address: Address, lake: LakeInfo, table: QueryTable) -> tuple[list[str], str]:
    """Ask for columns, encoder, ranking and number of results."""
    gone = [column for column in address["columns"] if column not in table.labels]
    if gone:
        st.warning(f"{plain(table.name)} has no column {plain(', '.join(gone))}.")
        address.set("columns", [c for c in address["columns"] if c in table.labels])
    if address["encoder"] is None:
        address.set("encoder", encoder_for(lake))
    which, how = st.columns([3, 1], vertical_alignment="bottom")
    columns = which.multiselect(
        "Columns to search with",
        table.labels,
        key=address.key("columns"),
        placeholder=f"All {amount(len(table.labels), 'column')}",
        help="Tables are ranked by how well they fit these columns.",
    )
    with how.popover("How to search", icon=":material/tune:", width="stretch"):
        encoder = st.selectbox(
            "Compare columns by",
            ENCODERS,
            key=address.key("encoder"),
            format_func=ENCODER_WORDS.__getitem__,
        )
        st.selectbox(
            "Rank by",
            RANK_BY,
            key=address.key("rank"),
            format_func=_RANK_WORDS.__getitem__,
            help="Columns: how well each column finds a partner, so that wide tables have no "
            "advantage. Tables: how near the tables are as a whole, as published methods do it.",
        )
        st.number_input("Results", 1, MOST_SHOWN, step=5, key=address.key("k"))
    return columns, encoder


page()
