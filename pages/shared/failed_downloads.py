"""A download that cannot be made: its sentence goes to the screen that the button stands on."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from core.errors import SoundingsError
from pages.shared.streamlit_inside import (
    draw_again,
    log_failed_downloads_in_one_line,
    this_session,
)
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
    session = this_session()
    log_failed_downloads_in_one_line()

    def made() -> bytes | str:
        try:
            return make()
        except SoundingsError as error:
            said[key] = str(error)
            draw_again(session)
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
