"""Links between screens, each with its whole address."""

from __future__ import annotations

import streamlit as st

from pages.shared.words import plain

HOME, LAKE, TABLE, SEARCH = (f"pages/{name}.py" for name in ("home", "lake", "table", "search"))
RELEASES = "pages/releases.py"
BENCHMARKS, RUNS, PAIR = (f"pages/{name}.py" for name in ("benchmarks", "runs", "pair"))
ADJUDICATE, SETTINGS = "pages/adjudicate.py", "pages/settings.py"

Parameters = dict[str, str | list[str]]


def table_address(lake: str, table: str) -> Parameters:
    """Address of a table's own screen."""
    return {"lake": lake, "table": table}


def search_address(lake: str, query: str, mode: str) -> Parameters:
    """Address of a search with a table of the lake."""
    return {"lake": lake, "query": query, "mode": mode}


def link_to_table(lake: str, table: str, label: str = "") -> None:
    """Link to a table's own screen."""
    st.page_link(
        TABLE,
        label=label or f"**{plain(table)}**",
        icon="",
        query_params=table_address(lake, table),
    )


def link_to_search(lake: str, query: str, label: str, mode: str = "union") -> None:
    """Link to a search with a table of the lake."""
    st.page_link(
        SEARCH,
        label=label,
        icon=":material/search:",
        query_params=search_address(lake, query, mode),
    )


def pair_address(benchmark: str, query: str, table: str) -> Parameters:
    """Address of a query and a candidate side by side."""
    return {"benchmark": benchmark, "query": query, "table": table}
