"""Voter against voter, and what each rule concludes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import polars as pl

from core.amounts import rounded
from core.figures.legends import BELOW
from core.figures.text import shown
from core.labels.agreement.estimates import Measure
from core.labels.settling.consensus import Consensus

if TYPE_CHECKING:
    import plotly.graph_objects as go

_MARGIN = {"l": 10, "r": 10, "t": 30, "b": 10}
_CELL = 26
_FEW = 12
"""Up to so many voters, the values stand in the cells."""
_MOST_NAMES = 30
"""Names along an axis; with more voters every second, third and so on has one."""
_HIGHEST = 640
_ROW = 46


def voter_matrix_figure(pairs: pl.DataFrame, measure: Measure = Measure.RAW) -> go.Figure:
    """Draw one measure of agreement for every two voters.

    Empty cells are a voter against itself and pairs for which the measure is not defined, whose
    hover text says why, as it does of a value without an interval. A cell's ``customdata`` is
    ``[hover text, first, second]``, the voters as they are.

    Parameters
    ----------
    pairs
        From `core.labels.agreement.pairs.pair_agreement`.
    measure
        One that is in it.

    Examples
    --------
    >>> from core.labels.agreement.pairs import pair_agreement
    >>> votes = pl.DataFrame({"case": ["a", "a"], "voter": ["ann", "bob"], "label": [2, 1]})
    >>> voter_matrix_figure(pair_agreement(votes)).data[0].z[0]
    [None, 0.0]
    """
    import plotly.graph_objects as go

    chosen = pairs.filter(pl.col("measure") == measure.value)
    voters = sorted({*chosen["first"], *chosen["second"]})
    place = {voter: at for at, voter in enumerate(voters)}
    values: list[list[float | None]] = [[None] * len(voters) for _ in voters]
    hover = [[[_self(one), one, other] for other in voters] for one in voters]
    for row in chosen.iter_rows(named=True):
        for one, other in ((row["first"], row["second"]), (row["second"], row["first"])):
            values[place[one]][place[other]] = row["value"]
            hover[place[one]][place[other]] = [_told(one, other, measure, row), one, other]
    defined = [value for row in values for value in row if value is not None]
    names = [shown(voter, 20) for voter in voters]
    steps = list(range(len(voters)))
    figure = go.Figure()
    figure.add_heatmap(
        x=steps,
        y=steps,
        z=values,
        zmin=min([0.0, *defined]),
        zmax=1,
        customdata=hover,
        hovertemplate="%{customdata[0]}<extra></extra>",
        texttemplate="%{z:.2f}" if len(voters) <= _FEW else None,
        hoverongaps=True,
        xgap=1,
        ygap=1,
        colorbar_title=_title(measure),
    )
    figure.update_layout(height=min(max(260, 120 + _CELL * len(voters)), _HIGHEST), margin=_MARGIN)
    every = -(-len(voters) // _MOST_NAMES) or 1
    axis = {
        "title": "Voter",
        "tickvals": steps[::every],
        "ticktext": names[::every],
        "automargin": True,
    }
    figure.update_xaxes(**axis, showgrid=False, zeroline=False)
    figure.update_yaxes(**axis, showgrid=False, zeroline=False, autorange="reversed")
    return figure


def rules_figure(found: Sequence[Consensus], words: Mapping[int, str] | None = None) -> go.Figure:
    """Draw how many cases each rule settles with which label, and how many it leaves open.

    A bar's ``customdata`` is ``[rule, label]``; the label is null for what needs adjudication.

    Parameters
    ----------
    found
        Of the same votes, one a rule, from top to bottom.
    words
        What the labels mean; "label 2" and so on for those that are not named.

    Raises
    ------
    ValueError
        If they are not of equally many cases.
    """
    import plotly.graph_objects as go

    cases = {one.cases for one in found}
    if len(cases) > 1:
        raise ValueError(f"Rules are compared on the same cases. Got {sorted(cases)} cases.")
    total = max(cases, default=0)
    scale = found[0].scale if found else ()
    figure = go.Figure()
    for label in (*scale, None):
        name = _name(label, words or {})
        counts = [_count(one, label) for one in found]
        figure.add_bar(
            x=counts,
            y=[one.rule.value for one in found],
            orientation="h",
            name=name,
            customdata=[[one.rule.value, label] for one in found],
            text=[f"{count:,}" if count else "" for count in counts],
            hovertemplate=f"%{{y}}: {name}<br>%{{x:,}} of {total:,} cases<extra></extra>",
        )
    figure.update_layout(
        barmode="stack",
        height=110 + _ROW * max(len(found), 1),
        margin=_MARGIN,
        legend={**BELOW, "traceorder": "normal"},
    )
    figure.update_xaxes(title=f"Cases, {total:,} with a vote", automargin=True)
    figure.update_yaxes(title="Rule", autorange="reversed", automargin=True)
    return figure


def _count(one: Consensus, label: int | None) -> int:
    if label is None:
        return int(one.frame["needs_adjudication"].sum())
    settled = one.frame.filter(~pl.col("needs_adjudication"))
    return int((settled["label"] == label).sum())


def _name(label: int | None, words: Mapping[int, str]) -> str:
    if label is None:
        return "needs adjudication"
    return shown(words.get(label, f"label {label}"))


def _title(measure: Measure) -> str:
    return measure.value.replace(", ", ",<br>")


def _self(voter: str) -> str:
    return f"{shown(voter)}: a voter is not compared with itself"


def _told(first: str, second: str, measure: Measure, row: Mapping[str, Any]) -> str:
    names = f"{shown(first)} and {shown(second)}"
    if row["value"] is None:
        return f"{names}<br>{measure}: not defined<br>{row['note']}"
    interval = (
        "" if row["low"] is None else f" ({rounded(row['low'], 2)} to {rounded(row['high'], 2)})"
    )
    told = f"{names}<br>{measure} {rounded(row['value'], 2)}{interval}<br>on {row['cases']:,} cases"
    return told if row["low"] is not None else f"{told}<br>{row['note']}"
