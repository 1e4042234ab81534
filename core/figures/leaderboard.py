"""Scores of runs with their intervals, and two runs query by query."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.amounts import amount, between, rounded
from core.benchmarks.auditing.scored_runs import Leaderboard
from core.evaluation import Comparison, Metric
from core.figures.legends import BELOW
from core.figures.text import shown

if TYPE_CHECKING:
    import plotly.graph_objects as go

_MARGIN = {"l": 10, "r": 10, "t": 24, "b": 10}
_ROW = 34


def leaderboard_figure(board: Leaderboard, metric: Metric = Metric.P) -> go.Figure:
    """Draw each run's mean with its 95% interval, the best on top, and the best reachable mean.

    Examples
    --------
    >>> from core.evaluation import Qrels, ideal
    >>> best = ideal(Qrels.of({"q": {"a": 1}}), k=1)
    >>> leaderboard_figure(Leaderboard("b", "base", 1, best, ())).layout.xaxis.title.text
    'P@1, mean over 1 query'
    """
    import plotly.graph_objects as go

    rows = sorted(board.rows, key=lambda row: row[metric])
    figure = go.Figure()
    means = [row[metric] for row in rows]
    ends = [row.interval(metric) for row in rows]
    high = [(e.high if e.high is not None else m) - m for e, m in zip(ends, means, strict=True)]
    low = [m - (e.low if e.low is not None else m) for e, m in zip(ends, means, strict=True)]
    figure.add_scatter(
        x=means,
        y=list(range(len(rows))),
        mode="markers",
        marker_size=10,
        error_x={"type": "data", "symmetric": False, "array": high, "arrayminus": low},
        customdata=[
            f"{shown(row.run.method)}: {rounded(mean)}"
            + (f" ({between(end.low, end.high)})" if end.low is not None else "")
            for row, mean, end in zip(rows, means, ends, strict=True)
        ],
        hovertemplate="%{customdata}<extra></extra>",
        showlegend=False,
    )
    best = board.ideal[metric]
    figure.add_vline(
        x=best,
        line_dash="dash",
        line_width=1.5,
        opacity=0.7,
        annotation_text=f"IDEAL {rounded(best)}",
        annotation_position="top left",
    )
    figure.update_layout(height=100 + _ROW * max(len(rows), 1), margin=_MARGIN)
    figure.update_xaxes(
        title=f"{metric.label(board.k)}, mean over {amount(board.ideal.queries, 'query')}",
        range=[0, max(1.0, best) * 1.02],
        automargin=True,
    )
    figure.update_yaxes(
        tickvals=list(range(len(rows))),
        ticktext=[shown(row.run.method, 28) for row in rows],
        range=[-0.6, len(rows) - 0.4],
        automargin=True,
    )
    return figure


def difference_figure(found: Comparison) -> go.Figure:
    """Draw the difference of two runs on every query, from the first's best to the second's.

    Each bar's ``customdata`` is the query's id as it is; its hover text is safe to show.
    """
    import plotly.graph_objects as go

    frame = found.frame.sort("difference", "query", descending=[True, False])
    first, second = shown(found.first, 28), shown(found.second, 28)
    figure = go.Figure()
    for name, rows in (
        (f"{first} is better ({found.wins:,})", frame["difference"] > 0),
        (f"{second} is better ({found.losses:,})", frame["difference"] < 0),
        (f"no difference ({found.ties:,})", frame["difference"] == 0),
    ):
        part = frame.with_row_index("place").filter(rows)
        figure.add_bar(
            x=part["place"].to_list(),
            y=part["difference"].to_list(),
            name=name,
            customdata=part["query"].to_list(),
            hovertext=[
                f"{shown(query)}<br>{first} {rounded(one)}, {second} {rounded(other)}"
                for query, one, other in part.select("query", "first", "second").iter_rows()
            ],
            hovertemplate="%{hovertext}<extra></extra>",
        )
    label = found.metric.label(found.k)
    figure.update_layout(
        height=320,
        margin=_MARGIN,
        bargap=0.15,
        legend=BELOW,
    )
    figure.update_xaxes(
        title=f"Queries ({found.queries:,}), ordered by difference",
        showticklabels=False,
        automargin=True,
    )
    figure.update_yaxes(title=f"{label}: {first} less {second}", automargin=True)
    return figure
