"""Notes on cases that have no vote or decision yet: kept beyond a reload of the page."""

from __future__ import annotations

from typing import NamedTuple

import streamlit as st

from pages.shared.catalog_cache import workspace

_MOST = 1_000
"""Notes that are kept in a workspace; then the oldest goes."""


class Noted(NamedTuple):
    """What a note belongs to: a case, what is said of it (a vote, a decision), and by whom."""

    case: int
    what: str
    name: str


def kept_note(of: Noted) -> str | None:
    """Return what was kept; none if nothing was."""
    return _notes(str(workspace().root)).get(of)


def keep_note(of: Noted, text: str) -> None:
    """Keep a note in place of the one before."""
    notes = _notes(str(workspace().root))
    notes.pop(of, None)
    notes[of] = text
    while len(notes) > _MOST:
        notes.pop(next(iter(notes)))


def forget_note(of: Noted) -> None:
    """Forget a note: it stands with what was said."""
    _notes(str(workspace().root)).pop(of, None)


@st.cache_resource(show_spinner=False)
def _notes(root: str) -> dict[Noted, str]:
    return {}
