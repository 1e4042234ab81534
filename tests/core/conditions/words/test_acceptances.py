"""That a table is accepted, eligible or relevant "if ..." asks for what follows, and no more."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A candidate is accepted for the union if and only if it has over 40 rows",
         "union: rows > 40"),
        ('A table is eligible for the join if it is about salmon farms',
         'join: topic "salmon farms"'),
        ("Tables are deemed suitable for stacking only if their colour is red",
         'union: "colour" is "red"'),
        ("Any dataset is to be returned if and only if its depth exceeds 30", '"depth" > 30'),
        ('A candidate is retained only when it mentions "gneiss"', 'contains "gneiss"'),
        ("A result counts only if it is about tea", 'topic "tea"'),
        ("Those tables are considered relevant in which fewer than 10% of the rows have a "
         "dropoutRate above 0.3", 'share < 0.1 of ("dropoutRate" > 0.3)'),
    ],
)  # fmt: skip
def test_that_tables_are_taken_asks_for_nothing(text: str, expected: str) -> None:
    read = parse(text)
    assert (write_request(read), read.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tables where claim is accepted if age is over 9", '"claim" is "accepted" and "age" > 9'),
        ("No table is accepted if it has more than 40 rows", "rows <= 40"),
        ("A table is not accepted if it is about tea", 'not (topic "tea")'),
    ],
)
def test_a_value_and_a_refusal_stay_what_they_are(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected
