"""Columns that pairs name: to join on, or only aligned."""

from __future__ import annotations

import pickle

import pytest

from core.benchmarks.formats import Mode, Query, read
from core.benchmarks.formats.errors import (
    ContradictingLabelsError,
)
from tests.core.benchmarks.formats.folders import JOINS, TABLES


def test_lakebench_pairs_are_positive_and_may_name_join_columns(lay):
    truth = "query_table,candidate_table,query_column,candidate_column\nq.csv,b.csv,City,Town\n"
    source = read(lay({**TABLES, "opendata_join_ground_truth.csv": truth}))
    assert source.format == "lakebench"
    assert source.queries == (Query("q.csv", "query/q.csv", mode=Mode.JOIN, join_on=("City",)),)
    assert source.qrels.to_dict() == {"q.csv": {"datalake/b.csv": 1}}


AS_JOINS = (
    "Read as queries for joins, as groundtruth.csv has the column query_column; with `--task "
    "union` the columns are not looked at."
)
ALIGNED = "query_table,candidate_table,query_col_name,candidate_col_name\n"
ALIGNMENTS = ALIGNED + (
    "q.csv,b.csv,City,Town\nq.csv,b.csv,Code,Code\nq.csv,c.csv,City,Town\np.csv,b.csv,City,Town\n"
    "p.csv,b.csv,Code,Town\n"
)
AS_UNIONS = {
    "q.csv": {"datalake/b.csv": 1, "datalake/c.csv": 1},
    "p.csv": {"datalake/b.csv": 1},
}


def test_aligned_columns_of_pairs_make_no_joins(lay):
    source = read(lay({**TABLES, "groundtruth.csv": ALIGNMENTS}))
    assert source.queries == (Query("q.csv", "query/q.csv"), Query("p.csv", "query/p.csv"))
    assert source.qrels.to_dict() == AS_UNIONS
    assert source.notes == (
        "Read as queries for unions, whose columns groundtruth.csv aligns: 2 of 3 pairs are listed "
        "with several columns of the query, and each counts once. With `--task join` each column "
        "is a query of its own.",
    )


def test_columns_of_most_pairs_named_once_are_joined_on(lay):
    # One column that goes with two of a candidate is a join all the same.
    lines = "q.csv,b.csv,City,Town\nq.csv,b.csv,Code,Code\n"
    lines += "q.csv,c.csv,City,Town\nq.csv,c.csv,City,Port\n"
    source = read(lay({**TABLES, "groundtruth.csv": ALIGNED + lines}))
    assert [query.query_id for query in source.queries] == ["q.csv on City", "q.csv on Code"]
    assert source.notes[0] == AS_JOINS.replace("query_column", "query_col_name")


def test_what_tables_are_searched_for_may_be_said(lay):
    aligned = lay({**TABLES, "groundtruth.csv": ALIGNMENTS})
    joins = read(aligned, mode=Mode.JOIN)
    assert {query.mode for query in joins.queries} == {Mode.JOIN}
    assert [query.join_on for query in joins.queries] == [("City",), ("Code",)] * 2
    unions = read(
        lay({**TABLES, "groundtruth.csv": JOINS + "q.csv,b.csv,City,1\n"}), mode=Mode.UNION
    )
    assert unions.queries == (Query("q.csv", "query/q.csv"),)
    assert (joins.notes[1:], unions.notes) == ((), ())
    pickled = lay({**TABLES, "benchmark.pkl": pickle.dumps({"q.csv": ["b.csv"]})}, "pickled")
    assert read(pickled, mode=Mode.JOIN).queries == (Query("q.csv", "query/q.csv", mode=Mode.JOIN),)
    qrels = lay({**TABLES, "qrels.txt": "q.csv 0 b.csv 1\n"}, "qrels")
    assert read(qrels, mode=Mode.JOIN).queries == (Query("q.csv", "query/q.csv", mode=Mode.JOIN),)


def test_two_labels_of_a_pair_are_refused_whatever_its_columns(lay):
    truth = JOINS + "q.csv,b.csv,City,1\nq.csv,b.csv,Code,0\n"
    with pytest.raises(ContradictingLabelsError):
        read(lay({**TABLES, "groundtruth.csv": truth}), mode=Mode.UNION)


def test_each_column_that_a_table_is_joined_on_is_a_query_of_its_own(lay):
    truth = JOINS + "q.csv,b.csv,City,1\nq.csv,c.csv,Code,1\np.csv,b.csv,Code,1\n"
    truth += "q.csv,b.csv,Code,0\n"
    source = read(lay({**TABLES, "groundtruth.csv": truth}))
    assert source.queries == (
        Query("q.csv on City", "query/q.csv", mode=Mode.JOIN, join_on=("City",)),
        Query("q.csv on Code", "query/q.csv", mode=Mode.JOIN, join_on=("Code",)),
        Query("p.csv", "query/p.csv", mode=Mode.JOIN, join_on=("Code",)),
    )
    assert source.qrels.to_dict() == {
        "p.csv": {"datalake/b.csv": 1},
        "q.csv on City": {"datalake/b.csv": 1},
        "q.csv on Code": {"datalake/b.csv": 0, "datalake/c.csv": 1},
    }
    assert source.notes == (
        AS_JOINS,
        "1 query table is joined on several columns, each a query of its own, named like "
        "'q.csv on City'.",
    )


def test_a_cell_without_a_join_column_names_none(lay):
    truth = JOINS + "q.csv,b.csv,,1\np.csv,b.csv,City,1\np.csv,c.csv,,1\n"
    source = read(lay({**TABLES, "groundtruth.csv": truth}))
    assert [(query.query_id, query.join_on) for query in source.queries] == [
        ("q.csv", ()),
        ("p.csv on City", ("City",)),
        ("p.csv", ()),
    ]
