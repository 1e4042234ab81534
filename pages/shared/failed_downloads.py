"""A download that cannot be made: its sentence goes to the screen that the button stands on."""

from __future__ import annotations

import logging
from collections.abc import Callable

import streamlit as st
from streamlit import runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx

from core.errors import SoundingsError
from pages.shared.words import sentence

_SAID = "why downloads failed"


def telling(make: Callable[[], bytes | str], key: str) -> Callable[[], bytes | str]:
    """Have a download's failure told by `say_failure` of the same key.

    Streamlit makes the file in another thread, where nothing can be drawn, and shows only that it
    failed; so the sentence is kept for who clicked, and the page drawn again.

    Parameters
    ----------
    make
        Makes the file; a `SoundingsError` of it goes on, so that no file is handed out.
    """
    said: dict[str, str] = st.session_state.setdefault(_SAID, {})
    context = get_script_run_ctx()
    session = context.session_id if context else ""

    def made() -> bytes | str:
        try:
            return make()
        except SoundingsError as error:
            said[key] = str(error)
            _draw_again(session)
            raise

    return made


def say_failure(key: str) -> None:
    """Show, once, why the last download of a key failed."""
    said = st.session_state.get(_SAID, {}).pop(key, "")
    if said:
        st.error(sentence(said), icon=":material/error:")


def say_other_failures() -> None:
    """Show, once, why downloads failed whose buttons are no longer there, as after a refresh."""
    for key in list(st.session_state.get(_SAID, {})):
        say_failure(key)


def _draw_again(session_id: str) -> None:
    """Run the page as it stands, as Streamlit does from a thread when its source is changed.

    There is no public way to ask for it from without a run.
    """
    session = runtime.get_instance().get_app_session(session_id) if runtime.exists() else None
    if session is not None:  # else the tab was closed meanwhile
        session.request_rerun(session._client_state)


def _in_one_line(record: logging.LogRecord) -> bool:
    """Log what a person was told without the traceback, which is for faults of the program."""
    error = record.exc_info[1] if record.exc_info else None
    if error is not None and isinstance(error.__cause__, SoundingsError):
        record.msg, record.args = "A download was not made: %s", (error.__cause__,)
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.exc_info = None
    return True


logging.getLogger("streamlit.runtime.backend_operation_handler").addFilter(_in_one_line)
