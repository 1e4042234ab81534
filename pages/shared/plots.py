"""Figures on a page: named for those who do not see them, and to be taken along as pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import streamlit as st

from core.figures import toolbar_for

if TYPE_CHECKING:
    import plotly.graph_objects as go


def plot(figure: go.Figure, key: str, words: str) -> None:
    """Draw a figure.

    Parameters
    ----------
    words
        What it shows: read out, and the name of its picture.
    """
    st.plotly_chart(figure, key=key, config=toolbar_for(words), alt=words)


def plot_to_select(
    figure: go.Figure,
    key: str,
    words: str,
    modes: tuple[Literal["points", "box", "lasso"], ...],
    scroll_zoom: bool = False,
) -> Any:
    """Draw a figure whose points can be chosen, and return Streamlit's event of what is chosen.

    Parameters
    ----------
    words
        As of `plot`.
    modes
        How points are chosen; the page is drawn again when they are.
    scroll_zoom
        Whether the mouse's wheel zooms.
    """
    return st.plotly_chart(
        figure,
        key=key,
        on_select="rerun",
        selection_mode=modes,
        config={**toolbar_for(words), "scrollZoom": scroll_zoom},
        alt=words,
    )
