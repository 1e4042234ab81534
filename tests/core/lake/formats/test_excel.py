from __future__ import annotations

import datetime as dt
import sys
import zipfile
from pathlib import Path

import openpyxl
import pytest
from openpyxl.utils.datetime import CALENDAR_MAC_1904, WINDOWS_EPOCH

from core.benchmarks.runs.peak_memory import peak_megabytes
from core.errors import UnreadableTableError
from core.lake.formats import Limits, excel, open_tables
from core.lake.formats.header_row import HEADER_OF_VALUES
from tests.core.lake.formats.conftest import Read

ODS = (
    '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"'
    ' xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"'
    ' xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>'
    '<table:table table:name="a/b"><table:table-row><table:table-cell office:value-type="string">'
    "<text:p>h</text:p></table:table-cell></table:table-row><table:table-row><table:table-cell"
    ' office:value-type="float" office:value="{value}"{repeat}><text:p>3</text:p>'
    "</table:table-cell></table:table-row></table:table></office:spreadsheet></office:body>"
    "</office:document-content>"
)

MOMENT = dt.datetime(2020, 1, 2, 3, 4, 5)
LATER = dt.datetime(2020, 1, 2, 3, 4, 5, 120_000)


def save(path: Path, **sheets: list[list[object]]) -> Path:
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    book.save(path)
    return path


def save_ods(path: Path, value: str, repeat: str = "") -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr(
            "META-INF/manifest.xml",
            '<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>',
        )
        archive.writestr("content.xml", ODS.format(value=value, repeat=repeat))
    return path


@pytest.mark.parametrize("apart", [False, True])
def test_cells_are_spelt(
    tmp_path: Path, read: Read, monkeypatch: pytest.MonkeyPatch, apart: bool
) -> None:
    if apart:
        monkeypatch.setattr(excel, "_SMALL_BYTES", 0)
    path = save(
        tmp_path / "a.xlsx",
        Data=[
            [],
            ["n", "x", "when", "day", "ok", "text", None, "n"],
            [1, 0.634910936512345, MOMENT, MOMENT.date(), True, "007", None, 3.0],
            [None] * 8,
            [-2, 1e-12, LATER, dt.time(3, 4, 5), False, "1.50", None, "#DIV/0!"],
        ],
    )
    (whole,) = read(path)
    assert whole.name == ""
    assert whole.header == ["n", "x", "when", "day", "ok", "text", "", "n"]
    assert whole.columns == [
        ["1", "-2"],
        ["0.634910936512345", "1e-12"],
        ["2020-01-02T03:04:05", "2020-01-02T03:04:05.12"],
        ["2020-01-02", "03:04:05"],
        ["true", "false"],
        ["007", "1.50"],
        [None, None],
        ["3", None],
    ]
    assert whole.reading.notes == ["1 empty row between others was left out."]


def test_very_large_numbers_are_written_as_in_other_formats_and_texts_stay(
    tmp_path: Path, read: Read
) -> None:
    texts = ["20000000000000000", "12345678901234569216", "99999999999999991611392"]
    numbers = [2e16, -12345678901234567890, 1.5e300, 1e23, 1e16, 9007199254740994, 0.25]
    rows = [["t", "n"], *zip([*texts, *[None] * 4], numbers, strict=True)]
    first, second = read(save(tmp_path / "a.xlsx", Sheet=rows))[0].columns
    assert first == [*texts, *[None] * 4]
    assert second == [
        *("2e+16", "-1.234567890123457e+19", "1.5e+300", "1e+23", "1e+16"),
        *("9007199254740994", "0.25"),
    ]
    mixed = read(save(tmp_path / "b.xlsx", Sheet=[["t"], [texts[0]], [2e16]]))[0].columns
    assert mixed == [[texts[0], "2e+16"]]


def test_the_first_of_january_1904_is_a_day_and_texts_are_no_moments(
    tmp_path: Path, read: Read
) -> None:
    rows = [
        ["founded", "opens", "text"],
        [dt.date(1903, 1, 1), dt.time(8, 30), "1904-01-01 10:00:00"],
        [dt.date(1904, 1, 1), dt.time(0), "1899-12-31 10:00:00"],
        [dt.datetime(1904, 1, 1, 18, 30), dt.time(9, 0, 30), "2020-01-01 00:00:00"],
    ]
    (whole,) = read(save(tmp_path / "a.xlsx", Clubs=rows))
    assert whole.columns == [
        ["1903-01-01", "1904-01-01", "1904-01-01T18:30:00"],
        ["08:30:00", "00:00:00", "09:00:30"],
        ["1904-01-01 10:00:00", "1899-12-31 10:00:00", "2020-01-01 00:00:00"],
    ]


@pytest.mark.parametrize("apart", [False, True])
@pytest.mark.parametrize("epoch", [WINDOWS_EPOCH, CALENDAR_MAC_1904])
def test_durations_count_hours_beyond_a_day(
    tmp_path: Path,
    read: Read,
    monkeypatch: pytest.MonkeyPatch,
    apart: bool,
    epoch: dt.datetime,
) -> None:
    if apart:
        monkeypatch.setattr(excel, "_SMALL_BYTES", 0)
    book = openpyxl.Workbook()
    book.epoch = epoch
    sheet = book.active
    book.active["C1"], book.active["D1"] = "ran", "also a day"
    for row, hours in enumerate((24, 30, 155, 1000), 2):
        sheet.cell(row, 3, dt.timedelta(hours=hours, minutes=5)).number_format = "[h]:mm:ss"
    sheet["D2"], sheet["D3"] = dt.timedelta(hours=49, seconds=0.5), dt.datetime(1999, 1, 1, 6)
    sheet["D2"].number_format = "[mm]:ss"
    book.save(tmp_path / "a.xlsx")
    (whole,) = read(tmp_path / "a.xlsx")
    assert whole.columns == [
        ["24:05:00", "30:05:00", "155:05:00", "1000:05:00"],
        ["49:00:00.5", "1999-01-01T06:00:00", None, None],
    ]
    assert whole.reading.notes == []


def test_durations_of_another_format_are_known_by_times_beside_them(
    tmp_path: Path, read: Read
) -> None:
    path = save(tmp_path / "a.xlsx", Runs=[["ran", "begun", "both"], *[[None] * 3] * 3])
    book = openpyxl.load_workbook(path)
    for place, days in enumerate(((0.5, 1.25, 59.5), (1.5, 2.25, 3), (0.5, 1.25, 40_000)), 1):
        for row, number in enumerate(days, 2):
            book.active.cell(row, place, number).number_format = "h:mm"
    book.save(path)
    assert read(path)[0].columns == [
        ["12:00:00", "30:00:00", "1428:00:00"],
        ["1900-01-01T12:00:00", "1900-01-02T06:00:00", "1900-01-03"],
        ["12:00:00", "1900-01-01T06:00:00", "2009-07-06"],
    ]


def test_dates_are_read_where_a_table_stands_far_from_the_corner(
    tmp_path: Path, read: Read
) -> None:
    book = openpyxl.Workbook()
    book.active["C3"], book.active["E3"], book.active["E4"] = "x", "day", dt.date(1904, 1, 1)
    book.save(tmp_path / "a.xlsx")
    assert read(tmp_path / "a.xlsx")[0].columns == [[None], [None], ["1904-01-01"]]


def test_a_workbook_that_begins_in_1904_has_days_and_times_of_day(
    tmp_path: Path, read: Read
) -> None:
    book = openpyxl.Workbook()
    book.epoch = CALENDAR_MAC_1904
    for row in (
        ["founded", "opens", "begun"],
        [dt.date(1904, 1, 1), dt.time(8, 30), dt.date(1904, 1, 1)],
        [dt.datetime(1904, 1, 1, 18, 30), dt.time(0), dt.date(1904, 1, 1)],
        [dt.date(1905, 1, 1), dt.time(9, 0), None],
    ):
        book.active.append(row)
    book.save(tmp_path / "a.xlsx")
    assert read(tmp_path / "a.xlsx")[0].columns == [
        ["1904-01-01", "1904-01-01T18:30:00", "1905-01-01"],
        ["08:30:00", "00:00:00", "09:00:00"],
        ["1904-01-01", "1904-01-01", None],
    ]


@pytest.mark.parametrize("apart", [False, True])
def test_several_sheets_are_named_and_empty_ones_skipped(
    tmp_path: Path, read: Read, monkeypatch: pytest.MonkeyPatch, apart: bool
) -> None:
    if apart:
        monkeypatch.setattr(excel, "_SMALL_BYTES", 0)
    path = save(
        tmp_path / "a.xlsx", **{"50%": [["a"], [1]], "Empty": [], "Two": [["b"]], "No": [[None]]}
    )
    assert [(w.name, w.header, w.columns) for w in read(path)] == [
        ("50%25", ["a"], [["1"]]),
        ("Two", ["b"], [[]]),
    ]
    tables = open_tables(path, Limits())
    assert [table.name for table in tables] == ["50%25", "Two"]


@pytest.mark.parametrize("apart", [False, True])
def test_titles_over_a_table_are_left_out(
    tmp_path: Path, read: Read, monkeypatch: pytest.MonkeyPatch, apart: bool
) -> None:
    if apart:
        monkeypatch.setattr(excel, "_SMALL_BYTES", 0)
    path = save(
        tmp_path / "a.xlsx",
        One=[["Budget 2024"], ["in EUR"], [], ["team", "Q1", "Q2"], ["IT", 1, 2], ["HR", 3, 4]],
        Two=[["2024-01-01", 5, 6], ["2024-01-02", 7, 8], ["2024-01-03", 6, 6]],
    )
    one, two = read(path)
    assert (one.header, one.columns) == (
        ["team", "Q1", "Q2"],
        [["IT", "HR"], ["1", "3"], ["2", "4"]],
    )
    assert one.reading.notes == ["2 rows above the header were left out."]
    assert two.reading.notes == [HEADER_OF_VALUES]


def test_merged_cells_have_their_value_in_the_first(tmp_path: Path, read: Read) -> None:
    book = openpyxl.Workbook()
    for row in (["a", "b"], ["x", None], [1, 2]):
        book.active.append(row)
    book.active.merge_cells("A2:B2")
    book.save(tmp_path / "a.xlsm")
    assert read(tmp_path / "a.xlsm")[0].columns == [["x", "1"], [None, "2"]]


def test_an_opendocument_sheet_is_read(tmp_path: Path, read: Read) -> None:
    (whole,) = read(save_ods(tmp_path / "a.ods", "3"))
    assert (whole.name, whole.header, whole.columns) == ("", ["h"], [["3"]])


def test_times_of_an_opendocument_sheet_are_read_and_long_ones_told(
    tmp_path: Path, read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = '</table:table-cell><table:table-cell office:value-type="time" office:time-value="{}">'
    times = "".join(map(time.format, ("PT01H05M00S", "PT30H05M00S")))
    monkeypatch.setattr(sys.modules[__name__], "ODS", ODS.replace("<text:p>3</text:p>", times))
    path = save_ods(tmp_path / "a.ods", "3")
    (whole,) = read(path)
    assert whole.columns == [["3"], ["01:05:00"], [None]]
    assert whole.reading.notes == [
        "1 duration was left empty, being of 24 hours or more: save the workbook as .xlsx."
    ]


def test_a_sheet_too_large_for_memory_is_refused_and_nothing_dies(
    tmp_path: Path, read: Read
) -> None:
    book = openpyxl.Workbook()
    book.active["A1"] = book.active["XFD1048576"] = 1
    book.save(tmp_path / "a.xlsx")
    before = peak_megabytes()
    with pytest.raises(UnreadableTableError, match="takes more memory than it may"):
        read(tmp_path / "a.xlsx")
    assert peak_megabytes() - before < 195


def test_a_bomb_is_refused(tmp_path: Path, read: Read) -> None:
    path = tmp_path / "a.xlsx"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", bytes(300 * 2**20))
    with pytest.raises(UnreadableTableError, match="unpacks to 300 MB"):
        read(path)


def test_an_encrypted_workbook_is_said_so(tmp_path: Path, read: Read) -> None:
    path = tmp_path / "a.xlsx"
    ole = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
    path.write_bytes(ole + bytes(1_000) + "EncryptedPackage".encode("utf-16-le") + bytes(500))
    with pytest.raises(UnreadableTableError, match="encrypted"):
        read(path)


@pytest.mark.parametrize("suffix", [".xlsx", ".xlsm", ".xls", ".xlsb", ".ods"])
@pytest.mark.parametrize("start", [b"", b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"])
def test_what_is_no_workbook_is_refused(
    tmp_path: Path, read: Read, suffix: str, start: bytes
) -> None:
    path = tmp_path / f"a{suffix}"
    path.write_bytes(start + b"random bytes" * 500)
    with pytest.raises(UnreadableTableError, match="damaged or not a workbook"):
        read(path)


def test_a_workbook_cut_off_or_without_a_cell_is_refused(tmp_path: Path, read: Read) -> None:
    path = save(tmp_path / "a.xlsx", Empty=[])
    with pytest.raises(UnreadableTableError, match="no sheet with a cell"):
        read(path)
    path.write_bytes(path.read_bytes()[:-200])
    with pytest.raises(UnreadableTableError, match="damaged"):
        read(path)
