"""Pairs with a colon behind a topic in keywords."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected", "told"),
    [
        (
            "girl scout cookies, flavor: mint",
            'topic "girl scout cookies" and "flavor" is "mint"',
            ["flavor: mint"],
        ),
        (
            "used cars, fuel type: diesel, color: red",
            'topic "used cars" and "fuel type" is "diesel" and "color" is "red"',
            ["fuel type: diesel", "color: red"],
        ),
        (
            "world war two, volume 2: the pacific",
            'topic "world war two, volume 2: the pacific"',
            [],
        ),
        ("hospitals, beds, staff: nurses", 'topic "hospitals, beds, staff: nurses"', []),
    ],
)
def test_only_pairs_behind_a_topic_are_columns_and_their_values(
    text: str, expected: str, told: list[str]
) -> None:
    found = parse(text)
    assert (write_request(found), [span.text for span in found.unknown]) == (expected, told)
