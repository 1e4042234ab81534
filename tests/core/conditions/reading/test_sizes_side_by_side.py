"""Two comparisons before "rows" are both of them only where they narrow one number."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("over 5 and under 20 rows", "rows > 5 and rows < 20"),
        ("at least 5 but fewer than 20 columns", "columns >= 5 and columns < 20"),
        ("tables of not less than 80 and not more than 120 rows", "rows >= 80 and rows <= 120"),
        ("row count over 5 and below 30", "rows > 5 and rows < 30"),
    ],
)
def test_two_that_narrow_are_both_of_rows(text: str, expected: str) -> None:
    read = parse(text)
    assert (write_request(read), read.unknown) == (expected, ())


@pytest.mark.parametrize("first", ["above 5", "between 10 and 20", "about 9"])
def test_of_others_the_first_is_said(first: str) -> None:
    read = parse(f"other {first} and over 30 rows")
    assert write_request(read) == "rows > 30"
    (left,) = read.unknown
    assert (left.text, left.kept) == (first, False)
    assert left.hint == f'say which column it is of, as in "price {first}"'


@pytest.mark.parametrize(
    ("text", "expected", "told"),
    [
        ("I can only handle 60 rows and 5 columns", "rows <= 60 and columns <= 5", []),
        ("at most 5 columns and 60 rows", "columns <= 5 and rows <= 60", []),
        ("more than 60 rows and 5 columns", "rows > 60 and columns = 5", ["5 columns"]),
        ("at most 60 rows or 5 columns", "rows <= 60 or columns = 5", ["5 columns"]),
        ("at least 60 rows and five columns", "rows >= 60 and columns = 5", []),
        ("over 60 rows and 5 columns or more", "rows > 60 and columns >= 5", []),
        ("over 60 rows and twelve columns at most", "rows > 60 and columns <= 12", []),
        ("over 60 rows and exactly 5 columns", "rows > 60 and columns = 5", []),
        ("60 rows and 5 columns", "rows = 60 and columns = 5", []),
    ],
)
def test_a_bound_is_of_both_sizes(text: str, expected: str, told: list[str]) -> None:
    read = parse(text)
    assert write_request(read) == expected
    assert [span.text for span in read.unknown] == told
