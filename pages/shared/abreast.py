"""Parts of a page beside each other where there is room, below each other where there is not."""

from __future__ import annotations

from typing import Literal

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

Least = Literal["form", "table", "side", "list"]
"""What each part has room for at least; the widths are in page.css.

``side`` is a main part with a narrow one beside it, ``list`` a narrow one with a main part.
"""


def abreast(key: str, count: int, least: Least) -> list[DeltaGenerator]:
    """Return the places of some parts of a page, as many to a row as have the room they need.

    Columns of Streamlit keep beside each other down to the width of a telephone, however little
    is left to each.
    """
    row = st.container(horizontal=True, gap="medium", key=f"abreast-{least}-{key}")
    return [row.container() for _ in range(count)]
