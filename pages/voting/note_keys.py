"""Keys as on the voting screen: they leave a note, and press nothing under a form."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import streamlit as st

_HERE = Path(__file__).parent

_guard = st.components.v2.component(
    "soundings_note_keys",
    js="\n".join(
        (_HERE / name).read_text(encoding="utf-8") for name in ("fields.js", "note_keys.js")
    ),
)


def guard_keys(field: str, shortcuts: Collection[str]) -> None:
    """Let Enter and Escape leave a note, and hold the keys of buttons while a form lies over them.

    Without it the keys after Enter are written into the note, and those that are pressed when a
    form is open press what it covers.

    Parameters
    ----------
    field
        First part of the name of its field, as Streamlit has it in a class: words with hyphens.
    shortcuts
        The keys that press buttons of the page.
    """
    _guard(key="note keys", data={"note": field, "shortcuts": list(shortcuts)}, height=1)
