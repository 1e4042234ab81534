"""Lines of delimited text that are blank, and rows without a value."""

from pathlib import Path

import pytest

from tests.core.lake.formats.delimited_text import streamed, whole


def test_blank_lines_are_no_rows() -> None:
    assert whole(b"\n\na,b\n\n1,2\n\n")[:2] == (["a", "b"], [("1", "2")])


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_blank_lines_between_the_rows_of_one_column_are_missing_cells(end: str) -> None:
    _, rows, reading = whole("\nname\nAnn\n\nBob\n\n\nCem\n\n".replace("\n", end).encode())
    assert rows == [("Ann",), ("",), ("Bob",), ("",), ("",), ("Cem",)]
    assert reading.notes == ["3 blank lines between rows are missing cells."]


@pytest.mark.parametrize("gap", ["\n\n", "\r\r\n"])
def test_blank_lines_that_space_all_rows_are_left_out_and_counted(gap: str) -> None:
    _, rows, reading = whole(gap.join(["name", "Ann", "Bob", "Cem", ""]).encode())
    assert rows == [("Ann",), ("Bob",), ("Cem",)]
    assert reading.notes == ["3 blank lines between rows were left out."]


def test_blank_lines_between_the_rows_of_several_columns_are_counted() -> None:
    _, rows, reading = whole(b"\na,b\n1,2\n\n3,4\n\n")
    assert (rows, reading.notes) == (
        [("1", "2"), ("3", "4")], ["1 blank line between rows was left out."]
    )  # fmt: skip


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("start", ["", "\n\n"], ids=["", "blank start"])
@pytest.mark.parametrize(("last", "more"), [("", []), ("\n\n", []), ('\n""\n\n', ["", ""])])
def test_a_stream_keeps_the_blank_lines_of_one_column(
    streaming: Path, start: str, last: str, more: list[str], end: str
) -> None:
    names = ["Ann", "", "Bob"] * 50 + ["", "", "Cem"] * 50
    text = f"{start}name\n" + "\n".join(names) + "\n" + last
    _, rows, _ = streamed(streaming, text.replace("\n", end).encode())
    assert rows == [(name,) for name in names + more]


def test_a_stream_leaves_blank_lines_out_that_space_its_rows(streaming: Path) -> None:
    _, rows, reading = streamed(streaming, b"name\n\n" + b"Ann\n\n" * 100)
    assert (rows, reading.notes) == (
        [("Ann",)] * 100, ["100 blank lines between rows were left out."]
    )  # fmt: skip


@pytest.mark.parametrize("start", ["", "\n\n"], ids=["", "blank start"])
def test_a_stream_counts_the_blank_lines_between_the_rows_of_several_columns(
    streaming: Path, start: str
) -> None:
    text = start + "a,b\n" + "1,2\n" * 100 + "\n\n" + "3,4\n" * 100 + "\n"
    _, rows, reading = streamed(streaming, text.encode())
    assert rows == [("1", "2")] * 100 + [("3", "4")] * 100
    assert reading.notes == ["2 blank lines between rows were left out."]


EMPTY_ROWS = "a,b\n1,2\n , \n" + "3,4\n,5\n" * 20 + ",\n,,\n" * 30


def test_rows_of_delimiters_alone_are_left_out_and_counted(streaming: Path) -> None:
    in_one, by_stream = whole(EMPTY_ROWS.encode()), streamed(streaming, EMPTY_ROWS.encode())
    for _, rows, reading in (in_one, by_stream):
        assert rows == [("1", "2"), *[("3", "4"), ("", "5")] * 20]
        assert reading.notes == ["61 rows without a value were left out."]
        assert (reading.rows_cut, reading.rows_padded) == (0, 0)


def test_a_stream_whose_only_empty_row_has_blanks_leaves_it_out(streaming: Path) -> None:
    text = "a,b\n" + "1,2\n" * 100 + " ,\u00a0\n" + "3,4\n" * 100
    _, rows, reading = streamed(streaming, text.encode())
    assert rows == [("1", "2")] * 100 + [("3", "4")] * 100
    assert reading.notes == ["1 row without a value was left out."]


def test_an_empty_quoted_cell_is_a_row_of_a_single_column() -> None:
    assert whole(b'a\n1\n""\n2\n')[1] == [("1",), ("",), ("2",)]


OPEN = 'Ann\n\n"5 inch\nBob\n\n"7 inch\nCem\n\n"9 inch\nDan\n\nEve\n\n'
"""Two quotes that close one another, and one that is never closed."""


def test_one_column_keeps_its_blank_lines_around_stray_quotes() -> None:
    _, rows, reading = whole(f"name\n{OPEN}".encode())
    assert [cell for (cell,) in rows] == [
        *("Ann", "", "5 inch\nBob\n\n7 inch", "Cem", "", '"9 inch', "Dan", "", "Eve"),
    ]
    assert [note for note in reading.notes if "blank" in note] == [
        "3 blank lines between rows are missing cells."
    ]


def test_a_stream_of_one_column_keeps_its_blank_lines_around_stray_quotes(streaming: Path) -> None:
    _, rows, reading = streamed(streaming, ("name\n" + "Ann\n\n" + "Bob\n" * 200 + OPEN).encode())
    assert [cell for (cell,) in rows] == [
        *("Ann", "", *["Bob"] * 200),
        *("Ann", "", "5 inch\nBob\n\n7 inch", "Cem", "", '"9 inch', "Dan", "", "Eve"),
    ]
    assert [note for note in reading.notes if "blank" in note] == [
        "4 blank lines between rows are missing cells."
    ]


def test_a_stream_of_several_columns_counts_blank_lines_below_an_open_quote(
    streaming: Path,
) -> None:
    text = "a,b\n" + "1,2\n" * 200 + '\n3,"5 inch\n\n4,5\n6,7\n'
    _, rows, reading = streamed(streaming, text.encode())
    assert rows == [*[("1", "2")] * 200, ("3", '"5 inch'), ("4", "5"), ("6", "7")]
    assert reading.notes[-1] == "2 blank lines between rows were left out."


def test_rows_whose_quotes_were_mended_stay_so_beside_blank_lines() -> None:
    text = 'name\n"a ""q"" c"\n"say \\"hi\\" x"\n\n"5 inch\nAnn\n"7 inch\nBob\n'
    _, rows, reading = whole(text.encode())
    cells = ['a "q" c', 'say "hi" x', "", "5 inch\nAnn\n7 inch", "Bob"]
    assert [cell for (cell,) in rows] == cells
    assert [note for note in reading.notes if "blank" in note] == [
        "1 blank line between rows is a missing cell."
    ]
