"""Labels in a pickle, alone or beside those in CSV."""

from __future__ import annotations

import pickle

import pytest

from core.benchmarks.formats import detect, read
from core.benchmarks.formats.errors import (
    RefusedPickleError,
)
from core.evaluation.errors import (
    NoPositivesError,
)
from tests.core.benchmarks.formats.folders import HEADER, TABLES


def test_labels_in_csv_win_over_a_pickle_which_is_compared(lay):
    truth = HEADER + "q.csv,b.csv,1,\nq.csv,c.csv,0,\n"
    same = lay(
        {**TABLES, "groundtruth.csv": truth, "benchmark.pkl": pickle.dumps({"q.csv": ["b.csv"]})}
    )
    assert read(same).notes == ("benchmark.pkl has the same 1 positive pairs as groundtruth.csv.",)
    other = pickle.dumps({"q.csv": {"b.csv", "c.csv"}})
    differs = lay({**TABLES, "groundtruth.csv": truth, "benchmark.pkl": other}, "other")
    assert read(differs).notes[0] == (
        "benchmark.pkl differs from groundtruth.csv, which is used: 1 positive pairs only in "
        "benchmark.pkl (first ('q.csv', 'c.csv'))."
    )
    assert read(differs).qrels.relevance("q.csv", "datalake/c.csv") == 0
    assert read(differs, "pickle").qrels.relevance("q.csv", "datalake/c.csv") == 1
    assert read(differs / "benchmark.pkl").format == "pickle"


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
    ],
)
def test_a_pickle_of_another_form_is_refused(lay, content, error, message):
    with pytest.raises(error, match=message):
        read(lay({**TABLES, "benchmark.pkl": pickle.dumps(content)}))
