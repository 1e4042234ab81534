"""The form of nlcTables."""

from __future__ import annotations

import json

import pytest

from core.benchmarks.formats import Caption, Mode, Query, read, truth_file
from core.benchmarks.formats.errors import AmbiguousSourceError, UnknownQueryError
from core.errors import MalformedFileError
from tests.core.benchmarks.formats.folders import NLC

UNITED = (
    "Read as queries for unions, as there is no joincol.csv or deepjoin.csv; `--task join` says "
    "otherwise."
)
TABLE = json.dumps({"title": ["x"], "data": [["1"]]})
WHOLE = {
    "datalake-test/dl_1.json": TABLE,
    "datalake-test/dl_2.json": TABLE,
    "datalake-train/dl_1.json": TABLE,
    "query-test/q_1.json": TABLE,
    "query-train/q_1.json": TABLE,
    "queries-test.txt": "1\tmore joinable tables with over 5 rows\tq_1\n",
    "qtrels-test.txt": "1\t0\tdl_1\t2\n1\t0\tdl_2\t0\n",
    "queries-train.txt": "7\tmore tables\tq_1\n",
    "qtrels-train.txt": "7\t0\tdl_1\t1\n",
}
"""As the whole sets are published."""


def test_nlctables_with_a_misspelt_folder(lay):
    source = read(lay(NLC))
    assert (source.format, source.lake_folders) == ("nlctables", ("dataet",))
    assert source.queries == (
        Query("1", "query/q1.json", "more than 5 rows"),
        Query("2", None, "about buses", Mode.NL),
    )
    assert source.qrels.relevance("1", "dataet/d1.json") == 2
    assert source.captions == {"dataet/d1.json": Caption("Bus schedule")}
    assert source.notes == ("1 JSON tables could not be read for their captions.", UNITED)


def test_a_caption_with_half_a_character_is_left_out_and_told(lay):
    cell = {"title": ["x"], "caption": "Bus schedule", "data": [["\ud83d"]]}
    halved = {"title": ["x"], "caption": "Fish \ud83d", "data": [["1"]]}
    source = read(
        lay({**NLC, "dataet/d1.json": json.dumps(cell), "dataet/d2.json": json.dumps(halved)})
    )
    assert source.captions == {"dataet/d1.json": Caption("Bus schedule")}
    assert source.notes == ("1 JSON tables could not be read for their captions.", UNITED)


def test_nlctables_join_columns(lay):
    joins = "q1.json,d1.json,Station,Stop,1\r\nq1.json,d2.json,Station,x,0\r\n"
    source = read(lay({**NLC, "joincol.csv": joins}))
    assert source.queries[0].mode is Mode.JOIN
    assert source.queries[0].join_on == ("Station",)
    source = read(lay({**NLC, "joincol.csv": joins.replace("q1", "query/q1")}))
    assert source.queries[0].join_on == ("Station",)
    source = read(lay({**NLC, "joincol.csv": joins.replace("q1", "q7")}))
    assert "1 join query has no join column in joincol.csv; likely keys are tried." in source.notes
    with pytest.raises(MalformedFileError, match=r"line 1: .* 5 columns"):
        read(lay({**NLC, "joincol.csv": "a,b\n"}))


def test_whole_sets_of_nlctables_are_read_as_published(lay):
    root = lay(WHOLE)
    source = read(root)
    assert (source.lake_folders, source.query_folder) == (("datalake-test",), "query-test")
    assert source.queries == (Query("1", "query-test/q_1.json", WHOLE["queries-test.txt"][2:-5]),)
    assert source.qrels.to_dict() == {
        "1": {"datalake-test/dl_1.json": 2, "datalake-test/dl_2.json": 0}
    }
    assert source.notes == (UNITED,)
    file = truth_file(source, root)
    assert (file.path, file.content.decode()) == ("qtrels-test.txt", WHOLE["qtrels-test.txt"])
    train = read(lay(WHOLE, "train") / "qtrels-train.txt")
    assert (train.tables, train.query_tables) == (
        ("datalake-train/dl_1.json",),
        ("query-train/q_1.json",),
    )
    with pytest.raises(AmbiguousSourceError, match=r"'qtrel-test.txt' and 'qtrels-test.txt'"):
        read(lay({**WHOLE, "qtrel-test.txt": WHOLE["qtrels-test.txt"]}, "twice"))


def test_whole_sets_of_nlctables_for_joins_have_their_columns(lay):
    joins = "q_1.json,dl_1.json,Station,Stop,1\r\nq_1.json,dl_2.json,Station,x,0\r\n"
    for name, header in (("headed", "qtable,dltable,qcol,dlcol,gt_rel\r\n"), ("bare", "")):
        source = read(lay({**WHOLE, "deepjoin.csv": header + joins}, name))
        assert (source.queries[0].mode, source.queries[0].join_on) == (Mode.JOIN, ("Station",))
        assert source.notes == (
            "Read as queries for joins, as deepjoin.csv has the columns of query tables; with "
            "`--task union` they are not looked at.",
        )
    united = read(lay({**WHOLE, "deepjoin.csv": joins}, "united"), mode=Mode.UNION)
    assert (united.queries[0].mode, united.queries[0].join_on) == (Mode.UNION, ())
    joined = read(lay(WHOLE, "joined"), mode=Mode.JOIN)
    assert joined.queries[0].mode is Mode.JOIN
    assert joined.notes == ("1 join query has no join column; likely keys are tried.",)


def test_nlctables_labels_of_unknown_queries_are_refused(lay):
    with pytest.raises(UnknownQueryError, match=r"line 4: .* '9'"):
        read(lay({**NLC, "qtrel-test.txt": NLC["qtrel-test.txt"] + "9\t0\td1\t1\n"}))
