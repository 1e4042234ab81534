"""What stands side by side without a word between is parted."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("no. of rows < 500 / union", "union: rows < 500"),
        ("age >= 65 / union", 'union: "age" >= 65'),
        ("rows to add below / topic: food hygiene", 'union: topic "food hygiene"'),
        ("join: col. named is_active, true/false", 'join: column named "is_active" of booleans'),
        ("join: column about flags, true/false", 'join: column about "flags" of booleans'),
        (
            "The installed column must fall in the 1970s for a table to be put beneath my own.",
            'union: "installed" between 1970 and 1979',
        ),
    ],
)
def test_what_stands_side_by_side_is_read_apart(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())


def test_a_stroke_stays_in_a_topic() -> None:
    assert write_request(parse("tables about km / h, union")) == 'union: topic "km / h"'
