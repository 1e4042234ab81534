from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.figures import frequent_values, map_figure, numeric_spread, size_histogram, type_counts
from core.figures.scatter import COLOURS
from core.types import ColumnProfile, DataType


def test_few_sizes_have_a_bar_each() -> None:
    bar = size_histogram([2, 3, 3, 5], "rows").data[0]
    assert list(bar.x) == ["2", "3", "4", "5"]
    assert list(bar.y) == [1, 2, 0, 1]


@given(st.lists(st.integers(0, 10**9), min_size=1, max_size=200))
def test_every_table_is_in_one_of_at_most_21_bars(sizes: list[int]) -> None:
    bar = size_histogram(sizes, "rows").data[0]
    assert sum(bar.y) == len(sizes)
    assert len(bar.x) == len(bar.y) <= 21


def test_no_table_is_an_empty_figure() -> None:
    assert not size_histogram([], "rows").data[0].x


def test_types_say_of_how_many() -> None:
    bar = type_counts({DataType.STRING: 199, DataType.FLOAT: 1}).data[0]
    assert list(bar.text) == ["199 (100%)", "1 (under 1%)"]


def test_values_are_text_and_not_markup() -> None:
    profile = ColumnProfile(0, "c", "c", DataType.STRING, 3, 0, 1, top=(("<b>x</b>", 3),))
    figure = frequent_values(profile)
    assert figure.layout.yaxis.ticktext == ("&lt;b&gt;x&lt;/b&gt;",)


def test_only_numbers_have_quartiles() -> None:
    with pytest.raises(ValueError, match="quartiles"):
        numeric_spread(ColumnProfile(0, "c", "c", DataType.STRING, 3, 0, 1))


def test_every_table_is_a_point_of_its_cluster() -> None:
    import numpy as np

    ids = ["a.csv", "<i>.csv", "c.csv"]
    spots = np.arange(3, dtype=np.float32)
    figure = map_figure(ids, spots, spots, np.array([1, 0, 1]), ["few", "many", "none"])
    assert [trace.name for trace in figure.data] == ["Left out (0)", "many (2)", "few (1)"]
    assert [point[0] for trace in figure.data for point in trace.customdata] == [
        "a.csv",
        "c.csv",
        "<i>.csv",
    ]
    assert figure.data[2].hovertext == ("&lt;i&gt;.csv",)
    assert [trace.showlegend for trace in figure.data] == [False, True, True]


def test_tables_that_are_not_kept_are_grey_points_and_not_counted() -> None:
    import numpy as np

    ids, spots = ["a.csv", "b.csv", "c.csv"], np.arange(3, dtype=np.float32)
    figure = map_figure(ids, spots, spots, np.array([1, 0, 1]), ["few", "many"], {"c.csv"})
    assert [trace.name for trace in figure.data] == ["Left out (2)", "many (1)", "few (0)"]
    assert [point[0] for point in figure.data[0].customdata] == ["a.csv", "b.csv"]
    assert [trace.showlegend for trace in figure.data] == [True, True, False]


def test_no_two_of_39_clusters_look_alike() -> None:
    import numpy as np

    theme = tomllib.loads((Path(__file__).parents[3] / ".streamlit" / "config.toml").read_text())
    for mode in ("light", "dark"):
        assert len(theme["theme"][mode]["chartCategoricalColors"]) == COLOURS
    spots = np.arange(39, dtype=np.float32)
    ids, names = [f"{i}.csv" for i in range(39)], [str(i) for i in range(39)]
    data = map_figure(ids, spots, spots, np.arange(39), names).data
    looks = [(place % COLOURS, trace.marker.symbol) for place, trace in enumerate(data)][1:]
    assert len(set(looks)) == 39
