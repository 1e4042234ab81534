"""How often runs and ground truth disagree, over k (fishy-tus, Table 4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.evaluation import Disagreements
from core.figures.legends import BELOW
from core.figures.text import shown

if TYPE_CHECKING:
    import plotly.graph_objects as go

_MARGIN = {"l": 10, "r": 10, "t": 30, "b": 10}


def disagreement_figure(found: Disagreements) -> go.Figure:
    """Draw GTFP@k and GTFN@k for k = 1..K of one run, or of what several agree on.

    The two often coincide: where every query has at least k positives and every ranking at least
    k candidates, a wrong candidate is a missed positive. GTFN is drawn dashed on top of GTFP.
    """
    import plotly.graph_objects as go

    cuts = list(range(1, found.k + 1))
    figure = go.Figure()
    for name, values, above, below, what, line in (
        (
            "GTFP@k: ranked, not positive",
            found.gtfp,
            found.gtfp_pairs,
            found.gtfp_slots,
            "places of the rankings",
            {"width": 3},
        ),
        (
            "GTFN@k: positive, not ranked",
            found.gtfn,
            found.gtfn_misses,
            found.gtfn_expected,
            "positives that could be ranked",
            {"width": 2, "dash": "dot"},
        ),
    ):
        figure.add_scatter(
            x=cuts,
            y=list(values),
            mode="lines+markers",
            name=name,
            line=line,
            customdata=_fractions(above, below),
            hovertemplate=(
                f"%{{y:.1%}} at k = %{{x}}<br>%{{customdata[0]:,}} of %{{customdata[1]:,}} {what}"
                "<extra></extra>"
            ),
        )
    figure.update_layout(
        height=320,
        margin=_MARGIN,
        legend=BELOW,
    )
    methods = " and ".join(shown(method, 24) for method in found.methods)
    figure.update_xaxes(title=f"k, for {methods}", dtick=1 if found.k <= 20 else None)  # noqa: PLR2004 - as many as fit
    figure.update_yaxes(title="Share disputed", tickformat=".0%", rangemode="tozero")
    return figure


def _fractions(above: Sequence[int], below: Sequence[int]) -> list[tuple[int, int]]:
    return list(zip(above, below, strict=True))
