"""A list of which one row is chosen, by a click anywhere in it."""

from __future__ import annotations

from typing import Literal

import streamlit as st

ANYWHERE: tuple[Literal["single-row"], Literal["single-cell"]] = ("single-row", "single-cell")
"""Selection mode of such a list: rows alone are selected by the box at their left only."""


def tick_row(key: str, row: int | None) -> None:
    """Tick the row that is chosen, or none, in the list of a key that is about to be drawn."""
    rows = [] if row is None else [row]
    st.session_state[key] = {"selection": {"rows": rows, "columns": [], "cells": []}}


def clicked_row(key: str, ticked: int | None) -> int | None:
    """Return the row that was clicked, within the list's `on_select`.

    Parameters
    ----------
    ticked
        The row that was chosen before. A cell in it stays selected beside the next row.

    Returns
    -------
    int or None
        None if it was the row chosen before.
    """
    selection = st.session_state[key].selection
    rows = [*selection.rows, *(row for row, _ in selection.cells)]
    return next((int(row) for row in rows if row != ticked), None)
