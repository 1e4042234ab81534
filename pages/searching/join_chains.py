"""Tables that a join in between leads to: a small graph, and the steps in words."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl
import streamlit as st

from core.features.folding import Folding
from core.figures.graph import Edge, layered_graph
from core.search import QueryTable
from core.search.combining.joins import Chain, JoinPart, find_chains
from core.search.join.searching import search_join
from core.types import LakeInfo
from pages.searching.joins import link_to_join, part_of
from pages.searching.query import Query, find_query
from pages.shared.address import Address
from pages.shared.links import link_to_table
from pages.shared.plots import plot
from pages.shared.row_choice import ANYWHERE, clicked_row, tick_row
from pages.shared.words import amount, plain

FIRST_TABLES = 5
_LIST, _CHOSEN = "list of chains", "chain that was chosen"


def offer_chains(address: Address, parts: tuple[JoinPart, ...]) -> None:
    """Offer to look one table further from the best of what was found."""
    st.button(
        "Look one table further",
        key="look further from the best",
        icon=":material/account_tree:",
        help=f"Which tables join to one of the best {FIRST_TABLES} of these, in a column that "
        "your table has not.",
        on_click=address.set,
        args=("beyond", [part.name for part in parts[:FIRST_TABLES]]),
    )


def show_chains(
    address: Address, lake: LakeInfo, query: Query, parts: tuple[JoinPart, ...], rules: Folding
) -> None:
    """Show which tables a join in between leads to, once that was asked for."""
    wanted = [part for part in parts if part.name in address["beyond"]]
    if not wanted:
        return
    with st.container(border=True):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.subheader("One table further", anchor=False, width="stretch")
            st.button("Close", key="close chains", on_click=address.set, args=("beyond", []))
        chains = _chains(query, tuple(wanted), rules)
        if not chains:
            st.caption(
                f"No further table is reached through {amount(len(wanted), 'table')}: none shares "
                "values with another of their columns and adds a column."
            )
            return
        through = len({chain.first.table for chain in chains})
        st.caption(
            f"Through {through:,} of {amount(len(wanted), 'table')}, your rows find partners in "
            f"{amount(len({chain.second.table for chain in chains}), 'further table')}. The wider "
            "a line, the more rows of your table get so far."
        )
        name = find_query(query).name
        plot(_figure(name, chains), "graph of chains", f"Chains of joins from {name}")
        _listed(lake, chains)


@st.cache_data(show_spinner="Looking one table further", max_entries=16)
def _chains(query: Query, firsts: tuple[JoinPart, ...], rules: Folding) -> tuple[Chain, ...]:
    def search(middle: QueryTable, column: str, k: int) -> Sequence[JoinPart]:
        found = search_join(middle, [column], k, method="overlap", rules=rules)
        return [part_of(hit) for hit in found.hits]

    return find_chains(find_query(query), firsts, search, rules)


def _figure(query: str, chains: tuple[Chain, ...]) -> object:
    firsts = list(dict.fromkeys(chain.first.table for chain in chains))
    seconds = list(dict.fromkeys(chain.second.table for chain in chains))
    share = {chain.first.table: chain.row_share for chain in reversed(chains)}
    edges = [
        Edge(0, query, chain.first.table, _key(chain.first), share[chain.first.table])
        for chain in {chain.first.table: chain for chain in chains}.values()
    ]
    edges += [
        Edge(1, c.first.table, c.second.table, f"{_key(c.second)}: {c.row_share:.0%}", c.row_share)
        for c in {(c.first.table, c.second.table): c for c in reversed(chains)}.values()
    ]
    return layered_graph([[query], firsts, seconds], edges)


def _key(part: JoinPart) -> str:
    return " and ".join(f"{own} = {other}" for own, other in part.on)


def _listed(lake: LakeInfo, chains: tuple[Chain, ...]) -> None:
    rows = pl.DataFrame(
        {
            "table": [chain.second.table for chain in chains],
            "through": [chain.first.table for chain in chains],
            "first key": [_key(chain.first) for chain in chains],
            "second key": [_key(chain.second) for chain in chains],
            "rows": [chain.row_share for chain in chains],
            "gains": [", ".join(column.label for column in chain.gained) for chain in chains],
        }
    )
    names = [f"{chain.first.name}, {chain.second.name}" for chain in chains]
    kept = st.session_state.get(_CHOSEN)
    ticked = names.index(kept) if kept in names else None

    def choose() -> None:
        row = clicked_row(_LIST, ticked)
        if row is not None:
            st.session_state[_CHOSEN] = names[row]

    tick_row(_LIST, ticked)
    st.dataframe(
        rows,
        key=_LIST,
        alt="Tables one further",
        hide_index=True,
        on_select=choose,
        selection_mode=ANYWHERE,
        column_config={
            "table": st.column_config.TextColumn("Table", pinned=True),
            "through": st.column_config.TextColumn("Through"),
            "first key": st.column_config.TextColumn("First key"),
            "second key": st.column_config.TextColumn("Second key"),
            "rows": st.column_config.ProgressColumn(
                "Rows that reach it", format="percent", min_value=0, max_value=1
            ),
            "gains": st.column_config.TextColumn("Gains", width="large"),
        },
    )
    if ticked is None:
        st.caption("Click a row to go on from it.")
        return
    chain = chains[ticked]
    with st.container(horizontal=True, gap="small"):
        link_to_table(lake.name, chain.second.table)
        link_to_join(
            lake.name,
            chain.first.table,
            chain.second,
            f"Join it to {plain(chain.first.table)}",
            ":material/arrow_forward:",
        )
