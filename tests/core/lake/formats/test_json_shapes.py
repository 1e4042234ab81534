"""Tables in JSON objects and arrays of rows, as portals, APIs, pandas and corpora write them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from core.errors import UnreadableTableError
from tests.core.lake.formats.conftest import Whole, read_whole

CITIES = [{"city": "Oslo", "people": 709037}, {"city": "Bern", "people": 134794}]
ROWS = [["Oslo", 709037], ["Bern", 134794]]
NAMES = ["city", "people"]
FRAME = pd.DataFrame(CITIES)


@pytest.mark.parametrize(
    "content",
    [
        {"relation": [["city", "Oslo", "Bern"], ["people", 709037, 134794]], "pageTitle": "Cities",
         "hasHeader": True, "headerPosition": "FIRST_ROW"},
        {"meta": {"view": {"columns": [{"id": -1, "name": "city"}, {"id": 1, "name": "people"}]}},
         "data": ROWS},
        {"success": True, "result": {"fields": [{"id": "city"}, {"id": "people"}],
                                     "records": CITIES}},
        {"fields": [{"id": "city", "type": "text"}, {"id": "people", "type": "int"}],
         "records": ROWS},
        {"count": 2, "next": None, "results": CITIES},
        {"data": CITIES},
        {"cities": CITIES, "licence": "CC0"},
        {"city": ["Oslo", "Bern"], "people": [709037, 134794]},
        [NAMES, *ROWS],
        *(json.loads(FRAME.to_json(orient=orient))
          for orient in ("columns", "records", "split", "table")),
    ],
    ids=["wdc", "socrata", "ckan", "dump of ckan", "results", "data", "only", "lists", "rows",
         "to_json", "to_json records", "to_json split", "to_json table"],
)  # fmt: skip
def test_a_table_is_found_wherever_it_is_in_a_file(tmp_path: Path, content: Any) -> None:
    whole = _read(tmp_path, content)
    named = dict(zip(whole.header, whole.columns, strict=True))
    assert named.pop("index", None) in (None, ["0", "1"])
    assert named == {"city": ["Oslo", "Bern"], "people": ["709037", "134794"]}
    assert (whole.reading.rows_cut, whole.reading.rows_padded, whole.reading.rows_refused) == (
        0,
    ) * 3


def test_what_stands_beside_the_records_is_told(tmp_path: Path) -> None:
    content = {"result": {"total": 2, "records": [{"a": 1}, {"b": 2}], "fields": [{"id": "a"}]}}
    whole = _read(tmp_path, content)
    assert (whole.header, whole.columns) == (["a", "b"], [["1", None], [None, "2"]])
    assert whole.reading.notes == [
        "The rows are the records in result.records; what stands beside them was left out: total, "
        "fields."
    ]
    assert _read(tmp_path, {"items": [{"a": 1}]}).reading.notes == []


def test_geojson_has_a_row_a_feature(tmp_path: Path) -> None:
    point = {"type": "Point", "coordinates": [10.75, 59.9]}
    features = [
        {"type": "Feature", "id": 7, "properties": {"city": "Oslo"}, "geometry": point},
        {"type": "Feature", "id": 8, "properties": None, "geometry": None},
    ]
    whole = _read(tmp_path, {"type": "FeatureCollection", "features": features})
    assert whole.header == ["id", "city", "geometry"]
    assert whole.columns[:2] == [["7", "8"], ["Oslo", None]]
    assert whole.columns[2] == ['{"type": "Point", "coordinates": [10.75, 59.9]}', None]


def test_rows_without_names_have_none(tmp_path: Path) -> None:
    for content in (
        [[1, "Oslo"], [2], [3, "Bern"]],
        {"relation": [[1, 2, 3], ["Oslo", "", "Bern"]]},
    ):
        whole = _read(tmp_path, content)
        assert whole.header == ["", ""]
        assert whole.columns == [["1", "2", "3"], ["Oslo", None, "Bern"]]


@pytest.mark.parametrize(
    "content",
    [
        {"name": "package", "authors": [{"name": "Ann"}]},
        {"one": CITIES, "other": CITIES},
        {"records": CITIES, "data": CITIES},
        {"city": ["Oslo", "Bern"], "people": [1]},
        {"only": ["Oslo", "Bern"]},
        {"a": {"x": 1}, "b": {"x": 2}},
        {"relation": [["a", "b"], ["c"]]},
        {"meta": {"view": 3}, "data": [["a"]]},
        {"type": "FeatureCollection", "features": [1]},
        {},
    ],
)
def test_an_object_that_may_be_read_in_several_ways_or_none_is_refused(
    tmp_path: Path, content: Any
) -> None:
    with pytest.raises(UnreadableTableError, match="no list of column names"):
        _read(tmp_path, content)


@pytest.mark.parametrize(
    "content",
    [
        {"header": [f"c{at}" for at in range(30_000)], "data": [[]] * 30_000},
        [[f"c{at}" for at in range(30_000)], *[[]] * 30_000],
        {"records": [{f"c{at}": 1} for at in range(30_000)]},
    ],
    ids=["header", "rows", "records"],
)
def test_a_header_far_wider_than_its_rows_is_refused(tmp_path: Path, content: Any) -> None:
    with pytest.raises(UnreadableTableError, match=r"30,00\d (records|different)|have 30,000"):
        _read(tmp_path, content)


def test_a_row_nested_too_deeply_costs_itself_only(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text(
        '{"header": ["x"], "data": [[1], [' + '{"a":' * 600 + "1" + "}" * 600 + "], [2]]}"
    )
    (whole,) = read_whole(path)
    assert whole.columns == [["1", "2"]]
    assert whole.reading.notes == ["Row 2 is nested too deeply and was left out."]
    assert whole.reading.rows_refused == 1


def _read(folder: Path, content: Any) -> Whole:
    (folder / "a.json").write_text(json.dumps(content))
    (whole,) = read_whole(folder / "a.json")
    return whole
