from __future__ import annotations

import pytest

from core.benchmarks.overlaps.overlap_summary import OverlapSummary
from core.benchmarks.overlaps.pairs import PairKind
from core.benchmarks.overlaps.set_kinds import OverlapKind, SetKind
from core.figures.overlap import overlap_across, overlap_histogram

QUANTILES = ((0.05, 0.0), (0.25, 0.1), (0.5, 0.3), (0.75, 0.6), (0.95, 1.0))


def summary(histogram=(6, 4), pairs=PairKind.POSITIVE, what=SetKind(), undefined=2):  # noqa: B008 - frozen
    n = sum(histogram)
    return OverlapSummary(
        what=what, pairs=pairs, total=n + undefined, n=n, undefined=undefined, unread=0,
        mean=0.4 if n else None, half=histogram[-1],
        quantiles=QUANTILES if n else (), histogram=tuple(histogram),
    )  # fmt: skip


def test_histograms_overlie_as_shares_of_their_own_pairs():
    figure = overlap_histogram([summary(), summary((30, 10), PairKind.RANDOM)])
    assert figure.layout.barmode == "overlay"
    assert [tuple(bar.y) for bar in figure.data] == [(0.6, 0.4), (0.75, 0.25)]
    assert figure.data[0].name == "positive (10 pairs, 2 left out)"
    assert [tuple(data) for data in figure.data[0].customdata] == [
        ("positive", 0, 6),
        ("positive", 1, 4),
    ]
    assert figure.layout.xaxis.title.text == "Overlap coefficient of column names"
    assert figure.layout.yaxis.title.text == "Share of pairs"


def test_one_pair_is_not_counted_as_several():
    (bar,) = overlap_histogram([summary((1, 0))]).data
    assert bar.name.startswith("positive (1 pair,")
    assert "of 1 positive pair<br>" in bar.hovertemplate
    assert bar.text[0] == "1 pair with 0 to 0.5"


def test_pairs_without_a_coefficient_have_no_bars():
    figure = overlap_histogram([summary(), summary((0, 0), PairKind.NEGATIVE)])
    assert not figure.data[1].x
    assert figure.data[1].name == "negative (0 pairs, 2 left out)"


def test_a_row_a_benchmark_with_its_mean_its_n_and_its_share():
    figure = overlap_across({"UGEN": summary(), "<b>SANTOS": summary((0, 0))})
    means = figure.data[-1]
    assert (list(means.x), list(means.y)) == ([0.4], [1])  # the first row is on top
    told = [note.text for note in figure.layout.annotations]
    assert told == ["none of 2 pairs<br>has any", "n = 10<br>40.0% at ≥ 0.5"]
    assert figure.layout.yaxis.ticktext == ("&lt;b&gt;SANTOS", "UGEN")
    assert "median 0.300" in means.customdata[0]


def test_no_colour_is_set_so_that_the_template_gives_them():
    for figure in (overlap_histogram([summary()]), overlap_across({"a": summary()})):
        text = str(figure.to_dict()["data"])
        assert "#" not in text
        assert "rgb" not in text


def test_different_sets_are_refused_in_one_figure():
    other = summary(what=SetKind(OverlapKind.VALUES))
    with pytest.raises(ValueError, match=r"one kind of set\. Got 2"):
        overlap_histogram([summary(), other])
    with pytest.raises(ValueError, match="number of bins"):
        overlap_histogram([summary(), summary((1, 1, 1))])
