import pytest

from core.lake.formats.lines_above import lines_above_header

BODY = [["IT", "1", "2"], ["HR", "3", "4"], ["PR", "5", "6"]]
DAYS = [["2023-01-01", "1", "6", "0.1"], ["2023-01-02", "2", "7", ""], ["2023-01-03", "3", "8", ""]]
DAY = ["Date", "Tmin", "Tmax", "Rain"]
PEOPLE = [["Ann", "Rome", "cook", "red"], ["Bob", "Oslo", "judge", "blue"], ["Cem", "Bonn", "", ""]]
LANDS = [
    ["Aruba", "GDP", "54", "45", ""],
    ["Chad", "GDP", "", "", ""],
    ["Oman", "GDP", "7", "9", ""],
]


@pytest.mark.parametrize(
    ("above", "header"),
    [
        (["Budget", "", ""], ["team", "2023", "2024"]),
        (["", "Sales", ""], ["team", "in", "out"]),
        (["", "", ""], ["team", "in", "out"]),
    ],
)
def test_only_a_lone_cell_above_names_is_a_title(above: list[str], header: list[str]) -> None:
    assert lines_above_header([above, header, *BODY]) == (1 if any(above) else 0)


def test_rows_of_delimiters_alone_below_a_table_say_nothing_of_its_width() -> None:
    rows = [["Budget", "", ""], ["team", "in", "out"], *BODY, *[["", "", ""]] * 30]
    assert lines_above_header(rows) == 1


@pytest.mark.parametrize(
    "rows",
    [
        [["name", "", ""], *BODY],
        [["name", "x", ""], ["team", "in", "out"], *BODY],
        [["Budget", ""], ["team", "in"], ["IT", "1"], ["HR", "2"]],
        [["Budget", "", ""], ["team", "in", "in"], *BODY],
        [["Budget", "", ""], *[["note", "", ""]] * 5, ["team", "in", "out"], *BODY],
        [["Budget", "", ""], *[["note", "x", ""]] * 20, ["a", "b", "c"], *BODY * 20],
        [["Tracks", "", ""], ["1.", "a", "b"], ["2.", "c", "d"], ["3.", "e", "f"]],
        [["Budget", "", ""]],
        [],
    ],
    ids=(
        "numbers",
        "two of three cells",
        "two columns",
        "twice",
        "mostly lone",
        "far down",
        "ordinals",
        "one",
        "none",
    ),
)
def test_the_first_row_is_the_header_otherwise(rows: list[list[str]]) -> None:
    assert lines_above_header(rows) == 0


@pytest.mark.parametrize(
    ("rows", "lines"),
    [
        ([["Station:", "Berlin"], ["From:", "2023-01-01"], DAY, *DAYS], 2),
        ([["Station", "Berlin", "", ""], ["", "", "", ""], DAY, *DAYS], 2),
        ([["Source", "WDI", ""], ["land", "what", "1960", "1961", ""], *LANDS], 1),
        ([["By:", "me"], ["name", "city", "job", "car"], *PEOPLE], 1),
        ([["Source", "WDI"], ["name", "city", "job", "car"], *PEOPLE], 0),
        ([["team", "coach", "", ""], ["Ajax", "Bob", "1990", "1995"], *PEOPLE[:2]], 0),
        ([["team", "coach", "", ""], ["Ajax", "Bob", "2", "1"], ["PSV", "Cem", "3", "4"]] * 3, 0),
        ([["name", "tag"], ["Ann", "a"], ["Bob", "a", "b", "c"], ["Cem", "a", "b"]] * 3, 0),
        ([["Station:", "Berlin"], [*DAY[:3], "Tmax"], *DAYS], 0),
        ([["Station:", "Berlin"], DAY, *[[*row, "x"] for row in DAYS]], 0),
        ([["Station:", "Berlin"]] * 21 + [DAY, *DAYS], 0),
        ([["Station:", "Berlin"], DAY, ["x", "y"], ["x", "z"], *DAYS[:2]], 0),
    ],
    ids=(
        "short lines",
        "filled up",
        "years",
        "keys with a colon",
        "texts alone",
        "a header with gaps above years",
        "a header with gaps",
        "lists",
        "one name twice",
        "wider rows",
        "far down",
        "mostly short",
    ),
)
def test_lines_of_a_key_and_its_value_stand_above_a_wider_header(
    rows: list[list[str]], lines: int
) -> None:
    assert lines_above_header(rows) == lines


@pytest.mark.parametrize(
    ("rows", "lines"),
    [
        ([["# by x", " y", " z", " w"], ["# more", "so"], ["team", "in", "out"], *BODY], 2),
        ([["% by x", " y", " z"], ["team", "in", "out"], *BODY], 1),
        ([["# by x", "y", ""], ["name", "city", "job"], *[row[:3] for row in PEOPLE]], 1),
        ([["# by", "x"], ["#team", "in", "out"], *BODY], 1),
        ([["#team", "in", "out"], *BODY], 0),
        ([["#name", "city", "job"], ["Ann", "Rome", "cook"], ["Bob", "Oslo", "judge"]], 0),
        ([["#name", "city", "note"], ["Ann", "Rome", ""], ["Bob", "Oslo", ""]], 0),
        ([["#", "title", "time", "notes"], ["A side", "Hey", "6:44", ""], *DAYS], 0),
        ([["#foo", "a", "12"], ["#bar", "b", "13"], ["all", "c", "d"], ["x", "y", "z"]], 0),
        ([["# by x", "y"], ["1", "2", "3"], ["4", "5", "6"]], 0),
    ],
    ids=(
        "more and fewer cells",
        "as many cells",
        "texts",
        "a header that begins so",
        "that alone",
        "that above texts",
        "that with an empty column",
        "a column named so",
        "values that begin so",
        "no header",
    ),
)
def test_comments_stand_above_a_row_of_names(rows: list[list[str]], lines: int) -> None:
    assert lines_above_header(rows) == lines
