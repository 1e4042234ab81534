"""A result has a size by whatever verb it is said of it."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The result of the join should contain exactly 18 columns.", "join: result columns = 18"),
        ("The joined table must retain 700 rows or more after matching.",
         "join: result rows >= 700"),
        ("We need the stacked result to exceed 8k rows", "union: result rows > 8000"),
        ("we want the join to keep over 300 rows", "join: result rows > 300"),
        ("the merged table has to include at least 5 columns", "join: result columns >= 5"),
        ("joined output must have above 2,500 rows", "join: result rows > 2500"),
        ("Please make sure that the join yields between 4 and 10 new columns.",
         "join: result new columns between 4 and 10"),
        ("the union yields over 900 rows", "union: result rows > 900"),
        ("The join ought to give my table at least four new columns.",
         "join: result new columns >= 4"),
        ("After the join I expect at least 800 rows", "join: result rows >= 800"),
        ("the join yields 9 new rows", "join: result new rows = 9"),
        ("the union totals over 300 new rows", "union: result new rows > 300"),
        ("The union should contain at least 40 new rows", "union: result new rows >= 40"),
        ("the union keeps 9 other rows", "union: result rows = 9"),
    ],
)  # fmt: skip
def test_a_size_is_of_the_result_that_keeps_or_yields_it(text: str, expected: str) -> None:
    read = parse(text)
    assert (write_request(read), read.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I would like the join to keep only tables over 300 rows", "join: rows > 300"),
        ("the union should include tables with over 50 rows", "rows > 50"),
        ("tables about crops whose yields are over 5", 'topic "crops" and "yields" > 5'),
        ("tables where the result leaves are over 30", '"result leaves" > 30'),
        ("the joined output should be about tea", 'join: topic "tea"'),
    ],
)  # fmt: skip
def test_what_is_no_size_of_a_result_is_none(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


@pytest.mark.parametrize(
    ("text", "doubted"),
    [
        ("the result leaves out 3 columns", ["leaves out 3 columns"]),
        ("the join should retain 5 columns of mine", ["retain 5 columns of mine"]),
        ("the join leaves 3 columns blank", ["the join leaves 3 columns blank"]),
        ("the join leaves over 3 columns out", ["leaves over 3 columns out"]),
        ("the join leaves 3 columns", []),
        ("the join should retain 700 rows, keyed by the sku column", []),
    ],
)
def test_a_size_of_a_part_of_a_result_is_told(text: str, doubted: list[str]) -> None:
    assert [span.text for span in parse(text).unknown] == doubted
