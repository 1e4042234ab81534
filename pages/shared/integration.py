"""The tables that were ticked: append all of them to the query and download the result."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.search import Conflict, Integration, Part, outer_union, union_conflicts, union_rows
from core.types import ColumnMatch, Hit, UnionSearch
from pages.shared.downloads import MOST_TO_HAND_OUT, download_buttons, name_of
from pages.shared.put_to_vote import label_button
from pages.shared.query import Query, find_query
from pages.shared.words import amount, chip, plain

Pairs = tuple[tuple[str, str], ...]
"""Query column and the column that goes below it."""

_CORRECTED = "corrected alignments"
_MOST_SAID = 3


def tick_key(query: Query, table: str) -> str:
    """Key of the box that ticks a hit."""
    return f"tick {query.lake} {query.upload} {query.table} {table}"


def pairs_of(query: Query, hit: Hit) -> Pairs:
    """Return the alignment to use: as a person corrected it, or as it was found."""
    found = tuple((match.query_column, match.column) for match in hit.alignment)
    corrected: dict[tuple[Query, str], Pairs] = st.session_state.get(_CORRECTED, {})
    kept = corrected.get((query, hit.table), found)
    return kept


def correct(query: Query, table: str, pairs: Pairs | None) -> None:
    """Keep a person's alignment of a hit for this session, or go back to the one found."""
    corrected = st.session_state.setdefault(_CORRECTED, {})
    corrected.pop((query, table), None)
    if pairs is not None:
        corrected[query, table] = pairs


@st.cache_resource(show_spinner="Comparing", max_entries=256)
def conflicts_of(query: Query, table: str, pairs: Pairs) -> tuple[Conflict, ...]:
    """Say which columns of a table do not agree with the query's; kept as a union is."""
    return union_conflicts(find_query(query), _part(table, pairs))


def union_of(query: Query, parts: tuple[tuple[str, Pairs], ...]) -> Integration:
    """Append tables to the query; anew each time, as a union is as large as its tables.

    Raises
    ------
    InputError
        If it would have more than `MOST_TO_HAND_OUT` rows.
    """
    return outer_union(
        find_query(query),
        [_part(table, pairs) for table, pairs in parts],
        MOST_TO_HAND_OUT,
    )


def rows_of(query: Query, tables: Sequence[str]) -> int:
    """Say how many rows the union of the query with tables has."""
    return union_rows(find_query(query), tables)


def _part(table: str, pairs: Pairs) -> Part:
    return Part(table, tuple(ColumnMatch(q, c, 0.0) for q, c in pairs))


def bottom_bar(query: Query, found: UnionSearch) -> None:
    """Offer what was ticked as one download, and to be voted on."""
    ticked = [hit for hit in found.hits if st.session_state.get(tick_key(query, hit.table))]
    if not ticked:
        return
    parts = tuple((hit.table, pairs_of(query, hit)) for hit in ticked)
    name = f"{name_of(found.query)} and {amount(len(ticked), 'table')}"
    with st.bottom:
        _warn([conflict for part in parts for conflict in conflicts_of(query, *part)])
    with st.bottom, st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(
            f"**{amount(len(ticked), 'table')} ticked** to append to {plain(found.query)}",
            width="stretch",
        )
        if rows_of(query, [table for table, _ in parts]) <= MOST_TO_HAND_OUT:
            download_buttons(lambda: union_of(query, parts).frame, name, "all that is ticked")
        else:
            st.caption(f"The browser is handed {MOST_TO_HAND_OUT:,} rows at most.", width="content")
        if not query.upload:
            label_button(query.lake, [(query.table, hit.table) for hit in ticked], "all ticked")
        st.button("Untick all", on_click=_untick, args=(query, found))


def _warn(conflicts: list[Conflict]) -> None:
    """Say which columns of the query would hold values of another type, mark or unit."""
    tables: dict[str, list[str]] = {}
    for conflict in conflicts:
        tables.setdefault(conflict.query_column, []).append(conflict.table)
    said = [f"{chip(name)} in {_named(some)}" for name, some in tables.items()]
    more = f" and {amount(len(said) - _MOST_SAID, 'more column')}" if said[_MOST_SAID:] else ""
    if said:
        st.markdown(
            f":material/warning: Of another type or written otherwise than in the query: "
            f"{'; '.join(said[:_MOST_SAID])}{more}. All are kept as written."
        )


def _named(tables: list[str]) -> str:
    return plain(tables[0]) if len(tables) == 1 else amount(len(tables), "table")


def _untick(query: Query, found: UnionSearch) -> None:
    for hit in found.hits:
        st.session_state[tick_key(query, hit.table)] = False
