"""Values of whichever column: no condition says that, and their number is no number of columns."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    "text",
    [
        "tables with a column with values over 5",
        "tables that have at least one column with values below 3",
    ],
)
def test_values_of_any_column_are_not_compared_and_told(text: str) -> None:
    reading = parse(text)
    assert write_request(reading) == ""
    assert [span.kept for span in reading.unknown] == [False]
    assert "price above 5" in reading.unknown[0].hint


def test_columns_are_counted_beside_values() -> None:
    reading = parse("tables with over 5 columns and values over 3 in price")
    assert write_request(reading) == 'columns > 5 and "price" > 3'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "join to a table that has a column with the credit rating.",
            'column about "credit rating"',
        ),
        (
            "join tables with a column with salaries and over 5 rows",
            'column about "salaries" and rows > 5',
        ),
        ("join tables with a column with Oslo", 'contains "Oslo"'),
        ("join tables with a column with the word fog", 'contains "fog"'),
    ],
)
def test_a_column_with_something_is_about_it(text: str, expected: str) -> None:
    assert write_request(parse(text)) == f"join: {expected}"
