"""Results that were ticked: the address names them, so that whoever opens it has them, too."""

from __future__ import annotations

import streamlit as st

from pages.shared.address import Address, Field, several
from pages.shared.words import spoken

TICKED = "ticked"
FIELD = Field(TICKED, [], several)
"""Results by the names that they have in the address, in the order in which they were ticked."""


def tick_box(address: Address, name: str, table: str) -> None:
    """Draw the box that ticks a result.

    Parameters
    ----------
    name
        The result's, as an address names it.
    table
        What a screen reader says.
    """
    # Given only where the box does not know: it may have been clicked while this page is drawn.
    if address.is_new or _key(name) not in st.session_state:
        st.session_state[_key(name)] = name in address[TICKED]
    st.checkbox(
        f"Tick {spoken(table)}",
        key=_key(name),
        label_visibility="collapsed",
        on_change=_tick,
        args=(address, name),
    )


def untick_button(address: Address) -> None:
    """Offer to take all ticks away."""
    st.button("Untick all", key="untick all", on_click=untick_all, args=(address,))


def untick_all(address: Address) -> None:
    """Take all ticks away."""
    for name in address[TICKED]:
        st.session_state[_key(name)] = False
    address.set(TICKED, [])


def _key(name: str) -> str:
    return f"tick {name}"


def _tick(address: Address, name: str) -> None:
    others = [one for one in address[TICKED] if one != name]
    address.set(TICKED, [*others, name] if st.session_state[_key(name)] else others)
