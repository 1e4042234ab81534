"""Labels in a pickle, alone or beside those in CSV."""

from __future__ import annotations

import pickle
import re

import pytest

from core.benchmarks.formats import detect, read
from core.benchmarks.formats.pickles import labels_of_pickle
from core.errors import RefusedPickleError
from core.evaluation.errors import (
    BadRelevanceError,
    NoPositivesError,
)
from tests.core.benchmarks.formats.folders import HEADER, TABLES

SHARED = [f"t{number}.csv" for number in range(3_000)]


def nested(levels):
    """Lists in lists, each holding the next one ten times."""
    value = "a.csv"
    for _ in range(levels):
        value = [value] * 10
    return value


def test_labels_in_csv_win_over_a_pickle_which_is_compared(lay):
    truth = HEADER + "q.csv,b.csv,1,\nq.csv,c.csv,0,\n"
    same = lay(
        {**TABLES, "groundtruth.csv": truth, "benchmark.pkl": pickle.dumps({"q.csv": ["b.csv"]})}
    )
    assert read(same).notes == ("benchmark.pkl has the same 1 positive pairs as groundtruth.csv.",)
    other = pickle.dumps({"q.csv": {"b.csv", "c.csv"}})
    differs = lay({**TABLES, "groundtruth.csv": truth, "benchmark.pkl": other}, "other")
    assert read(differs).notes[0] == (
        "benchmark.pkl differs from groundtruth.csv, which is used: 1 positive pair only in "
        "benchmark.pkl (first ('q.csv', 'c.csv'))."
    )
    assert read(differs).qrels.relevance("q.csv", "datalake/c.csv") == 0
    assert read(differs, "pickle").qrels.relevance("q.csv", "datalake/c.csv") == 1
    assert read(differs / "benchmark.pkl").format == "pickle"


@pytest.mark.parametrize("protocol", [0, 4])
def test_the_ending_of_a_pickle_may_be_in_capitals_as_that_of_a_run(lay, protocol):
    root = lay({**TABLES, "TRUTH.PKL": pickle.dumps({"q.csv": ["b.csv"]}, protocol=protocol)})
    for path in (root / "TRUTH.PKL", root):
        assert read(path).format == "pickle"


def test_a_pickle_without_an_ending_is_known_by_how_it_begins(lay):
    name, truth = "tusLabeledtusUnionBenchmark", pickle.dumps({"q.csv": ["b.csv"]})
    root = lay({**TABLES, name: truth, "README": "no labels"})
    for path in (root / name, root):
        source = read(path)
        assert (source.format, source.qrels.to_dict()) == (
            "pickle",
            {"q.csv": {"datalake/b.csv": 1}},
        )
    assert read(lay({**TABLES, name: truth, "a.pkl": pickle.dumps({"q.csv": ["c.csv"]})}, "two"))
    assert detect(root / "README") == "trec"


@pytest.mark.parametrize(
    ("beside", "note"),
    [
        ({"embeddings.pkl": pickle.dumps({"vectors": [0.5]})}, r"embeddings.pkl was not .*a float"),
        ({"embeddings.pkl": b"no pickle"}, r"embeddings.pkl was not .*whole pickle"),
        ({"benchmark.pkl": pickle.dumps({})}, r"benchmark.pkl was not .*Got none"),
        ({"a.pkl": b"", "b.pkl": b""}, r"No pickle was .*'a.pkl' and 'b.pkl'"),
    ],
)
def test_a_pickle_beside_labels_in_csv_that_cannot_be_compared_is_noted(lay, beside, note):
    truth = HEADER + "q.csv,b.csv,1,\nq.csv,c.csv,0,\n"
    source = read(lay({**TABLES, "groundtruth.csv": truth, **beside}))
    assert source.qrels.to_dict() == {"q.csv": {"datalake/b.csv": 1, "datalake/c.csv": 0}}
    assert len(source.notes) == 1
    assert re.search(note, source.notes[0])
    assert "compared with groundtruth.csv, which is used." in source.notes[0]


@pytest.mark.parametrize("candidates", [["b.csv", "a 1"], {"b.csv", "a 1"}, {"b.csv": 1, "a 1": 1}])
def test_a_pickle_holds_lists_sets_or_grades(lay, candidates):
    root = lay({**TABLES, "benchmark.pkl": pickle.dumps({"q.csv": candidates}, protocol=2)})
    source = read(root)
    assert source.format == detect(root) == "pickle"
    assert source.qrels.to_dict() == {"q.csv": {"datalake/a 1.csv": 1, "datalake/b.csv": 1}}


@pytest.mark.parametrize(
    ("content", "error", "message"),
    [
        ({}, NoPositivesError, "at least one query"),
        ({"q.csv": []}, NoPositivesError, "Got none for 'q.csv'"),
        (["q.csv"], RefusedPickleError, "Got a list"),
        ({"q.csv": "a.csv"}, RefusedPickleError, "Got 'a.csv' for query 'q.csv'"),
        ({"q.csv": [["a.csv"]]}, RefusedPickleError, "for query 'q.csv'"),
        ({3: ["a.csv"]}, RefusedPickleError, "the query 3"),
        ({"q.csv": {"a.csv": -1001}}, BadRelevanceError, "Got -1001 for query 'q.csv' and table"),
        ({"q.csv": {"a.csv": 1 << 63}}, BadRelevanceError, "Got one of 64 bits for query 'q.csv'"),
        ({"q.csv": {"a.csv": 1 << 20_000}}, BadRelevanceError, "Got one of 20,001 bits"),
    ],
)
def test_a_pickle_of_another_form_is_refused(lay, content, error, message):
    with pytest.raises(error, match=message):
        read(lay({**TABLES, "benchmark.pkl": pickle.dumps(content)}))


@pytest.mark.parametrize(
    "truth",
    [
        {f"q{number}": SHARED for number in range(2_000)},
        {"q": ["x" * 2**20] * 300},
        {"q" * 2**20: SHARED},
        {"q": nested(12)},
    ],
    ids=["pairs", "candidates", "queries", "nested"],
)
def test_what_a_small_pickle_shares_is_refused_where_written_out_it_is_large(tmp_path, truth):
    path = tmp_path / "benchmark.pkl"
    path.write_bytes(pickle.dumps(truth))
    assert path.stat().st_size < 2 * 2**20
    with pytest.raises(RefusedPickleError, match="each counted for every query") as caught:
        labels_of_pickle(path)
    assert len(str(caught.value)) < 1_000


def test_a_list_that_queries_share_is_read_for_each(tmp_path):
    path = tmp_path / "benchmark.pkl"
    path.write_bytes(pickle.dumps({"q1": SHARED, "q2": SHARED}))
    labels = [(label.query, label.table) for label in labels_of_pickle(path)]
    assert labels == [(query, table) for query in ("q1", "q2") for table in SHARED]
