"""Data are tables, what a table has beside others, or say nothing of what it is about."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tables about tea that also have rainfall data",
         'topic "tea" and column about "rainfall"'),
        ("has rainfall data and is about rivers", 'column about "rainfall" and topic "rivers"'),
        ("looking for vaccine side effects data", 'topic "vaccine side effects"'),
        ("rainfall data joinable on station_id", 'join: topic "rainfall" and join on "station_id"'),
        ("is there any data in the lake concerning parking?", 'topic "parking"'),
    ],
)  # fmt: skip
def test_data(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a table, one of whose columns gives the nesting period",
         'column about "nesting period"'),
        ("where there's a heat column with values not lower than 45", '"heat" >= 45'),
        ("any wrestling bouts around with over 9 rows?", 'topic "wrestling bouts" and rows > 9'),
        ("All claims that may be stacked with mine, over 9 rows",
         'union: topic "claims" and rows > 9'),
        ("stock sample sheets to append to mine", 'union: topic "stock sample sheets"'),
        ("Tea tables, but not if the average price is under 6",
         'topic "Tea" and average "price" >= 6'),
        ("oral histories where age is over 5, but leave out tables about mining",
         'topic "oral histories" and "age" > 5 and not (topic "mining")'),
        ("anything about trips other than tables on buses",
         'topic "trips" and not (topic "buses")'),
        ("Sherry, port or madeira as the subject, and in any event over 9 rows",
         '(topic "Sherry" or topic "port" or topic "madeira") and rows > 9'),
        ("The teacher says we need a table about tea", 'topic "tea"'),
        ("tables about tea and if you can't find one I'll quite understand", 'topic "tea"'),
        ("Whales is what the other table has to be about, over 9 rows",
         'topic "Whales" and rows > 9'),
    ],
)  # fmt: skip
def test_words_beside(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


def test_open_data_are_a_subject() -> None:
    found = parse("open data, over 9 rows")
    assert write_request(found) == 'topic "open data" and rows > 9'
