"""Widgets that the browser draws late, and the values that the app gave them meanwhile.

A browser loads the code of each kind of widget when it first meets one. A value that the app sets
is sent along with one run only: where the next run comes before that code does, the browser draws
the widget without the value and answers with an empty one. So it is set again until the browser
has said what the widget holds.
"""

from __future__ import annotations

from contextlib import suppress

import streamlit as st
from streamlit.errors import StreamlitAPIException

from pages.shared.streamlit_inside import was_sent


def hold_until_drawn(key: str) -> None:
    """Set a widget's value again if the browser has not drawn it yet; call it before the widget."""
    if key in st.session_state and not was_sent(key):
        st.session_state[key] = st.session_state[key]


def keep_if_not_drawn(key: str) -> None:
    """Keep the value of a widget that this run has not drawn, for when it is drawn again.

    Streamlit forgets it, and gives the value back that the key had before its widget was first
    drawn.
    """
    value = st.session_state[key]
    # A widget that was drawn holds its value itself, and none may be set any more.
    with suppress(StreamlitAPIException):
        st.session_state[key] = value
        # The older value goes too: fragments that run alone forget the newer one.
        del st.session_state[key]
        st.session_state[key] = value
