"""What the Lake screen shows: the list, the distributions and the files that were not read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import polars as pl
import streamlit as st

from core.figures import size_histogram, type_counts
from core.lake.formats import is_supported
from core.search.listing import ORDERS, first
from core.types import DataType, FileReport, LakeInfo
from pages.shared.links import TABLE, table_address
from pages.shared.plots import plot
from pages.shared.words import amount

_TYPES = ", ".join(str(kind) for kind in DataType)
_PAD = "Rows shorter than the header, filled with empty cells"
_CUT = "Rows longer than the header, whose further cells were left out"
_MOST_LISTED = 20_000
"""Tables that are sent to the browser for one list: some megabytes, each time that it is drawn."""


def show_tables(
    lake: LakeInfo, found: pl.DataFrame, of: int, key: str = "tables", order: str = ""
) -> None:
    """Show tables as a list that can be sorted; a click on one opens it.

    Parameters
    ----------
    order
        Key of the widget that asks which come first where they are too many for one list; by name
        if empty.
    """
    if not len(found):
        st.info("No table has all of that. Take a filter away.", icon=":material/filter_list_off:")
        return
    if len(found) > _MOST_LISTED:
        found = _first(found, of, order)
    else:
        st.caption(f"{len(found):,} of {amount(of, 'table')}. Click a row to open the table.")
    event = st.dataframe(
        found.select(
            *("table", "rows", "columns", "types", "missing"),
            pl.col("bytes").replace(0, None),  # a table inside a file has no size of its own
            *([pl.col("copies").replace(0, None)] if (found["copies"] > 0).any() else []),
            pl.col("headers").list.join(" · "),
        ),
        key=f"{key} of {lake.key}",
        alt=f"Tables of {lake.name}",
        hide_index=True,
        placeholder="",
        height=560,
        on_select="rerun",
        selection_mode="single-cell",
        column_config={
            "table": st.column_config.TextColumn("Table", width=260, pinned=True),
            "rows": st.column_config.NumberColumn("Rows", format="localized"),
            "columns": st.column_config.NumberColumn("Columns", format="localized"),
            "types": st.column_config.BarChartColumn(
                "Types", y_min=0, help=f"Columns of each type, from left: {_TYPES}.", width="small"
            ),
            "missing": st.column_config.NumberColumn(
                "Missing",
                format="percent",
                help="Share of the cells that are empty "
                "or, among numbers, say that there is none (-, k.A., n/a).",
            ),
            "bytes": st.column_config.NumberColumn("Size", format="bytes"),
            "copies": st.column_config.NumberColumn(
                "Copies", help="Other tables with the same content, byte for byte."
            ),
            "headers": st.column_config.TextColumn("Headers", width="large"),
        },
    )
    cells = event["selection"]["cells"]
    if cells:
        table = found.item(cells[0][0], "table")
        st.switch_page(TABLE, query_params=table_address(lake.name, table))


def _first(found: pl.DataFrame, of: int, order: str) -> pl.DataFrame:
    """Ask which of too many tables are listed, and say how many these are."""
    told, asked = st.columns([4, 1], vertical_alignment="bottom")
    by = asked.selectbox("First", list(ORDERS), key=order) if order else next(iter(ORDERS))
    told.caption(
        f"{len(found):,} of {amount(of, 'table')}, of which the first {_MOST_LISTED:,} by {by} are "
        "listed; words and filters bring the others. Click a row to open the table."
    )
    return first(found, by, _MOST_LISTED)


def show_distributions(found: pl.DataFrame, of: int) -> None:
    """Show how many rows, columns and types tables have."""
    if not len(found):
        st.info("No table has all of that. Take a filter away.", icon=":material/filter_list_off:")
        return
    st.caption(f"Of {len(found):,} of {amount(of, 'table')}.")
    left, right = st.columns(2)
    with left:
        st.markdown("**Rows**")
        plot(size_histogram(found["rows"].to_list(), "rows"), "rows of tables", "Rows of tables")
    with right:
        st.markdown("**Columns**")
        plot(
            size_histogram(found["columns"].to_list(), "columns"),
            "columns of tables",
            "Columns of tables",
        )
    counts = found.select(
        pl.col("types").list.get(i).sum().alias(kind) for i, kind in enumerate(DataType)
    ).row(0)
    st.markdown("**Types of columns**")
    plot(
        type_counts(dict(zip(DataType, counts, strict=True))),
        "types of columns",
        "Types of columns",
    )


def show_unread(reports: Sequence[FileReport], of: int, choose: Callable[[str], None]) -> None:
    """List the files that were refused, and those of which something is noted.

    Parameters
    ----------
    reports
        Of these files.
    of
        Files in all.
    choose
        Called with the path of a file that a person clicks.
    """
    refused = [report for report in reports if not report.tables]
    noted = [report for report in reports if report.tables]
    if refused or noted:
        st.caption("Click a file of a format that is read to say how it is to be read.")
    if refused:
        st.markdown(f"**{len(refused):,} of {amount(of, 'file')} could not be read.**")
        st.dataframe(
            {
                "File": [report.path for report in refused],
                "Why": [report.reason for report in refused],
                "What would help": [report.hint for report in refused],
                "Size": [report.bytes for report in refused],
            },
            alt="Files that could not be read",
            column_config={"Size": st.column_config.NumberColumn(format="bytes")},
            hide_index=True,
            key="files that could not be read",
            on_select=partial(_clicked, "files that could not be read", refused, choose),
            selection_mode="single-cell",
        )
    elif not any(report.why_as_before for report in noted):
        st.success(f"All of {amount(of, 'file')} could be read.")
    if not noted:
        return
    st.markdown(f"**{len(noted):,} of {amount(of, 'file')} were read with a remark.**")
    st.dataframe(
        {
            "File": [report.path for report in noted],
            "Encoding": [report.encoding for report in noted],
            "Rows": [report.rows_read for report in noted],
            "Padded": [report.rows_padded for report in noted],
            "Cut": [report.rows_cut for report in noted],
            "Refused": [report.rows_refused for report in noted],
            "Remarks": [
                " ".join(filter(None, (report.why_as_before, *report.notes))) for report in noted
            ],
        },
        alt="Files that were read with a remark",
        hide_index=True,
        column_config={
            "Padded": st.column_config.NumberColumn(help=_PAD),
            "Cut": st.column_config.NumberColumn(help=_CUT),
        },
        key="files read with a remark",
        on_select=partial(_clicked, "files read with a remark", noted, choose),
        selection_mode="single-cell",
    )


def _clicked(key: str, reports: Sequence[FileReport], choose: Callable[[str], None]) -> None:
    cells = st.session_state[key]["selection"]["cells"]
    path = reports[cells[0][0]].path if cells else ""
    if is_supported(Path(path)):
        choose(path)
