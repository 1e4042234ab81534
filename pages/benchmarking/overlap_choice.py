"""Which sets of two tables are compared: names or values, of which columns, how finely cut."""

from __future__ import annotations

import streamlit as st

from core.benchmarks.overlaps.set_kinds import Level, OverlapKind, SetKind, ValueType
from pages.shared.address import Address

KINDS = tuple(kind.value for kind in OverlapKind)
TYPES = tuple(kind.value for kind in ValueType)
LEVELS = tuple(level.value for level in Level)

_KIND_WORDS = {"names": "Column names", "values": "Cell values"}
_LEVEL_WORDS = {"exact": "Exact", "folded": "Case and blanks aside", "token": "Words"}
_TYPE_WORDS = {
    "all": "All columns",
    "string": "Text columns",
    "numeric": "Number columns",
    "date/time": "Date columns",
    "other": "Other columns",
}


def sets_of(address: Address) -> SetKind:
    """Return what the address chooses; values have no level between exact and token."""
    kind, level = OverlapKind(address["of"]), Level(address["level"])
    if kind is OverlapKind.VALUES and level is Level.FOLDED:
        level = Level.EXACT
    return SetKind(kind, ValueType(address["type"]), level)


def choose_sets(address: Address) -> None:
    """Draw the widgets of the choice."""
    if address["of"] == OverlapKind.VALUES and address["level"] == Level.FOLDED:
        address.set("level", LEVELS[0])
    levels = [v for v in LEVELS if address["of"] == OverlapKind.NAMES or v != Level.FOLDED]
    with st.container(horizontal=True, vertical_alignment="center"):
        st.segmented_control(
            "What is compared",
            KINDS,
            key=address.key("of"),
            required=True,
            format_func=_KIND_WORDS.__getitem__,
            label_visibility="collapsed",
        )
        st.segmented_control(
            "Compared",
            levels,
            key=address.key("level"),
            required=True,
            format_func=_LEVEL_WORDS.__getitem__,
            label_visibility="collapsed",
        )
        st.selectbox(
            "Of",
            TYPES,
            key=address.key("type"),
            format_func=_TYPE_WORDS.__getitem__,
            label_visibility="collapsed",
            width=180,
        )
