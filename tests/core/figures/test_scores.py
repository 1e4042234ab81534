from __future__ import annotations

import polars as pl

from core.benchmarks.auditing.scored_runs import Leaderboard, RunScores
from core.benchmarks.types import RunInfo
from core.evaluation import (
    Metric,
    Qrels,
    Run,
    compare,
    disagreements,
    ideal,
    score_queries,
)
from core.figures.corpus_size import corpus_figure
from core.figures.curves import curves_figure
from core.figures.disagreements import disagreement_figure
from core.figures.leaderboard import difference_figure, leaderboard_figure

QRELS = Qrels.of({"q1": {"a": 1}, "q2": {"b": 1}, "<b>q3": {"c": 1}})
GOOD = Run.from_order({"q1": ["a"], "q2": ["b"], "<b>q3": ["x"]}, method="<i>good")
BAD = Run.from_order({"q1": ["x"], "q2": ["b"], "<b>q3": ["c"]}, method="bad")


def board(*given: Run) -> Leaderboard:
    rows = []
    for run in given:
        scores = score_queries(run, QRELS, 1)
        info = RunInfo(1, run.method, {}, {}, None, None, None, 1, "", False)
        rows.append(RunScores(info, scores))
    return Leaderboard("b", "base", 1, ideal(QRELS, 1), tuple(rows))


def test_each_run_stands_at_its_mean_within_its_interval():
    figure = leaderboard_figure(board(GOOD, BAD))
    (points,) = figure.data
    assert [round(x, 3) for x in points.x] == [0.667, 0.667]
    assert figure.layout.shapes[0].x0 == 1.0
    assert "&lt;i&gt;good" in figure.layout.yaxis.ticktext
    assert figure.layout.xaxis.title.text == "P@1, mean over 3 queries"
    assert all(length >= 0 for length in (*points.error_x.array, *points.error_x.arrayminus))


def test_differences_are_ordered_and_counted():
    figure = difference_figure(compare(GOOD, BAD, QRELS, 1, Metric.P))
    better, worse, equal = figure.data
    assert (list(better.y), list(worse.y), list(equal.y)) == ([1.0], [-1.0], [0.0])
    assert (list(better.x), list(equal.x), list(worse.x)) == ([0], [1], [2])
    assert list(worse.customdata) == ["<b>q3"]
    assert worse.hovertext[0].startswith("&lt;b&gt;q3<br>")
    assert better.name == "&lt;i&gt;good is better (1)"


def test_curves_have_a_line_a_run_and_the_ideal_dashed():
    curves = pl.DataFrame({"run": ["a", "a"], "k": [1, 2], "queries": [3, 3], "P": [0.5, 0.25]})
    figure = curves_figure(curves, Metric.P, {1: 1.0, 2: 0.5})
    assert [trace.name for trace in figure.data] == ["a", "IDEAL"]
    assert figure.data[1].line.dash == "dash"
    assert list(figure.data[0].y) == [0.5, 0.25]
    assert figure.layout.yaxis.title.text == "P@k, mean over 3 queries"


def test_disagreements_tell_their_numerators_and_denominators():
    figure = disagreement_figure(disagreements(GOOD, QRELS, 1))
    gtfp, gtfn = figure.data
    assert [tuple(pair) for pair in gtfp.customdata] == [(1, 3)]
    assert [tuple(pair) for pair in gtfn.customdata] == [(1, 3)]
    assert "&lt;i&gt;good" in figure.layout.xaxis.title.text


def test_recall_over_the_corpus_has_a_line_a_run_and_says_of_how_many_queries():
    curves = pl.DataFrame(
        {"run": ["a", "a", "<b>"], "size": [20, 40, 40], "R": [0.9, 0.8, 0.5], "queries": [3] * 3}
    )
    figure = corpus_figure(curves, 10)
    assert [(list(one.x), list(one.y)) for one in figure.data] == [
        ([20, 40], [0.9, 0.8]),
        ([40], [0.5]),
    ]
    assert figure.data[1].name == "&lt;b&gt;"
    assert figure.layout.yaxis.title.text == "R@10, mean over 3 queries"
    assert not corpus_figure(curves.clear(), 10).data


def test_the_axis_of_corpus_sizes_names_whole_numbers_of_tables_that_are_there():
    curves = pl.DataFrame({"run": ["a"], "size": [4], "R": [0.9], "queries": [3]})
    axis = corpus_figure(curves, 10).layout.xaxis
    assert (list(axis.tickvals), list(axis.ticktext)) == ([4], ["4"])
    shown = [10**end for end in axis.range]
    assert 3.5 < shown[0] < 4 < shown[1] < 4.5
    wide = pl.DataFrame(
        {"run": ["a"] * 3, "size": [10, 100, 18_681], "R": [1.0] * 3, "queries": [3] * 3}
    )
    assert list(corpus_figure(wide, 10).layout.xaxis.ticktext) == ["10", "100", "18,681"]
