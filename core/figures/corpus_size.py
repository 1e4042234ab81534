"""Recall over the size of the corpus."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from core.amounts import amount
from core.figures.legends import BELOW
from core.figures.text import shown

if TYPE_CHECKING:
    import plotly.graph_objects as go

_MARGIN = {"l": 10, "r": 10, "t": 30, "b": 10}


def corpus_figure(curves: pl.DataFrame, k: int) -> go.Figure:
    """Draw R@k of every run over the number of tables in the corpus.

    Parameters
    ----------
    curves
        From `core.benchmarks.corpus.corpus_curves`: ``run``, ``size``, ``R`` and ``queries``.
    """
    import plotly.graph_objects as go

    figure = go.Figure()
    for run in curves["run"].unique(maintain_order=True):
        part = curves.filter(pl.col("run") == run)
        name = shown(run, 28)
        figure.add_scatter(
            x=part["size"].to_list(),
            y=part["R"].to_list(),
            mode="lines+markers",
            marker_size=5,
            name=name,
            hovertemplate=f"{name}, %{{x:,}} tables: %{{y:.3f}}<extra></extra>",
        )
    queries = int(curves["queries"][0]) if len(curves) else 0
    figure.update_layout(
        height=360,
        margin=_MARGIN,
        legend=BELOW,
    )
    figure.update_xaxes(title="tables in the corpus", type="log", automargin=True)
    figure.update_yaxes(
        title=f"R@{k}, mean over {amount(queries, 'query')}", rangemode="tozero", automargin=True
    )
    return figure
