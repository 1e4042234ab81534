"""How overlap coefficients are distributed (fishy-tus, Figures 1 and 2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from core.amounts import amount, between, percent, rounded
from core.benchmarks.overlaps.overlap_summary import OverlapSummary
from core.benchmarks.overlaps.set_kinds import SetKind
from core.figures.legends import BELOW
from core.figures.text import shown

if TYPE_CHECKING:
    import plotly.graph_objects as go

_T = TypeVar("_T")

_MARGIN = {"l": 10, "r": 10, "t": 30, "b": 10}
_HEIGHT = 340
_ROW_HEIGHT = 90
_RIDGE = 0.85
_HALF_LINE = {"x": 0.5, "line_dash": "dot", "line_width": 1, "line_color": "rgb(128, 140, 146)"}


def overlap_histogram(summaries: Sequence[OverlapSummary]) -> go.Figure:
    """Lay the distributions of one coefficient over positive, negative and random pairs.

    Bars are shares of the pairs that have a coefficient, so that kinds of different size compare;
    a click on one gives ``customdata = [kind of pairs, bin, pairs]``, which is what `pairs_in_bin`
    takes.

    Parameters
    ----------
    summaries
        One a kind of pairs, all of one kind of set and with equally many bins; those without a
        coefficient are named in the legend and have no bars.

    Raises
    ------
    ValueError
        If they are of different sets or have different bins.
    """
    import plotly.graph_objects as go

    what = _one_of({one.what for one in summaries}, "kind of set")
    bins = _one_of({len(one.histogram) for one in summaries}, "number of bins")
    figure = go.Figure()
    for one in summaries:
        figure.add_bar(
            x=[(place + 0.5) / bins for place in range(bins)] if one.n else [],
            y=[count / one.n for count in one.histogram] if one.n else [],
            width=1 / bins,
            name=f"{one.pairs} ({_of(one)})",
            opacity=0.55,
            marker_line_width=1,
            customdata=[(one.pairs.value, place, n) for place, n in enumerate(one.histogram)],
            text=[
                f"{amount(n, 'pair')} with {place / bins:.2g} to {(place + 1) / bins:.2g}"
                for place, n in enumerate(one.histogram)
            ],
            textposition="none",
            hovertemplate=(
                f"%{{y:.1%}} of {amount(one.n, f'{one.pairs} pair')}<br>%{{text}}<extra></extra>"
            ),
        )
    figure.add_vline(**_HALF_LINE)
    figure.update_layout(
        barmode="overlay",
        bargap=0,
        height=_HEIGHT,
        margin=_MARGIN,
        legend=BELOW,
    )
    figure.update_xaxes(title=_coefficient(what), range=[0, 1], automargin=True)
    figure.update_yaxes(title="Share of pairs", tickformat=".0%", rangemode="tozero")
    return figure


def overlap_across(summaries: Mapping[str, OverlapSummary]) -> go.Figure:
    """Show the distribution in each benchmark, one row each (Figure 1).

    The histogram as a ridge, each as high as the next; a circle at the mean, with the median and
    the middle half in its hover; on the right how many pairs there are and which share of them
    has 0.5 or more.

    Parameters
    ----------
    summaries
        By the benchmark's name, from top to bottom; one without a coefficient has its row too,
        with the reason.

    Raises
    ------
    ValueError
        If they are of different sets.
    """
    what = _one_of({one.what for one in summaries.values()}, "kind of set")
    return _rows(list(summaries.items()), _coefficient(what))


def _rows(rows: Sequence[tuple[str, OverlapSummary]], title: str) -> go.Figure:
    import plotly.graph_objects as go

    figure = go.Figure()
    for row, (name, one) in enumerate(reversed(rows)):
        _add_ridge(figure, row, name, one)
        figure.add_annotation(
            x=1.02,
            xref="paper",
            xanchor="left",
            y=row + _RIDGE / 2,
            text=_told(one),
            align="left",
            showarrow=False,
        )
    means = [(row, name, one) for row, (name, one) in enumerate(reversed(rows)) if one.n]
    figure.add_scatter(
        x=[one.mean for _, _, one in means],
        y=[row for row, _, _ in means],
        mode="markers",
        marker={"size": 13, "line_width": 2},
        name="mean",
        customdata=[_details(name, one) for _, name, one in means],
        hovertemplate="%{customdata}<extra></extra>",
    )
    figure.add_vline(**_HALF_LINE)
    names = [shown(name, 24) for name, _ in reversed(rows)]
    figure.update_layout(
        height=90 + _ROW_HEIGHT * max(len(rows), 1),
        margin={**_MARGIN, "r": 130},
        showlegend=False,
        hovermode="closest",
    )
    figure.update_xaxes(title=title, range=[-0.02, 1.02], automargin=True)
    figure.update_yaxes(
        tickvals=list(range(len(rows))),
        ticktext=names,
        automargin=True,
        showgrid=False,
        zeroline=False,
    )
    return figure


def _add_ridge(figure: go.Figure, row: int, name: str, one: OverlapSummary) -> None:
    bins = len(one.histogram)
    highest = max(one.histogram, default=0)
    if not highest:
        return
    x = [edge for place in range(bins) for edge in (place / bins, (place + 1) / bins)]
    heights = [_RIDGE * count / highest for count in one.histogram for _ in range(2)]
    figure.add_scatter(
        x=[*x, *reversed(x)],
        y=[*(row + height for height in heights), *([row] * len(x))],
        mode="lines",
        fill="toself",
        line_width=1,
        opacity=0.6,
        hoverinfo="skip",
        name=shown(name, 24),
    )


def _told(one: OverlapSummary) -> str:
    if one.half_share is None:
        return f"none of {amount(one.total, 'pair')}<br>has any"
    return f"n = {one.n:,}<br>{percent(one.half_share, 1)} at ≥ 0.5"


def _details(name: str, one: OverlapSummary) -> str:
    quantiles = dict(one.quantiles)
    mean = "" if one.mean is None else rounded(one.mean)
    return (
        f"{shown(name, 60)}<br>mean {mean}, median {rounded(quantiles[0.5])}"
        f"<br>middle half {between(quantiles[0.25], quantiles[0.75])}"
        f"<br>{_of(one)}"
    )


def _of(one: OverlapSummary) -> str:
    left_out = f", {one.undefined:,} left out" if one.undefined else ""
    return f"{amount(one.n, 'pair')}{left_out}"


def _coefficient(what: SetKind) -> str:
    return f"Overlap coefficient of {what.words}"


def _one_of(found: set[_T], what: str) -> _T:
    if len(found) != 1:
        raise ValueError(f"One figure shows one {what}. Got {len(found)}.")
    return found.pop()
