from __future__ import annotations

import pytest

from core.benchmarks.auditing import audit, scored_runs
from core.benchmarks.auditing.corpus import corpus_curves
from core.benchmarks.curating.releasing import make_release
from core.benchmarks.runs import import_run, run_method
from core.evaluation import Metric
from core.labels import LOCAL, Ballot, Pair, Task, adjudicate, put_pair
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
        board = scored_runs.leaderboard(workspace, info, k)
        curves, beyond = corpus_curves(workspace, audit.judged(workspace, info), k)
        assert beyond == ()
        for row in board.rows:
            whole = curves.filter(run=row.run.method, size=4)
            assert whole["R"].to_list() == [pytest.approx(row[Metric.R])]
            assert whole["queries"].to_list() == [1]


def test_a_curve_begins_at_the_positives_of_the_query_that_has_most(tmp_path):
    files = {f"datalake/t{i}.csv": f"paint\nred {i}\n" for i in range(9)}
    files["queries.jsonl"] = "".join(
        f'{{"query_id": "{query}", "query": "red", "mode": "nl"}}\n' for query in "qr"
    )
    positives = "".join(f"q\tt{i}.csv\t1\n" for i in range(6))
    files["qrels.tsv"] = f"query\ttable\trelevance\n{positives}r\tt0.csv\t1\nr\tt8.csv\t0\n"
    workspace = Workspace.open(tmp_path / "workspace")
    folder = tiny.lay(tmp_path / "paints", files)
    info = tiny.add(workspace, "paints", folder)
    run_method(workspace, info, "bm25", tiny.SETTINGS)
    sizes = corpus_curves(workspace, audit.judged(workspace, info), 1)[0]["size"].to_list()
    assert sizes == [6, 7, 8, 9]
    (folder / "datalake/t5.csv").unlink()  # then five of its positives are in the corpus
    info = tiny.add(workspace, "paints", folder)
    run_method(workspace, info, "bm25", tiny.SETTINGS)
    sizes = corpus_curves(workspace, audit.judged(workspace, info), 1)[0]["size"].to_list()
    assert sizes == [5, 6, 7, 8]


def test_a_run_that_ranks_tables_of_elsewhere_is_left_out(tmp_path):
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "tiny", tiny.ugen(tmp_path / "tiny"))
    run_method(workspace, info, "hash", tiny.SETTINGS)
    ranked = "".join(f"fish.csv,elsewhere {i}.csv\n" for i in range(9))
    (tmp_path / "other.csv").write_text(f"query,table\n{ranked}fish.csv,river.csv\n")
    import_run(workspace, info, tmp_path / "other.csv", "other")
    curves, beyond = corpus_curves(workspace, audit.judged(workspace, info), 1)
    assert (curves["run"].unique().to_list(), beyond) == (["hash"], ("other",))


def test_a_positive_that_has_left_the_folder_is_not_found_at_the_whole_corpus(tmp_path):
    files = {f"datalake/{name}.csv": f"paint\n{name}\n" for name in ("t0", "t1", "t2", "gone")}
    files["query/q.csv"] = "paint\nz\n"
    files["groundtruth.csv"] = (
        "query_table,data_lake_table,unionable\nq.csv,t2.csv,1\nq.csv,gone.csv,1\nq.csv,t0.csv,0\n"
    )
    workspace = Workspace.open(tmp_path / "workspace")
    folder = tiny.lay(tmp_path / "paints", files)
    info = tiny.add(workspace, "paints", folder)
    case = put_pair(workspace, LOCAL, info.key, Pair("q.csv", "datalake/t0.csv", Task.UNION))
    adjudicate(workspace, LOCAL, case.key, Ballot(0))
    make_release(workspace, LOCAL, info, "r1")
    (folder / "datalake/gone.csv").unlink()
    info = tiny.add(workspace, "paints", folder)
    ranked = "".join(f"q.csv,datalake/t{i}.csv\n" for i in range(3))
    (tmp_path / "other.csv").write_text(f"query,table\n{ranked}")
    import_run(workspace, info, tmp_path / "other.csv", "other")
    for k in (1, 2, 3):
        board = scored_runs.leaderboard(workspace, info, k, "r1")
        curves, _ = corpus_curves(workspace, audit.judged(workspace, info, release="r1"), k)
        whole = curves.filter(size=3)["R"].to_list()
        assert whole == [row[Metric.R] for row in board.rows] == [0.5 if k == 3 else 0.0]
