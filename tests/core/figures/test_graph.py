from __future__ import annotations

from core.figures.graph import Edge, layered_graph


def test_tables_stand_in_layers_and_names_are_no_html() -> None:
    edges = [
        Edge(0, "q", "a", "<i>x</i>", 0.5),
        Edge(0, "q", "b", "y", 1.0),
        Edge(1, "a", "c", "z", 0.0),
    ]
    figure = layered_graph([["q"], ["a", "b"], ["c"]], edges)
    *lines, nodes = figure.data
    assert [line.line.width for line in lines] == [3.5, 6.0, 1.0]
    assert lines[0].text == "&lt;i&gt;x&lt;/i&gt;"
    assert list(lines[0].x) == [0.0, 0.3, 0.5, 0.7, 1.0]
    assert list(lines[0].y) == [-0.5, -0.5, -0.375, -0.25, -0.25]  # level where names stand
    assert list(nodes.textposition) == ["middle left", "top center", "top center", "middle right"]
    assert list(nodes.text) == ["q", "a", "b", "c"]
    assert list(nodes.x) == [0.0, 1.0, 1.0, 2.0]


def test_a_file_named_as_a_table_is_drawn_beside_it() -> None:
    edges = [Edge(0, "q.csv", "a.csv", "x", 1.0), Edge(1, "a.csv", "q.csv", "y", 1.0)]
    *lines, nodes = layered_graph([["q.csv"], ["a.csv", "q.csv"], ["q.csv"]], edges).data
    assert [(line.x[0], line.x[-1]) for line in lines] == [(0.0, 1.0), (1.0, 2.0)]
    assert list(nodes.text) == ["q.csv", "a.csv", "q.csv", "q.csv"]
    assert list(nodes.x) == [0.0, 1.0, 1.0, 2.0]
    assert list(nodes.y) == [-0.5, -0.25, -0.75, -0.5]


def test_an_empty_graph_is_drawn() -> None:
    assert len(layered_graph([], []).data) == 1
