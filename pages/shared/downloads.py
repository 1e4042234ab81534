"""Downloads that are made when they are asked for, not before."""

from __future__ import annotations

import codecs
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from weakref import WeakValueDictionary

import polars as pl
import streamlit as st

from core.lake.formats import is_supported
from core.lake.formats.compression import COMPRESSED
from core.search import csv_bytes, parquet_bytes
from pages.shared.failed_downloads import say_failure, telling

MOST_TO_HAND_OUT = 1_000_000
"""Rows of a table, join or union that the browser is given; the terminal writes more."""

MOST_BYTES_TO_HAND_OUT = 200_000_000
"""Bytes of a table that the browser is given: it is made in memory, beside all who use the app."""

_OFFERS = "newest offers of downloads"

ALL_TEXT = "Every cell as it is; all columns are text, also those that a file gave a type."


@dataclass
class _Offer:
    """What makes a file; it is there as long as Streamlit keeps a button of it."""

    make: Callable[[], bytes | str]

    def made(self) -> bytes | str:
        """Make the file as the newest run offers it."""
        return self.make()


def name_of(table: str) -> str:
    """Name a download after a table: without its ending, a sheet behind its workbook.

    Examples
    --------
    >>> name_of("old/sales.csv.gz"), name_of("report.xlsx/May%2FJune"), name_of("v1.2")
    ('sales', 'report May June', 'v1.2')
    """
    folder, _, name = table.rpartition("/")
    if is_supported(Path(folder)):
        sheet = name.replace("%2F", " ").replace("%25", "%")
        return f"{name_of(folder)} {sheet}"
    path = Path(Path(name).stem) if Path(name).suffix.lower() in COMPRESSED else Path(name)
    return path.stem if is_supported(path) else name


def for_spreadsheets(text: bytes) -> bytes:
    """Mark a CSV as UTF-8 if it has letters beyond ASCII, which Excel takes for others else.

    Examples
    --------
    >>> for_spreadsheets(b"a"), for_spreadsheets("ä".encode()).decode("utf-8")[0] == chr(0xFEFF)
    (b'a', True)
    """
    return text if text.isascii() else codecs.BOM_UTF8 + text


def download_buttons(frame: Callable[[], pl.DataFrame], name: str, key: str) -> None:
    """Offer a frame as CSV and as Parquet.

    Parameters
    ----------
    frame
        Makes the frame; called on a click, in another thread.
    name
        File name without an ending.
    """
    file_buttons(
        lambda suffix: csv_bytes(frame()) if suffix == ".csv" else parquet_bytes(frame()), name, key
    )


def file_buttons(make: Callable[[str], bytes], name: str, key: str) -> None:
    """Offer a table as CSV and as Parquet.

    Parameters
    ----------
    make
        Makes the file of an ending, ``.csv`` or ``.parquet``; called on a click, in another thread.
    name
        File name without an ending.
    """
    download_button(
        "Download CSV",
        lambda: for_spreadsheets(make(".csv")),
        f"{name}.csv",
        key=f"{key} as CSV",
        mime="text/csv",
        help="Cells that a spreadsheet would run as a formula get an apostrophe in front.",
    )
    download_button(
        "Download Parquet",
        lambda: make(".parquet"),
        f"{name}.parquet",
        key=f"{key} as Parquet",
        mime="application/vnd.apache.parquet",
        help=ALL_TEXT,
    )
    say_failure(f"{key} as CSV")
    say_failure(f"{key} as Parquet")


def download_button(
    label: str,
    make: Callable[[], bytes | str],
    file_name: str,
    key: str,
    mime: str | None = None,
    icon: str = ":material/download:",
    help: str | None = None,  # noqa: A002 - as Streamlit names it
) -> None:
    """Offer a file that is made on a click, in another thread.

    A button of an earlier run hands out what the newest run offers by its key and file name: a
    browser draws a page from its top, and keeps the button while the text above tells more.

    Why it could not be made is shown by `say_failure`, to be called with the same key where there
    is room for a sentence.
    """
    offers: WeakValueDictionary[tuple[str, str], _Offer]
    offers = st.session_state.setdefault(_OFFERS, WeakValueDictionary())
    offer = offers.setdefault((key, file_name), _Offer(make))
    offer.make = make
    st.download_button(
        label,
        telling(offer.made, key),
        file_name=file_name,
        mime=mime,
        key=key,
        icon=icon,
        on_click="ignore",
        help=help,
    )
