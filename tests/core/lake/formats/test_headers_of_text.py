"""Headers of delimited text, and the titles and comments above them."""

from pathlib import Path

import pytest

from core.lake.formats import delimited
from core.lake.formats.header_row import HEADER_OF_VALUES
from tests.core.lake.formats.delimited_text import streamed, whole


def test_duplicate_and_empty_headers_are_kept_as_they_stand() -> None:
    assert whole(b"a,,a\n1,2,3\n")[0] == ["a", "", "a"]


def test_lines_above_the_header_are_left_out_and_noted() -> None:
    header, rows, reading = whole(b"Prices 2020\nSource: us\nitem;price\nham;1\negg;2\noil;3\n")
    assert (header, len(rows)) == (["item", "price"], 3)
    assert reading.notes == ["2 lines above the header were left out."]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("title", ["Sales 2024, in EUR", "Sales, costs\nin EUR, net", "A, B\n\nC"])
@pytest.mark.parametrize("row", ["A{0};1{0};2{0}", "A{0};1,5;2,{0}"])
def test_a_title_with_a_comma_above_a_table_with_semicolons_is_left_out(
    title: str, row: str, end: str
) -> None:
    lines = [*title.split("\n"), "Name;Jan;Feb", *(row.format(i) for i in range(30))]
    header, rows, reading = whole(end.join(lines).encode())
    assert header == ["Name", "Jan", "Feb"]
    assert [";".join(cells) for cells in rows] == lines[-30:]
    assert "above the header" in reading.notes[0]


def test_titles_padded_to_the_width_of_the_table_are_left_out() -> None:
    lines = ["Statement;;", "Account:;DE89;", "", ";;", "day;text;sum", "1.2.;rent;3", "2.2.;ham;4"]
    lines += ["3.2.;oil;5", "4.2.;egg;6", "5.2.;tea;7", "6.2.;rye;8"]
    header, rows, reading = whole("\r\n".join(lines).encode())
    assert header == ["day", "text", "sum"]
    assert (rows[0], len(rows)) == (("1.2.", "rent", "3"), 6)
    assert reading.notes == ["3 lines above the header were left out."]


def test_lines_of_a_key_and_its_value_above_the_header_cost_no_column() -> None:
    lines = ['\ufeff"Data Source","WDI",', "", '"Updated","2023-09-19",', ""]
    lines += ['"Country","Code","1960","1961","1962",']
    lines += [f'"Land {i}","L{i}","{i}","2.5","",' for i in range(9)]
    header, rows, reading = whole("\n".join(lines).encode())
    assert header == ["Country", "Code", "1960", "1961", "1962", ""]
    assert rows == [(f"Land {i}", f"L{i}", str(i), "2.5", "", "") for i in range(9)]
    assert reading.notes == ["2 lines above the header were left out."]
    assert reading.rows_cut == 0


def test_a_stream_leaves_comments_out(streaming: Path) -> None:
    lines = ["# id, name, made by x, y", "# more, so", "id,name,sum"]
    lines += [f"{i},n{i},{i}" for i in range(50)]
    header, rows, reading = streamed(streaming, "\n".join(lines).encode())
    assert header == ["id", "name", "sum"]
    assert rows == [(str(i), f"n{i}", str(i)) for i in range(50)]
    assert reading.notes == ["2 lines above the header were left out."]


NAMELESS = (
    "Most rows have more cells than the header: the last {} no name. If the header is in another "
    "line, say in which."
)


def test_a_header_shorter_than_most_rows_cuts_none_of_them(streaming: Path) -> None:
    lines = ["name,tags", *["Ann,a,b,c", "Bob,a", "Cem,a,b,c,d", "Dan,,b,c,"] * 20]
    rows = [("Ann", "a", "b", "c"), ("Bob", "a", "", ""), ("Cem", "a", "b", "c")]
    rows.append(("Dan", "", "b", "c"))
    data = "\n".join(lines).encode()
    for header, read, reading in (whole(data), streamed(streaming, data)):
        assert header == ["name", "tags", "", ""]
        assert read == rows * 20
        assert reading.notes == [NAMELESS.format("2 columns have")]
        assert (reading.rows_cut, reading.rows_padded) == (20, 20)


@pytest.mark.parametrize(
    ("text", "width"),
    [
        ("a,b\n1,2,3\n1,2,3\n1,2\n", 3),
        ("a,b\n1,2,3\n1,2,3\n1,2\n1,2\n", 2),
        ("a,b\n1,2,\n1,2,\n1,2\n", 2),
        ("a,b\n1,2,3\n,\n,\n", 3),
        ("a,b\n1,2,3\n1,2,3,4,5\n1,2\n", 3),
    ],
    ids=["most", "half", "trailing delimiters", "empty rows", "each another"],
)
def test_a_header_is_made_wider_only_where_most_rows_would_be_cut(text: str, width: int) -> None:
    header, _, reading = whole(text.encode())
    assert len(header) == width
    assert reading.notes[:1] == [NAMELESS.format("column has")] * (width > 2)


def test_a_stream_leaves_titles_out(streaming: Path) -> None:
    lines = ["Statement;;", ";;", "day;text;sum", *[f"{i};rent;{i}.5" for i in range(50)]]
    header, rows, reading = streamed(streaming, "\n".join(lines).encode())
    assert header == ["day", "text", "sum"]
    assert rows == [(str(i), "rent", f"{i}.5") for i in range(50)]
    assert reading.notes == ["2 lines above the header were left out."]


def test_a_first_line_that_tells_excel_the_delimiter_is_no_header() -> None:
    header, rows, reading = whole(b"sep=;\r\na,1;b\r\n1;2\r\n3;4\r\n")
    assert (header, rows, reading.notes) == (["a,1", "b"], [("1", "2"), ("3", "4")], [])


def test_a_header_that_looks_like_values_is_kept_and_noted() -> None:
    header, rows, reading = whole(b"Ann,Rome,34\nBob,Oslo,45\nCem,Bern,29\n")
    assert (header, len(rows)) == (["Ann", "Rome", "34"], 2)
    assert reading.notes == [HEADER_OF_VALUES]


def test_a_header_one_cell_short_leaves_the_row_names_unnamed() -> None:
    table = delimited.read_whole(b"mpg,cyl\nMazda RX4,21,6\nDatsun 710,22.8,4\n")
    assert list(table.header) == ["", "mpg", "cyl"]
    (columns,) = table.batches
    assert columns[0] == ("Mazda RX4", "Datsun 710")
    assert table.reading.rows_cut == 0


def test_a_trailing_delimiter_in_every_row_names_no_column() -> None:
    table = delimited.read_whole(b"mpg,cyl\n21,6,\n22.8,4,\n")
    assert list(table.header) == ["mpg", "cyl"]
    (columns,) = table.batches
    assert columns == [("21", "22.8"), ("6", "4")]
