"""A field for the column of one table that belongs below a column of another, or for none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import streamlit as st

from pages.shared.words import plain, spoken

_NOTHING = "(nothing)"


def partner_field(
    label: str, columns: Sequence[str], key: str, width: int | Literal["stretch"] = "stretch"
) -> str | None:
    """Ask for the column that belongs below one; the state of the key says what it begins with.

    "Nothing" is an option: a field that begins with a choice cannot be emptied.

    Parameters
    ----------
    label
        The column that it belongs below.
    columns
        Those of the other table.
    """
    with st.container(width=width, gap="xxsmall"):
        st.markdown(f":small[{plain(label)}]")
        return st.selectbox(
            # Read aloud as it stands, while a label that is shown is Markdown.
            spoken(label),
            [None, *columns],
            format_func=_named,
            placeholder=_NOTHING,
            key=key,
            label_visibility="collapsed",
        )


def _named(column: str | None) -> str:
    return _NOTHING if column is None else column
