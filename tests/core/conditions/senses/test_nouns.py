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


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tables on field names, the surveyor column containing Tuke",
         'topic "field names" and "surveyor" contains "Tuke"'),
        ("tables about table names", 'topic "table names"'),
        ("tables on file names, over 50 rows", 'topic "file names" and rows > 50'),
        ("topic variable names", 'topic "variable names"'),
        ("joinable tables about record covers", 'join: topic "record covers"'),
        ("it should be about a table with 9 rows", "rows = 9"),
        ("tables about a table that names Oslo", 'contains "Oslo"'),
    ],
)  # fmt: skip
def test_a_subject_may_begin_with_what_tables_have(text: str, expected: str) -> None:
    read = parse(text)
    assert (write_request(read), read.unknown) == (expected, ())
