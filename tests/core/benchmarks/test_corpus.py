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
        curves = corpus_curves(workspace, audit.judged(workspace, info), k)
        for row in board.rows:
            whole = curves.filter(run=row.run.method, size=4)
            assert whole["R"].to_list() == [pytest.approx(row[Metric.R])]
            assert whole["queries"].to_list() == [1]
