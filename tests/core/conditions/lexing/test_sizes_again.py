"""Sizes that are joined to one of the result are the result's."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        (
            "join; the result must have at least 300 rows and no more than 30 columns",
            "join: result rows >= 300 and result columns <= 30",
        ),
        (
            "join; the result has three or more new columns and at most 30 columns altogether",
            "join: result new columns >= 3 and result columns <= 30",
        ),
        (
            "The joined table should have at least 5 new columns, and fewer than 20 columns.",
            "join: result new columns >= 5 and result columns < 20",
        ),
        (
            "union; with a result of over 300 rows or between 3 and 5 columns",
            "union: result rows > 300 or result columns between 3 and 5",
        ),
        (
            "join; the result must have 300 rows or more and 30 columns or fewer",
            "join: result rows >= 300 and result columns <= 30",
        ),
        (
            "the result should have over 300 rows and should not have more than 30 columns",
            "result rows > 300 and result columns <= 30",
        ),
        (
            "once joined, over 300 rows, over 12 columns",
            "join: result rows > 300 and result columns > 12",
        ),
        (
            "after the union, over 300 rows, at most 30 columns and at least 40 new rows",
            "union: result rows > 300 and result columns <= 30 and result new rows >= 40",
        ),
        (
            "once joined, over 300 rows, over 12 columns in each table",
            "join: result rows > 300 and columns > 12",
        ),
        (
            "once joined over 300 rows and over 12 columns per table",
            "join: result rows > 300 and columns > 12",
        ),
        (
            "once joined, over 300 rows, over 12 columns in all",
            "join: result rows > 300 and result columns > 12",
        ),
        (
            "once joined, over 300 rows, about pandas",
            'join: result rows > 300 and topic "pandas"',
        ),
        (
            "tables for a union with over 300 rows and fewer than 20 columns",
            "union: rows > 300 and columns < 20",
        ),
        (
            "the result has over 300 rows and the tables have over 3 columns",
            "result rows > 300 and columns > 3",
        ),
        (
            "join with a result of over 300 rows, and with 3 columns",
            "join: result rows > 300 and columns = 3",
        ),
    ],
)
def test_a_size_that_is_joined_to_one_of_the_result_is_of_the_result(text: str, meant: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (meant, ())


def test_a_part_is_read_from_its_own_words() -> None:
    found = parse("the result must have at least 300 rows and 30 columns or fewer")
    assert [[found.text[span.start : span.end] for span in part] for part in found.of_parts] == [
        ["the result must have at least 300 rows"],
        ["30 columns or fewer"],
    ]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Volcano-related tables", 'topic "Volcano"'),
        ("volcano-related data", 'topic "volcano"'),
        ("weather-related claims tables", 'topic "weather-related claims"'),
    ],
)
def test_what_something_is_related_to_is_its_topic(text: str, meant: str) -> None:
    assert write_request(parse(text)) == meant
