"""Values of a kind that tables have are a column of them."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "a table to join that includes yes-or-no values, that is, a column of booleans",
            "join: column of booleans",
        ),
        ("join tables with true-or-false values", "join: column of booleans"),
        ("tables that contain true/false values, over 40 rows", "column of booleans and rows > 40"),
        ("tables about owls that have yes/no values", 'topic "owls" and column of booleans'),
        ("a table with date values and over 9 rows", "column of dates and rows > 9"),
        ("union tables that contain textual data", "union: column of text"),
    ],
)
def test_tables_with_values_of_a_kind_have_a_column_of_them(text: str, expected: str) -> None:
    found = parse(text)
    assert write_request(found) == expected
    assert found.unknown == ()


def test_what_is_said_of_a_column_stays_said_of_it() -> None:
    found = parse("tables whose notes include yes-or-no answers")
    assert write_request(found) == '"notes" contains "yes-or-no answers"'
