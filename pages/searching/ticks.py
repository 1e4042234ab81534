"""Results that were ticked: the address names them, so that whoever opens it has them, too."""

from __future__ import annotations

from collections.abc import Collection

import streamlit as st

from core.amounts import listed
from pages.shared.address import Address
from pages.shared.fields import Field, several
from pages.shared.words import amount, plain, spoken

TICKED = "ticked"
FIELD = Field(TICKED, [], several)
"""Results by the names that they have in the address, in the order in which they were ticked."""
WARNINGS = "warnings-of-what-is-ticked"
"""Key of the part of the bar below that is scrolled by itself on a small screen (`page.css`)."""
_MOST_NAMED = 3


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


def not_shown(address: Address, shown: Collection[str]) -> list[str]:
    """List what is ticked and not among the results that are shown.

    Parameters
    ----------
    shown
        Names of results, as an address names them.
    """
    return [name for name in address[TICKED] if name not in shown]


def say_ticked(address: Address, shown: int, hidden: list[str], purpose: str) -> None:
    """Say how many tables are ticked and which of them are not among the results.

    Parameters
    ----------
    shown
        Of those that are.
    hidden
        As of `not_shown`; another search may have them still, so they stay ticked until unticked.
    purpose
        What is done with those that are shown, as Markdown.
    """
    away = f"not among these results: {listed([*map(plain, hidden)], _MOST_NAMED)}"
    verb = "is" if len(hidden) == 1 else "are"
    if shown:
        more = f"; {len(hidden):,} more {verb} {away}" if hidden else ""
        st.markdown(f"**{amount(shown, 'table')} ticked** {purpose}{more}", width="stretch")
    else:
        st.markdown(f"**{amount(len(hidden), 'ticked table')}** {verb} {away}", width="stretch")
    if shown and hidden:
        st.button(
            "Untick these" if hidden[1:] else "Untick it",
            key="untick what is not shown",
            on_click=untick,
            args=(address, hidden),
            help="Untick what is not among these results.",
        )


def only_hidden(address: Address, hidden: list[str]) -> None:
    """Keep the bar of what is ticked where none of it is shown; nothing if nothing is ticked."""
    if hidden:
        with st.bottom, st.container(horizontal=True, vertical_alignment="center"):
            say_ticked(address, 0, hidden, "")
            untick_button(address)


def untick_button(address: Address) -> None:
    """Offer to take all ticks away."""
    st.button("Untick all", key="untick all", on_click=untick_all, args=(address,))


def untick_all(address: Address) -> None:
    """Take all ticks away."""
    untick(address, address[TICKED])


def untick(address: Address, names: Collection[str]) -> None:
    """Take some ticks away."""
    for name in names:
        st.session_state[_key(name)] = False
    address.set(TICKED, [name for name in address[TICKED] if name not in names])


def _key(name: str) -> str:
    return f"tick {name}"


def _tick(address: Address, name: str) -> None:
    others = [one for one in address[TICKED] if one != name]
    address.set(TICKED, [*others, name] if st.session_state[_key(name)] else others)
