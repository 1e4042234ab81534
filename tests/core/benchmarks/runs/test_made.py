from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from core import __version__
from core import lake as lakes
from core.benchmarks import answering, registry
from core.benchmarks.auditing import scored_runs
from core.benchmarks.errors import (
    BenchmarkNotFoundError,
    UnknownMethodError,
)
from core.benchmarks.runs import (
    load_run,
    run_method,
    runs,
)
from core.errors import CancelledError, InputError
from core.evaluation import Metric, SelfCandidate
from core.evaluation.errors import CutoffError
from core.monitor import Monitor
from core.search import open_vectors
from core.search.types import SearchedLake
from core.store import Workspace
from tests.core.benchmarks import tiny
from tests.core.benchmarks.runs.hashing import run_hash

SAMPLE = Path(__file__).resolve().parents[4] / "data" / "sample"


def test_a_run_by_table_vectors_is_brute_force_with_the_tie_rule(tmp_path):
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(workspace, "sample", SAMPLE)
    assert run_hash(workspace, info, depth=20).depth == 20
    index = open_vectors(
        SearchedLake(workspace, lakes.lake(workspace, "sample"), tiny.SETTINGS), "hash"
    )
    vectors = index.table_vectors(range(len(index))).astype(np.float64)
    expected = {}
    for query in registry.queries(workspace, info):
        scores = np.round(vectors @ vectors[index.position(query.table)], 6)
        ranked = sorted(zip(-scores, index.table_ids, strict=True))
        candidates = [(table, -s) for s, table in ranked if table.startswith("datalake/")]
        expected[query.query_id] = candidates[:20]
    found = load_run(workspace, info, "hash").to_dict()
    assert {q: [t for t, _ in r] for q, r in found.items()} == {
        q: [t for t, _ in r] for q, r in expected.items()
    }
    for query, ranking in expected.items():
        assert [s for _, s in found[query]] == pytest.approx([s for _, s in ranking], abs=1e-9)


def test_the_querys_own_table_is_a_candidate_or_not_as_the_benchmark_has_it(workspace):
    santos, lakebench = (registry.benchmark(workspace, n) for n in ("santos", "lakebench"))
    assert santos.self_candidate is SelfCandidate.EXCLUDED
    assert lakebench.self_candidate is SelfCandidate.INCLUDED
    for name in ("hash", "columns:hash"):
        for one in (santos, lakebench):
            run_hash(workspace, one, name=name)
        found = load_run(workspace, santos, name)
        assert found.ranking("a.csv")[:2] == ("datalake/b.csv", "datalake/c.csv")
        assert found.ranking("b.csv")[:2] == ("datalake/a.csv", "datalake/c.csv")
        assert load_run(workspace, lakebench, name).ranking("b.csv")[:3] == (
            "datalake/a.csv",
            "datalake/b.csv",
            "datalake/c.csv",
        )
    assert scored_runs.leaderboard(workspace, santos, 2).rows[0][Metric.P] == 1.0
    assert scored_runs.leaderboard(workspace, lakebench, 3).rows[0][Metric.P] == 1.0


def test_depth_bounds_a_ranking_and_the_candidates_do_too(workspace, info):
    for name in ("hash", "columns:hash"):
        run_hash(workspace, info, depth=2, name=name)
        rankings = load_run(workspace, info, name).to_dict()
        assert {len(ranking) for ranking in rankings.values()} == {2}
        run_hash(workspace, info, depth=1_000, name=name)
        assert {len(r) for r in load_run(workspace, info, name).to_dict().values()} == {4}
    for depth in (0, 1_001):
        with pytest.raises(CutoffError, match="between 1 and 1,000"):
            run_hash(workspace, info, depth=depth)


def test_a_run_says_what_made_it_and_what_it_cost(workspace, info):
    run = run_hash(workspace, info, depth=3)
    assert run.parameters["encoder"] == "hash"
    assert (run.parameters["rank_by"], run.parameters["depth"]) == ("table", 3)
    assert run.versions["soundings"] == __version__
    assert {"python", "numpy", "faiss-cpu"} <= run.versions.keys()
    assert run.offline_seconds >= 0
    assert run.online_seconds > 0
    assert run.peak_megabytes > 10
    assert not run.stale


def test_a_cancelled_run_stores_nothing(workspace, info):
    run_hash(workspace, info, depth=1)
    before = runs(workspace, info)
    asked = []
    for name in ("hash", "tfidf"):  # one with vectors at hand, one without
        with pytest.raises(CancelledError):
            run_method(
                workspace,
                info,
                name,
                tiny.SETTINGS,
                monitor=Monitor(should_stop=lambda: not asked.append(1)),
            )
    assert runs(workspace, info) == before
    assert asked


def test_slow_queries_are_told_one_by_one(workspace, tmp_path, monkeypatch):
    queries = [f"q{number}" for number in range(4)]
    files = {
        **{f"query/{query}.csv": tiny.FISH for query in queries},
        "datalake/river.csv": tiny.FISH,
        "groundtruth.csv": "query_table,data_lake_table,unionable\n"
        + "".join(f"{query}.csv,river.csv,1\n" for query in queries),
    }
    info = tiny.add(workspace, "four", tiny.lay(tmp_path / "four", files))

    def told():
        seen = []
        run_method(
            workspace, info, "hash", tiny.SETTINGS, monitor=Monitor(lambda *at: seen.append(at))
        )
        return [done for done, _, what in seen if what.startswith("Answering")]

    assert told() == [0, 1, 4]
    monkeypatch.setattr(answering, "_SECONDS", -1.0)  # as if each took longer
    assert told() == [0, 1, 2, 3, 4]


def test_texts_are_no_queries_of_a_union_method(workspace, tmp_path):
    info = tiny.add(workspace, "words", tiny.lay(tmp_path / "words", tiny.target()))
    with pytest.raises(InputError, match=r"hash takes tables as queries.* are texts"):
        run_hash(workspace, info)
    with pytest.raises(UnknownMethodError, match="Got 'bm52'"):
        run_hash(workspace, info, name="bm52")
    assert runs(workspace, info) == []


@pytest.mark.parametrize(("method", "first"), [("hash", False), ("hash", True), ("columns", True)])
def test_a_run_of_a_benchmark_that_is_removed_meanwhile_is_not_stored(
    workspace, info, method, first
):
    def remove(done: int, total: int, message: str) -> None:
        if registry.benchmarks(workspace) and (
            first or (message.startswith("Answering") and done == total)
        ):
            registry.remove_benchmark(workspace, "tiny")

    with pytest.raises(BenchmarkNotFoundError, match="removed in the meantime"):
        run_method(workspace, info, method, tiny.SETTINGS, monitor=Monitor(remove))
    assert not [file for file in (workspace.root / "runs").rglob("*") if file.is_file()]


@pytest.mark.parametrize("mode", ["union", "join"])
def test_conditions_find_the_querys_own_table_where_other_methods_do(tmp_path, mode):
    """Where query tables lie among the candidates and count as they are labelled."""
    other = {"union": "columns:hash", "join": "overlap"}[mode]
    query = {
        **{"query_id": "q", "query_table": "a.csv", "mode": mode, "join_column": "fish"},
        "condition": "at least 2 rows",
    }
    files = {
        **{f"datalake/{name}.csv": tiny.FISH for name in ("a", "b")},
        "queries.jsonl": json.dumps(query),
        "qrels.tsv": "q\ta.csv\t1\nq\tb.csv\t1\n",
    }
    workspace = Workspace.open(tmp_path / "workspace")
    info = tiny.add(
        workspace, mode, tiny.lay(tmp_path / mode, files), own_tables=SelfCandidate.AS_GIVEN
    )
    for method in (other, "conditions"):
        run_method(workspace, info, method, tiny.SETTINGS)
        assert load_run(workspace, info, method).ranking("q") == (
            "datalake/a.csv",
            "datalake/b.csv",
        )
