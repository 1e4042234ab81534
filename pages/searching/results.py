"""What a union search found: a card a table, which opens in place to the union."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.search.combining.put_right import Pairs
from core.types import ColumnMatch, Hit, LakeInfo, UnionSearch
from pages.conditions.results import Above, Below, Told, nothing, score_alone
from pages.searching.integration import Satisfying
from pages.searching.pagination import on_this_page, turn_over_below
from pages.searching.put_right import corrected, pairs_of
from pages.searching.query import Query
from pages.searching.ticks import tick_box
from pages.searching.union_preview import show_union
from pages.shared.address import Address
from pages.shared.catalog_cache import tables_of
from pages.shared.links import link_to_table
from pages.shared.words import amount, chip, plain, table_extent
from pages.voting.put_to_vote import label_button

PAIRS = (
    "Each pair is a column of the query above the one that belongs below it, with their likeness."
)
"""What the columns on a card are."""

_AT_ONCE = 20
_MOST_PAIRS = 7
_SCORE, _BUTTON = 170, 130


def show_results(
    address: Address,
    lake: LakeInfo,
    query: Query,
    found: UnionSearch,
    below: Below = nothing,
    *,
    above: Above = nothing,
    told: Told = score_alone,
    satisfying: Satisfying | None = None,
) -> None:
    """Show the hits as cards, best first, 20 at once; `below` and `above` say more.

    Parameters
    ----------
    told
        What each score is made of, if it is more than the fit; it is said above what was searched.
    satisfying
        The rows that satisfy the condition of the search, to be appended alone; none without one.
    """
    if not found.hits:
        st.info("This lake has no other table.", icon=":material/search_off:")
        return
    if told is score_alone:
        st.caption(
            f"The {len(found.hits):,} of {amount(lake.tables, 'table')} that fit "
            f"**{plain(found.query)}** best; {found.candidates:,} compared in "
            f"{found.seconds * 1000:,.0f} ms.",
            help=PAIRS,
        )
    shown = on_this_page(address, found.hits, _AT_ONCE)
    sizes = table_sizes(lake, [hit.table for hit in shown])
    for hit in shown:
        above(hit.table)
        with st.container(border=True):
            _card(
                address,
                lake,
                query,
                hit,
                sizes.get(hit.table, ""),
                below=below,
                told=told,
                satisfying=satisfying,
            )
    turn_over_below(address, found.hits, _AT_ONCE)


def card_places(of: str) -> tuple[DeltaGenerator, DeltaGenerator, DeltaGenerator]:
    """Return the places of a card's name, its score and its button; the name gives way to them."""
    row = st.container(
        horizontal=True, vertical_alignment="center", key=f"text-beside-score of {of}"
    )
    head = row.container(horizontal=True, vertical_alignment="center", gap="small")
    return head, row.container(width=_SCORE), row.container(width=_BUTTON)


def table_sizes(lake: LakeInfo, tables: Sequence[str]) -> dict[str, str]:
    """Say how large some tables of a lake are, each in a few words."""
    import polars as pl

    wanted = tables_of(lake).filter(pl.col("table").is_in(tables))
    return {
        row["table"]: table_extent(row["rows"], row["columns"], row["bytes"])
        for row in wanted.select("table", "rows", "columns", "bytes").iter_rows(named=True)
    }


def _card(
    address: Address,
    lake: LakeInfo,
    query: Query,
    hit: Hit,
    extent: str,
    *,
    below: Below,
    told: Told,
    satisfying: Satisfying | None,
) -> None:
    is_open = address["open"] == hit.table
    head, score, act = card_places(hit.table)
    with head:
        tick_box(address, hit.table, hit.table)
        link_to_table(lake.name, hit.table, f"{hit.rank}\\. **{plain(hit.table)}**")
        st.caption(extent, width="content")
    score.progress(max(0.0, min(1.0, hit.score)), text=told(hit.table) or f"Fit {hit.score:.2f}")
    act.button(
        "Close" if is_open else "Preview union",
        key=f"preview {hit.table}",
        on_click=address.set,
        args=("open", "" if is_open else hit.table),
        width="stretch",
    )
    by_hand = corrected(address).get(hit.table)
    if by_hand is None:
        _found_pairs(hit.alignment)
    else:
        _corrected_pairs(pairs_of(address, query, hit))
    below(hit.table)
    if is_open:
        show_union(address, query, hit, satisfying)
        if not query.upload:
            label_button(lake.name, [(query.table, hit.table)], hit.table)


def _found_pairs(alignment: tuple[ColumnMatch, ...]) -> None:
    best = sorted(alignment, key=lambda match: -match.score)
    likeness = {match.query_column: f" :gray[:small[{match.score:.2f}]]" for match in best}
    _show_pairs([(match.query_column, match.column) for match in best], likeness)


def _corrected_pairs(pairs: Pairs) -> None:
    """Show what is lined up by hand; the likeness of what was found says nothing of it."""
    _show_pairs(pairs, {})
    st.caption("Lined up by hand, not as the search found it.")


def _show_pairs(pairs: Sequence[tuple[str, str]], likeness: Mapping[str, str]) -> None:
    if not pairs:
        st.caption("No column of it lines up.")
        return
    with st.container(horizontal=True, gap="medium"):
        for own, other in pairs[:_MOST_PAIRS]:
            st.markdown(f"{chip(own)}  \n{chip(other)}{likeness.get(own, '')}", width="content")
        if len(pairs) > _MOST_PAIRS:
            st.caption(f"and {len(pairs) - _MOST_PAIRS} more", width="content")
