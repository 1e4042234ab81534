"""All that the app uses of Streamlit's insides, which any release of it may change.

Each function says what there is no public way to do. A test names what is gone.
"""

from __future__ import annotations

import logging
import time
from typing import Any

import streamlit as st
from streamlit import runtime
from streamlit.runtime.pages_manager import PagesManager
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.state import SessionState

from core.errors import SoundingsError

DOWNLOADS_KEPT = 30.0
"""Seconds from when a page is drawn again."""
_EARLIER_DOWNLOADS = "since when downloads are those of an earlier run"
DOWNLOADS_LOG = "streamlit.runtime.backend_operation_handler"


def go_through_the_app() -> None:
    """Run app.py where Streamlit runs a page's file alone, once in a server's life.

    Until `st.navigation` was called it takes a folder named pages for its older kind of app and
    runs the page that an address names.
    """
    if PagesManager.uses_pages_directory and get_script_run_ctx() is not None:
        PagesManager.uses_pages_directory = False
        st.rerun()


def this_session() -> str:
    """Return the id of the session that is drawn; empty outside of one."""
    context = get_script_run_ctx()
    return context.session_id if context else ""


def draw_again(session_id: str) -> None:
    """Run a session's page as it stands, from any thread.

    Streamlit does so when its source is changed; `st.rerun` works inside of a run alone
    (https://github.com/streamlit/streamlit/issues/2838).
    """
    session = runtime.get_instance().get_app_session(session_id) if runtime.exists() else None
    if session is not None:  # else the tab was closed meanwhile
        session.request_rerun(session._client_state)


def keep_earlier_downloads() -> None:
    """Keep for a while what is downloaded by buttons of runs before this one, which begins.

    A run enters its downloads anew, and when it ends, or a run of whomever else meanwhile,
    Streamlit forgets the earlier ones. A browser that has not drawn the new buttons yet asks for
    one of those.
    """
    context = get_script_run_ctx()
    if context is None or not runtime.exists():
        return
    files, mine = runtime.get_instance().media_file_mgr, context.session_id
    since: dict[str, float] = st.session_state.get(_EARLIER_DOWNLOADS, {})
    now = time.monotonic()
    with files._lock:
        there = {one: since.get(one, now) for one in files._deferred_ids_by_session.get(mine, ())}
        kept = {one: began for one, began in there.items() if now - began < DOWNLOADS_KEPT}
        files._files_by_session_and_coord[mine].update({f"earlier {one}": one for one in kept})
    st.session_state[_EARLIER_DOWNLOADS] = there


def is_step_in_history() -> bool:
    """Tell whether the browser's back or forward button made this run."""
    context = get_script_run_ctx()
    return context is not None and context.is_history_navigation


def a_widget_changed() -> bool:
    """Tell whether somebody used a widget that the last run drew.

    Links and steps in the browser's history bring the values along that its widgets had.
    """
    state = _state()
    if state is None:
        return False
    sent = [one for one in state._new_widget_state if one in state._old_state]
    return any(state._widget_changed(one) for one in sent)


def was_sent(key: str) -> bool:
    """Tell whether the browser speaks of a widget that the last run drew; true if none has the key.

    A browser that has not drawn a widget yet says nothing of it.
    """
    state = _state()
    if state is None:
        return True
    widget = state._key_id_mapper.get_id_from_key(key)
    return widget is None or widget in state._new_widget_state.states


def _state() -> SessionState | None:
    context = get_script_run_ctx()
    return None if context is None else context.session_state._state


def log_failed_downloads_in_one_line() -> None:
    """Log what a person was told without the traceback, which is for faults of the program.

    What fails where Streamlit has a file made cannot be caught, and is logged as a fault
    (https://github.com/streamlit/streamlit/issues/13466).
    """
    logging.getLogger(DOWNLOADS_LOG).addFilter(_in_one_line)  # once, however often it is called


def _in_one_line(record: logging.LogRecord) -> bool:
    error = record.exc_info[1] if record.exc_info else None
    if error is not None and isinstance(error.__cause__, SoundingsError):
        record.msg, record.args = "A download was not made: %s", (error.__cause__,)
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.exc_info = None
    return True


def sign_in_client(provider: str) -> tuple[Any, str]:
    """Return what `st.login` asks a provider with once the browser has left, and the way back.

    Parameters
    ----------
    provider
        Its name; empty of the one that has none.
    """
    # Here, as who has no login does without what it needs.
    from streamlit.web.server.starlette.starlette_auth_routes import _create_oauth_client

    return _create_oauth_client(provider or "default")
