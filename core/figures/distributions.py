"""How sizes, types and values are distributed."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from core.figures.text import shown
from core.types import ColumnProfile, DataType

if TYPE_CHECKING:
    import plotly.graph_objects as go

_HEIGHT = 240
_BINS = 20
_SHORT = {"l": 10, "r": 10, "t": 10, "b": 10}


def size_histogram(sizes: Sequence[int], of: str) -> go.Figure:
    """Count tables by a size that ranges over orders of magnitude.

    Parameters
    ----------
    sizes
        One a table, at least 0.
    of
        What is counted, in the plural, such as "rows".

    Returns
    -------
    Figure
        Up to 20 bars, whose steps grow by a constant factor where the sizes range widely.
    """
    import plotly.graph_objects as go

    edges = _edges(sizes)
    counts, _ = np.histogram(sizes, edges or [0, 1])
    names = [
        f"{low:,}" if high - low == 1 else f"{low:,}–{high - 1:,}"
        for low, high in itertools.pairwise(edges)
    ]
    figure = go.Figure(
        go.Bar(
            x=names,
            y=counts[: len(names)],
            hovertemplate=f"%{{x}} {of}: %{{y:,}} tables<extra></extra>",
        )
    )
    return _finished(figure, f"{of.capitalize()} in a table", "Tables", category=True)


def _edges(sizes: Sequence[int]) -> list[int]:
    """Whole numbers where bars begin, and where the last one ends (exclusive)."""
    if not len(sizes):
        return []
    low, end = int(min(sizes)), int(max(sizes)) + 1
    if end - low <= _BINS:
        return list(range(low, end + 1))
    steps = np.geomspace(max(low, 1), end, _BINS + 1)
    return sorted({low, *(int(step) for step in steps[1:-1]), end})


def type_counts(counts: Mapping[DataType, int]) -> go.Figure:
    """Count the columns of each data type."""
    import plotly.graph_objects as go

    total = sum(counts.values())
    ordered = [kind for kind in DataType if counts.get(kind)]
    figure = go.Figure(
        go.Bar(
            x=[counts[kind] for kind in ordered],
            y=[str(kind) for kind in ordered],
            orientation="h",
            text=[f"{counts[kind]:,} ({_percent(counts[kind] / total)})" for kind in ordered],
            hovertemplate="%{y}: %{text} columns<extra></extra>",
        )
    )
    figure.update_yaxes(autorange="reversed")
    return _finished(figure, "Columns", "Type")


def _percent(share: float) -> str:
    return "under 1%" if 0 < share < 0.01 else f"{share:.0%}"  # noqa: PLR2004 - one percent


def frequent_values(profile: ColumnProfile) -> go.Figure:
    """Show the most frequent values of a column with their counts."""
    import plotly.graph_objects as go

    figure = go.Figure(
        go.Bar(
            x=[count for _, count in profile.top],
            y=list(range(len(profile.top))),
            orientation="h",
            customdata=[shown(value, 120) for value, _ in profile.top],
            hovertemplate="%{customdata}: %{x:,} cells<extra></extra>",
        )
    )
    figure.update_yaxes(
        autorange="reversed",
        tickvals=list(range(len(profile.top))),
        ticktext=[shown(value, 24) for value, _ in profile.top],
    )
    return _finished(figure, f"Cells (of {profile.values:,} with a value)", "Most frequent values")


def numeric_spread(profile: ColumnProfile) -> go.Figure:
    """Show smallest, quartiles and largest value of a numeric column as a box.

    Raises
    ------
    ValueError
        If the column has no quartiles.
    """
    import plotly.graph_objects as go

    if profile.quartiles is None or profile.minimum is None or profile.maximum is None:
        raise ValueError(f"Only a numeric column has quartiles. Got {profile.label!r}.")
    low, middle, high = profile.quartiles
    figure = go.Figure(
        go.Box(
            lowerfence=[float(profile.minimum)],
            q1=[low],
            median=[middle],
            q3=[high],
            upperfence=[float(profile.maximum)],
            mean=None if profile.mean is None else [profile.mean],
            orientation="h",
            y=[""],
            name="",
            hoverinfo="x",
        )
    )
    return _finished(
        figure, f"{shown(profile.label)}: smallest, quartiles, largest", "", height=150
    )


def _finished(
    figure: go.Figure, x: str, y: str, category: bool = False, height: int = _HEIGHT
) -> go.Figure:
    figure.update_layout(height=height, margin=_SHORT, showlegend=False, bargap=0.08)
    figure.update_xaxes(title=x, automargin=True, type="category" if category else None)
    figure.update_yaxes(title=y, automargin=True)
    return figure
