"""The map of a data lake as a figure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from core.figures.text import shown

if TYPE_CHECKING:
    import plotly.graph_objects as go

_MANY = 3_000


def map_figure(
    table_ids: Sequence[str],
    x: NDArray[Any],
    y: NDArray[Any],
    cluster: NDArray[np.int64],
    cluster_names: Sequence[str],
) -> go.Figure:
    """Draw tables as points, one trace a cluster, the largest cluster first.

    Each point's ``customdata`` is the table's id as it is; its hover text is safe to show.
    """
    import plotly.graph_objects as go

    many = len(table_ids) > _MANY
    figure = go.Figure()
    sizes = np.bincount(cluster, minlength=len(cluster_names))
    for number in np.argsort(-sizes, kind="stable").tolist():
        members = np.flatnonzero(cluster == number)
        ids = [table_ids[i] for i in members.tolist()]
        if not ids:
            continue
        figure.add_trace(
            go.Scattergl(
                x=x[members],
                y=y[members],
                mode="markers",
                name=f"{shown(cluster_names[number], 34)} ({len(ids):,})",
                marker={"size": 4 if many else 8, "opacity": 0.75},
                customdata=[[name] for name in ids],
                hovertext=[shown(name) for name in ids],
                hovertemplate="%{hovertext}<extra></extra>",
            )
        )
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
