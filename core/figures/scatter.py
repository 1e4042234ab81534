"""The map of a data lake as a figure."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from core.figures.text import shown

if TYPE_CHECKING:
    import plotly.graph_objects as go

_MANY = 3_000
_GREY = "rgba(128, 128, 128, 0.25)"  # translucent, to stand on a light and on a dark ground
_SYMBOLS = ("circle", "triangle-up", "diamond", "cross")

COLOURS = 10
"""Colours of a figure in the app's theme, after which they begin again."""


def map_figure(
    table_ids: Sequence[str],
    x: NDArray[Any],
    y: NDArray[Any],
    cluster: NDArray[np.int64],
    cluster_names: Sequence[str],
    kept: Collection[str] | None = None,
) -> go.Figure:
    """Draw tables as points, one trace a cluster, the largest cluster first.

    Each point's ``customdata`` is the table's id as it is; its hover text is safe to show. The
    first trace is of the tables that are not kept. Clusters have the same colour and sign whatever
    is kept; no two of the first 39 have both alike.

    Parameters
    ----------
    kept
        Tables that are drawn in the colour of their cluster and counted; all if none. The others
        are grey.
    """
    import plotly.graph_objects as go

    size = 4 if len(table_ids) > _MANY else 8
    is_kept = np.array([kept is None or name in kept for name in table_ids], dtype=bool)

    def points(members: NDArray[Any], name: str, marker: dict[str, Any]) -> go.Scattergl:
        ids = [table_ids[i] for i in members.tolist()]
        return go.Scattergl(
            x=x[members],
            y=y[members],
            mode="markers",
            name=f"{name} ({len(ids):,})",
            showlegend=bool(ids),
            marker=marker,
            customdata=[[name] for name in ids],
            hovertext=[shown(name) for name in ids],
            hovertemplate="%{hovertext}<extra></extra>",
        )

    figure = go.Figure()
    figure.add_trace(points(np.flatnonzero(~is_kept), "Left out", {"size": size, "color": _GREY}))
    sizes = np.bincount(cluster, minlength=len(cluster_names))
    for place, number in enumerate(np.argsort(-sizes, kind="stable").tolist(), 1):
        if not sizes[number]:
            break
        symbol = _SYMBOLS[place // COLOURS % len(_SYMBOLS)]
        marker = {"size": size + 2 * (symbol != _SYMBOLS[0]), "opacity": 0.75, "symbol": symbol}
        members = np.flatnonzero((cluster == number) & is_kept)
        figure.add_trace(points(members, shown(cluster_names[number], 34), marker))
    figure.update_layout(
        height=620,
        margin={"l": 10, "r": 10, "t": 10, "b": 10},
        # Below the plot, where it leaves a narrow screen its width.
        legend={
            "orientation": "h",
            "y": -0.1,
            "yanchor": "top",
            "maxheight": 0.3,
            "itemsizing": "constant",
        },
        dragmode="pan",
    )
    figure.update_xaxes(
        title="Near means alike; the axes have no unit",
        showticklabels=False,
        zeroline=False,
        showgrid=False,
    )
    figure.update_yaxes(title="", showticklabels=False, zeroline=False, showgrid=False)
    return figure
