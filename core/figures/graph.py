"""A small graph of tables and the joins between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.figures.text import shown

if TYPE_CHECKING:
    import plotly.graph_objects as go

_LINE = "rgba(128, 128, 128, 0.55)"
"""Stands on a light and on a dark ground."""
_LEVEL = 0.3
"""How far a line stays level beside a table, below its name; layers are 1 apart."""
_BESIDE = 0.9
"""Room for the names beside the outer layers."""
_ROW_HEIGHT = 34
_LEAST_HEIGHT = 180


@dataclass(frozen=True)
class Edge:
    """A join between two tables of neighbouring layers.

    Parameters
    ----------
    layer
        The layer of the first table, from 0; the other one stands in the next.
    start, end
        The tables.
    label
        What it is, for the pointer.
    weight
        How much it carries, 0 to 1: the wider the line.
    """

    layer: int
    start: str
    end: str
    label: str
    weight: float


def layered_graph(layers: Sequence[Sequence[str]], edges: Sequence[Edge]) -> go.Figure:
    """Draw tables in columns from left to right, and the joins between them as lines.

    Parameters
    ----------
    layers
        The tables of each column, from top to bottom. One name may stand in several layers, as
        that of a file of one's own and of a table.
    """
    import plotly.graph_objects as go

    places = {
        (x, name): (float(x), -(i + 0.5) / len(layer))
        for x, layer in enumerate(layers)
        for i, name in enumerate(layer)
    }
    figure = go.Figure()
    for edge in edges:
        (x0, y0), (x1, y1) = places[edge.layer, edge.start], places[edge.layer + 1, edge.end]
        figure.add_trace(
            go.Scatter(
                x=[x0, x0 + _LEVEL, (x0 + x1) / 2, x1 - _LEVEL, x1],
                y=[y0, y0, (y0 + y1) / 2, y1, y1],
                mode="lines",
                line={"width": 1 + 5 * edge.weight, "color": _LINE},
                text=shown(edge.label, 120),
                hovertemplate="%{text}<extra></extra>",
                showlegend=False,
            )
        )
    last = len(layers) - 1
    figure.add_trace(
        go.Scatter(
            x=[x for x, _ in places.values()],
            y=[y for _, y in places.values()],
            mode="markers+text",
            marker={"size": 12},
            text=[shown(name, 34) for _, name in places],
            textposition=[_beside(x, last) for x, _ in places],
            hovertext=[shown(name) for _, name in places],
            hovertemplate="%{hovertext}<extra></extra>",
            showlegend=False,
        )
    )
    tallest = max(map(len, layers), default=1)
    figure.update_layout(
        height=max(_LEAST_HEIGHT, _ROW_HEIGHT * tallest + 60),
        margin={"l": 10, "r": 10, "t": 24, "b": 10},
    )
    hidden = {"visible": False, "fixedrange": True}
    figure.update_xaxes(range=[-_BESIDE, last + _BESIDE], **hidden)
    figure.update_yaxes(**hidden)
    return figure


def _beside(layer: int, last: int) -> str:
    if layer == last:
        return "middle right"
    return "middle left" if layer == 0 else "top center"
