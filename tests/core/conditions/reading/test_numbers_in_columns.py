"""A number that stands before its column is compared with the cells of that."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("append tables that have exactly 4 in the column wheels", 'union: "wheels" = 4'),
        ("append tables with over 4 in the column wheels", 'union: "wheels" > 4'),
        ("tables with between 5 and 9 in the column lap time", '"lap time" between 5 and 9'),
        ("append tables with over 40 in its rating and over 9 rows",
         'union: "rating" > 40 and rows > 9'),
    ],
)  # fmt: skip
def test_a_number_in_a_column_is_compared(text: str, expected: str) -> None:
    read = parse(text)
    assert (write_request(read), read.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tables with a 4 in the column wheels", '"wheels" contains "4"'),
        ("tables with over 4 columns in the field of medicine",
         'columns > 4 and topic "medicine"'),
    ],
)  # fmt: skip
def test_what_is_not_compared_in_a_column_is_not(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected
