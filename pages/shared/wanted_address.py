"""The address that somebody opened before they signed in; the browser remembers it meanwhile."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

_wanted_address = st.components.v2.component(
    "soundings_wanted_address",
    js=(Path(__file__).parent / "wanted_address.js").read_text(encoding="utf-8"),
)


def keep_wanted_address(refusals: int) -> bool:
    """Have the browser keep the address while somebody signs in.

    Parameters
    ----------
    refusals
        How often a click on a button to sign in led nowhere.

    Returns
    -------
    bool
        Whether they came back from the provider and are not signed in; known a run later.
    """
    found = _wanted_address(
        key="wanted address",
        data={"is_here": False, "root": _root(), "refusals": refusals},
        height=1,
        on_came_back_change=_draw_again,
    )
    return bool(found.get("came_back"))


def go_to_wanted_address() -> None:
    """Have the browser open, once, the address that was kept while somebody signed in."""
    with st.sidebar:
        _wanted_address(key="wanted address", data={"is_here": True, "root": _root()}, height=1)


def _root() -> str:
    """Return the path that Streamlit leads back to, without the slash at its end."""
    path = str(st.get_option("server.baseUrlPath")).strip("/")
    return f"/{path}" if path else ""


def _draw_again() -> None:
    """Streamlit has no state of a component without somebody who hears of it."""
