"""A column's name that is said once more asks for nothing more."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "stack tables that carry the nationality Portuguese. The column is called nationality.",
            'union: "nationality" is "Portuguese"',
        ),
        ("stack tables with fewer than 10 beds, the column being beds", 'union: "beds" < 10'),
        ('tables where price is above 5 (the column is called "price")', '"price" > 5'),
        ("join tables on isbn. The column's name is isbn", 'join: join on "isbn"'),
        (
            "stack tables where price is above 5; the column is called rent",
            'union: "price" > 5 and column named "rent"',
        ),
        (
            "tables about tea prices, the column called prices",
            'topic "tea prices" and column named "prices"',
        ),
        (
            "tables about beds over 9 rows, the column called beds",
            'topic "beds" and rows > 9 and column named "beds"',
        ),
        (
            "tables with a column about rent; the column is called rent",
            'column about "rent" and column named "rent"',
        ),
    ],
)
def test_the_name_of_a_column_said_again_is_no_column_more(text: str, expected: str) -> None:
    found = parse(text)
    assert write_request(found) == expected
    assert not found.unknown
