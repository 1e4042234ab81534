"""The two tables of a pair: aligned columns first and joined by colour, shared values marked."""

from __future__ import annotations

import polars as pl
import polars.selectors as cs
import streamlit as st

from core.benchmarks.one_pair.pair import PairView
from core.benchmarks.one_pair.pair_tables import (
    PairSide,
    face_to_face,
    ordered_columns,
    shared_cells,
)
from core.benchmarks.one_pair.shared_evidence import FIRST_ROWS
from core.benchmarks.types import BenchmarkInfo
from pages.shared.catalog_cache import first_rows
from pages.shared.links import link_to_table
from pages.shared.words import amount, plain

_MOST_COLUMNS = 60
# Translucent, so that they stand on a light and on a dark ground; one a pair of columns.
_COLOURS = (
    "11, 110, 127",
    "209, 119, 46",
    "106, 90, 168",
    "60, 138, 79",
    "181, 68, 106",
    "138, 109, 31",
    "74, 127, 193",
    "125, 79, 58",
)


def show_tables(info: BenchmarkInfo, view: PairView) -> None:
    """Show the first rows of both tables side by side."""
    left, right = ordered_columns(view)
    aligned = len(view.alignment)
    if view.query_side is None:
        _side(info, view, view.candidate_side, right, 0, of_query=False)
        return
    one, other = st.columns(2, gap="small")
    with one:
        _side(info, view, view.query_side, left, aligned, of_query=True)
    with other:
        _side(info, view, view.candidate_side, right, aligned, of_query=False)
    how = (
        f"by what is in them ({view.encoder})"
        if view.encoder
        else "by equal names, as the tables are not encoded yet"
    )
    st.caption(
        f"{amount(aligned, 'column')} of the query's {len(left):,} aligned {how}: they come first, "
        "in the same order and colour. Stronger colour: the value stands in the aligned column of "
        f"the other table too. First {FIRST_ROWS} rows."
    )


def _side(
    info: BenchmarkInfo,
    view: PairView,
    side: PairSide,
    columns: list[str],
    aligned: int,
    of_query: bool,
) -> None:
    table = side.table
    role = "Query" if of_query else "Candidate"
    told = role
    if view.query_side is not None:  # the letters that the question of the task names them by
        told = "A, the query" if of_query else "B, the candidate"
    name = plain(info.published(table.table_id))
    link_to_table(info.name, table.table_id, f"{told}: **{name}**")
    st.caption(f"{amount(table.rows, 'row')}, {amount(table.columns, 'column')}")
    columns = columns[:_MOST_COLUMNS]
    read = first_rows(info.name, table.table_id, table.content_hash, FIRST_ROWS)
    frame = read.select(cs.by_name(columns))
    marked = shared_cells(view, frame, of_query)
    st.dataframe(
        _coloured(frame, columns[:aligned], marked),
        key=f"{role} {table.table_id}",
        alt=f"First rows of {table.table_id}",
        hide_index=True,
        placeholder="",
        height=min(len(frame), 9) * 35 + 38,
    )


def _coloured(frame: pl.DataFrame, aligned: list[str], marked: dict[str, list[bool]]) -> object:
    import pandas as pd

    shown = frame.to_pandas()

    def colours(_: pd.DataFrame) -> pd.DataFrame:
        styles = pd.DataFrame("", index=shown.index, columns=shown.columns)
        for place, name in enumerate(aligned):
            tone = _COLOURS[place % len(_COLOURS)]
            weak, strong = (f"background-color: rgba({tone}, {share})" for share in (0.13, 0.42))
            shared = marked.get(name) or [False] * len(shown)
            styles[name] = [strong if both else weak for both in shared]
        return styles

    return shown.style.apply(colours, axis=None)


def show_columns(view: PairView) -> None:
    """Show the aligned columns face to face: types, distributions, shared values."""
    frame = face_to_face(view)
    if not len(frame):
        if view.query_side is not None:
            st.caption("No column of the two lines up.")
        return
    st.markdown("**Aligned columns face to face**")
    text, number, bars = (
        st.column_config.TextColumn,
        st.column_config.NumberColumn,
        st.column_config.BarChartColumn,
    )
    st.dataframe(
        frame,
        alt="Aligned columns with their types and distributions",
        hide_index=True,
        column_config={
            "query column": text("Query column", pinned=True),
            "query type": text("Type", width="small"),
            "query distinct": number("Distinct", format="localized", width="small"),
            "query spread": bars("Spread", y_min=0, width="small"),
            "candidate spread": bars("Its spread", y_min=0, width="small"),
            "candidate distinct": number("Its distinct", format="localized", width="small"),
            "candidate type": text("Its type", width="small"),
            "candidate column": text("Candidate column"),
            "alike": number(
                "Alike", format="%.2f", width="small", help="Cosine of the column vectors."
            ),
            "shared": number("Shared values", format="localized", width="small"),
            "examples": text("Such as", width="medium"),
        },
    )
