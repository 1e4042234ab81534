from __future__ import annotations

from core.benchmarks.curating.rescoring import Rescoring, Standing
from core.evaluation import Metric
from core.figures.ranks import rank_lines_figure
from core.intervals import SHARES, bootstrap_mean_interval

SOME = bootstrap_mean_interval([0.0, 1.0, 0.0, 1.0], SHARES)


def rescored(*places: tuple[str, str, float, int, int]) -> Rescoring:
    standings = tuple(
        Standing(run, release, score, SOME, rank, place)
        for run, release, score, rank, place in places
    )
    return Rescoring("b", 10, Metric.P, "base", 1, (), standings, (), (), {})


def test_a_line_goes_from_place_to_place_and_ends_in_the_runs_name() -> None:
    figure = rank_lines_figure(
        rescored(
            ("<b>a", "base", 0.5, 1, 1),
            ("c", "base", 0.4, 2, 2),
            ("d", "base", 0.1, 3, 3),
            ("c", "r1", 0.7, 1, 1),
            ("<b>a", "r1", 0.6, 2, 2),
            ("d", "r1", 0.1, 3, 3),
        )
    )
    lines = {line.name: line for line in figure.data}
    assert [(name, list(line.y)) for name, line in lines.items()] == [
        ("c", [2, 1]),
        ("&lt;b&gt;a", [1, 2]),
        ("d", [3, 3]),
    ]
    names = {(name.x, name.y): name.text for name in figure.layout.annotations}
    assert names == {(1, 1): "c 0.700", (1, 2): "&lt;b&gt;a 0.600", (1, 3): "d 0.100"}
    assert lines["d"].opacity < lines["c"].opacity
    text, run, release = lines["&lt;b&gt;a"].customdata[1]
    assert (run, release) == ("<b>a", "r1")
    assert text.startswith("&lt;b&gt;a under r1<br>P@10 0.600 (")
    assert text.endswith("<br>rank 2 of 3")
    assert list(figure.layout.xaxis.ticktext) == ["base", "r1"]
    assert figure.layout.yaxis.title.text == "Rank by P@10"
    assert figure.layout.yaxis.range[0] > figure.layout.yaxis.range[1]  # the best on top


def test_runs_of_one_rank_neither_cross_nor_move() -> None:
    figure = rank_lines_figure(
        rescored(
            ("a", "base", 0.7, 1, 1),
            ("b", "base", 0.7, 1, 2),
            ("c", "base", 0.5, 3, 3),
            ("d", "base", 0.5, 3, 4),
            ("b", "r1", 0.8, 1, 1),
            ("a", "r1", 0.8, 1, 2),
            ("d", "r1", 0.6, 3, 3),
            ("c", "r1", 0.5, 4, 4),
        )
    )
    lines = {line.name: line for line in figure.data}
    assert {name: list(line.y) for name, line in lines.items()} == {
        "b": [1, 1],
        "a": [1.4, 1.4],
        "d": [3, 3],
        "c": [3.4, 4],
    }
    # Of the four only c has another rank, whatever the order of their labels.
    assert [name for name, line in lines.items() if line.opacity == 1] == ["c"]


def test_no_line_is_dim_where_no_run_changes_places() -> None:
    figure = rank_lines_figure(
        rescored(
            ("a", "base", 0.7, 1, 1),
            ("b", "base", 0.6, 2, 2),
            ("a", "r1", 0.8, 1, 1),
            ("b", "r1", 0.5, 2, 2),
        )
    )
    assert [line.opacity for line in figure.data] == [1, 1]


def test_one_release_alone_is_a_column_of_points_and_none_is_empty() -> None:
    alone = rank_lines_figure(rescored(("a", "base", 0.5, 1, 1), ("c", "base", 0.5, 1, 2)))
    assert [line.opacity for line in alone.data] == [1, 1]
    assert len(rank_lines_figure(rescored()).data) == 0
