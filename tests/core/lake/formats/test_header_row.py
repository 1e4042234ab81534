import pytest

from core.lake.formats.header_row import is_of_values, lines_above_header

BODY = [["IT", "1", "2"], ["HR", "3", "4"], ["PR", "5", "6"]]


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


@pytest.mark.parametrize(
    "rows",
    [
        [["name", "", ""], *BODY],
        [["name", "x", ""], ["team", "in", "out"], *BODY],
        [["Budget", ""], ["team", "in"], ["IT", "1"], ["HR", "2"]],
        [["Budget", "", ""], ["team", "in", "in"], *BODY],
        [["Budget", "", ""], *[["note", "", ""]] * 5, ["team", "in", "out"], *BODY],
        [["Budget", "", ""], *[["note", "x", ""]] * 20, ["a", "b", "c"], *BODY * 20],
        [["Budget", "", ""]],
        [],
    ],
    ids=["numbers", "two cells", "two columns", "twice", "mostly lone", "far down", "one", "none"],
)
def test_the_first_row_is_the_header_otherwise(rows: list[list[str]]) -> None:
    assert lines_above_header(rows) == 0


@pytest.mark.parametrize(
    ("header", "below", "is_so"),
    [
        (["2024-01-01", "USD"], [["2024-01-02", "CHF"], ["2024-01-03", "USD"]], True),
        (["1", "2.5", "3"], [["4", "5.5", "6"], ["7", "8.5", "9"]], True),
        (["id", "34"], [["1", "30"], ["2", "40"]], False),
        (["team", "2023", "2024"], [["IT", "2000", "2100"], ["HR", "1900", "2050"]], False),
        (["team", "1", "2", "3"], [["IT", "1", "2", "4"], ["HR", "0", "3", "2"]], False),
        (["team", "900"], [["IT", "1"], ["HR", "3"]], False),
        (["land", "2020-01-22", "2020-01-23"], [["A", "0", "1"], ["B", "2", "5"]], False),
        (["34", "x"], [["a", "b"], ["c", "d"]], False),
        (["1", "2"], [["3", "4"]], False),
    ],
    ids=["days", "numbers", "name", "years", "months", "far", "days above", "texts", "one row"],
)
def test_a_header_like_the_rows_below_it_is_told(
    header: list[str], below: list[list[str]], is_so: bool
) -> None:
    assert is_of_values(header, below) is is_so
