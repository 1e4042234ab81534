from __future__ import annotations

import gzip
import json
import tracemalloc
from pathlib import Path

import pytest
import zstandard

from core.errors import UnreadableTableError
from core.lake.formats import Limits, open_tables
from tests.core.lake.formats.conftest import Read


def test_the_header_is_every_key_in_order_of_appearance(tmp_path: Path, read: Read) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"b": 1, "a": null}\r\n\n{"c": "x", "a": ""}\n')
    (whole,) = read(path)
    assert whole.name == ""
    assert whole.header == ["b", "a", "c"]
    assert whole.columns == [["1", None], [None, None], [None, "x"]]
    assert whole.reading.encoding == "utf-8"


def test_numbers_keep_their_form(tmp_path: Path, read: Read) -> None:
    huge = "9" * 5_000
    path = tmp_path / "a.jsonl"
    path.write_text(
        f'{{"a": 1.50, "b": [1e5, true, NaN, -Infinity, {{"k": 0.10}}], "c": {huge}}}\n'
        '{"a": NaN, "b": false, "c": -Infinity}\n'
    )
    assert read(path)[0].columns == [
        ["1.50", None],
        ['[1e5, true, null, "-inf", {"k": 0.10}]', "false"],
        [huge, "-inf"],
    ]


def test_a_bad_line_is_counted_and_named_and_stops_nothing(tmp_path: Path, read: Read) -> None:
    path = tmp_path / "a.ndjson"
    path.write_text('{"a": 1}\n{"a": \n[1]\nnull\n{"a": 2}\n' + "[" * 100_000 + "\n")
    (whole,) = read(path)
    assert whole.columns == [["1", "2"]]
    assert whole.reading.rows_refused == 4
    assert whole.reading.notes == [
        f"Line {number} is not a JSON record and was left out." for number in (2, 3, 4, 6)
    ]


def test_a_value_nested_too_deeply_costs_its_record_only(tmp_path: Path, read: Read) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"a": ' + "[" * 800 + "]" * 800 + '}\n{"a": 2}\n')
    (whole,) = read(path)
    assert whole.columns[0][-1] == "2"
    assert whole.reading.rows_refused + len(whole.columns[0]) == 2


@pytest.mark.parametrize("name", ["a.json", "a.json.gz", "a.JSON.zst"])
def test_an_array_of_records_is_read(tmp_path: Path, read: Read, name: str) -> None:
    path = tmp_path / name
    data = b' [ {"a": 1} , {"b": "\xc3\xa9"}, 7 ] '
    pack = {".gz": gzip.compress, ".zst": zstandard.compress}.get(path.suffix, bytes)
    path.write_bytes(pack(data))
    (whole,) = read(path)
    assert (whole.header, whole.columns) == (["a", "b"], [["1", None], [None, "é"]])
    assert whole.reading.notes == ["Entry 3 is not a JSON record and was left out."]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            "a.jsonl",
            '{"a": 1, "b": 2, "a": 3}\n{"a": 4, "b": {"x": 1, "x": 2}}\n{"a": 5, "b": 6}\n',
        ),
        ("a.json", '[{"a": 1, "b": 2, "a": 3}, {"a": 4, "b": {"x": 1, "x": 2}}, {"a": 5, "b": 6}]'),
        (
            "a.json",
            '{"header": ["a", "b"], "rows": [{"a": 1, "b": 2, "a": 3}, '
            '{"a": 4, "b": {"x": 1, "x": 2}}, [5, 6]]}',
        ),
    ],
)
def test_a_key_that_stands_twice_is_told(tmp_path: Path, read: Read, name: str, text: str) -> None:
    (tmp_path / name).write_text(text)
    (whole,) = read(tmp_path / name)
    assert whole.columns == [["3", "4", "5"], ["2", '{"x": 2}', "6"]]
    assert whole.reading.notes == ["A key stands twice in 2 objects; its last value was kept."]


def test_a_record_cut_by_the_window_is_told_once(tmp_path: Path, read: Read) -> None:
    path = tmp_path / "a.json"
    path.write_text('[{"a": {"x": 1, "x": 2}, "b": "' + "y" * 2**21 + '"}]')
    assert read(path)[0].reading.notes == [
        "A key stands twice in 1 object; its last value was kept."
    ]


def test_records_with_keys_of_their_own_are_refused(tmp_path: Path, read: Read) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text("".join(f'{{"k{n}": 1, "x": 2}}\n' for n in range(5_000)))
    with pytest.raises(
        UnreadableTableError,
        match="The 5,000 records have 5,001 different keys, of which one has 2 ",
    ):
        read(path)
    path.write_text("".join(f'{{"k{n}": 1, "x": 2}}\n' for n in range(500)))
    assert len(read(path)[0].header) == 501


@pytest.mark.parametrize("between", ["", "\n", " " * 1_100_000])
def test_arrays_that_follow_each_other_are_one_table(
    tmp_path: Path, read: Read, between: str
) -> None:
    path = tmp_path / "a.json"
    path.write_text('[{"a": 1}, {"a": 2}]' + between + '[]\n[3, {"b": 3}]\n')
    (whole,) = read(path)
    assert whole.columns == [["1", "2", None], [None, None, "3"]]
    assert whole.reading.rows_refused == 1
    assert whole.reading.notes == [
        "Entry 3 is not a JSON record and was left out.",
        "3 arrays follow each other; they were read as one table.",
    ]


@pytest.mark.parametrize(("rest", "size"), [(" garbage ", "8"), ("]" + " " * 2**21, "2,097,153")])
def test_what_stands_behind_an_array_is_told(
    tmp_path: Path, read: Read, rest: str, size: str
) -> None:
    path = tmp_path / "a.json"
    path.write_text('[{"a": 1}]' + rest)
    (whole,) = read(path)
    assert whole.columns == [["1"]]
    assert whole.reading.rows_refused == 1
    assert whole.reading.notes == [
        f"What stands behind the array, {size} characters, is not a JSON record and was left out."
    ]


def test_an_array_far_larger_than_its_window_is_the_same(tmp_path: Path, read: Read) -> None:
    rows = [{"n": i, "text": "x" * (i % 97)} for i in range(60_000)]
    path = tmp_path / "a.json"
    path.write_text(json.dumps(rows, indent=1))
    (whole,) = read(path)
    assert whole.columns[0] == [str(i) for i in range(60_000)]
    assert whole.columns[1] == ["x" * (i % 97) or None for i in range(60_000)]
    assert whole.batches == 2


def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    line = json.dumps({"a": "x" * 1_000_000}) + "\n"
    with path.open("w") as file:
        for _ in range(150):
            file.write(line)
    tracemalloc.start()
    for table in open_tables(path, Limits()):
        for _ in table.batches:
            pass
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 100 * 2**20


@pytest.mark.parametrize(
    ("names", "rows"), [("title", "data"), ("header", "rows"), ("columns", "data")]
)
def test_an_object_with_names_and_rows_is_read(
    tmp_path: Path, read: Read, names: str, rows: str
) -> None:
    path = tmp_path / "a.json"
    table = {names: ["x", "y"], "caption": "C", rows: [["1", " "], [2], [3, 4, 5], "no"]}
    path.write_text(json.dumps(table, indent=2))
    (whole,) = read(path)
    assert whole.header == ["x", "y"]
    assert whole.columns == [["1", "2", "3"], [" ", None, "4"]]
    assert (whole.reading.rows_padded, whole.reading.rows_cut) == (1, 1)
    assert whole.reading.rows_refused == 1


def test_a_json_file_with_a_record_a_line_is_read(tmp_path: Path, read: Read) -> None:
    path = tmp_path / "a.json"
    path.write_text('{"a": 1}\n{"a": 2}\n')
    assert read(path)[0].columns == [["1", "2"]]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_a_byte_order_mark_says_the_encoding(tmp_path: Path, read: Read, encoding: str) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"é": "ü"}\n', encoding=encoding)
    (whole,) = read(path)
    assert (whole.header, whole.columns) == (["é"], [["ü"]])
    assert whole.reading.encoding == encoding


def test_what_cannot_be_decoded_is_replaced_and_noted(tmp_path: Path, read: Read) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b'{"a": "caf\xe9"}\n{"a": "\\ud800"}\n{"a": "\\ud83d\\ude00"}\n')
    (whole,) = read(path)
    assert whole.columns == [["caf\ufffd", "\ufffd", "😀"]]
    assert whole.reading.notes == ["Text that could not be decoded was replaced."]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no record"),
        ("[]", "no record"),
        ("[{}]", "no record"),
        ("[1, 2]", "Not one line or entry"),
        ('[{"a": 1}, {"a"', "Entry 2 of the array"),
        ('[{"a": 1} {"a": 2}]', "Entry 1 of the array"),
        ('{"a": 1}', "no list of column names"),
        ('{"a": 1', "neither a JSON array"),
        ('"text"', "neither a JSON array"),
        ("[" * 1_000_000, "Entry 1 of the array"),
        ("\x00\xff\x13", "neither a JSON array"),
    ],
)
def test_what_is_no_table_is_refused(tmp_path: Path, read: Read, text: str, reason: str) -> None:
    path = tmp_path / "a.json"
    path.write_text(text)
    with pytest.raises(UnreadableTableError, match=reason):
        read(path)
