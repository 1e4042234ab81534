"""What only the number formats of a workbook tell is told, and used."""

from __future__ import annotations

import re
import zipfile
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


ZEROS = "Shown with zeros in front in the workbook, but stored without, 00042 as 42:"


@pytest.mark.parametrize(
    ("form", "codes", "is_said"),
    [
        ("00000", (1067, 99), True),
        ("000\\-00\\-0000", (12_345_678, 7), True),
        ("000 000;-000 000", (12_345, 7), True),
        ("00000", (12_345, 54_321), False),
        ("00000", (12_345, 7), False),
        ("0", (1, 2), False),
        ("0.00", (1, 2), False),
        ("#,##000", (1, 2), False),
        ('"00"0', (1, 2), False),
    ],
)
def test_columns_that_show_zeros_that_are_not_stored_are_said(
    tmp_path: Path, read: Read, form: str, codes: tuple[int, int], is_said: bool
) -> None:
    book = openpyxl.Workbook()
    for row in [("name", "code"), *zip("xy", codes, strict=True)]:
        book.active.append(row)
    for row in (2, 3):
        book.active.cell(row, 2).number_format = form
    book.save(tmp_path / "a.xlsx")
    (table,) = read(tmp_path / "a.xlsx")
    assert table.reading.notes == [f"{ZEROS} Column B."] * is_said
    assert table.columns[1] == [str(code) for code in codes]


MERGED = "Cells merged over several rows have their value in the first, the others are empty:"


@pytest.mark.parametrize(
    ("ranges", "columns"),
    [
        (["A2:A4"], "Column A"),
        (["C2:C3", "A2:A3", "A4:A5"], "Columns A, C"),
        (["A2:B2"], None),
        (["A1:A2"], None),
        ([], None),
    ],
)
def test_columns_with_cells_merged_below_the_header_are_said(
    tmp_path: Path, read: Read, ranges: list[str], columns: str | None
) -> None:
    book = openpyxl.Workbook()
    for row in [("region", "city", "sales"), *(("N", f"c{n}", n) for n in range(4))]:
        book.active.append(row)
    for one in ranges:
        book.active.merge_cells(one)
    book.save(tmp_path / "a.xlsx")
    (table,) = read(tmp_path / "a.xlsx")
    assert table.reading.notes == ([f"{MERGED} {columns}."] if columns else [])


def calculated(path: Path, results: dict[str, str], on_load: bool = True) -> Path:
    """Write a workbook with formulas, each as the inside of its cell."""
    book = openpyxl.Workbook()
    for row in [("item", "n", "total", "text")] + [(f"i{n}", n, None, None) for n in range(3)]:
        book.active.append(row)
    for cell in results:
        book.active[cell] = "=B2*2"
    book.calculation.fullCalcOnLoad = on_load
    book.save(path.with_suffix(".bare"))
    with zipfile.ZipFile(path.with_suffix(".bare")) as bare, zipfile.ZipFile(path, "w") as archive:
        for part in bare.namelist():
            content = bare.read(part).decode()
            for cell, result in results.items():
                content = re.sub(
                    f'<c r="{cell}"[^>]*><f>.*?</c>', f'<c r="{cell}"{result}</c>', content
                )
            archive.writestr(part, content)
    return path


FORMULA = "><f>B2*2</f>"
OPEN = "open the workbook in its program and save it."
ZERO = "has the result 0, which was perhaps never calculated"


@pytest.mark.parametrize(
    ("results", "notes"),
    [
        (
            {"C2": f"{FORMULA}<v />", "C3": FORMULA, "D2": '><f t="shared" si="0"/>'},
            [f"3 formulas in Columns C, D have no stored result: {OPEN}"],
        ),
        (
            {"C2": f"{FORMULA}<v>0</v>", "C3": f"{FORMULA}<v></v>"},
            [
                f"1 formula in Column C has no stored result: {OPEN}",
                f"1 formula in Column C {ZERO}: {OPEN}",
            ],
        ),
        ({"C2": f"{FORMULA}<v>0</v>", "C3": f"{FORMULA}<v>2</v>"}, []),
        ({"D2": f' t="str"{FORMULA}<v></v>'}, []),
    ],
)
def test_formulas_without_a_result_are_said(
    tmp_path: Path, read: Read, results: dict[str, str], notes: list[str]
) -> None:
    (table,) = read(calculated(tmp_path / "a.xlsx", results))
    assert table.reading.notes == notes


def test_formulas_that_a_program_has_calculated_may_be_0(tmp_path: Path, read: Read) -> None:
    zero = dict.fromkeys(("C2", "C3"), f"{FORMULA}<v>0</v>")
    (table,) = read(calculated(tmp_path / "a.xlsx", zero, on_load=False))
    assert (table.columns[2], table.reading.notes) == (["0", "0", None], [])


def test_a_file_that_is_no_such_workbook_has_none(tmp_path: Path) -> None:
    (tmp_path / "a.xlsx").write_bytes(b"PK\x03\x04 no archive")
    assert sheet_parts(tmp_path / "a.xlsx") == {}
    assert sheet_parts(tmp_path / "none.xlsx") == {}
