"""Scores over the cut-off."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import polars as pl

from core.amounts import amount
from core.evaluation import Metric
from core.figures.legends import BELOW
from core.figures.text import shown

if TYPE_CHECKING:
    import plotly.graph_objects as go

_MARGIN = {"l": 10, "r": 10, "t": 30, "b": 10}


def curves_figure(
    curves: pl.DataFrame, metric: Metric, ideal: Mapping[int, float] | None = None
) -> go.Figure:
    """Draw one metric of every run over k, and the best reachable value dashed.

    Parameters
    ----------
    curves
        From `core.benchmarks.auditing.audit.curves`: ``run``, ``k``, ``queries`` and the metrics.
    metric
        One that depends on k.
    ideal
        Cut-off to the best reachable mean.
    """
    import plotly.graph_objects as go

    figure = go.Figure()
    for run in curves["run"].unique(maintain_order=True):
        part = curves.filter(pl.col("run") == run)
        name = shown(run, 28)
        figure.add_scatter(
            x=part["k"].to_list(),
            y=part[metric.value].to_list(),
            mode="lines+markers",
            marker_size=5,
            name=name,
            hovertemplate=f"{name} at %{{x}}: %{{y:.3f}}<extra></extra>",
        )
    if ideal:
        # The last, so that runs have the colours here that they have in other figures.
        figure.add_scatter(
            x=list(ideal),
            y=list(ideal.values()),
            mode="lines",
            name="IDEAL",
            legendrank=1,
            line={"dash": "dash", "width": 1.5, "color": "#8a9499"},
            hovertemplate="IDEAL at %{x}: %{y:.3f}<extra></extra>",
        )
    queries = int(curves["queries"][0]) if len(curves) else 0
    figure.update_layout(
        height=360,
        margin=_MARGIN,
        legend=BELOW,
    )
    figure.update_xaxes(title="k (candidates looked at)", automargin=True)
    figure.update_yaxes(
        title=f"{metric.value}@k, mean over {amount(queries, 'query')}",
        rangemode="tozero",
        automargin=True,
    )
    return figure
