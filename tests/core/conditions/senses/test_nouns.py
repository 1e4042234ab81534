from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("type is mixed use - price over 5", '"type" is "mixed use" and "price" > 5'),
        ("status is checked out, over 5 rows", '"status" is "checked out" and rows > 5'),
        ("the country is Peru, please", '"country" is "Peru"'),
    ],
)
def test_a_value_keeps_its_last_word(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())
