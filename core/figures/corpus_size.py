"""Recall over the size of the corpus."""

from __future__ import annotations

from collections.abc import Sequence
from math import log10
from typing import TYPE_CHECKING

import polars as pl

from core.amounts import amount
from core.figures.legends import BELOW
from core.figures.text import shown

if TYPE_CHECKING:
    import plotly.graph_objects as go

_MOST_TICKS = 8
_BESIDE = 0.03
"""Room beside the smallest and the largest size, in powers of ten."""
_MARGIN = {"l": 10, "r": 10, "t": 30, "b": 10}


def corpus_figure(curves: pl.DataFrame, k: int) -> go.Figure:
    """Draw R@k of every run over the number of tables in the corpus.

    Parameters
    ----------
    curves
        From `core.benchmarks.auditing.corpus.corpus_curves`: ``run``, ``size``, ``R``, ``queries``.
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
    sizes = sorted(set(curves["size"].to_list()))
    if sizes:
        ticks = _ticks(sizes)
        figure.update_xaxes(
            tickvals=ticks,
            ticktext=[f"{size:,}" for size in ticks],
            range=[log10(sizes[0]) - _BESIDE, log10(sizes[-1]) + _BESIDE],
        )
    figure.update_xaxes(title="tables in the corpus", type="log", automargin=True)
    figure.update_yaxes(
        title=f"R@{k}, mean over {amount(queries, 'query')}", rangemode="tozero", automargin=True
    )
    return figure


def _ticks(sizes: Sequence[int]) -> list[int]:
    """Choose sizes to name on the axis, the smallest and the largest among them.

    A logarithmic axis names parts of a table otherwise, and digits without their power of ten.

    Examples
    --------
    >>> _ticks([4])
    [4]
    >>> _ticks([10, 11, 100, 990, 1000])
    [10, 100, 1000]
    """
    apart = log10(sizes[-1] / sizes[0]) / _MOST_TICKS
    ticks = [sizes[-1]]
    for size in reversed(sizes[1:-1]):
        if min(log10(ticks[-1] / size), log10(size / sizes[0])) >= apart:
            ticks.append(size)
    return sorted({*ticks, sizes[0]})
