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


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tables with no blanks in at least one column", "column of complete"),
        ("tables with unique values in some column", "column of unique"),
        ("join to a table, fewer than 60 rows, with all values different in some column",
         "join: rows < 60 and column of unique"),
        ("tables in which all values are different in some column", "column of unique"),
        ("joinable, no missing values in at least one column, over 9 rows",
         "join: column of complete and rows > 9"),
    ],
)  # fmt: skip
def test_what_holds_of_all_values_in_some_column_is_of_a_column(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tables that contain unique in some column", 'contains "unique"'),
        ('tables with "unique values" in some column', 'contains "unique values"'),
        ("tables about complete works in some column", 'topic "complete works"'),
    ],
)
def test_a_word_in_some_column_is_a_word(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected
