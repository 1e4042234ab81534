"""Downloads that are made when they are asked for, not before."""

from __future__ import annotations

from collections.abc import Callable

import polars as pl
import streamlit as st

from core.search import csv_bytes, parquet_bytes


def download_buttons(frame: Callable[[], pl.DataFrame], name: str, key: str) -> None:
    """Offer a frame as CSV and as Parquet.

    Parameters
    ----------
    frame
        Makes the frame; called on a click, in another thread.
    name
        File name without an ending.
    """
    st.download_button(
        "Download CSV",
        lambda: csv_bytes(frame()),
        file_name=f"{name}.csv",
        mime="text/csv",
        key=f"{key} as CSV",
        icon=":material/download:",
        on_click="ignore",
        help="Cells that a spreadsheet would run as a formula get an apostrophe in front.",
    )
    st.download_button(
        "Download Parquet",
        lambda: parquet_bytes(frame()),
        file_name=f"{name}.parquet",
        mime="application/vnd.apache.parquet",
        key=f"{key} as Parquet",
        icon=":material/download:",
        on_click="ignore",
    )
