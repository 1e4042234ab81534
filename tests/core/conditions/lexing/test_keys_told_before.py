"""A key is spoken of first, and tables are joined on it."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I have a key called shop_code; join on it with tables about opening hours",
         'join: join on "shop_code" and topic "opening hours"'),
        ("My key is called shop_code; join on it, tables about rent",
         'join: join on "shop_code" and topic "rent"'),
        ("My table has a key named plot_id, join on that with tables about soil",
         'join: join on "plot_id" and topic "soil"'),
        ("We've got a key column, ean13. Join on it tables about calories",
         'join: join on "ean13" and topic "calories"'),
        ("The key is isbn; join on it with a table about prices",
         'join: join on "isbn" and topic "prices"'),
    ],
)  # fmt: skip
def test_it_is_the_key_that_was_told(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


def test_a_column_that_nothing_is_joined_on_is_no_key() -> None:
    read = parse("I have a column called shop_code; join tables about rent")
    assert 'join on "shop_code"' not in write_request(read)
