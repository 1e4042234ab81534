"""How far work is that somebody waits for on a page."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.monitor import Monitor

_PATIENCE_SECONDS = 1.0
"""What is over sooner shows no bar, which would only flicker."""


@contextmanager
def progress_shown() -> Iterator[Monitor]:
    """Draw a bar while work takes long; it is gone when the work is over.

    Whoever chooses something else meanwhile need not wait: what draws on a page stops for that.
    In a function that Streamlit caches the bar is to be made inside, as one outside of it cannot be
    drawn again.
    """
    begun = time.monotonic()
    place: DeltaGenerator | None = None
    bar: DeltaGenerator | None = None

    def show(done: int, total: int, message: str) -> None:
        nonlocal place, bar
        if time.monotonic() - begun < _PATIENCE_SECONDS:
            return
        if place is None or bar is None:
            place = st.empty()
            with place.container(gap=None):
                st.space("medium")  # a cached function's "Searching" lies over what comes behind it
                bar = st.empty()
        counted = f" ({done:,} of {total:,})" if total else ""
        bar.progress(done / total if total else 0.0, text=f"{message}{counted}")

    try:
        yield Monitor(show)
    finally:
        if place is not None:
            place.empty()
