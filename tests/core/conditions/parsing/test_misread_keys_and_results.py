"""Sentences on keys and on what a union or a join gives, once read otherwise without a word."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "stack, please; the finished table should contain between 3000 and 6000 rows",
            "union: result rows between 3000 and 6000",
        ),
        ("union, so that the final table has over 3000 rows", "union: result rows > 3000"),
        (
            "join tables about the final table of the league, over 20 rows",
            'join: topic "final table of the league" and rows > 20',
        ),
        (
            "stack tables on wine; the union should end up w/ at least half a million rows",
            'union: topic "wine" and result rows >= 500000',
        ),
        ("join; new cols >= 4", "join: result new columns >= 4"),
        ("joinable on the city column", 'join: join on "city"'),
        ("joinable on city and year columns", 'join: join on "city", "year"'),
        ("join, at least 3 new columns", "join: result new columns >= 3"),
        ("at most 1% of my rows find a match", "result matched share <= 0.01"),
        (
            "join tables about rain to mine on the city column",
            'join: topic "rain" and join on "city"',
        ),
        ("union, and I end up with at least 50 rows", "union: result rows >= 50"),
        ("After the union, my table should have at least 5000 rows.", "union: result rows >= 5000"),
        (
            "joinable tables, the result of the join does not have more than 10,000 rows",
            "join: result rows <= 10000",
        ),
        (
            "join, at least 90 percent of my rows should find a match",
            "join: result matched share >= 0.9",
        ),
        ("union, 100+ new rows", "union: result new rows >= 100"),
        ("joinable, 1000+ result rows", "join: result rows >= 1000"),
        ("union, result over 650 new rows", "union: result new rows > 650"),
        ("matched share at least 0.95", "result matched share >= 0.95"),
        ("union on listing id, over 9 rows", 'union: union on "listing id" and rows > 9'),
        ("join tables on parish code", 'join: join on "parish code"'),
    ],
)
def test_what_was_misread_without_a_word_is_read(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())
