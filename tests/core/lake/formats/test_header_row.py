import pytest

from core.lake.formats.header_row import is_of_values


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
