import csv
import io
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from core.errors import UnreadableTableError
from core.lake.formats import delimited, delimited_rows, quoted_rows
from core.lake.formats.base import Limits, OpenTable, Reading
from core.lake.formats.header_row import HEADER_OF_VALUES
from core.lake.formats.lines_above import lines_above_header
from core.lake.formats.read_as import ReadAs

Rows = list[tuple[str, ...]]


def consume(opened: OpenTable) -> tuple[list[str], Rows, Reading]:
    rows: Rows = []
    for batch in opened.batches:
        columns = [c.to_pylist() if hasattr(c, "to_pylist") else list(c) for c in batch]
        rows += zip(*columns, strict=True)
    return list(opened.header), rows, opened.reading


def whole(data: bytes, default: str = ",") -> tuple[list[str], Rows, Reading]:
    return consume(delimited.read_whole(data, default))


def streamed(path: Path, data: bytes) -> tuple[list[str], Rows, Reading]:
    path.write_bytes(data)
    (opened,) = delimited.read(path, Limits())
    return consume(opened)


@pytest.fixture
def streaming(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Make every file of more than 100 bytes a stream, read in blocks of 256 bytes."""
    monkeypatch.setattr(delimited, "WHOLE_FILE_BYTES", 100)
    monkeypatch.setattr(delimited_rows, "_ARROW_BLOCK_BYTES", 256)
    return tmp_path / "streamed.csv"


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


def test_a_file_of_one_line_is_a_table_without_rows() -> None:
    assert whole(b"a,b")[:2] == (["a", "b"], [])


def test_one_column_with_spaces_is_not_split() -> None:
    assert whole(b"name\nAda Lovelace\nAlan Turing\n")[1] == [("Ada Lovelace",), ("Alan Turing",)]


@pytest.mark.parametrize("digits", ["១២៣", "١٢٣", "१२३"])
def test_digits_of_other_scripts_stay_text(digits: str) -> None:
    assert whole(f"n\n{digits}\n".encode())[1] == [(digits,)]


def test_backslash_escaped_quotes_are_read_where_quotes_fit_no_other_way() -> None:
    assert whole(rb"a,b" b"\n" rb'"say \"hi\", ok",2' b"\n")[1] == [('say "hi", ok', "2")]


def test_backslash_escaped_quotes_are_found_far_behind_the_start() -> None:
    plain = "".join(f'"p{i}",{i}\n' for i in range(9_000))
    tail = r'"x \"y\", z",1' + '\n"",2\n'
    assert whole(f"a,b\n{plain}{tail}".encode())[1][-2:] == [('x "y", z', "1"), ("", "2")]


@pytest.mark.parametrize("cell", [r"x \"y\", z", r"x \"y\" z", r"\"y\""])
@pytest.mark.parametrize("rows", [1, 200])
def test_a_stream_reads_backslash_escaped_quotes_behind_its_start(
    streaming: Path, cell: str, rows: int
) -> None:
    plain = '"C:\\data\\",0\n'
    text = "a,b\n" + plain * 100 + f'"{cell}",1\n' * rows + plain * 100
    _, read, reading = streamed(streaming, text.encode())
    path = "C:\\data\\", "0"
    assert read == [path] * 100 + [(cell.replace('\\"', '"'), "1")] * rows + [path] * 100
    assert reading.notes == [f"In {rows} row{'s' * (rows > 1)} quotes are escaped by backslashes."]


def test_a_quoted_path_that_ends_in_a_backslash_is_no_escape() -> None:
    assert whole(rb"dir,n" b"\n" rb'"C:\data\",1' b"\n")[1] == [("C:\\data\\", "1")]


def test_a_quote_that_is_never_closed_swallows_no_rows() -> None:
    _, rows, reading = whole(b'size,n\n"5 inch,1\n6,2\n7,3\n')
    assert rows == [('"5 inch', "1"), ("6", "2"), ("7", "3")]
    assert reading.notes == ["A quote is never closed, so quotes were read as plain characters."]


@pytest.mark.parametrize("above", ["", "sep=;\n", "Price list 2024\n"])
def test_one_inch_mark_tears_no_quoted_cells(above: str) -> None:
    """The number of quotes is odd, and none is left open."""
    text = (
        "item;size;note\n"
        'bolt;M6;"made of ""A2"" steel,\nrust-free"\n'
        'nail;5" long;plain\n'
        'screw;M4;"flat\nhead"\n'
        "washer;M6;zinc\n"
    )
    header, rows, reading = whole((above + text).encode())
    assert header == ["item", "size", "note"]
    assert rows == [
        ("bolt", "M6", 'made of "A2" steel,\nrust-free'),
        ("nail", '5" long', "plain"),
        ("screw", "M4", "flat\nhead"),
        ("washer", "M6", "zinc"),
    ]
    assert not [note for note in reading.notes if "quote" in note]


@pytest.mark.parametrize("nail", ['5" nail', '5" nail, 3" head'])
def test_inch_marks_in_a_table_of_one_column_tear_no_quoted_cells(nail: str) -> None:
    _, rows, reading = whole(f'note\n"of ""A2"", rust-free"\n{nail}\n"flat\nhead"\n'.encode())
    assert rows == [('of "A2", rust-free',), (nail,), ("flat\nhead",)]
    assert reading.notes == []


def test_what_stands_above_a_quote_that_is_never_closed_keeps_its_quotes() -> None:
    text = 'Stock\nitem,n\n"flat\nhead",1\n"a, b",2\n"5 inch,3\nnail,4\nbolt,5\n'
    header, rows, reading = whole(text.encode())
    assert header == ["item", "n"]
    assert rows == [
        ("flat\nhead", "1"),
        ("a, b", "2"),
        ('"5 inch', "3"),
        ("nail", "4"),
        ("bolt", "5"),
    ]
    assert reading.notes == [
        "A quote is never closed, so quotes were read as plain characters.",
        "1 line above the header was left out.",
    ]


def test_blank_lines_are_missing_cells_where_a_quote_is_never_closed() -> None:
    _, rows, _ = whole(b'size\n6\n"5 inch\n7\n\n8\n')
    assert rows == [("6",), ('"5 inch',), ("7",), ("",), ("8",)]


def test_quotes_inside_an_unquoted_cell_are_characters() -> None:
    assert whole(b'a,b\n5" pipe,x\n3" pipe,y\n')[1] == [('5" pipe', "x"), ('3" pipe', "y")]


def test_nul_characters_are_taken_out_and_counted() -> None:
    _, rows, reading = whole(b"name,n\n" + b"x\0y,1\n" + b"plain text,2\n" * 10)
    assert rows[0] == ("xy", "1")
    assert reading.notes == ["1 nul characters were taken out."]


def test_bytes_outside_the_encoding_are_replaced_and_counted() -> None:
    data = "日本,1\n".encode("utf-16-le")
    _, rows, reading = whole(b"\xff\xfe" + "a,b\n".encode("utf-16-le") + data + b"\x00\xd8,\x00")
    assert rows[0] == ("日本", "1")
    assert reading.notes == ["1 character is not utf-16 and was replaced."]


def test_one_cut_character_leaves_all_others_as_they_are() -> None:
    towns = "".join(f"{town},1\n" for town in ("München", "Köln", "Zürich", "U\ufffdm") * 5)
    _, rows, reading = whole(("town,n\n" + towns).encode() + "Gö".encode()[:2] + b",1\n")
    assert [row[0] for row in rows[-5:]] == ["München", "Köln", "Zürich", "U\ufffdm", "G\ufffd"]
    assert reading.notes == ["1 character is not utf-8 and was replaced."]


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


def test_a_stream_in_windows_1252_survives_bytes_that_it_has_not(streaming: Path) -> None:
    body = b"caf\xe9 au lait,1\n" * 100
    _, rows, reading = streamed(streaming, b"name,n\n" + body + b"x\x81,2\n" + body)
    assert len(rows) == 201
    assert rows[0] == ("café au lait", "1")
    assert rows[100] == ("x\ufffd", "2")
    assert "cp1252 is a guess" in reading.notes[0]
    assert "1 characters are not valid cp1252" in reading.notes[1]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_only_an_encoding_that_nothing_proves_is_said_to_be_a_guess(encoding: str) -> None:
    assert whole("naïve,café\n1,2\n".encode(encoding))[2].notes == []
    (note,) = whole("naïve,café\n1,2\n".encode("cp1252"))[2].notes
    assert note.startswith("Nothing in the file tells its encoding; cp1252 is a guess.")


TOWNS = {
    "cp1252": ("München", "Köln", "Zürich", "Düsseldorf"),
    "cp1250": ("Łódź", "Żory", "Świdnica", "Kraków"),
    "cp1251": ("Москва", "Тверь", "Псков", "Рязань"),
    "utf-8": ("München", "Łódź", "Москва", "東京"),
}


@pytest.mark.parametrize("encoding", TOWNS)
@pytest.mark.parametrize("row", ["fill,1\n", "fill\n"], ids=["rectangular", "ragged"])
def test_a_stream_whose_first_letters_stand_behind_its_start_is_read_by_these(
    streaming: Path, encoding: str, row: str
) -> None:
    towns = TOWNS[encoding] * 50
    text = "town,n\n" + row * 100 + "".join(f"{town},2\n" for town in towns) + "end,3\n" * 50
    _, rows, reading = streamed(streaming, text.encode(encoding))
    assert len(rows) == 350
    assert rows[100:300] == [(town, "2") for town in towns]
    assert reading.encoding == encoding
    assert [encoding in note for note in reading.notes] == [True] * (encoding != "utf-8")


def test_a_stream_whose_encoding_was_said_is_read_by_that(streaming: Path) -> None:
    streaming.write_bytes(b"town,n\n" + b"fill,1\n" * 100 + "Köln,2\n".encode("cp1252") * 9)
    (opened,) = delimited.read(streaming, Limits(), ReadAs(encoding="utf-8"))
    _, rows, reading = consume(opened)
    assert (reading.encoding, rows[-1]) == ("utf-8", ("K\ufffdln", "2"))


def test_a_stream_notes_what_it_replaced_when_its_utf_8_breaks(streaming: Path) -> None:
    body = "é,1\n".encode() * 100
    _, rows, reading = streamed(streaming, b"a,b\n" + body + b"\xff,2\n" + body)
    assert (len(rows), rows[100]) == (201, ("\ufffd", "2"))
    assert len(reading.notes) == 1


@pytest.mark.parametrize(
    ("stray", "row"),
    [(b'"5,6\n', ('"5', "6")), (b'5,"6\n', ("5", '"6'))],
    ids=["the row is too short then", "the row fits then"],
)
@pytest.mark.parametrize("rows", [10, 500], ids=["in one block", "in many blocks"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_stream_is_read_without_quotes_from_one_that_is_never_closed(
    streaming: Path, stray: bytes, row: tuple[str, str], rows: int, encoding: str
) -> None:
    text = 'a,b\n"x, y",2\n' + "1,2\n" * 100 + stray.decode() + "7,8\n" * rows + "9,0"
    _, read, reading = streamed(streaming, text.encode(encoding))
    assert read[0] == ("x, y", "2")
    assert read[101:] == [row, *[("7", "8")] * rows, ("9", "0")]
    assert reading.notes == [
        "A quote in row 102 is never closed, so quotes were read as plain characters from there on."
    ]
    assert (reading.rows_padded, reading.rows_cut) == (0, 0)


def test_a_stream_that_is_cut_off_inside_a_long_text_keeps_that_in_its_cell(
    streaming: Path,
) -> None:
    data = b"a,b,c\n" + b"1,2,3\n" * 100 + b'4,"a text\nof some\nlines'
    _, rows, reading = streamed(streaming, data)
    assert rows[100:] == [("4", "a text\nof some\nlines", "")]
    assert reading.notes == ["A quote is never closed, so one cell holds 3 lines."]


@pytest.mark.parametrize("end", [b"", b"\n"])
@pytest.mark.parametrize("last", [b'1,"x\ny"', b'1,"x"', b'1,"x', b"1,x"])
def test_a_stream_ends_with_the_cell_that_stands_there(
    streaming: Path, last: bytes, end: bytes
) -> None:
    _, rows, _ = streamed(streaming, b"a,b\n" + b"1,2\n" * 100 + last + end)
    ((_, cell),) = rows[100:]
    assert cell.rstrip("\n") == last[2:].decode().strip('"')


def test_a_stream_notes_a_quote_that_may_have_been_closed_by_another(streaming: Path) -> None:
    body = b"1,2\n" * 100
    _, rows, reading = streamed(streaming, b"a,b\n" + body + b'"5,6\n7\n9,"0"\n' + body)
    assert len(rows) < 203
    assert reading.notes == [
        "In 1 row a quote closes where no cell ends; a cell may hold many rows."
    ]


NAILS = (
    '1,"5 inch nail,3\n2,screw,4\n3,"a ""long"", bolt",5\n4,washer,6\n5,"7 inch nail,8\n6,nut,9\n'
    '7,"8 inch nail,8\n\n8,x,9\n9,"9 inch nail,8\n'
)
NAILS_READ = [
    ("1", '"5 inch nail', "3"), ("2", "screw", "4"), ("3", 'a "long", bolt', "5"),
    ("4", "washer", "6"), ("5", '"7 inch nail', "8"), ("6", "nut", "9"),
    ("7", '"8 inch nail', "8"), ("8", "x", "9"), ("9", '"9 inch nail', "8"),
]  # fmt: skip


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("last", ["", '10,"10 inch nail,9\n11,nut,8\n'], ids=["even", "odd"])
def test_stray_quotes_that_close_each_other_swallow_no_rows(end: str, last: str) -> None:
    text = "id,item,n\n" + NAILS + last
    _, rows, reading = whole(text.replace("\n", end).encode())
    if last:  # quotes are plain characters in all rows then
        assert len(rows) == 11
    else:
        assert rows == NAILS_READ
    assert "quotes were read as plain characters" in reading.notes[0]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("before", [100, 10])
@pytest.mark.parametrize("after", [100, 0])
def test_stray_quotes_that_close_each_other_swallow_no_rows_of_a_stream(
    streaming: Path, end: str, before: int, after: int
) -> None:
    plain = '0,"x, y",0\n'
    text = "id,item,n\n" + plain * before + NAILS + plain * after
    _, rows, reading = streamed(streaming, text.replace("\n", end).encode())
    some = [("0", "x, y", "0")]
    assert rows == some * before + NAILS_READ + some * after
    assert "quotes were read as plain characters" in reading.notes[0]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_stray_quote_that_only_another_column_closes_swallows_no_rows(
    streaming: Path, end: str
) -> None:
    text = "a,b,c\n" + "1,2,3\n" * 100 + '4,"x,5\n"y,6,7\n' + "8,9,0\n" * 100
    wanted = [("4", '"x', "5"), ('"y', "6", "7")]
    data = text.replace("\n", end).encode()
    assert streamed(streaming, data)[1][100:102] == wanted
    assert whole(data)[1][100:102] == wanted


@pytest.mark.parametrize("rows", [1, 100])
def test_a_text_of_several_lines_with_a_quote_in_it_stays_one_cell(
    streaming: Path, rows: int
) -> None:
    cell = '4,"he\nsaid, and\n"so on, b\nit was",5\n'
    data = ("a,b,c\n" + "1,2,3\n" * rows + cell + "1,2,3\n" * rows).encode()
    for read in (whole(data), streamed(streaming, data)):
        assert read[1][rows][:2] == ("4", "he\nsaid, and\nso on")
        assert read[2].notes == [
            "In 1 row a quote closes where no cell ends; a cell may hold many rows."
        ]


def test_cells_of_many_lines_that_are_quoted_rightly_are_left_alone(streaming: Path) -> None:
    data = ("a,b,c\n" + '1,"x,y\nz,u,v\nw,q",3\n' * 50).encode()
    for read in (whole(data), streamed(streaming, data)):
        assert read[1:] == ([("1", "x,y\nz,u,v\nw,q", "3")] * 50, read[2])
        assert read[2].notes == []


def test_a_stream_takes_out_nul_characters(streaming: Path) -> None:
    body = b"some text,2\n" * 100
    _, rows, reading = streamed(streaming, b"name,n\nx\0y,1\n" + body)
    assert (rows[0], len(rows)) == (("xy", "1"), 101)
    assert reading.notes == ["1 nul characters were taken out."]


def test_a_stream_takes_out_nul_characters_behind_its_start(streaming: Path) -> None:
    body = b"some text,2\n" * 100
    _, rows, reading = streamed(streaming, b"name,n\n" + body + b"x\0y,1\n\0z,3\0\n" + body)
    assert (rows[100:102], len(rows)) == ([("xy", "1"), ("z", "3")], 202)
    assert reading.notes == ["3 nul characters were taken out."]


def test_a_stream_whose_first_row_never_ends_is_refused(streaming: Path) -> None:
    with pytest.raises(UnreadableTableError, match="no complete row"):
        streamed(streaming, b"x" * 10_000)


def test_a_stream_of_few_wide_rows_comes_in_small_batches(
    streaming: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delimited_rows, "_BATCH_CELLS", 10)
    streaming.write_bytes("a,b\n".encode("utf-16") + "1,2\n".encode("utf-16-le") * 100)
    (opened,) = delimited.read(streaming, Limits())
    assert [len(batch[0]) for batch in opened.batches] == [5] * 20


def test_a_stream_of_long_cells_comes_in_small_batches(
    streaming: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delimited_rows, "_BATCH_CHARACTERS", 100)
    row = f"{'x' * 59},\n"
    streaming.write_bytes("a,b\n".encode("utf-16") + row.encode("utf-16-le") * 10)
    (opened,) = delimited.read(streaming, Limits())
    assert [len(batch[0]) for batch in opened.batches] == [2] * 5


def test_a_small_file_of_many_cells_comes_in_batches_as_a_stream_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(delimited_rows, "_BATCH_CELLS", 10)
    opened = delimited.read_whole(b"a,b\n" + b"1\n" * 12)
    assert [list(map(len, batch)) for batch in opened.batches] == [[5, 5], [5, 5], [2, 2]]
    assert opened.reading.rows_padded == 12


def test_short_rows_below_a_line_with_many_commas_are_refused_before_they_fill_the_memory(
    streaming: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delimited, "WHOLE_FILE_BYTES", 500)
    monkeypatch.setattr(delimited_rows, "_MOST_CELLS", 1_000)
    monkeypatch.setattr(delimited_rows, "_BATCH_CELLS", 1_000)
    header = ",".join(f"c{i}" for i in range(100))
    data = f"{header}\n".encode() + b"1\n" * 1_000
    told = r"The header has 100 cells and most rows have 1: filled up, .* characters of text would"
    with pytest.raises(UnreadableTableError, match=told):
        whole(data)
    with pytest.raises(UnreadableTableError, match=told):
        streamed(streaming, data)
    assert len(whole(data[:490])[1]) == 50


def test_a_stream_with_a_line_that_does_not_end_is_refused_before_it_fills_the_memory(
    streaming: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quoted_rows, "_MOST_LINE_CHARACTERS", 1_000)
    assert len(streamed(streaming, b"a,b\n" * 50 + b"x" * 998 + b"\n")[1]) == 50
    with pytest.raises(UnreadableTableError, match="A line must have fewer than 1,000 characters"):
        streamed(streaming, b"a,b\n" * 50 + b"x" * 1_000 + b"\n")


def test_a_stream_with_a_cell_that_does_not_end_is_refused_before_it_fills_the_memory(
    streaming: Path,
) -> None:
    before = csv.field_size_limit(1_000)
    try:
        with pytest.raises(
            UnreadableTableError, match=r"A cell must have at most .* A quote may be"
        ):
            streamed(streaming, b"a,b\n" * 50 + b'"open,1\n' + b"1,2\n" * 500 + b'",1\n')
    finally:
        csv.field_size_limit(before)


def test_a_stream_whose_open_quote_swallows_more_than_a_cell_may_hold_is_read_without(
    streaming: Path,
) -> None:
    before = csv.field_size_limit(1_000)
    try:
        data = b"a,b\n" + b"1,2\n" * 50 + b'"5,6\n' + b"7,8\n" * 500
        _, rows, reading = streamed(streaming, data)
    finally:
        csv.field_size_limit(before)
    assert rows[50:] == [('"5', "6"), *[("7", "8")] * 500]
    assert reading.notes == [
        "A quote in row 51 is never closed, so quotes were read as plain characters from there on."
    ]


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
