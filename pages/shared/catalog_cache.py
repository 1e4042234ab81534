"""The workspace, its settings and what is read from its catalog, once a state."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import streamlit as st

from core import jobs
from core import lake as lakes
from core.search.listing import list_tables
from core.search.types import SearchedLake
from core.settings import Settings
from core.store import Workspace, settings_of
from core.types import LakeInfo
from pages.shared.login import signed_in

SAMPLE = "sample"
SAMPLE_FOLDER = Path(__file__).parents[2] / "data" / "sample" / "datalake"


def settings() -> Settings:
    """Read the settings that hold in the workspace, as they are now."""
    return settings_of(workspace())


def workspace() -> Workspace:
    """Open the workspace, for nobody who has yet to sign in.

    The folder is looked at once, connections are made as they are used.
    """
    signed_in()
    return _opened(str(Settings.from_environment().workspace))


# Asked for dozens of times a page, and a text is a cheaper key than a path.
@st.cache_resource(show_spinner=False)
def _opened(root: str) -> Workspace:
    return Workspace.open(Path(root))


def searched(lake: LakeInfo) -> SearchedLake:
    """Say where a lake is searched from a page, and by which settings."""
    return SearchedLake(workspace(), lake, settings())


def bring_in_the_sample() -> None:
    """Start reading the sample lake if nothing was ever done in the workspace."""
    here = workspace()
    if not lakes.lakes(here) and not jobs.jobs(here) and SAMPLE_FOLDER.is_dir():
        jobs.submit(here, "refresh", SAMPLE, folder=str(SAMPLE_FOLDER))


def tables_of(lake: LakeInfo) -> pl.DataFrame:
    """List the tables of a lake as it stands: `core.search.listing.list_tables`."""
    # While a lake is being read its fingerprint stands still and its counts do not.
    state = (lake.fingerprint, lake.tables, lake.columns, lake.rows, lake.bytes)
    return _tables(str(workspace().root), lake.name, lake.key, state)


@st.cache_data(show_spinner=False, max_entries=48)
def first_rows(lake: str, table: str, content_hash: str, rows: int) -> pl.DataFrame:
    """Read the first rows of a table; the content hash stands for its cells."""
    return lakes.table_frame(workspace(), lake, table, rows)


# Not cache_data: it makes a copy for each run of a page, and nobody changes a frame of polars.
@st.cache_resource(show_spinner="Reading the list of tables", max_entries=8)
def _tables(root: str, name: str, key: int, state: tuple[str | int, ...]) -> pl.DataFrame:
    # The state stands for the lake's content; the frame itself is never hashed.
    return list_tables(Workspace(Path(root)), key)
