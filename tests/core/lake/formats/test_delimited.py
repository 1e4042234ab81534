"""Rows and cells of delimited text."""

import csv
import io
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from core.errors import UnreadableTableError
from core.lake.formats import delimited
from core.lake.formats.base import Limits
from core.lake.formats.lines_above import lines_above_header
from tests.core.lake.formats.delimited_text import Rows, consume, streamed, whole


def test_cells_are_text_as_it_stands() -> None:
    header, rows, reading = whole(b"id,price\n007,1.50\n,NA\n")
    assert (header, rows) == (["id", "price"], [("007", "1.50"), ("", "NA")])
    assert (reading.encoding, reading.delimiter, reading.notes) == ("utf-8", ",", [])


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_any_line_end_ends_a_row(end: str) -> None:
    header, rows, _ = whole(end.join(["a,b", "1,2", "3,4", ""]).encode())
    assert (header, rows) == (["a", "b"], [("1", "2"), ("3", "4")])


def test_line_ends_may_be_mixed() -> None:
    assert whole(b"a,b\r\n1,2\n3,4\r5,6")[1] == [("1", "2"), ("3", "4"), ("5", "6")]


def test_a_quoted_cell_keeps_its_line_feed_among_crlf_records() -> None:
    assert whole(b'a,b\r\n"x\ny",2\r\n')[1] == [("x\ny", "2")]


def test_short_rows_are_padded_and_long_ones_cut_and_both_counted() -> None:
    _, rows, reading = whole(b"a,b,c\n1\n1,2,3,4\n1,2,3\n")
    assert rows == [("1", "", ""), ("1", "2", "3"), ("1", "2", "3")]
    assert (reading.rows_padded, reading.rows_cut) == (1, 1)


def test_a_trailing_delimiter_cuts_nothing() -> None:
    _, rows, reading = whole(b"a,b\n1,2,\n3,4,\n")
    assert (rows, reading.rows_cut) == ([("1", "2"), ("3", "4")], 0)


def test_a_file_of_one_line_is_a_table_without_rows() -> None:
    assert whole(b"a,b")[:2] == (["a", "b"], [])


def test_one_column_with_spaces_is_not_split() -> None:
    assert whole(b"name\nAda Lovelace\nAlan Turing\n")[1] == [("Ada Lovelace",), ("Alan Turing",)]


@pytest.mark.parametrize("digits", ["១២៣", "١٢٣", "१२३"])
def test_digits_of_other_scripts_stay_text(digits: str) -> None:
    assert whole(f"n\n{digits}\n".encode())[1] == [(digits,)]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "empty"),
        (b" \n\t\r\n", "empty"),
        (b"\xef\xbb\xbf\n\n", "blank lines only"),
        (bytes(range(32)) * 100, "binary"),
        (b"a,b\r\n1,x\r\n2,\x1by\x01\x02\r\n", r"2 control .* first 18, .* U\+0001 in line 3"),
        (b"<!DOCTYPE html>\n<html><body>Sign in, please</body></html>\n", "a web page"),
        (b"\xef\xbb\xbf\n <HTML>\n<table><tr><td>1</td></tr></table></HTML>\n", "a web page"),
        (b'<?xml version="1.0"?>\n<Error><Code>AccessDenied</Code></Error>\n', "or XML"),
        (b"PK\x03\x04" + bytes(1000), "binary"),
    ],
)
def test_what_is_no_table_is_refused_with_its_reason(
    data: bytes, reason: str, tmp_path: Path
) -> None:
    path = tmp_path / "x.csv"
    path.write_bytes(data)
    with pytest.raises(UnreadableTableError, match=reason):
        next(delimited.read(path, Limits()))


@pytest.mark.parametrize("ending", ["csv", "tsv"])
def test_one_column_of_text_with_commas_is_not_split(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"x.{ending}"
    path.write_text("city\nParis, France\nRome, Italy\n")
    (opened,) = delimited.read(path, Limits())
    assert consume(opened)[:2] == (["city"], [("Paris, France",), ("Rome, Italy",)])


def test_ten_thousand_columns_are_read() -> None:
    header = ",".join(f"c{i}" for i in range(10_000))
    names, rows, _ = whole(f"{header}\n{','.join('1' * 10_000)}\n".encode())
    assert (len(names), rows) == (10_000, [("1",) * 10_000])


# A cell may hold anything but what encodings and guesses cannot tell: control characters, the
# other delimiters, which would make two readings equally good, and the other line end, which
# csv.writer does not quote.
def cells(delimiter: str, end: str) -> st.SearchStrategy[str]:
    some = st.text(st.sampled_from(f'ab1é日"\\ {end}{delimiter}'), max_size=6)
    return some | st.text(
        st.characters(exclude_categories=("Cs", "Cc"), exclude_characters=",;\t|\ufffd\ufeff"),
        max_size=8,
    )


@st.composite
def written_tables(draw: st.DrawFn) -> tuple[bytes, list[list[str]]]:
    delimiter = draw(st.sampled_from(",;\t|"))
    end = draw(st.sampled_from(["\n", "\r\n", "\r"]))
    width = draw(st.integers(2, 5))
    row = st.lists(cells(delimiter, end), min_size=width, max_size=width)
    rows = draw(st.lists(row, min_size=1))
    file = io.StringIO(newline="")
    quoting = draw(st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC]))
    csv.writer(file, delimiter=delimiter, quoting=quoting, lineterminator=end).writerows(rows)
    return file.getvalue().encode(draw(st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]))), rows


@settings(max_examples=150, deadline=None)
@given(written_tables())
def test_what_csv_writer_wrote_is_read_back_exactly(table: tuple[bytes, list[list[str]]]) -> None:
    data, rows = table
    # Lines above a header are left out; so are rows without a value, but in a single column.
    assume(lines_above_header(rows) == 0)
    header, *below = rows
    rows = [header, *(row for row in below if len(row) == 1 or any(map(str.strip, row)))]
    header, body, reading = whole(data)
    assert [header, *map(list, body)] == rows
    assert (reading.rows_cut, reading.rows_padded) == (0, 0)


@st.composite
def long_tables(draw: st.DrawFn) -> tuple[bytes, Rows, int, int]:
    """Plain rows, then rows with anything in them and of any width, as read: cut and padded.

    Rows without a value are left out.
    """
    delimiter = draw(st.sampled_from(",;\t|"))
    end = draw(st.sampled_from(["\n", "\r\n"]))
    width = draw(st.integers(2, 4))
    widths = st.integers(1, 6) if draw(st.booleans()) else st.just(width)
    odd = draw(
        st.lists(
            widths.flatmap(lambda n: st.lists(cells(delimiter, end), min_size=n, max_size=n)),
            max_size=30,
        )
    )
    rows = [["plain"] * width] * draw(st.integers(50, 80)) + odd + [["end"] * width] * 40
    file = io.StringIO(newline="")
    writer = csv.writer(file, delimiter=delimiter, lineterminator=end)
    writer.writerows([["head"] * width, *rows])
    rows = [row for row in rows if any(cell.strip() for cell in row)]
    wanted = [tuple((row + [""] * width)[:width]) for row in rows]
    padded = sum(len(row) < width for row in rows)
    cut = sum(any(cell.strip() for cell in row[width:]) for row in rows)
    encoding = draw(st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]))
    return file.getvalue().encode(encoding), wanted, padded, cut


@settings(
    max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(table=long_tables())
def test_a_stream_gives_every_row_once_wherever_it_turns_ragged(
    streaming: Path, table: tuple[bytes, Rows, int, int]
) -> None:
    data, wanted, padded, cut = table
    _, rows, reading = streamed(streaming, data)
    assert rows == wanted
    assert (reading.rows_padded, reading.rows_cut) == (padded, cut)
