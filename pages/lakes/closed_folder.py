"""A folder that tables were read from and that is not there any more, or may not be looked into."""

from __future__ import annotations

import streamlit as st

from core import lake as lakes
from core.benchmarks import registry
from core.types import LakeInfo
from pages.shared.catalog_cache import workspace
from pages.shared.words import plain


def tell_closed_folder(lake: LakeInfo) -> None:
    """Say that a lake's folder cannot be listed, and what to do; nothing where it can."""
    why = lakes.why_closed(lake.root)
    if not why:
        return
    of_benchmark = any(info.lake_key == lake.key for info in registry.benchmarks(workspace()))
    where = "on Benchmarks" if of_benchmark else "on Home"
    st.warning(
        f"The folder {plain(lake.root)} cannot be looked into now: {plain(why)}. What was read of "
        "it stays and can be searched; nothing new is read. If it was moved, add it again "
        f"{where}, under the name **{plain(lake.name)}** and with its new folder.",
        icon=":material/folder_off:",
    )
