from __future__ import annotations

import json

import pytest

from core.benchmarks import registry
from core.benchmarks.runs import load_run, run_method
from core.errors import ColumnNotFoundError, InputError
from core.store import Workspace
from tests.core.benchmarks import tiny

TABLES = {
    "query/cities.csv": "City ,country,id\nOslo,Norway,1\nRome,Italy,2\nBern,Switzerland,3\n",
    "query/blank.csv": "City,void\nOslo,\nRome,\n",
    "datalake/towns.csv": "town,id\nOSLO,7\nRome,8\n",
    "datalake/all.csv": "name,size\noslo,7\nrome,8\nbern,9\n",
    "datalake/lands.csv": "land,id\nNorway,1\nItaly,2\nSwitzerland,9\n",
}


def made(tmp_path, *queries):
    files = {
        **TABLES,
        "queries.jsonl": "".join(json.dumps(query) + "\n" for query in queries),
        "qrels.tsv": "".join(f"{query['query_id']}\ttowns.csv\t1\n" for query in queries),
    }
    workspace = Workspace.open(tmp_path / "workspace")
    return workspace, tiny.add(workspace, "joins", tiny.lay(tmp_path / "joins", files))


def ask(name, column=None, mode="join", table="cities.csv"):
    query = {"query_id": name, "query_table": table, "mode": mode, "join_column": column}
    return {key: value for key, value in query.items() if value}


def test_overlap_answers_join_queries_by_the_column_that_comes_with_them(tmp_path):
    queries = [ask("a", "City"), ask("b", "country"), ask("c"), ask("d", mode="union")]
    workspace, info = made(tmp_path, *queries)
    stored = run_method(workspace, info, "overlap", tiny.SETTINGS)
    found = load_run(workspace, info, "overlap").to_dict()
    assert found == {
        "a": [("datalake/all.csv", 3.0), ("datalake/towns.csv", 2.0)],
        "b": [("datalake/lands.csv", 3.0)],
        # Without a column each key is tried, and the shares are compared.
        "c": [
            ("datalake/all.csv", 1.0),
            ("datalake/lands.csv", 1.0),
            ("datalake/towns.csv", pytest.approx(2 / 3, abs=1e-6)),
        ],
    }
    assert stored.parameters["folding"] == "all"
    assert stored.offline_seconds > 0
    assert not stored.stale


def test_a_column_without_values_has_no_candidates(tmp_path):
    workspace, info = made(tmp_path, ask("a", "City"), ask("b", "void", table="blank.csv"))
    run_method(workspace, info, "overlap", tiny.SETTINGS)
    assert load_run(workspace, info, "overlap").ranking("b") == ()


def test_a_column_that_is_not_there_is_told(tmp_path):
    workspace, info = made(tmp_path, ask("a", "Cities"))
    with pytest.raises(ColumnNotFoundError, match=r"Got 'Cities' for 'a'; query/cities.csv has"):
        run_method(workspace, info, "overlap", tiny.SETTINGS)


def test_union_queries_are_none_of_a_join_method(tmp_path):
    workspace, info = made(tmp_path, ask("a", mode="union"))
    with pytest.raises(InputError, match=r"overlap takes tables to join as queries.* are tables;"):
        run_method(workspace, info, "overlap", tiny.SETTINGS)
    assert registry.queries(workspace, info)
