"""An error that a person can act on becomes a sentence on the screen; the page goes on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from core.errors import SoundingsError
from pages.shared.words import sentence


@contextmanager
def shown_plainly() -> Iterator[None]:
    """Show a `SoundingsError` as its sentence; anything else is a bug and shows as one."""
    try:
        yield
    except SoundingsError as error:
        st.error(sentence(str(error)), icon=":material/error:")
