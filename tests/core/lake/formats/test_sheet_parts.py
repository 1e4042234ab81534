"""What only the number formats of a workbook tell is told, and used."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest

from core.lake.formats.sheet_parts import sheet_parts
from tests.core.lake.formats.conftest import Read

SAID = "Shown as per cent in the workbook, but stored as shares, 11% as 0.11:"


def save(path: Path, title: str, formats: dict[str, str]) -> Path:
    book = openpyxl.Workbook()
    book.active.title = title
    for row in [("name", "a", "b"), ("x", 0.11, 0.5), ("y", 0.125, 2), ("z", 0.3, 7)]:
        book.active.append(row)
    for cell, form in formats.items():
        book.active[cell].number_format = form
    book.save(path)
    return path


@pytest.mark.parametrize(
    ("formats", "columns"),
    [
        ({"B2": "0.0%", "B3": "0.0%"}, ["B"]),
        ({"B2": "0%", "B3": "0.00%", "C2": "0%", "C4": "#,##0.0 %"}, ["B", "C"]),
        ({"B2": '0.0" % of all"', "B3": '0.0" % of all"'}, []),
        ({"B2": "0%"}, []),
        ({"A2": "0%", "A3": "0%"}, []),
        ({}, []),
    ],
)
def test_columns_of_a_format_with_a_per_cent_sign_are_said(
    tmp_path: Path, read: Read, formats: dict[str, str], columns: list[str]
) -> None:
    (table,) = read(save(tmp_path / "a.xlsx", "x & 100%", formats))
    what = "Column" if len(columns) == 1 else "Columns"
    assert table.reading.notes == [f"{SAID} {what} {', '.join(columns)}."] * bool(columns)
    assert table.columns[1] == ["0.11", "0.125", "0.3"]


def test_a_file_that_is_no_such_workbook_has_none(tmp_path: Path) -> None:
    (tmp_path / "a.xlsx").write_bytes(b"PK\x03\x04 no archive")
    assert sheet_parts(tmp_path / "a.xlsx") == {}
    assert sheet_parts(tmp_path / "none.xlsx") == {}
