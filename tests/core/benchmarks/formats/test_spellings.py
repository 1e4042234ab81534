"""One table spelt in several ways, and a name that fits several tables or none."""

from __future__ import annotations

import json
import pickle

import pytest

from core.benchmarks.formats import Query, read
from core.benchmarks.formats.errors import (
    AmbiguousNameError,
    ContradictingLabelsError,
)
from tests.core.benchmarks.formats.folders import HEADER, JOINS, TABLES

SPELT = {
    "groundtruth.csv": HEADER + "q.csv,b.csv,1,\nq,c.csv,0,\nquery/q.csv,b,1,\np,b.csv,1,\n",
    "benchmark.pkl": pickle.dumps(
        {"q.csv": {"b.csv": 1}, "q": {"c.csv": 0}, "query/q.csv": {"b": 1}, "p": {"b": 1}}
    ),
    "qrels.txt": "q.csv 0 b.csv 1\nq 0 c.csv 0\nquery/q.csv 0 b 1\np 0 b 1\n",
}


@pytest.mark.parametrize("name", SPELT)
def test_a_query_table_spelt_in_several_ways_is_one_query(lay, name):
    source = read(lay({**TABLES, name: SPELT[name]}))
    assert source.queries == (Query("q.csv", "query/q.csv"), Query("p", "query/p.csv"))
    assert source.qrels.to_dict() == {
        "p": {"datalake/b.csv": 1},
        "q.csv": {"datalake/b.csv": 1, "datalake/c.csv": 0},
    }
    assert source.notes == (
        "1 query table is spelt in several ways, each one query all the same: 'q.csv' and 'q'.",
        "1 label repeats an earlier one and counts once.",
    )


@pytest.mark.parametrize("other", ["q", "query/q.csv", "./q.csv"])
def test_labels_contradict_each_other_however_the_query_is_spelt(lay, other):
    truth = HEADER + f"q.csv,b.csv,1,\n{other},b.csv,0,\n"
    with pytest.raises(ContradictingLabelsError, match=r"line 3: .* and 1 on line 2"):
        read(lay({**TABLES, "groundtruth.csv": truth}))


def test_one_table_spelt_in_two_ways_and_joined_on_two_columns_is_named_once(lay):
    truth = JOINS + "q.csv,b.csv,City,1\nq,c.csv,Code,1\n"
    source = read(lay({**TABLES, "groundtruth.csv": truth}))
    assert [query.query_id for query in source.queries] == ["q.csv on City", "q.csv on Code"]


def test_tables_whose_names_differ_in_their_endings_alone_are_two_queries(lay):
    truth = HEADER + "q.csv,b.csv,1,\nq.json,b.csv,1,\n"
    source = read(lay({**TABLES, "query/q.json": "{}", "groundtruth.csv": truth}))
    assert [query.table for query in source.queries] == ["query/q.csv", "query/q.json"]


def test_queries_with_ids_of_their_own_may_share_a_table(lay):
    asked = [{"query_id": one, "query_table": "q.csv"} for one in ("1", "q")]
    qrels = "query\ttable\trelevance\n1\tb.csv\t1\nq\tb.csv\t0\nq\tc.csv\t1\n"
    files = {"queries.jsonl": "\n".join(map(json.dumps, asked)), "qrels.tsv": qrels}
    assert len(read(lay({**TABLES, **files})).queries) == 2


def test_a_name_that_fits_two_files_is_refused(lay):
    root = lay({**TABLES, "datalake/b.json": "{}", "groundtruth.csv": HEADER + "q.csv,b,1,\n"})
    with pytest.raises(
        AmbiguousNameError, match=r"line 2: .*'datalake/b.csv' and 'datalake/b.json'"
    ):
        read(root)


def test_a_blank_written_as_another_mark_is_hinted_at(lay):
    truth = "query_table,candidate_table\nq.csv,a_1.csv\nq.csv,b.csv\n"
    source = read(lay({**TABLES, "groundtruth.csv": truth}))
    assert [pair.reason for pair in source.missing] == [
        "the candidate 'a_1.csv' is not there, but 'datalake/a 1.csv' is"
    ]


@pytest.mark.parametrize("query", ["Q.csv", "/home/me/lake/q.csv", "C:\\\\lake\\\\Q.CSV", "old/Q"])
def test_a_name_that_is_there_in_another_spelling_is_hinted_at(lay, query):
    truth = f"query_table,candidate_table\n{query},b.csv\np.csv,B.csv\np.csv,new/B\n"
    source = read(lay({**TABLES, "groundtruth.csv": truth}))
    assert [pair.reason for pair in source.missing] == [
        f"the query table {query!r} is not there, but 'query/q.csv' is",
        "the candidate 'B.csv' is not there, but 'datalake/b.csv' is",
        "the candidate 'new/B' is not there, but 'datalake/b.csv' is",
    ]
