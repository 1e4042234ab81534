"""Signs that end what is asked."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("over 5 rows. country is Norway.", 'rows > 5 and "country" is "Norway"'),
        ("union, over 5 columns. fare = 9.", 'union: columns > 5 and "fare" = 9'),
        ("over 5 rows.", "rows > 5"),
    ],
)
def test_a_size_ends_a_sentence_whatever_follows(text: str, expected: str) -> None:
    reading = parse(text)
    assert write_request(reading) == expected
    assert not reading.unknown


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tables to union with it on 'plant_code'", 'union: union on "plant_code"'),
        ('joinable on "plotId" and about soil', 'join: join on "plotId" and topic "soil"'),
        ('tables on "volcanoes"', 'topic "volcanoes"'),
        ("tables that haven't got a column named phone", 'not (column named "phone")'),
    ],
)
def test_a_quoted_name_of_columns_is_a_key(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected
