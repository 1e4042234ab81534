"""The one heading of the first level that every page has."""

from __future__ import annotations

import streamlit as st
from streamlit.delta_generator import DeltaGenerator


def page_head(title: str) -> DeltaGenerator:
    """Draw a page's title, and return the row that it begins, for what stands beside it."""
    row = st.container(horizontal=True, vertical_alignment="center")
    row.title(title, anchor=False, width="stretch")
    return row


def short_head(title: str) -> DeltaGenerator:
    """Draw a title no wider than itself; what stands beside it in the row wraps below it.

    For a page whose height is needed: the choice of a benchmark stands beside its title.
    """
    row = st.container(horizontal=True, vertical_alignment="bottom", gap="xsmall")
    row.title(title, anchor=False, width="content")
    return row
