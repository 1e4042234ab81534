"""Our own form of a benchmark: read, written, and its faults by their sentences."""

from __future__ import annotations

import json

import pytest

from core.benchmarks.formats import Caption, Mode, Query, read, write
from core.benchmarks.formats.errors import (
    ContradictingLabelsError,
    DuplicateQueryError,
    FolderExistsError,
    UnknownQueryError,
)
from core.errors import MalformedFileError, UnknownColumnsError
from core.evaluation.errors import NoPositivesError
from tests.core.benchmarks.formats.folders import NLC, TABLES

OWN = {
    **TABLES,
    "queries.jsonl": "".join(
        json.dumps(value) + "\n"
        for value in (
            {"query_id": "1", "condition": "big", "query_table": "q", "mode": "join",
             "category": "join/table/size", "join_column": "City"},
            {"query_id": "2", "query": "buses", "query_table": None},
        )
    ),
    "qrels.tsv": "1\ta 1\t2\n1\tb\t0\n2\tb\t1\n",
    "ignore.tsv": "1\tc\n2\tzz\n",
    "captions.csv": 'table_id,caption\nb,"Buses, 2020"\nq,Own\n',
    "metadata.jsonl": '{"table_id": "a 1", "title": "A", "section": "S", "url": "u"}\n',
}  # fmt: skip


def test_our_own_form(lay):
    source = read(lay(OWN))
    assert source.format == "soundings"
    assert source.queries == (
        Query("1", "query/q.csv", "big", Mode.JOIN, "join/table/size", ("City",)),
        Query("2", None, "buses", Mode.NL),
    )
    assert source.qrels.relevance("1", "datalake/a 1.csv") == 2
    assert source.ignore == (("1", "datalake/c.csv"),)
    assert source.captions == {
        "datalake/b.csv": Caption("Buses, 2020"),
        "datalake/q.csv": Caption("Own"),
        "datalake/a 1.csv": Caption("A", "S", "u"),
    }
    assert source.notes == (
        "1 pair to ignore names a query or table that is not there, first line 2.",
    )


@pytest.mark.parametrize("header", ["query\ttable\n", "Query_ID\tTable_ID\n"])
def test_a_header_of_pairs_to_ignore_is_passed_over(lay, header):
    source = read(lay({**OWN, "ignore.tsv": f"{header}1\tc\n"}))
    assert (source.ignore, source.notes) == ((("1", "datalake/c.csv"),), ())


@pytest.mark.parametrize("given", [["t1", 2], ["t1", "2"]])
def test_our_own_form_without_qrels_takes_the_table_ids_of_the_queries(lay, given):
    asked = {"query_id": 1, "query": "?", "table_ids": given}
    files = {"tables/t1.csv": "x", "tables/2.csv": "x", "queries.jsonl": json.dumps(asked)}
    assert read(lay(files)).qrels.to_dict() == {"1": {"tables/t1.csv": 1, "tables/2.csv": 1}}


@pytest.mark.parametrize("given", [[1.5], [True], {"t1": 1}, ["t1", None]])
def test_what_is_no_table_id_is_refused_by_its_key(lay, given):
    asked = {"query_id": 1, "query": "?", "table_ids": given}
    root = lay({"tables/t1.csv": "x", "queries.jsonl": json.dumps(asked)})
    with pytest.raises(MalformedFileError, match="line 1: 'table_ids' must be a text, or a list"):
        read(root)


@pytest.mark.parametrize(
    ("file", "text", "error", "message"),
    [
        ("queries.jsonl", '{"query_id": "1"}\n', MalformedFileError, "line 1: .* with neither"),
        ("queries.jsonl", "[]\n", MalformedFileError, "line 1: .* JSON object"),
        ("queries.jsonl", '\n{"id": "1"}\n', UnknownColumnsError, "line 2: .* 'query_id'. Got id"),
        (
            "queries.jsonl",
            '{"query_id": "1", "query": "a"}\n{"query_id": "1", "query": "b"}\n',
            DuplicateQueryError,
            "line 2: .* '1' again, after line 1",
        ),
        (
            "queries.jsonl",
            '{"query_id": "1", "query": "a", "mode": "x"}\n',
            MalformedFileError,
            "line 1: .* union, join, nl. Got 'x'",
        ),
        ("queries.jsonl", '{"query_id": {}, "query": "a"}', MalformedFileError, "must be a text"),
        ("qrels.tsv", "1\tb\t1\n3\tb\t1\n", UnknownQueryError, "line 2: .* Got '3'"),
        ("qrels.tsv", "1\tb\t1\n", NoPositivesError, "queries.jsonl, line 2: .* '2'"),
        ("qrels.tsv", "1\tb\t0\n2\tb\t0\n", NoPositivesError, "line 1: .* must have a positive"),
        ("ignore.tsv", "1\tb\n", ContradictingLabelsError, "line 1: .* which qrels.tsv labels"),
        ("ignore.tsv", "1\n", MalformedFileError, "line 1: .* a tab"),
        ("captions.csv", "a,b\n", UnknownColumnsError, "line 1: .* Got a, b"),
    ],
)
def test_a_fault_of_our_own_form_is_refused_by_file_and_line(lay, file, text, error, message):
    with pytest.raises(error, match=message):
        read(lay({**OWN, file: text}))


def test_what_is_written_is_read_the_same(lay, tmp_path):
    source = read(lay(OWN))
    again = read(write(source, tmp_path / "copy"))
    assert again.queries == source.queries
    assert again.qrels == source.qrels
    assert (again.ignore, again.captions) == (source.ignore, source.captions)
    assert (again.tables, again.query_tables) == (source.tables, source.query_tables)
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]


def test_folders_get_our_names_and_missing_tables_stay_missing(lay, tmp_path):
    labels = NLC["qtrel-test.txt"] + "1\t0\tgone\t1\n"
    source = read(lay({**NLC, "qtrel-test.txt": labels}))
    again = read(write(source, tmp_path / "copy"))
    assert again.tables == ("datalake/d1.json", "datalake/d2.json")
    assert again.qrels.relevance("1", "datalake/d1.json") == 2
    assert [(pair.query, pair.table, pair.relevance) for pair in again.missing] == [
        ("1", "gone", 1)
    ]
    assert again.captions == {"datalake/d1.json": Caption("Bus schedule")}


def test_a_query_whose_table_is_missing_is_written_as_published(lay, tmp_path):
    gone = {"query_id": "b", "query": "big", "query_table": "gone.csv", "mode": "join",
            "category": "join/table/size", "join_column": ["City", "Year, month"]}  # fmt: skip
    files = {
        **OWN,
        "queries.jsonl": f"{OWN['queries.jsonl']}{json.dumps(gone)}\n",
        "qrels.tsv": f"{OWN['qrels.tsv']}b\ta 1\t1\n",
    }
    source = read(lay(files))
    key = ("City", "Year, month")
    assert source.unasked == (Query("b", "gone.csv", "big", Mode.JOIN, "join/table/size", key),)
    again = read(write(source, tmp_path / "copy"))
    # The lake has a table of the query's id, which is not the query's.
    assert "datalake/b.csv" in again.tables
    assert (again.queries, again.unasked) == (source.queries, source.unasked)
    assert [(pair.query, pair.table) for pair in again.missing] == [("b", "a 1")]
    assert again.qrels == source.qrels


def test_a_ground_truth_is_written_without_its_tables(lay, tmp_path):
    folder = write(read(lay(OWN)), tmp_path / "truth", tables=False)
    names = {path.name for path in folder.iterdir()}
    assert names == {"queries.jsonl", "qrels.tsv", "ignore.tsv", "metadata.jsonl"}


def test_nothing_is_written_over(lay, tmp_path):
    source = read(lay(OWN))
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine.txt").write_text("keep")
    with pytest.raises(FolderExistsError, match="new or empty folder"):
        write(source, tmp_path / "full")
    assert (tmp_path / "full" / "mine.txt").read_text() == "keep"


def test_a_key_of_several_columns_is_a_list_and_written_as_one(lay, tmp_path):
    query = {"query_id": "1", "query_table": "q", "mode": "join", "join_column": ["a", "b, c"]}
    files = {**TABLES, "queries.jsonl": json.dumps(query), "qrels.tsv": "1\tb\t1\n"}
    source = read(lay(files))
    assert source.queries == (Query("1", "query/q.csv", mode=Mode.JOIN, join_on=("a", "b, c")),)
    assert read(write(source, tmp_path / "written")).queries == source.queries
    for wrong in ([""], [["a"]]):
        files["queries.jsonl"] = json.dumps({**query, "join_column": wrong})
        with pytest.raises(MalformedFileError, match=r"line 1: .*'join_column' must be a text"):
            read(lay(files))
