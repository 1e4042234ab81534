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
from streamlit.runtime.scriptrunner import get_script_run_ctx


def hold_until_drawn(key: str) -> None:
    """Set a widget's value again if the browser has not drawn it yet; call it before the widget."""
    if _is_awaited(key):
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


def _is_awaited(key: str) -> bool:
    """Tell whether a widget of the last run is not among those that the browser speaks of.

    Streamlit tells in no public place what the browser sent.
    """
    context = get_script_run_ctx()
    if context is None or key not in st.session_state:
        return False
    state = context.session_state._state
    widget = state._key_id_mapper.get_id_from_key(key)
    return widget is not None and widget not in state._new_widget_state.states
