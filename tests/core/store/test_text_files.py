"""Small text files as people bring them."""

from __future__ import annotations

import gzip
import io
import pickle
import zipfile
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest
import zstandard

from core.errors import MalformedFileError
from core.store.text_files import (
    csv_rows,
    full_rows,
    read_lines,
    read_text,
    split_lines,
)

PATH = Path("x.csv")


def test_rows_of_blanks_are_left_out_and_lines_are_those_that_rows_start_on() -> None:
    text = 'a,b\n , \t\n"x\ny",1\nz,2\n'
    assert list(csv_rows(text, PATH)) == [(1, ["a", "b"]), (3, ["x\ny", "1"]), (5, ["z", "2"])]


@pytest.mark.parametrize(
    ("row", "rule"),
    [
        ('"z,2\n3,4\n', "A quotation mark that opens a cell must be closed"),
        ('"z"y,2\n', "A cell in quotation marks must end with them"),
        ("z" * 131_073 + ",2\n", "a cell of more than 131,072 characters"),
        ("z\n", "must have the 2 columns of the header. Got 1"),
    ],
)
def test_a_fault_behind_a_cell_of_two_lines_is_told_with_its_line(row: str, rule: str) -> None:
    rows = full_rows(csv_rows(f'a,b\n"x\ny",1\n{row}', PATH), 2, PATH)
    with pytest.raises(MalformedFileError) as caught:
        list(rows)
    assert "x.csv, line 4" in str(caught.value)
    assert rule in str(caught.value)


def test_a_text_is_utf_8_with_or_without_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_bytes(b"\xef\xbb\xbfcaf\xc3\xa9\n")
    assert read_text(path) == "café\n"
    path.write_bytes(b"a\nb\ncaf\xe9\n")
    with pytest.raises(MalformedFileError, match=r"line 3.*must be UTF-8"):
        read_text(path)


def _packed(content: bytes) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("x.csv", content)
    return packed.getvalue()


def _parquet(content: bytes) -> bytes:
    written = io.BytesIO()
    pl.read_csv(content).write_parquet(written)
    return written.getvalue()


@pytest.mark.parametrize(
    ("pack", "told"),
    [
        (gzip.compress, "a file packed by gzip; unpack it"),
        (zstandard.compress, "a file packed by zstd; unpack it"),
        (_packed, "a zip archive or a workbook; unpack it, or"),
        (_parquet, "a Parquet file; write its rows as CSV"),
        (pickle.dumps, "a pickle; write what it holds as CSV"),
    ],
)
def test_what_is_no_text_is_called_what_it_is(
    tmp_path: Path, pack: Callable[[bytes], bytes], told: str
) -> None:
    path = tmp_path / "x.csv.gz"
    path.write_bytes(pack(b"query,table\nfish.csv,river.csv\n" * 9))
    with pytest.raises(MalformedFileError, match=told):
        read_text(path)
    path.write_text("PAR1 Q0 river.csv 1 0.5 x\n")
    assert read_text(path).startswith("PAR1")


@pytest.mark.parametrize(
    "content", [b"", b"a", b"\xef\xbb\xbfa\r\n\n \r\nb\xc2\x85c\rd\n", b"\na\x0b\n\n", b"\xef\xbb"]
)
def test_lines_that_are_read_one_by_one_are_those_of_the_text(
    tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(content)
    try:
        expected = list(split_lines(read_text(path)))
    except MalformedFileError as error:
        with pytest.raises(MalformedFileError) as caught:
            list(read_lines(path))
        assert str(caught.value) == str(error)
    else:
        assert list(read_lines(path)) == expected


def test_a_line_that_is_no_text_is_told_once_it_is_reached(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(b"a\n\xff\n")
    lines = read_lines(path)
    assert next(lines) == (1, "a")
    with pytest.raises(MalformedFileError, match="line 2: The file must be UTF-8"):
        next(lines)
