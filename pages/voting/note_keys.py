"""Enter and Escape leave the note on a case, as on the voting screen, where buttons have keys."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

_HERE = Path(__file__).parent

_leave = st.components.v2.component(
    "soundings_note_keys",
    js="\n".join(
        (_HERE / name).read_text(encoding="utf-8") for name in ("fields.js", "note_keys.js")
    ),
)


def leave_note(field: str) -> None:
    """Let Enter and Escape leave a note; without it the keys after Enter are written into it.

    Parameters
    ----------
    field
        First part of the name of its field, as Streamlit has it in a class: words with hyphens.
    """
    _leave(key="note keys", data={"note": field}, height=1)
