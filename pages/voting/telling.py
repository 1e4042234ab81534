"""What a key or button of the voting screen has to say, said once the screen is drawn again.

The screen is a fragment. What a callback of a fragment draws takes the place of the first elements
of the whole page, and Streamlit warns of it in the log.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from core.errors import SoundingsError
from pages.shared.words import sentence

_FAILED, _BESIDES = "what failed while voting", "what is told besides while voting"


@contextmanager
def told_when_drawn() -> Iterator[None]:
    """Keep a `SoundingsError` of a callback for the screen; anything else is a bug and shows."""
    try:
        yield
    except SoundingsError as error:
        st.session_state[_FAILED] = sentence(str(error))


def tell_besides(text: str) -> None:
    """Keep a remark of a callback for the screen."""
    st.session_state[_BESIDES] = text


def show_told() -> None:
    """Show what the last callback had to say, if that was not shown yet."""
    failed, besides = (st.session_state.pop(key, None) for key in (_FAILED, _BESIDES))
    if failed is not None:
        st.error(failed, icon=":material/error:")
    if besides is not None:
        st.toast(besides, icon=":material/swap_horiz:", duration="long")
