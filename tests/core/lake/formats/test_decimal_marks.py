"""Numbers of files that show a decimal comma without a word on it."""

from pathlib import Path

import pytest

from core.lake.formats import open_tables
from core.lake.formats.base import Limits, OpenTable, Reading
from core.lake.formats.decimal_marks import respelt
from core.lake.formats.read_as import FileReadAs, ReadAs

NOTE = (
    "Numbers with a decimal comma are written with a point and no thousands: {}. Another mark can "
    "be said with how the file is read."
)


def read(path: Path, text: str, how: ReadAs | None = None) -> tuple[list[list[str]], OpenTable]:
    """Return the columns of a file and the table they are of."""
    path.write_text(text, encoding="utf-8")
    (opened,) = open_tables(path, Limits(), FileReadAs(how or ReadAs()))
    columns = [[str(cell) for cell in cells] for (batch,) in [[*opened.batches]] for cells in batch]
    return columns, opened


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a.csv"


def test_one_column_tells_the_decimal_comma_of_a_file_for_all(path: Path) -> None:
    columns, opened = read(
        path, "shop;turnover;pieces;day\nA;1.234,56;12;01.02.2024\nB;987,10;1.250;02.02.2024\n"
    )
    assert columns[1:] == [["1234.56", "987.10"], ["12", "1250"], ["01.02.2024", "02.02.2024"]]
    assert opened.reading.notes == [NOTE.format('"turnover", "pieces"')]


@pytest.mark.parametrize(
    "cell", ["3,5", "-0,125", "12,5 %", "1.234,567", "1'234,5", "CHF 3,50", "12345,678", ",5"]
)
def test_each_of_these_shows_it(path: Path, cell: str) -> None:
    columns, _ = read(path, f"a;b\n{cell};1.250\n2,5;17\n")
    assert columns[1] == ["1250", "17"]


@pytest.mark.parametrize("cell", ["1,250", "12,500 kg", "1.234", "7", "3,5 to 4,5", "x"])
def test_none_of_these_does(path: Path, cell: str) -> None:
    columns, opened = read(path, f"a;b\n{cell};1.250\n2;17\n")
    assert columns == [[cell, "2"], ["1.250", "17"]]
    assert opened.reading.notes == []


def test_stand_ins_for_missing_cells_do_not_hide_it(path: Path) -> None:
    columns, _ = read(path, "a;b\n12,5;x\nn/a;y\nk.A.;z\n")
    assert columns[0] == ["12.5", "n/a", "k.A."]


def test_lists_of_numbers_show_none(path: Path) -> None:
    columns, _ = read(path, "ids;x\n1,2;1.250\n1,2,5;17\n3,4;18\n")
    assert columns == [["1,2", "1,2,5", "3,4"], ["1.250", "17", "18"]]


def test_a_column_that_shows_a_point_leaves_all_as_they_stand(path: Path) -> None:
    columns, opened = read(path, "lat;lon;price\n52.5;13.405;1,50\n50.111;8.682;2,75\n")
    assert columns == [["52.5", "50.111"], ["13.405", "8.682"], ["1,50", "2,75"]]
    assert opened.reading.notes == []


def test_points_that_always_have_three_digits_behind_them_stay(path: Path) -> None:
    columns, opened = read(path, "lat;price\n52.520;1,50\n50.111;2,75\n")
    assert columns == [["52.520", "50.111"], ["1.50", "2.75"]]
    assert opened.reading.notes == [NOTE.format('"price"')]


@pytest.mark.parametrize("delimiter", ["\t", "|"])
def test_other_delimiters_leave_all_as_they_stand(path: Path, delimiter: str) -> None:
    columns, _ = read(path, f"a{delimiter}b\n1,5{delimiter}1.250\n2,5{delimiter}17\n")
    assert columns == [["1,5", "2,5"], ["1.250", "17"]]


def test_a_decimal_point_that_was_said_goes_before_what_is_shown(path: Path) -> None:
    columns, _ = read(path, "a;b\n1,5;1.250\n2,5;17\n", ReadAs(decimal="."))
    assert columns == [["1,5", "2,5"], ["1.250", "17"]]


@pytest.mark.parametrize(
    "cells",
    [
        ("192.168.100.101", "192.168.100.102", "12"),
        ("030 123 456", "040 987 654", "12"),
        ("552 100 554", "732 829 320", "12"),
        ("001.250", "002.500", "12"),
        ("1.250", "1.251", "2"),
        ("52.520", "13.405", "8"),
        ("1.001", "x9", "17"),
        ("#1.234", "#17", "#18"),
    ],
)
def test_what_only_looks_like_a_number_stays_beside_a_column_that_shows_a_comma(
    path: Path, cells: tuple[str, str, str]
) -> None:
    first, second, third = cells
    columns, opened = read(path, f"price;x\n1,50;{first}\n2,75;{second}\n3,00;{third}\n")
    assert columns == [["1.50", "2.75", "3.00"], [*cells]]
    assert opened.reading.notes == [NOTE.format('"price"')]


def test_numbers_with_a_point_further_down_are_told() -> None:
    batches = iter([[["1,50", "2,75"], ["1.250", "17"]], [["3,00"], ["12.5"]]])
    opened = OpenTable("", ["price", "weight"], batches, Reading(delimiter=";"))
    columns = [[str(cell) for cell in batch[1]] for batch in respelt(opened, "").batches]
    assert columns == [["1250", "17"], ["12.5"]]
    assert opened.reading.notes == [
        NOTE.format('"price", "weight"'),
        'Further down are numbers with a decimal point, which stay as they stand: "weight". Say '
        "the decimal mark with how the file is read.",
    ]
