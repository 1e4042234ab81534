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
