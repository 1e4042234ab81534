"""What made this run of a page: a widget, a step in the browser's history, or the app itself.

Streamlit tells the first two in no public place.
"""

from __future__ import annotations

from typing import NoReturn

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

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


def is_step_in_history() -> bool:
    """Tell whether the browser's back or forward button made this run."""
    context = get_script_run_ctx()
    return context is not None and context.is_history_navigation


def a_widget_changed() -> bool:
    """Tell whether somebody used a widget that the last run drew.

    Links and steps in the browser's history bring the values along that its widgets had.
    """
    context = get_script_run_ctx()
    if context is None:
        return False
    state = context.session_state._state
    sent = [one for one in state._new_widget_state if one in state._old_state]
    return any(state._widget_changed(one) for one in sent)


def was_sent(key: str) -> bool:
    """Tell whether the browser speaks of a widget that the last run drew; true if none has the key.

    A browser that has not drawn a widget yet says nothing of it.
    """
    context = get_script_run_ctx()
    if context is None:
        return True
    state = context.session_state._state
    widget = state._key_id_mapper.get_id_from_key(key)
    return widget is None or widget in state._new_widget_state.states
