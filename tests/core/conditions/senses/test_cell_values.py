"""What the cells of a column are is told in more ways than by "is"."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("have Toyota for their manufacturer", '"manufacturer" is "Toyota"'),
        (
            "tables that have Puerto Rico for their territory and over 60 rows",
            '"territory" is "Puerto Rico" and rows > 60',
        ),
        ("tables with lodging for their guests", 'topic "lodging for their guests"'),
        ("about Oslo for its tourists", 'topic "Oslo for its tourists"'),
        (
            "tables about people who have Easter for their feast",
            'topic "people who have Easter for their feast"',
        ),
    ],
)
def test_what_is_had_for_a_column_is_its_value(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected", "told"),
    [
        ("tables that have Oslo for a city", '"city" is "Oslo"', ["Oslo for a city"]),
        ('tables having "Kenya" for the country', '"country" is "Kenya"', []),
        ("tables that have GDP for a country", 'topic "GDP for a country"', []),
        ("tables that have rainfall for a region", 'topic "rainfall for a region"', []),
    ],
)
def test_what_is_had_for_a_column_of_any_kind_is_doubted(
    text: str, expected: str, told: list[str]
) -> None:
    found = parse(text)
    assert (write_request(found), [span.text for span in found.unknown]) == (expected, told)
