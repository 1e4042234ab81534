"""Names that are written as only columns have them."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("joinable, with no pH column", 'join: not (column about "pH")'),
        ("joinable, with no plotId column", 'join: not (column named "plotId")'),
        ("unionable tables where the place is in progress", 'union: "place" is "in progress"'),
    ],
)
def test_what_is_only_short_is_no_such_name(text: str, expected: str) -> None:
    reading = parse(text)
    assert write_request(reading) == expected
    assert not reading.unknown


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("joinable tables that have details on unit_price", 'join: column about "unit_price"'),
        (
            "joinable tables with information on unit_price and over 2 fields",
            'join: column about "unit_price" and columns > 2',
        ),
        ("merge my information on unit_price with other tables", 'join: join on "unit_price"'),
    ],
)
def test_what_tables_have_information_on_is_no_key(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected
