"""Places of runs under one ground truth after another, a line a run."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from core.amounts import between, rounded
from core.benchmarks.curating.rescoring import Rescoring, Standing
from core.figures.text import shown

if TYPE_CHECKING:
    import plotly.graph_objects as go

_MARGIN = {"l": 10, "r": 10, "t": 24, "b": 10}
_ROW = 36
_DIM = 0.45
_TIED = 0.4
"""How far below each other runs of one rank are drawn, of the way to the next rank."""
_BESIDE = 12
"""Pixels from the middle of a line's last point to its name."""
_LETTER = 7
"""Width of a letter in pixels, about."""


def rank_lines_figure(rescored: Rescoring) -> go.Figure:
    """Draw each run's rank under each release, the best on top, with its name and last score.

    Where some runs change places, the lines of those that keep theirs are dim.

    Equal scores share a rank: such runs stand close below it, in the order that the last release
    gives them, so that no lines cross where no runs change places. Each point's ``customdata`` is
    ``[hover text, run, release]``, the latter two as they are.

    Examples
    --------
    >>> from core.evaluation import Metric
    >>> from core.intervals import Interval
    >>> interval = Interval(0.1, 0.3, 0.95, 2, "bca", 2_000, 0)
    >>> found = Rescoring("b", 1, Metric.P, "base", 1, (),
    ...                   (Standing("m", "base", 0.2, interval, 1, 1),), (), (), {})
    >>> rank_lines_figure(found).data[0].y
    (1.0,)
    """
    import plotly.graph_objects as go

    lines: dict[str, list[Standing]] = defaultdict(list)
    for one in rescored.standings:
        lines[one.run].append(one)
    releases = list(dict.fromkeys(one.release for one in rescored.standings))
    heights = _heights(rescored.standings, releases)
    at = {name: place for place, name in enumerate(releases)}
    staying = {run for run, line in lines.items() if len({one.rank for one in line}) == 1}
    figure = go.Figure()
    for run, line in sorted(lines.items(), key=lambda item: item[1][-1].place):
        stays = run in staying
        figure.add_scatter(
            x=[at[one.release] for one in line],
            y=[heights[one.run, one.release] for one in line],
            mode="lines+markers",
            line_width=2 if stays else 4,
            marker_size=12,
            opacity=_DIM if stays and len(staying) < len(lines) else 1,
            customdata=[[_told(one, rescored, len(lines)), run, one.release] for one in line],
            hovertemplate="%{customdata[0]}<extra></extra>",
            name=shown(run, 28),
            showlegend=False,
            cliponaxis=False,
        )
        # Beside the line, not part of it: a name is read where its line is dim.
        figure.add_annotation(
            x=at[line[-1].release],
            y=heights[run, line[-1].release],
            text=f"{shown(run, 28)} {rounded(line[-1].score)}",
            showarrow=False,
            xanchor="left",
            xshift=_BESIDE,
        )
    longest = max((len(name.text) for name in figure.layout.annotations), default=0)
    figure.update_layout(
        height=100 + _ROW * max(len(lines), 1),
        # The names at the ends of the lines stand in the margin.
        margin={**_MARGIN, "r": _MARGIN["r"] + _BESIDE + _LETTER * longest},
    )
    figure.update_xaxes(
        title="Ground truth, oldest first",
        tickvals=list(at.values()),
        ticktext=[shown(name, 20) for name in releases],
        range=[-0.15, max(len(releases) - 1, 0.5) + 0.05],
        zeroline=False,
        automargin=True,
    )
    figure.update_yaxes(
        title=f"Rank by {rescored.metric.label(rescored.k)}",
        tickvals=list(range(1, len(lines) + 1)),
        range=[len(lines) + 0.6, 0.4],
        showgrid=False,
        zeroline=False,
        automargin=True,
    )
    return figure


def _heights(
    standings: Iterable[Standing], releases: Sequence[str]
) -> dict[tuple[str, str], float]:
    """Return where each run stands under each release: at its rank, or close below others of it."""
    ordered = sorted(standings, key=lambda one: (-releases.index(one.release), one.place))
    last: dict[str, int] = {}
    for one in ordered:
        last.setdefault(one.run, one.place)
    heights: dict[tuple[str, str], float] = {}
    tied: dict[tuple[str, int], int] = defaultdict(int)
    for one in sorted(ordered, key=lambda one: last[one.run]):
        heights[one.run, one.release] = one.rank + _TIED * tied[one.release, one.rank]
        tied[one.release, one.rank] += 1
    return heights


def _told(one: Standing, rescored: Rescoring, runs: int) -> str:
    label, low, high = rescored.metric.label(rescored.k), one.interval.low, one.interval.high
    interval = "" if low is None or high is None else f" ({between(low, high)})"
    return (
        f"{shown(one.run)} under {shown(one.release)}<br>{label} {rounded(one.score)}{interval}"
        f"<br>rank {one.rank} of {runs}"
    )
