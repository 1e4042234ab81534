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
