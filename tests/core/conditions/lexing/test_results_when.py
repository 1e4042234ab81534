"""A size is the result's where it is told when: "once the tables are joined"."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The number of columns mustn't be more than twenty-five once the tables are joined.",
         "join: result columns <= 25"),
        ("The number of rows must be over 400 after appending", "union: result rows > 400"),
        ("There should be at most 20 columns once it is merged.", "join: result columns <= 20"),
        ("Once it's all unioned, the whole shouldn't have more than a million rows.",
         "union: result rows <= 1000000"),
        ("After the merge there should be at most 20 columns.", "join: result columns <= 20"),
        ("After the union, the table must not have more than 5000 rows",
         "union: result rows <= 5000"),
        ("Once I have joined the tables, I want 20 columns at most", "join: result columns <= 20"),
        ("rows >= 900 after union", "union: result rows >= 900"),
        ("Once the rows have been appended, I want a table of over one million rows.",
         "union: result rows > 1000000"),
        ("When joined, the number of rows should be at least 900", "join: result rows >= 900"),
        ("once it is joined I want at most 25 columns and at least 60 rows",
         "join: result columns <= 25 and result rows >= 60"),
    ],
)  # fmt: skip
def test_a_size_is_of_the_result_once_tables_are_combined(text: str, expected: str) -> None:
    read = parse(text)
    assert (write_request(read), read.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A table can be joined once it has over 50 rows", "join: rows > 50"),
        ("Once it is joined it must have a column about rent", 'join: column about "rent"'),
        ("once joined the tables should be about tea, over 60 rows",
         'join: topic "tea" and rows > 60'),
    ],
)  # fmt: skip
def test_what_tables_have_that_are_combined_stays_theirs(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Once the new rows have been appended, my table should have between 900 and 1100 rows.",
         "union: result rows between 900 and 1100"),
        ("After all the new columns are added, my table must have at most 30 columns.",
         "join: result columns <= 30"),
        ("my table should have over 900 rows once the new records have been added",
         "union: result rows > 900"),
        ("When the join has been made, there should be no fewer than 2 new columns in the result.",
         "join: result new columns >= 2"),
        ("Together with my rows, the appended table should make approximately 3000 rows.",
         "union: result rows about 3000"),
        ("i need at least 10,000 rows once everything's stacked", "union: result rows >= 10000"),
        ("900 rows once the records have been added", "union: result rows = 900"),
        ("tables on tea, stackable, 900 rows in the union",
         'union: topic "tea" and result rows = 900'),
        ("tables about tea to join, 700 rows or more after matching",
         'join: topic "tea" and result rows >= 700'),
    ],
)  # fmt: skip
def test_a_size_is_of_the_result_once_rows_or_columns_are_added(text: str, expected: str) -> None:
    read = parse(text)
    assert (write_request(read), read.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Once the rows are appended, tables about tea with over 90 rows",
         'union: topic "tea" and rows > 90'),
        ("Once the new columns have been joined, the price must be over 5", 'join: "price" > 5'),
        ("tables to join and use together with mine, over 900 rows", "join: rows > 900"),
        ("tables where the score after matching is above 5", '"score after matching" > 5'),
        ("tables of 900 rows that have been stacked", "union: rows = 900"),
    ],
)  # fmt: skip
def test_what_stands_beside_added_rows_stays_the_tables(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected", "doubted"),
    [
        ("Tables about tea, together with mine, over 90 rows", 'topic "tea" and rows > 90',
         ["mine"]),
        ("tables to join, together with mine, over 900 rows", "join: rows > 900",
         ["together with mine, over 900 rows"]),
        ("Tables about tea; together with ours, it should have 90 rows",
         'topic "tea" and result rows = 90', []),
    ],
)  # fmt: skip
def test_a_size_together_with_mine_is_doubted_unless_it_is_said_of_one_table(
    text: str, expected: str, doubted: list[str]
) -> None:
    read = parse(text)
    assert (write_request(read), [span.text for span in read.unknown]) == (expected, doubted)
