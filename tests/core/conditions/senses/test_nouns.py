from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("type is mixed use - price over 5", '"type" is "mixed use" and "price" > 5'),
        ("status is checked out, over 5 rows", '"status" is "checked out" and rows > 5'),
        ("the country is Peru, please", '"country" is "Peru"'),
    ],
)
def test_a_value_keeps_its_last_word(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "the listing of candidates in elections, over 60 rows",
            'topic "candidates in elections" and rows > 60',
        ),
        ("give me a list of candidates about rain", 'topic "rain"'),
        ("a list of candidates in which price is above 5", '"price" > 5'),
        ("a list of candidates with over 60 rows", "rows > 60"),
        ("list of candidates in question, over 60 rows", "rows > 60"),
    ],
)
def test_candidates_in_something_are_no_tables(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())


@pytest.mark.parametrize("words", ["csv", "demand", "norwegian", "rank order"])
def test_what_a_list_of_candidates_is_written_in_is_no_topic(words: str) -> None:
    found = parse(f"list of candidates in {words}")
    assert write_request(found) == ""
    assert [span.text for span in found.unknown] == [words]
