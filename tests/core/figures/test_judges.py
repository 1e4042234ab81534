from __future__ import annotations

import numpy as np
import polars as pl

from core.figures.judges import (
    confusion_figure,
    groups_figure,
    more_votes_figure,
    readings_figure,
    reliability_diagram,
    weights_figure,
)
from core.judges.matcher.model import shipped_model
from core.judges.reliability import Reading, estimate_share

CONFUSION = pl.DataFrame(
    {
        "truth": ["yes", "yes", "no", "no"],
        "judge": ["yes", "no", "yes", "no"],
        "cases": [6, 1, 1, 2],
        "share": [0.6, 0.1, 0.1, 0.2],
    }
)


def test_the_confusion_has_the_reference_in_rows_and_counts_in_cells() -> None:
    figure = confusion_figure(CONFUSION, "truth")
    assert [list(row) for row in figure.data[0].z] == [[0.6, 0.1], [0.1, 0.2]]
    assert figure.data[0].text[0][0] == "6<br>60%"
    assert figure.layout.yaxis.title.text == "The ground truth says"


def test_unknown_readings_are_not_drawn_and_names_are_no_markup() -> None:
    drawn = readings_figure(
        [Reading("<b>a</b>", 0.5, 0.4, 0.7, 9, ""), Reading("b", None, None, None, 0, "")]
    )
    assert drawn.data[0].x == (0.5,)
    assert np.allclose(drawn.data[0].error_x.array, [0.2])
    assert np.allclose(drawn.data[0].error_x.arrayminus, [0.1])
    assert drawn.layout.yaxis.ticktext == ("&lt;b&gt;a&lt;/b&gt;",)


def test_groups_have_the_line_of_all_cases() -> None:
    table = pl.DataFrame(
        {
            "by": ["topic"],
            "group": ["fish"],
            "cases": [8],
            "agreement": [0.5],
            "low": [0.2],
            "high": [0.8],
        }
    )
    figure = groups_figure(table, 0.75)
    assert figure.layout.shapes[0].x0 == 0.75
    assert figure.layout.yaxis.ticktext == ("topic: fish",)


def test_the_diagram_has_a_diagonal_and_a_point_a_bin() -> None:
    table = pl.DataFrame(
        {"confidence": [0.65, 0.9], "right": [0.5, 1.0], "low": [0.2, 0.7], "high": [0.8, 1.0]}
    ).with_columns(cases=pl.lit(7))
    figure = reliability_diagram(table)
    assert figure.data[1].x == (0.65, 0.9)
    assert np.allclose(figure.data[1].error_y.arrayminus, [0.3, 0.3])


def test_intervals_of_more_votes_are_told_in_points() -> None:
    votes = np.array([True, False] * 10)
    found = estimate_share("yes", votes, votes, np.tile(votes, 4))
    figure = more_votes_figure(found)
    assert figure.data[0].x == (0, 10, 20, 50)
    assert figure.data[0].y[0] == 100 * found.more["people alone"][0]


def test_the_heaviest_weight_stands_on_top() -> None:
    bars = weights_figure(shipped_model().to_frame()).data[0]
    # Plotly draws the first bar at the bottom.
    assert bars.y[-1] == "alignment of column names"
    assert list(bars.x) == sorted(bars.x)
