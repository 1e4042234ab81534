from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.benchmarks import runs
from core.benchmarks.auditing import scored_runs
from core.benchmarks.intake.adding import add_benchmark
from core.benchmarks.methods import METHODS, method
from core.benchmarks.methods.text import TextMethod, TfidfMethod
from core.benchmarks.types import BenchmarkInfo
from core.evaluation import Metric
from core.search.text.ranking import TEXT_METHODS
from core.settings import Settings
from core.store import Workspace
from tests.core.benchmarks import tiny

COLOURS = ("red", "green", "blue", "yellow", "violet", "orange")


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    return Settings(workspace=tmp_path_factory.mktemp("text") / "workspace", workers=1)


@pytest.fixture(scope="module")
def benchmark(
    settings: Settings, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Workspace, BenchmarkInfo]:
    """Six tables, five queries in words, of which one has a table too and one no word."""
    root = tmp_path_factory.mktemp("bench")
    (root / "datalake").mkdir()
    (root / "query").mkdir()
    for place, colour in enumerate(COLOURS):
        (root / "datalake" / f"t{place}.csv").write_text(f"paint,price\n{colour},{place}\n")
    (root / "query" / "mine.csv").write_text("paint,price\nred,7\n")
    queries = [
        {"query_id": colour, "query": f"how much is {colour} paint", "mode": "nl"}
        for colour in COLOURS[:3]
    ]
    queries.append({"query_id": "silent", "query": "?!", "mode": "nl"})
    queries.append(
        {"query_id": "table", "query": "violet", "query_table": "mine.csv", "mode": "union"}
    )
    (root / "queries.jsonl").write_text("\n".join(map(json.dumps, queries)) + "\n")
    labels = [f"{colour}\tt{place}.csv\t1" for place, colour in enumerate(COLOURS[:3])]
    labels += ["silent\tt0.csv\t1", "table\tt0.csv\t1"]
    (root / "qrels.tsv").write_text("\n".join(["query\ttable\trelevance", *labels]) + "\n")
    (root / "captions.csv").write_text("table_id,caption\nt5.csv,red green blue paint prices\n")
    workspace = Workspace.open(settings.workspace)
    return workspace, add_benchmark(workspace, "paints", root, settings)


def _ranked(
    benchmark: tuple[Workspace, BenchmarkInfo], name: str, settings: Settings
) -> dict[str, list[str]]:
    workspace, info = benchmark
    runs.run_method(workspace, info, name, settings)
    frame = runs.load_run(workspace, info, name).frame
    ranked: dict[str, list[str]] = {}
    for query, table in frame.sort("query", "rank").select("query", "table").iter_rows():
        ranked.setdefault(query, []).append(table)
    return ranked


def test_every_ranking_of_words_is_a_method_with_and_without_titles() -> None:
    assert set(TEXT_METHODS) < set(METHODS)
    assert method("bm25", Settings()) == TextMethod("bm25", "bm25", titles=True)
    assert method("bm25:no-titles", Settings()) == TextMethod("bm25:no-titles", "bm25", False)
    assert method("tfidf:no-titles", Settings()) == TextMethod("tfidf:no-titles", "tfidf", False)
    assert method("tfidf", Settings()) == TfidfMethod()


@pytest.mark.parametrize("name", ["hybrid:no-titles", "dense-row"])
def test_every_query_with_words_gets_all_candidates_ranked(
    benchmark: tuple[Workspace, BenchmarkInfo], settings: Settings, name: str
) -> None:
    ranked = _ranked(benchmark, name, settings)
    assert set(ranked) == {"red", "green", "blue", "table"}
    for query, tables in ranked.items():
        assert sorted(tables) == [f"datalake/t{place}.csv" for place in range(6)]
        colour = "violet" if query == "table" else query
        assert tables[0] == f"datalake/t{COLOURS.index(colour)}.csv"


@pytest.mark.parametrize("name", ["bm25:no-titles", "tfidf:no-titles"])
def test_by_words_alone_a_table_with_none_of_them_is_not_ranked(
    benchmark: tuple[Workspace, BenchmarkInfo], settings: Settings, name: str
) -> None:
    ranked = _ranked(benchmark, name, settings)
    # All tables have the query's "paint"; none has anything else of "violet" but its own.
    assert len(ranked["red"]) == len(COLOURS)
    assert ranked["table"] == [f"datalake/t{COLOURS.index('violet')}.csv"]


def test_titles_count_unless_they_are_left_out(
    benchmark: tuple[Workspace, BenchmarkInfo], settings: Settings
) -> None:
    assert _ranked(benchmark, "bm25", settings)["red"][0] == "datalake/t5.csv"


def test_tfidf_takes_a_querys_table_where_it_has_one_and_else_its_words(
    benchmark: tuple[Workspace, BenchmarkInfo], settings: Settings
) -> None:
    ranked = _ranked(benchmark, "tfidf", settings)
    assert ranked["table"][0] == "datalake/t0.csv"
    by_words = [table for table in ranked["green"] if table != "datalake/t5.csv"]
    assert by_words[0] == "datalake/t1.csv"


def test_a_query_without_words_scores_0_and_is_not_left_out(
    benchmark: tuple[Workspace, BenchmarkInfo], settings: Settings
) -> None:
    workspace, info = benchmark
    runs.run_method(workspace, info, "bm25:no-titles", settings)
    board = scored_runs.leaderboard(workspace, info, 1)
    (row,) = [row for row in board.rows if row.run.method == "bm25:no-titles"]
    # Three of five queries have their table first; "silent" has no ranking, "table" another one.
    assert row[Metric.R] == pytest.approx(3 / 5)


def test_a_text_that_is_too_long_is_a_failure_and_one_without_words_is_none(tmp_path: Path) -> None:
    texts = {"a": "cod and hake", "b": "?", "c": "cod " * 2_501}
    files = {
        **{path: text for path, text in tiny.TABLES.items() if path.startswith("datalake/")},
        "queries.jsonl": "".join(
            json.dumps({"query_id": name, "query": text, "mode": "nl"}) + "\n"
            for name, text in texts.items()
        ),
        "qrels.tsv": "".join(f"{name}\triver.csv\t1\n" for name in texts),
    }
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "words", tiny.lay(tmp_path / "words", files))
    (failed,) = runs.run_method(workspace, info, "bm25", tiny.SETTINGS).failures
    assert failed.query == "c"
    assert failed.reason == "A search in words takes at most 10,000 characters. Got 10,004."
