"""How far a judge can be trusted: confusion, intervals, calibration, what more votes would give."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import polars as pl

from core.amounts import amount
from core.figures.legends import BELOW
from core.figures.text import shown
from core.judges.reliability import Reading, ShareEstimate

if TYPE_CHECKING:
    import plotly.graph_objects as go

_MARGIN = {"l": 10, "r": 10, "t": 24, "b": 10}
_ROW = 34
_WORDS = {"people": "People say", "truth": "The ground truth says"}
_YES_NO = ("yes", "no")


def confusion_figure(table: pl.DataFrame, reference: str = "people") -> go.Figure:
    """Draw the cases by what the judge and a reference say.

    Parameters
    ----------
    table
        From `core.judges.reliability.against.confusion`.
    reference
        ``people`` or ``truth``.
    """
    import plotly.graph_objects as go

    cells = {
        (row[reference], row["judge"]): (row["cases"], row["share"] or 0.0)
        for row in table.iter_rows(named=True)
    }
    counts = [[cells.get((r, j), (0, 0.0)) for j in _YES_NO] for r in _YES_NO]
    figure = go.Figure()
    figure.add_heatmap(
        x=list(_YES_NO),
        y=list(_YES_NO),
        z=[[share for _, share in row] for row in counts],
        zmin=0,
        zmax=1,
        text=[[f"{count:,}<br>{share:.0%}" for count, share in row] for row in counts],
        texttemplate="%{text}",
        hovertemplate=f"{_WORDS[reference]} %{{y}}, the judge %{{x}}: %{{z:.1%}}<extra></extra>",
        xgap=2,
        ygap=2,
        showscale=False,
    )
    figure.update_layout(height=260, margin=_MARGIN)
    figure.update_xaxes(title="The judge says", side="bottom", automargin=True)
    figure.update_yaxes(title=_WORDS[reference], autorange="reversed", automargin=True)
    return figure


def readings_figure(readings: Sequence[Reading]) -> go.Figure:
    """Draw figures of one unit with their intervals, the first on top; unknown ones are left out.

    Examples
    --------
    >>> from core.judges.reliability import Reading
    >>> drawn = readings_figure([Reading("agreement", 0.8, 0.7, 0.9, 40, "")])
    >>> drawn.data[0].x
    (0.8,)
    """
    known = [one for one in readings if one.value is not None]
    return _intervals(
        [one.name for one in known],
        [one.value or 0.0 for one in known],
        [one.low for one in known],
        [one.high for one in known],
        [f"{one.name}: {one.told}, {one.of_told}" for one in known],
        "Share",
    )


def groups_figure(table: pl.DataFrame, overall: float | None = None) -> go.Figure:
    """Draw agreement with people by topic, size and overlap, beside that of all cases.

    Parameters
    ----------
    table
        From `core.judges.reliability.strata.by_group`.
    """
    rows = list(table.iter_rows(named=True))
    figure = _intervals(
        [f"{row['by']}: {row['group']}" for row in rows],
        [row["agreement"] for row in rows],
        [row["low"] for row in rows],
        [row["high"] for row in rows],
        [
            f"{row['group']}: {row['agreement']:.1%} of {amount(row['cases'], 'case')}"
            for row in rows
        ],
        "Agreement with people",
    )
    if overall is not None:
        figure.add_vline(x=overall, line_dash="dash", line_width=1.5, opacity=0.7)
    return figure


def reliability_diagram(table: pl.DataFrame) -> go.Figure:
    """Draw how often a judge is right against how sure it says it is.

    Parameters
    ----------
    table
        From `core.judges.reliability.calibration.stated_confidence`.
    """
    import plotly.graph_objects as go

    figure = go.Figure()
    figure.add_scatter(
        x=[0, 1],
        y=[0, 1],
        mode="lines",
        line_dash="dash",
        opacity=0.6,
        hoverinfo="skip",
        showlegend=False,
    )
    right = table["right"].to_list()
    figure.add_scatter(
        x=table["confidence"].to_list(),
        y=right,
        mode="markers+lines",
        marker_size=10,
        error_y={
            "type": "data",
            "symmetric": False,
            "array": [h - r for h, r in zip(table["high"], right, strict=True)],
            "arrayminus": [r - low for low, r in zip(table["low"], right, strict=True)],
        },
        customdata=table["cases"].to_list(),
        hovertemplate="stated %{x:.0%}, right %{y:.0%}, %{customdata:,} cases<extra></extra>",
        showlegend=False,
    )
    figure.update_layout(height=320, margin=_MARGIN)
    figure.update_xaxes(title="Stated confidence", range=[0, 1.02], tickformat=".0%")
    figure.update_yaxes(title="Share that people confirm", range=[0, 1.02], tickformat=".0%")
    return figure


def more_votes_figure(estimate: ShareEstimate) -> go.Figure:
    """Draw how wide the interval of a share would be with more human votes."""
    import plotly.graph_objects as go

    figure = go.Figure()
    steps = estimate.more["more human votes"].to_list()
    for name in ("people alone", "with the judge"):
        figure.add_scatter(
            x=steps,
            y=[100 * half for half in estimate.more[name]],
            mode="markers+lines",
            name=name,
            hovertemplate=f"%{{x:,}} more: ±%{{y:.1f}} points, {name}<extra></extra>",
        )
    figure.update_layout(
        height=280,
        margin=_MARGIN,
        legend=BELOW,
    )
    figure.update_xaxes(title="More human votes", automargin=True)
    figure.update_yaxes(title="Half the interval, points", rangemode="tozero", automargin=True)
    return figure


def weights_figure(coefficients: pl.DataFrame) -> go.Figure:
    """Draw what each figure of a pair weighs for the rule, the heaviest on top.

    Parameters
    ----------
    coefficients
        From `core.judges.matcher.model.MatcherModel.to_frame`.
    """
    import plotly.graph_objects as go

    rows = coefficients.sort("coefficient", "feature", descending=[False, True])
    figure = go.Figure()
    figure.add_bar(
        x=rows["coefficient"].to_list(),
        y=rows["feature"].to_list(),
        orientation="h",
        hovertemplate="%{y}: %{x:.2f}<extra></extra>",
    )
    figure.update_layout(height=80 + _ROW * len(rows), margin=_MARGIN)
    figure.update_xaxes(title="Log-odds of yes per standard deviation", automargin=True)
    figure.update_yaxes(title="Figure of the pair", automargin=True)
    return figure


def _intervals(
    names: Sequence[str],
    values: Sequence[float],
    lows: Sequence[float | None],
    highs: Sequence[float | None],
    told: Sequence[str],
    title: str,
) -> go.Figure:
    import plotly.graph_objects as go

    figure = go.Figure()
    places = list(range(len(names)))
    figure.add_scatter(
        x=list(values),
        y=places,
        mode="markers",
        marker_size=9,
        error_x={
            "type": "data",
            "symmetric": False,
            "array": [(h if h is not None else v) - v for h, v in zip(highs, values, strict=True)],
            "arrayminus": [
                v - (low if low is not None else v) for low, v in zip(lows, values, strict=True)
            ],
        },
        customdata=[shown(one, 200) for one in told],
        hovertemplate="%{customdata}<extra></extra>",
        showlegend=False,
    )
    figure.update_layout(height=90 + _ROW * max(len(names), 1), margin=_MARGIN)
    figure.update_xaxes(title=title, range=[-0.02, 1.02], tickformat=".0%", automargin=True)
    figure.update_yaxes(
        tickvals=places,
        ticktext=[shown(one, 44) for one in names],
        autorange="reversed",
        automargin=True,
    )
    return figure
