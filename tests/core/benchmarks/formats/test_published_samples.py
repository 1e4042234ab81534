"""The published samples, where they are."""

from __future__ import annotations

import pytest

from core.benchmarks.formats import Mode, detect, read, write
from core.evaluation import Metric, ideal


def test_ugen_has_a_thousand_labels_half_of_them_negative(shared_benchmarks):
    source = read(shared_benchmarks / "ugen_v1")
    grades = source.qrels.frame["relevance"].to_list()
    assert source.format == "ugen"
    assert (len(source.queries), len(source.tables), len(grades)) == (50, 1_000, 1_000)
    assert (grades.count(1), grades.count(0)) == (500, 500)
    assert not source.missing
    assert source.notes == ("benchmark.pkl has the same 500 positive pairs as groundtruth.csv.",)
    pickled = read(shared_benchmarks / "ugen_v1", "pickle")
    assert pickled.qrels.positives().equals(source.qrels.positives())
    best = ideal(source.qrels, 10)
    assert (best[Metric.P], best[Metric.R]) == (1.0, 1.0)  # Table 2


def test_ugen_judged_by_people_keeps_their_three_grades(shared_benchmarks):
    source = read(shared_benchmarks / "ugen_v1" / "human_labels.csv")
    grades = source.qrels.frame["relevance"].to_list()
    assert sorted(set(grades)) == [0, 1, 2]
    assert len(grades) == 1_000


def test_santos_without_its_tables_says_what_is_missing(shared_benchmarks):
    source = read(shared_benchmarks / "santos_groundtruth")
    assert (source.format, source.queries, source.qrels) == ("pickle", (), None)
    assert len(source.missing) == 695
    assert "50 of 50 query tables are not there" in " ".join(source.notes)


def test_nlctables_examples(shared_benchmarks):
    union = read(shared_benchmarks / "nlctables_example" / "union")
    join = read(shared_benchmarks / "nlctables_example" / "join")
    assert union.lake_folders == ("dataet",)
    assert (len(union.tables), len(union.qrels)) == (6, 6)
    assert join.queries[0].mode is Mode.JOIN
    assert join.queries[0].join_on == ("Hancock St & Cottage Ave",)


def test_nlctd_keeps_grades_pairs_to_ignore_and_titles(shared_benchmarks, tmp_path):
    source = read(shared_benchmarks / "nlctd_dev")
    assert (len(source.queries), len(source.tables), len(source.qrels)) == (210, 2_645, 3_096)
    assert (len(source.ignore), len(source.missing)) == (434, 0)
    assert {query.mode for query in source.queries} == set(Mode)
    again = read(write(source, tmp_path / "copy"))
    assert (again.queries, again.qrels, again.ignore) == (
        source.queries,
        source.qrels,
        source.ignore,
    )
    assert again.captions == source.captions


@pytest.mark.parametrize(
    ("name", "tables", "queries"), [("tabfact_val", 1_696, 2_000), ("fetaqa_val", 1_001, 1_001)]
)
def test_texts_to_tables(shared_benchmarks, name, tables, queries):
    source = read(shared_benchmarks / name)
    assert detect(shared_benchmarks / name) == "soundings"
    assert (len(source.tables), len(source.queries), len(source.qrels)) == (
        tables,
        queries,
        queries,
    )
    assert len(source.captions) == tables
    assert not source.missing
