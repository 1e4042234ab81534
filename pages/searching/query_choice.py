"""Choosing the query of a search: a table among many, or a file."""

from __future__ import annotations

import polars as pl
import streamlit as st

from core.lake import tables_inside
from core.lake.formats import holds_several
from core.search.examples import examples
from core.search.listing import TableFilter, narrow
from core.search.uploads import keep_upload, uploaded
from core.types import LakeInfo
from pages.searching.put_right import forget_all
from pages.searching.query import Query
from pages.searching.rows_wanted import want_all_rows
from pages.searching.ticks import untick_all
from pages.shared.address import Address
from pages.shared.catalog_cache import settings, tables_of, workspace
from pages.shared.failures import shown_plainly
from pages.shared.links import link_to_search
from pages.shared.words import amount, plain

SOURCES = ("table", "file")
_MOST_OPTIONS = 300
_FIELD = "field for files"
"""How many fields there were before this one, and the upload whose file it shows."""
_SUGGESTED = 6
_LONGEST = 90


def choose_table(address: Address, lake: LakeInfo) -> Query | None:
    """Ask for a table of the lake; in a large lake, for words of its name or headers first."""
    tables = tables_of(lake)
    if len(tables) > _MOST_OPTIONS:
        words_place, place = st.columns([1, 2])
        words = words_place.text_input(
            "Find a table", key="words of the query", placeholder="Name or header"
        )
        found = narrow(tables, TableFilter(words=words))
    else:
        place, found = st.container(), tables
    options = found["table"].head(_MOST_OPTIONS).to_list()
    chosen = address["query"]
    if chosen and chosen not in options:
        if len(narrow(tables, TableFilter(tables=frozenset([chosen])))):
            options.insert(0, chosen)
        else:
            st.warning(f"The lake has no table {plain(chosen)}. Choose another.")
            address.set("query", None)
    left = len(found) - _MOST_OPTIONS
    name = place.selectbox(
        "Table" if left <= 0 else f"Table ({_MOST_OPTIONS} of {len(found):,}; add words for more)",
        options,
        key=address.key("query"),
        index=None,
        placeholder="Choose a table" if options else "No table has these words",
        on_change=other_query,
        args=(address,),
    )
    return Query.of(lake, name) if name else None


def other_lake(address: Address) -> None:
    """Take away what was chosen of another lake's tables; a file's own columns stay chosen."""
    if address["from"] == "file":
        _other_results(address)
    else:
        other_query(address)


def other_query(address: Address) -> None:
    """Take away what was chosen of another query's columns and results."""
    for name in ("columns", "on"):
        address.set(name, [])
    _other_results(address)


def _other_results(address: Address) -> None:
    address.set("beyond", [])
    untick_all(address)
    forget_all(address)
    want_all_rows(address)
    address.set("open", "")


def choose_upload(address: Address, lake: LakeInfo) -> Query | None:
    """Ask for a file; it is kept in the workspace, so that the address can be opened again."""
    key = _field_of(address["upload"])
    st.file_uploader(
        "File",
        key=key,
        help="CSV, TSV, JSON, Parquet, Arrow, Excel or SQLite; also packed as .gz or .zst.",
        on_change=_keep,
        args=(address, key),
    )
    upload = address["upload"]
    if not upload:
        return None
    path = uploaded(workspace(), upload)
    inner = ""
    if holds_several(path):
        inner = _choose_inside(address, upload)
    else:
        address.set("inner", "")
    st.caption(f"Searching with {plain(path.name)}")
    return Query.of(lake, inner, upload)


def _field_of(upload: str) -> str:
    """Give the key of the field for files: of a new, empty one where the old shows another file.

    The browser's history and links change the address, and no file can be put into a field.
    """
    number, shown = st.session_state.get(_FIELD, (0, ""))
    if shown not in ("", upload):
        number, shown = number + 1, ""
        st.session_state[_FIELD] = (number, shown)
    return f"uploaded query {number}"


def _choose_inside(address: Address, upload: str) -> str:
    """Ask which sheet of a workbook, or table of a database, if there are several."""
    names = _names_inside(upload)
    if address["inner"] not in names:
        address.set("inner", names[0])
    if len(names) == 1:
        return names[0]
    chosen: str = st.selectbox("Table in the file", names, key=address.key("inner"))
    return chosen


@st.cache_data(show_spinner="Looking into the file", max_entries=64)
def _names_inside(upload: str) -> tuple[str, ...]:
    return tables_inside(uploaded(workspace(), upload), settings())


def _keep(address: Address, key: str) -> None:
    given = st.session_state[key]
    with shown_plainly():
        other_query(address)
        address.set("inner", "")
        address.set("upload", "")
        if given is not None:
            address.set("upload", keep_upload(workspace(), given.name, given.getvalue()))
        number, _ = st.session_state.get(_FIELD, (0, ""))
        st.session_state[_FIELD] = (number, address["upload"])


def suggestions(lake: LakeInfo, mode: str, promise: str) -> None:
    """Offer a few tables to begin with, while no query is chosen.

    Parameters
    ----------
    mode, promise
        The search's mode and how that ranks tables (`SearchMode.promise`).
    """
    with st.container(border=True):
        st.markdown(
            f"Choose a table of **{plain(lake.name)}** or bring a file. Soundings ranks the "
            f"{amount(lake.tables, 'table')} {promise}."
        )
        tables = tables_of(lake)
        best = tables.filter(pl.col("columns").is_between(3, 12)).sort(
            "rows", "table", descending=[True, False]
        )
        if len(best):
            st.caption("For instance:")
        for one in examples(best, _SUGGESTED):
            with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                link_to_search(lake.name, one.table, plain(one.table), mode)
                headers = ", ".join(one.headers)
                told = headers if len(headers) <= _LONGEST else f"{headers[: _LONGEST - 1]}…"
                st.caption(plain(told), width="content")
