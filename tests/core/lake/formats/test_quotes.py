"""Quotation marks of delimited text: closed, escaped, stray."""

from pathlib import Path

import pytest

from tests.core.lake.formats.delimited_text import Rows, streamed, whole


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


def test_escaped_quotes_are_read_where_others_are_doubled_and_some_are_stray() -> None:
    text = 'id,name\n1,"a ""q"" c"\n2,"say \\"hi\\", x"\n3,"5 inch"s\n'
    _, rows, reading = whole(text.encode())
    assert rows == [("1", 'a "q" c'), ("2", 'say "hi", x'), ("3", "5 inchs")]
    assert reading.notes == ["In 1 row quotes are escaped by backslashes."]


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


@pytest.mark.parametrize(
    ("odd", "wanted"),
    [
        (
            '7,"Oslo,3.25,x\n8,Bern,"4,5",y\n',
            [("7", '"Oslo', "3.25", "x"), ("8", "Bern", "4,5", "y")],
        ),
        (
            '7,"Oslo,3.25,x\n9,Rome,6,z\n\n8,Bern,"4,5",y\n',
            [("7", '"Oslo', "3.25", "x"), ("9", "Rome", "6", "z"), ("8", "Bern", "4,5", "y")],
        ),
        (
            '7,x,3.25,"Oslo\n8,"a,b","c,d",y\n',
            [("7", "x", "3.25", '"Oslo'), ("8", "a,b", "c,d", "y")],
        ),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_stray_quote_that_a_cell_with_delimiters_closes_swallows_no_rows(
    streaming: Path, odd: str, wanted: Rows, end: str
) -> None:
    plain = "1,town,1.5,z\n"
    text = "id,town,size,k\n" + plain * 100 + odd + plain * 100
    data = text.replace("\n", end).encode()
    for read in (whole(data), streamed(streaming, data)):
        assert read[1][100:-100] == wanted
        assert "quotes were read as plain characters" in read[2].notes[0]


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


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252"])
@pytest.mark.parametrize("shift", range(12))
def test_a_line_end_inside_a_cell_is_kept_wherever_blocks_of_a_stream_end(
    streaming: Path, shift: int, encoding: str
) -> None:
    cells = ["é" + "x" * shift, *["a\r\nb"] * 200]
    data = ("id,n\r\n" + "".join(f'"{cell}",1\r\n' for cell in cells)).encode(encoding)
    _, rows, reading = streamed(streaming, data)
    assert (rows, reading.encoding) == ([(cell, "1") for cell in cells], encoding)
