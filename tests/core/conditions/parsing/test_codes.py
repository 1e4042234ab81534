"""Numbers that are codes, and short answers that are values."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("code equals 007", '"code" is "007"'),
        ("customer is 000241", '"customer" is "000241"'),
        ("code is not 007", 'not ("code" is "007")'),
        ("price is 0", '"price" = 0'),
        ("price is 0.5", '"price" = 0.5'),
        ("price above 007", '"price" > 7'),
        ("price>90,stock<10", '"price" > 90 and "stock" < 10'),
        ("price > 1,200,stock < 10", '"price" > 1200 and "stock" < 10'),
        ("quality is fine and price above 5", '"quality" is "fine" and "price" > 5'),
        ('tables where "note" is ok', '"note" is "ok"'),
        ("any table about tides is fine", 'topic "tides"'),
        ("over 50 rows are fine", "rows > 50"),
    ],
)
def test_they_are_read_as_they_are_spelled(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())
