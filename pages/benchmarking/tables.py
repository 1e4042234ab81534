"""What benchmarks are made of, a row each (fishy-tus, Table 1), and labels without a table."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl
import streamlit as st

from core.benchmarks import registry
from core.benchmarks.formats import MissingPair
from core.benchmarks.overlaps.comparing import table_one
from core.benchmarks.types import BenchmarkInfo
from pages.benchmarking.choice import audit_of
from pages.shared.address import Address
from pages.shared.audits import profile_of
from pages.shared.catalog_cache import workspace
from pages.shared.downloads import download_buttons
from pages.shared.words import amount

_COUNT, _SHARE = "localized", "%.1f%%"


def show_profiles(address: Address) -> None:
    """Show the query and candidate tables of several benchmarks as rows that compare."""
    known = {info.name: info for info in registry.benchmarks(workspace())}
    chosen = [name for name in address["with"] or known if name in known] or list(known)
    address.set("with", chosen)
    names = st.multiselect("Benchmarks", list(known), key=address.key("with"))
    frame = table_one((name, profile_of(audit_of(known[name]))) for name in names)
    number = st.column_config.NumberColumn
    st.dataframe(
        frame,
        alt="What each benchmark is made of",
        hide_index=True,
        column_order=[
            name
            for name in frame.columns
            if name not in {"absent", "without_value"} or frame[name].sum()
        ],
        column_config={
            "benchmark": st.column_config.TextColumn("Benchmark", pinned=True),
            "tables_are": st.column_config.TextColumn("Tables"),
            "files": number("Files", format=_COUNT),
            "tables": number("Tables read", format=_COUNT),
            "absent": number("Not read", format=_COUNT),
            "rows": number("Rows", format=_COUNT),
            "columns": number("Columns", format=_COUNT),
            "average_rows": number("Rows a table", format="%.1f"),
            "average_columns": number("Columns a table", format="%.1f"),
            "missing_percent": number("Missing", format=_SHARE, help="Cells without a value."),
            "string_percent": number("Text", format=_SHARE, help="Share of the columns."),
            "integer_percent": number("Integer", format=_SHARE, help="Share of the columns."),
            "float_percent": number("Float", format=_SHARE, help="Share of the columns."),
            "other_percent": number(
                "Other", format=_SHARE, help="Share of the columns: dates, yes/no, no value."
            ),
            "without_value": number("Empty columns", format=_COUNT),
            "megabytes": number("MB", format="%.2f", help="Of a million bytes each."),
        },
    )
    with st.container(horizontal=True):
        download_buttons(lambda: frame.cast(pl.String), "benchmarks", "profiles")


def show_missing(info: BenchmarkInfo, missing: Sequence[MissingPair]) -> None:
    """List the labelled pairs that are kept apart, each with the reason."""
    if not missing:
        st.success("Every labelled pair has both of its tables.", icon=":material/check:")
        return
    labels = info.positives + info.negatives + len(missing)
    st.markdown(
        f"**{len(missing):,} of {amount(labels, 'label')}** are kept apart and count in no score, "
        "as a table of theirs is missing or could not be read."
    )
    frame = pl.DataFrame(
        {
            "Query": [pair.query for pair in missing],
            "Candidate": [pair.table for pair in missing],
            "Relevance": [pair.relevance for pair in missing],
            "Why": [pair.reason for pair in missing],
        }
    )
    st.dataframe(frame, alt="Labels without a table", hide_index=True, height=480)
    with st.container(horizontal=True):
        download_buttons(lambda: frame.cast(pl.String), f"{info.name} missing", "missing")
