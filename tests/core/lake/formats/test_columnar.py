from __future__ import annotations

import datetime as dt
import random
import warnings
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from pyarrow import feather, parquet

from core.errors import UnreadableTableError
from tests.core.lake.formats.conftest import Read

NOON = dt.datetime(2020, 1, 2, 12, 0, 0)
LATER = dt.datetime(2020, 1, 2, 12, 0, 0, 120_000)


def one(read: Read, folder: Path, values: list[Any], kind: pa.DataType | None = None) -> list[Any]:
    path = folder / "a.parquet"
    parquet.write_table(pa.table({"a": pa.array(values, kind)}), path)
    return read(path)[0].columns[0]


@pytest.mark.parametrize(
    ("values", "kind", "expected"),
    [
        ([1, None, -3], None, ["1", None, "-3"]),
        ([2**64 - 1], pa.uint64(), ["18446744073709551615"]),
        ([1.0, 0.1, None, float("nan"), -0.0], None, ["1.0", "0.1", None, None, "-0.0"]),
        ([12345678901.5, 1e16, 1e-5], None, ["12345678901.5", "1e+16", "1e-05"]),
        ([0.1, 16777216.0], pa.float32(), ["0.1", "16777216.0"]),
        ([0.5], pa.float16(), ["0.5"]),
        ([True, False, None], None, ["true", "false", None]),
        ([Decimal("1.50")], pa.decimal128(5, 2), ["1.50"]),
        ([Decimal("0.00000001")], pa.decimal128(12, 8), ["0.00000001"]),
        ([NOON, LATER], None, ["2020-01-02T12:00:00", "2020-01-02T12:00:00.12"]),
        ([NOON], pa.timestamp("ns", "UTC"), ["2020-01-02T12:00:00Z"]),
        ([NOON], pa.timestamp("ms", "Asia/Kolkata"), ["2020-01-02T17:30:00+05:30"]),
        ([NOON.date()], None, ["2020-01-02"]),
        ([dt.time(3, 4, 5)], None, ["03:04:05"]),
        (["x", "", " "], None, ["x", None, " "]),
        (["x", None, "x"], pa.dictionary(pa.int8(), pa.string()), ["x", None, "x"]),
        ([b"\x00\xff"], None, ["00ff"]),
        ([[1, None], [], None], None, ["[1, null]", "[]", None]),
        ([{"a": 1.0, "b": ["é"]}, None], None, ['{"a": 1.0, "b": ["é"]}', None]),
        ([[("k", NOON.date())]], pa.map_(pa.string(), pa.date32()), ['{"k": "2020-01-02"}']),
        ([None, None], pa.null(), [None, None]),
    ],
)  # fmt: skip
def test_cells_are_spelt(
    tmp_path: Path, read: Read, values: list[Any], kind: pa.DataType | None, expected: list[Any]
) -> None:
    assert one(read, tmp_path, values, kind) == expected


@pytest.mark.parametrize("form", ["arrow", "arrows", "feather", "feather1"])
def test_every_arrow_form_is_read(tmp_path: Path, read: Read, form: str) -> None:
    table = pa.table({"n": [1, None], "x": [1.0, 0.5], "s": ["a", "b"]})
    path = tmp_path / f"a.{form.rstrip('1')}"
    if form == "feather":
        feather.write_feather(table, path)
    elif form == "feather1":
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            feather.write_feather(table, path, version=1)
    else:
        new = pa.ipc.new_file if form == "arrow" else pa.ipc.new_stream
        with new(path, table.schema) as writer:
            writer.write_table(table)
    (whole,) = read(path)
    assert whole.name == ""
    assert whole.reading.encoding == ""
    assert whole.header == ["n", "x", "s"]
    assert whole.columns == [["1", None], ["1.0", "0.5"], ["a", "b"]]


def test_ten_thousand_columns_come_in_batches_that_fit(tmp_path: Path, read: Read) -> None:
    path = tmp_path / "a.parquet"
    parquet.write_table(pa.table({f"c{i}": [i] * 250 for i in range(10_000)}), path)
    (whole,) = read(path)
    assert len(whole.header) == 10_000
    assert whole.columns[9_999] == ["9999"] * 250
    assert whole.batches == 3


def test_a_long_value_repeated_comes_in_many_batches(tmp_path: Path, read: Read) -> None:
    path = tmp_path / "a.parquet"
    parquet.write_table(pa.table({"a": ["x" * 100_000] * 2_000}), path)
    assert path.stat().st_size < 200_000
    (whole,) = read(path)
    assert len(whole.columns[0]) == 2_000
    assert whole.batches >= 6


def test_batches_are_joined_up_to_fifty_thousand_rows(tmp_path: Path, read: Read) -> None:
    path = tmp_path / "a.parquet"
    parquet.write_table(pa.table({"a": range(120_000)}), path, row_group_size=7_000)
    (whole,) = read(path)
    assert whole.columns[0] == [str(i) for i in range(120_000)]
    assert whole.batches == 3


def test_duplicate_names_zero_rows_and_zero_columns(tmp_path: Path, read: Read) -> None:
    path = tmp_path / "a.parquet"
    parquet.write_table(pa.Table.from_arrays([pa.array([1]), pa.array([2])], ["a", "a"]), path)
    assert read(path)[0].columns == [["1"], ["2"]]
    parquet.write_table(pa.table({"a": pa.array([], pa.int64())}), path)
    assert (read(path)[0].header, read(path)[0].columns) == (["a"], [[]])
    parquet.write_table(pa.table({}), path)
    with pytest.raises(UnreadableTableError, match="no column"):
        read(path)


def test_text_that_is_not_utf8_is_replaced_and_noted(tmp_path: Path, read: Read) -> None:
    path = tmp_path / "a.parquet"
    parquet.write_table(pa.table({"a": pa.array([b"caf\xe9", b"x"]).view(pa.string())}), path)
    (whole,) = read(path)
    assert whole.columns == [["caf\ufffd", "x"]]
    assert whole.reading.notes == [
        'Column "a" has text that is not UTF-8; what could not be decoded was replaced.'
    ]


@pytest.mark.parametrize("form", ["parquet", "arrow"])
def test_damage_anywhere_is_refused_or_harmless_but_never_a_crash(
    tmp_path: Path, read: Read, form: str
) -> None:
    path = tmp_path / f"a.{form}"
    table = pa.table({"s": ["a", "bb", None] * 50, "n": [1, 2, 3] * 50, "l": [[1], [], None] * 50})
    if form == "parquet":
        parquet.write_table(table, path)
    else:
        feather.write_feather(table, path, compression="uncompressed")
    sound = path.read_bytes()
    chance = random.Random(7)  # noqa: S311 - chance that can be repeated
    for _ in range(150):
        broken = bytearray(sound)
        for _ in range(3):
            broken[chance.randrange(len(broken))] = chance.randrange(256)
        path.write_bytes(
            broken if chance.random() < 0.8 else broken[: chance.randrange(1, len(sound))]
        )
        try:
            read(path)
        except UnreadableTableError:
            continue
