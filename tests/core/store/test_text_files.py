"""Small text files as people bring them."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.errors import MalformedFileError
from core.store.text_files import csv_rows, full_rows, read_text

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
