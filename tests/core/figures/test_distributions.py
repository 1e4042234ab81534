from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.figures import frequent_values, map_figure, numeric_spread, size_histogram, type_counts
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
    assert [trace.name for trace in figure.data] == ["many (2)", "few (1)"]
    assert [point[0] for trace in figure.data for point in trace.customdata] == [
        "a.csv",
        "c.csv",
        "<i>.csv",
    ]
    assert figure.data[1].hovertext == ("&lt;i&gt;.csv",)
