"""The first word of a phrase is one by itself where the others go with what follows."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("i expect over 90 rows", "rows > 90"),
        ("tables about tea, I expect 90 rows", 'topic "tea" and rows = 90'),
        ("join tables that I expect to have over 90 rows", "join: rows > 90"),
        ("we expect the price to be above 90", '"price" > 90'),
    ],
)
def test_who_expects_what_follows_asks_for_it(text: str, expected: str) -> None:
    read = parse(text)
    assert (write_request(read), read.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tables about things we expect", 'topic "things we expect"'),
        ("a column about whom we expect", 'column about "whom we expect"'),
        ("we expect children", ""),
        (
            "tables about how we expect the climate to change",
            'topic "how we expect the climate to change"',
        ),
    ],
)
def test_what_somebody_expects_is_told(text: str, expected: str) -> None:
    read = parse(text)
    assert write_request(read) == expected
    assert read.unknown


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the combined output is above 90", '"combined output" > 90'),
        ("tables about the combined output of steel mills with over 90 rows",
         'topic "combined output of steel mills" and rows > 90'),
        ("the combined output should have over 90 rows", "result rows > 90"),
        ("combined output must be over 90 rows", "result rows > 90"),
        ("the combined output of both tables must have over 90 rows", "result rows > 90"),
    ],
)  # fmt: skip
def test_an_output_is_a_result_where_its_size_is_told(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected
