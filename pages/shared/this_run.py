"""Whether the app itself asked for this run of a page."""

from __future__ import annotations

from typing import NoReturn

import streamlit as st

_BY_THE_APP = "that the app itself asked for this run"


def run_again() -> NoReturn:
    """Draw the whole page again, as it is.

    The browser's address may be behind ours when a fragment runs, and Streamlit takes it along.
    """
    st.session_state[_BY_THE_APP] = True
    st.rerun()


def asked_for_by_the_app() -> bool:
    """Tell once whether `run_again` asked for this run."""
    return bool(st.session_state.pop(_BY_THE_APP, False))
