"""What runs here, and whether it is whole."""

from __future__ import annotations

import polars as pl
import streamlit as st

from core import __version__
from core.doctor import Check, State, examine
from pages.shared.catalog_cache import settings, workspace
from pages.shared.words import amount, plain

_FOUND = "what the doctor found"
_MARKS = {State.OK: "✓ ok", State.WARNING: "! warning", State.PROBLEM: "✗ problem"}


def show_installation() -> None:
    """Say which version runs on what, and examine the workspace when asked to."""
    st.markdown(
        f"Soundings **{__version__}**. Its database is `{workspace().database.name}`; delete the "
        "workspace's folder and you are back at the start, copy it and you have moved."
    )
    if st.button(
        "Examine the workspace",
        icon=":material/health_and_safety:",
        help="Reads every page of the database and looks for the files that it names; of a large "
        "workspace that takes a minute. Nothing is changed. `doctor` does it in the terminal.",
    ):
        st.session_state[_FOUND] = _examined()
    found: list[Check] | None = st.session_state.get(_FOUND)
    if found is None:
        st.caption(
            "Whether the database is whole, the files that it names are there, jobs are alive, "
            "the encoder loads, and which versions of everything are installed."
        )
        return
    _told(found)


def _examined() -> list[Check]:
    found = []
    with st.status("Examining", expanded=True) as status:
        for check in examine(settings()):
            found.append(check)
            st.write(f"{_MARKS[check.state]}: {plain(check.name)}")
        status.update(label="Examined", state="complete", expanded=False)
    return found


def _told(found: list[Check]) -> None:
    bad = [check for check in found if check.state is State.PROBLEM]
    warned = [check for check in found if check.state is State.WARNING]
    if bad:
        st.error(f"{amount(len(bad), 'problem')} of {amount(len(found), 'check')}.")
    elif warned:
        st.warning(f"No problem; {amount(len(warned), 'warning')} of {len(found)} checks.")
    else:
        st.success(f"All {len(found)} checks are well.", icon=":material/check:")
    st.dataframe(
        pl.DataFrame(
            {
                "state": [_MARKS[check.state] for check in found],
                "check": [check.name for check in found],
                "found": [check.said for check in found],
            }
        ),
        hide_index=True,
        height=35 * (len(found) + 1) + 3,
        column_config={
            "state": st.column_config.TextColumn(width="small"),
            "check": st.column_config.TextColumn(width="small"),
            "found": st.column_config.TextColumn(width="large"),
        },
    )
    for check in found:
        if check.name == "versions" or check.state is not State.OK:
            st.caption(f"**{plain(check.name)}**: {plain(check.said)}")
