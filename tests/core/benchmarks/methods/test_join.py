from __future__ import annotations

import json
from dataclasses import replace

import pytest

from core.benchmarks import registry
from core.benchmarks.auditing import scored_runs
from core.benchmarks.auditing.board import failed_frame, shortfalls
from core.benchmarks.errors import NoAnswersError
from core.benchmarks.methods import join
from core.benchmarks.runs import load_run, run_method, runs
from core.benchmarks.types import QueryFailure
from core.errors import InputError, TableNotFoundError
from core.evaluation import Metric
from core.features import encoder
from core.search.join.keys import join_key
from core.store import Workspace
from tests.core.benchmarks import tiny

TABLES = {
    "query/cities.csv": "City ,country,id\nOslo,Norway,1\nRome,Italy,2\nBern,Switzerland,3\n",
    "query/blank.csv": "City,void\nOslo,\nRome,\n",
    "query/halves.csv": "City,half\nOslo,\n,x\n",
    "datalake/towns.csv": "town,id\nOSLO,7\nRome,8\n",
    "datalake/all.csv": "name,size\noslo,7\nrome,8\nbern,9\n",
    "datalake/lands.csv": "land,id\nNorway,1\nItaly,2\nSwitzerland,9\n",
}


def made(tmp_path, *queries, more=()):
    files = {
        **TABLES,
        "queries.jsonl": "".join(json.dumps(query) + "\n" for query in queries),
        "qrels.tsv": "".join(f"{query['query_id']}\ttowns.csv\t1\n" for query in queries),
        **dict(more),
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
    told = r"for 1 query and failed on 1 .*first 'a': .* Got 'Cities' for 'a'; query/cities.csv has"
    with pytest.raises(NoAnswersError, match=told):
        run_method(workspace, info, "overlap", tiny.SETTINGS)
    assert runs(workspace, info) == []


def test_a_query_that_a_method_fails_on_is_stored_with_the_reason(tmp_path):
    """Of three queries one names a column that its table has not; P@1 is 1 for the other two."""
    words = {"query": "more than 1 row"}
    rivers = {
        **ask("b", mode="union"),
        "query": "unionable on the column rivers with more than 1 row",
    }
    queries = [{**ask(name, "City"), **words} for name in ("a", "c")]
    labels = "a\tall.csv\t1\nb\tall.csv\t1\nc\tall.csv\t1\n"
    workspace, info = made(tmp_path, *queries, rivers, more={"qrels.tsv": labels}.items())
    stored = run_method(workspace, info, "conditions", tiny.SETTINGS)
    reason = (
        "A condition names columns of the query. Got 'rivers'; query/cities.csv has City, "
        "country, id."
    )
    assert (stored.asked, stored.failures) == (3, (QueryFailure("b", reason),))
    assert stored.notes == (
        f"conditions failed on 1 of 3 queries, which have no ranking. b: {reason}",
    )
    assert load_run(workspace, info, "conditions").queries == ("a", "c")
    board = scored_runs.leaderboard(workspace, info, 1)
    assert board.rows[0][Metric.P] == pytest.approx(2 / 3)
    assert shortfalls(board)[0] == (
        "conditions answers 2 of 3 queries; the others count as 0. It failed on 1 of them, which "
        "tells nothing of how it ranks: over the other 2 queries its P@1 is 1.000."
    )
    assert failed_frame(board).rows() == [("conditions", "b", reason)]
    run_method(workspace, info, "conditions", tiny.SETTINGS)
    with workspace.reading() as db:
        assert db.table("failed_queries").count == 1  # that of the run that was replaced is gone


@pytest.mark.parametrize("spelled", ["City ", "city", " CITY"])
def test_every_method_finds_the_column_however_it_is_spelled(tmp_path, spelled):
    workspace, info = made(tmp_path, {**ask("a", spelled), "query": "more than 1 row"})
    run_method(workspace, info, "overlap", tiny.SETTINGS)
    run_method(workspace, info, "conditions", tiny.SETTINGS)
    tables = ("datalake/all.csv", "datalake/towns.csv")
    assert load_run(workspace, info, "overlap").ranking("a") == tables
    assert load_run(workspace, info, "conditions").ranking("a") == tables


def test_conditions_join_on_no_other_column_than_the_querys(tmp_path):
    words = {"query": "more than 1 row"}
    void = {**ask("b", "void", table="blank.csv"), **words}
    workspace, info = made(tmp_path, {**ask("a", "City"), **words}, void)
    run_method(workspace, info, "conditions", tiny.SETTINGS)
    assert load_run(workspace, info, "conditions").ranking("b") == ()
    away = made(tmp_path / "away", {**ask("a", "Cities"), **words})
    with pytest.raises(NoAnswersError, match=r"Got 'Cities' for 'a'"):
        run_method(*away, "conditions", tiny.SETTINGS)


def test_conditions_rank_by_the_score_alone(tmp_path):
    grades = {
        "datalake/half.csv": "name,grade\noslo,9\nrome,1\n",
        "datalake/part.csv": "name,grade\noslo,9\nrome,9\nbern,1\nlima,1\nkyiv,1\n",
    }
    asked = {**ask("a", "City"), "query": "grade above 5"}
    workspace, info = made(tmp_path, asked, more=grades.items())
    run_method(workspace, info, "conditions", tiny.SETTINGS)
    ranking = load_run(workspace, info, "conditions").ranking("a")
    assert ranking[:2] == ("datalake/part.csv", "datalake/half.csv")


def test_a_run_says_of_how_many_queries_only_the_beginning_was_read(tmp_path):
    long = "more than 1 row and " * 60
    workspace, info = made(
        tmp_path,
        {**ask("a", "City"), "query": long},
        {**ask("b", "City"), "query": "more than 1 row"},
        {"query_id": "c", "query": "oslo " + "fish " * 300, "mode": "nl"},
    )
    stored = run_method(workspace, info, "conditions", tiny.SETTINGS)
    assert stored.notes == (
        "conditions has read only the beginning of a query's text that is too long for it.",
    )
    assert run_method(workspace, info, "overlap", tiny.SETTINGS).notes == ()


def test_union_queries_are_none_of_a_join_method(tmp_path):
    workspace, info = made(tmp_path, ask("a", mode="union"))
    with pytest.raises(InputError, match=r"overlap takes tables to join as queries.* are tables;"):
        run_method(workspace, info, "overlap", tiny.SETTINGS)
    assert registry.queries(workspace, info)


def test_a_key_of_several_columns_is_counted_row_by_row(tmp_path):
    queries = [
        ask("a", ["City", "country"]),
        ask("b", ["City", "void"], table="blank.csv"),
        ask("c", ["City", "half"], table="halves.csv"),
    ]
    visits = "land,town,year\nNorway,Oslo,1\nItaly,Rome,2\nItaly,Bern,2\n"
    workspace, info = made(tmp_path, *queries, more={"datalake/visits.csv": visits}.items())
    assert [query.join_on for query in registry.queries(workspace, info)] == [
        ("City", "country"),
        ("City", "void"),
        ("City", "half"),
    ]
    run_method(workspace, info, "overlap", tiny.SETTINGS)
    found = load_run(workspace, info, "overlap").to_dict()
    assert found["a"] == [("datalake/visits.csv", 2.0)]
    assert (found.get("b", []), found.get("c", [])) == ([], [])


def test_a_run_of_conditions_tells_what_each_of_its_indexes_took(tmp_path):
    """Each counts once, though two modes read the index of words."""
    words = {"query": "tables about towns with more than 1 row"}
    queries = [{**ask("u", mode="union"), **words}, {"query_id": "w", "mode": "nl", **words}]
    workspace, info = made(tmp_path, *queries)
    settings = replace(tiny.SETTINGS, workspace=workspace.root)  # no text is encoded there yet
    stored = run_method(workspace, info, "conditions", settings)
    manifests = [json.loads(file.read_text()) for file in workspace.root.rglob("manifest.json")]
    assert stored.offline_seconds == pytest.approx(sum(one["seconds"] for one in manifests))
    assert {"faiss-cpu", "scipy", "bm25s"} <= set(stored.versions)
    assert stored.parameters["encoder_key"] == encoder("hash", tiny.SETTINGS).key


def test_a_key_that_no_row_has_is_no_failure_and_a_table_that_is_gone_is_one(tmp_path, monkeypatch):
    words = {"query": "more than 1 row"}
    halves = {**ask("c", ["City", "half"], table="halves.csv"), **words}
    workspace, info = made(tmp_path, {**ask("a", "City"), **words}, halves)
    for method in ("overlap", "conditions"):
        assert run_method(workspace, info, method, tiny.SETTINGS).failures == ()
        assert load_run(workspace, info, method).ranking("c") == ()

    def gone(index, table, labels):
        if table.name == "query/halves.csv":
            raise TableNotFoundError("The lake has no table query/halves.csv any more.")
        return join_key(index, table, labels)

    monkeypatch.setattr(join, "join_key", gone)
    (failed,) = run_method(workspace, info, "overlap", tiny.SETTINGS).failures
    assert failed == QueryFailure("c", "The lake has no table query/halves.csv any more.")
