from __future__ import annotations

import pytest

from core.benchmarks import audit
from core.benchmarks.corpus import corpus_curves
from core.benchmarks.runs import import_run, run_method
from core.evaluation import Metric
from core.store import Workspace
from tests.core.benchmarks import tiny


def test_the_whole_corpus_has_the_leaderboards_recall(tmp_path):
    colours = ("red", "green", "blue", "violet")
    files = {f"datalake/t{i}.csv": f"paint\n{colour}\n" for i, colour in enumerate(colours)}
    files["queries.jsonl"] = '{"query_id": "q", "query": "red green", "mode": "nl"}\n'
    files["qrels.tsv"] = "query\ttable\trelevance\nq\tt0.csv\t1\nq\tt3.csv\t1\n"
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "paints", tiny.lay(tmp_path / "paints", files))
    run_method(workspace, info, "bm25", tiny.SETTINGS)
    (tmp_path / "other.csv").write_text("query,table\nq,t1.csv\nq,t0.csv\n")
    import_run(workspace, info, tmp_path / "other.csv", "other")
    for k in (1, 2):
        board = audit.leaderboard(workspace, info, k)
        curves, beyond = corpus_curves(workspace, audit.judged(workspace, info), k)
        assert beyond == ()
        for row in board.rows:
            whole = curves.filter(run=row.run.method, size=4)
            assert whole["R"].to_list() == [pytest.approx(row[Metric.R])]
            assert whole["queries"].to_list() == [1]


def test_a_run_that_ranks_tables_of_elsewhere_is_left_out(tmp_path):
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.ugen(tmp_path / "tiny"))
    run_method(workspace, info, "hash", tiny.SETTINGS)
    ranked = "".join(f"fish.csv,elsewhere {i}.csv\n" for i in range(9))
    (tmp_path / "other.csv").write_text(f"query,table\n{ranked}fish.csv,river.csv\n")
    import_run(workspace, info, tmp_path / "other.csv", "other")
    curves, beyond = corpus_curves(workspace, audit.judged(workspace, info), 1)
    assert (curves["run"].unique().to_list(), beyond) == (["hash"], ("other",))
