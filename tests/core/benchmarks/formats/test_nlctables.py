"""The form of nlcTables."""

from __future__ import annotations

import json

import pytest

from core.benchmarks.formats import Caption, Mode, Query, read
from core.benchmarks.formats.errors import (
    UnknownQueryError,
)
from core.errors import MalformedFileError
from tests.core.benchmarks.formats.folders import NLC


def test_nlctables_with_a_misspelt_folder(lay):
    source = read(lay(NLC))
    assert (source.format, source.lake_folders) == ("nlctables", ("dataet",))
    assert source.queries == (
        Query("1", "query/q1.json", "more than 5 rows"),
        Query("2", None, "about buses", Mode.NL),
    )
    assert source.qrels.relevance("1", "dataet/d1.json") == 2
    assert source.captions == {"dataet/d1.json": Caption("Bus schedule")}
    assert source.notes == ("1 JSON tables could not be read for their captions.",)


def test_a_caption_with_half_a_character_is_left_out_and_told(lay):
    cell = {"title": ["x"], "caption": "Bus schedule", "data": [["\ud83d"]]}
    halved = {"title": ["x"], "caption": "Fish \ud83d", "data": [["1"]]}
    source = read(
        lay({**NLC, "dataet/d1.json": json.dumps(cell), "dataet/d2.json": json.dumps(halved)})
    )
    assert source.captions == {"dataet/d1.json": Caption("Bus schedule")}
    assert source.notes == ("1 JSON tables could not be read for their captions.",)


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


def test_nlctables_labels_of_unknown_queries_are_refused(lay):
    with pytest.raises(UnknownQueryError, match=r"line 4: .* '9'"):
        read(lay({**NLC, "qtrel-test.txt": NLC["qtrel-test.txt"] + "9\t0\td1\t1\n"}))
