"""Files are read as somebody says, whole, streamed, in this process and apart."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path

import openpyxl
import pytest

from core.errors import InputError, UnreadableTableError
from core.lake.formats import Limits, delimited, delimited_rows, excel, open_tables
from core.lake.formats.read_as import GUESSED, FileReadAs, ReadAs

TEXT = 'Sprzedaż\n"w 2019"\n\nmiasto;cena;kod\n;EUR;\nŁódź;1.234,50;1.234\nŻory;2,5;-\n'
ROWS = [("Łódź", "1234.50", "1.234"), ("Żory", "2.5", "-")]
"""With the decimal comma that the file shows."""

Table = tuple[list[str], list[tuple[str | None, ...]], list[str]]


def read(path: Path, how: ReadAs | FileReadAs, name: str = "") -> Table:
    how = how if isinstance(how, FileReadAs) else FileReadAs(how)
    for opened in open_tables(path, Limits(), how):
        rows: list[tuple[str | None, ...]] = []
        for batch in opened.batches:
            columns = [c.to_pylist() if hasattr(c, "to_pylist") else list(c) for c in batch]
            rows += zip(*columns, strict=True)
        if opened.name == name:
            return list(opened.header), rows, opened.reading.notes
    raise AssertionError(name)


@pytest.fixture(params=["whole", "streamed", "packed"])
def written(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[bytes], Path]:
    """Write a file that is read in one piece, as a stream, or as a stream that is unpacked."""
    if request.param != "whole":
        monkeypatch.setattr(delimited, "WHOLE_FILE_BYTES", 70)
        monkeypatch.setattr(delimited_rows, "_ARROW_BLOCK_BYTES", 60)

    def write(content: bytes) -> Path:
        path = tmp_path / ("a.csv.gz" if request.param == "packed" else "a.csv")
        path.write_bytes(gzip.compress(content) if path.suffix == ".gz" else content)
        return path

    return write


def test_header_rows_and_encoding_are_those_that_were_said(
    written: Callable[[bytes], Path],
) -> None:
    path = written(TEXT.encode("cp1250") + ROW * 50)
    said = ReadAs(header=4, rows_from=6, encoding="cp1250")
    header, rows, notes = read(path, said)
    assert header == ["miasto", "cena", "kod"]
    assert rows == [*ROWS, *[("Kraków", "3.0", "5")] * 50]
    assert notes[:2] == [
        "2 lines above the header were left out.",
        "1 line between the header and the rows was left out.",
    ]


ROW = "Kraków;3,0;5\n".encode("cp1250")


def test_without_a_header_the_first_line_is_a_row(written: Callable[[bytes], Path]) -> None:
    path = written(b"Rome,5\nOslo,7,x\n" + b"Bern,8\n" * 50)
    header, rows, _ = read(path, ReadAs(header=0))
    assert header == ["", ""]
    assert rows == [("Rome", "5"), ("Oslo", "7"), *[("Bern", "8")] * 50]
    assert read(path, ReadAs(header=0, rows_from=3))[1] == [("Bern", "8")] * 50


def test_a_decimal_comma_is_written_as_all_readers_know_it(
    written: Callable[[bytes], Path],
) -> None:
    path = written(
        b"a;b;c;d;e\n"
        + "1.234;1.234,5 €;12.5;10.0.0.1;Fr. 1'000,50\n2.000;−3;1.234;192.168.100.200;k.A.\n"
        "-;(7,25);2.5;10.0.0.2;Fr. 2,00\n".encode()
        * 20
    )
    rows = read(path, ReadAs(decimal=","))[1]
    assert rows[:3] == [
        ("1234", "1234.5 €", "12.5", "10.0.0.1", "Fr. 1000.50"),
        ("2000", "−3", "1.234", "192.168.100.200", "k.A."),
        ("-", "(7.25)", "2.5", "10.0.0.2", "Fr. 2.00"),
    ]
    assert read(path, GUESSED)[1][0][:2] == ("1.234", "1.234,5 €")


def test_a_blank_between_a_minus_and_a_currency_leaves_it_a_number(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("a;b\n1;- CHF 1.234,50\n2;CHF 2,00\n")
    assert read(path, ReadAs(decimal=","))[1] == [("1", "- CHF 1234.50"), ("2", "CHF 2.00")]


def test_a_decimal_point_takes_thousands_out(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text('a,b\n"1,234","3,5"\n"2,000.5","4,5"\n')
    assert read(path, ReadAs(decimal="."))[1] == [("1234", "3,5"), ("2000.5", "4,5")]


def test_numbers_of_a_sheet_are_not_taken_for_thousands(tmp_path: Path) -> None:
    path = book(tmp_path, a=[["x", "y"], [1.234, "1.234"], [2.345, "2,5"]])
    assert read(path, ReadAs(decimal=","))[1] == [("1.234", "1234"), ("2.345", "2.5")]


def test_a_delimiter_that_was_said_goes_before_what_looks_like_one(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("a~b,c\n1~2,3\n")
    assert read(path, ReadAs(delimiter="~"))[:2] == (["a", "b,c"], [("1", "2,3")])


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (ReadAs(header=40), "The header was said to be in line 40, and the file has 7 lines."),
        (ReadAs(header=3), "The header was said to be in line 3, and that line is empty."),
        (ReadAs(header=0, rows_from=9), "The first row was said to be in line 9, and the file"),
        (ReadAs(encoding="utf-8"), "The file was said to be UTF-8, and 5 of its"),
    ],
)
def test_what_cannot_be_is_one_sentence(tmp_path: Path, said: ReadAs, reason: str) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(TEXT.encode("cp1250"))
    with pytest.raises(UnreadableTableError) as caught:
        read(path, said)
    assert caught.value.reason.startswith(reason)
    assert caught.value.hint


def test_a_header_of_two_lines_ends_where_its_quotes_do(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text('title "\n"a\nb",c\n1,2\n')
    assert read(path, ReadAs(header=2))[:2] == (["a\nb", "c"], [("1", "2")])
    with pytest.raises(UnreadableTableError, match="the header reaches to line 3"):
        read(path, ReadAs(header=2, rows_from=3))


def book(folder: Path, **sheets: list[list[object]]) -> Path:
    made = openpyxl.Workbook()
    made.remove(made.active)
    for name, rows in sheets.items():
        sheet = made.create_sheet(name)
        for row in rows:
            sheet.append(row)
    path = folder / "book.xlsx"
    made.save(path)
    return path


SHEET: list[list[object]] = [
    [None, None],
    ["Report", None],
    ["city", "sales"],
    [None, "EUR"],
    ["Rome", 5],
    ["Oslo", 7],
]


@pytest.mark.parametrize("apart", [False, True])
def test_rows_of_a_sheet_are_numbered_as_in_its_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, apart: bool
) -> None:
    if apart:
        monkeypatch.setattr(excel, "_SMALL_BYTES", 0)
    path = book(tmp_path, a=SHEET)
    header, rows, notes = read(path, ReadAs(header=3, rows_from=5))
    assert (header, rows) == (["city", "sales"], [("Rome", "5"), ("Oslo", "7")])
    assert notes[0] == "1 line above the header was left out."
    assert read(path, ReadAs(header=0, rows_from=5))[:2] == (["", ""], rows)
    with pytest.raises(UnreadableTableError, match="line 9, and the sheet has 6 lines"):
        read(path, ReadAs(header=9))


@pytest.mark.parametrize("apart", [False, True])
def test_a_sheet_has_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, apart: bool) -> None:
    if apart:
        monkeypatch.setattr(excel, "_SMALL_BYTES", 0)
    path = book(tmp_path, a=SHEET, b=[["x"], [1], [2]], c=[["y"], [3]])
    how = FileReadAs(ReadAs(header=3), (("b", ReadAs(header=2)),))
    assert read(path, how, "a")[0] == ["city", "sales"]
    assert read(path, how, "b")[:2] == (["1"], [("2",)])
    header, _, notes = read(path, how, "c")
    assert header == ["y"]
    assert notes == [
        "The header was said to be in line 3, and the sheet has 2 lines. This sheet was read as "
        "guessed."
    ]


def test_the_line_of_the_header_and_the_first_lines_are_told(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("\nMy title,,\nyear,2019,\na,b,c\n1,2,3\n4,5,6\n")
    (opened,) = open_tables(path, Limits())
    assert opened.header_line == 4
    assert opened.first_lines is not None
    assert opened.first_lines(3) == [(1, ""), (2, "My title,,"), (3, "year,2019,")]
    (sheet,) = open_tables(book(tmp_path, a=SHEET), Limits())
    assert sheet.header_line == 2
    assert sheet.first_lines is not None
    assert sheet.first_lines(3) == [(1, ""), (2, "Report"), (3, "city | sales")]


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"header": "x"}, "A line is a number"),
        ({"header": "1_0"}, "A line is a number"),
        ({"rows_from": "3"}, "said together with the header"),
        ({"header": "3", "rows_from": "3"}, "Rows begin below the header"),
        ({"encoding": "rot13"}, "An encoding has a name"),
        ({"encoding": "unicode_escape"}, "An encoding has a name"),
        ({"delimiter": "ab"}, "A delimiter is one character"),
        ({"delimiter": '"'}, "A delimiter is one character"),
        ({"decimal": ";"}, "A decimal mark is comma or point"),
    ],
)
def test_nonsense_is_refused(fields: dict[str, str], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        GUESSED.with_said(fields)


def test_what_was_said_is_written_and_read_back() -> None:
    said = GUESSED.with_said(
        {
            "header": "none",
            "rows_from": "2",
            "encoding": "latin2",
            "delimiter": "tab",
            "decimal": "comma",
        }
    )
    assert said.told() == (
        "no header, rows from line 2, ISO 8859-2, separated by tabs, decimal comma"
    )
    how = FileReadAs(said, (("May", GUESSED), ("a/b", ReadAs(header=1))))
    assert FileReadAs.from_text(how.as_text()) == how
    assert FileReadAs().as_text() == ""
