"""A sentence about one's own table, in front of a request, is no part of it."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request
from core.conditions.words.own_table_told import read_no_table_told, read_own_table_told


@pytest.mark.parametrize(
    ("told", "request_", "expected"),
    [
        (
            "I've got a table of canoes in Ghent and I'm writing a guide.",
            "What is there about rivers that I can append, with more than 150 rows?",
            'union: topic "rivers" and rows > 150',
        ),
        (
            "We have a list of bakeries in Lyon and want to go nationwide.",
            "Find tables on bread I can append, city not Lyon.",
            'union: topic "bread" and not ("city" is "Lyon")',
        ),
        (
            "I'm a vet and keep a log of night calls.",
            "I need more rows from tables where ward is A or B.",
            'union: "ward" is "A" | "B"',
        ),
        (
            "We have a table of 80 windmills.",
            "For the union I'd like tables on millers.",
            'union: topic "millers"',
        ),
        (
            "This is my list of caves, around 200 of them.",
            "Tables on bats to append to it.",
            'union: topic "bats"',
        ),
        (
            "I have a table of lakes in the Alps, with names and depths.",
            "I want to merge tables on fish with a date column.",
            'join: topic "fish" and column of dates',
        ),
        (
            "I have the scores of our chess club here and need the all-time version.",
            "After the union there should be at least 3,000 rows in total.",
            "union: result rows >= 3000",
        ),
        (
            "My aunt gave us a spreadsheet of lifts.",
            "I need to extend it downwards with tables about stairs.",
            'union: topic "stairs"',
        ),
        (
            "I've got a table of stamps from Bo and I'm trying to find out what they're worth.",
            "Show me tables about stamp auctions.",
            'topic "stamp auctions"',
        ),
    ],
)
def test_it_is_set_aside_and_told(told: str, request_: str, expected: str) -> None:
    found = parse(f"{told} {request_}")
    assert write_request(found) == expected
    assert any(span.start == 0 and span.is_aside for span in found.unknown)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I have a table of lakes and want tables about snow. Over 90 rows.", 'topic "snow"'),
        ("I own a list of vineyards and I want to know about soil. Tables please", 'topic "soil"'),
        ("I have a table of lakes and I'm looking for snow. Tables over 9 rows", 'topic "snow"'),
        (
            "I have a table that must be joined on city. Tables about snow.",
            'join: join on "city" and topic "snow"',
        ),
        ("I want a table of lakes. A table with more than 9 rows.", 'topic "lakes"'),
        ("We need a table of 80 mills. Tables with 9 columns.", "columns = 9"),
    ],
)
def test_one_that_asks_is_read(text: str, expected: str) -> None:
    assert expected in write_request(parse(text))
    assert read_own_table_told(text, 0) == 0


@pytest.mark.parametrize(
    "text",
    [
        "I have a table of lakes",
        "I have a table of lakes. Thanks.",
        "I have a list of requirements. Tables on snow.",
        "I have a table of crags. Find similar tables with 9 columns.",
        "I have a table of ports. It contains Oslo. Find tables on ships.",
        "I have some data on bees. Are there any more tables?",
        "I have a table of hotels whose city is Rome. Tables with over 9 rows to append",
        "I own a list of stamps and am after rare ones. Tables with 5 columns",
        "Find tables. Thanks, I have a table of lakes",
    ],
)
def test_it_is_left_where_nothing_follows_that_says_by_itself_what_it_asks(text: str) -> None:
    assert not any(read_own_table_told(text, place) for place in range(len(text)))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("no table of my own yet, I'm just curious. tables about tea?", 'topic "tea"'),
        (
            "I've got nothing to join, this is for a school project. I want tables on newts",
            'topic "newts"',
        ),
        ("I don't have a table of my own. Which tables about tea are there?", 'topic "tea"'),
        ("We have nothing to append - please show tables on rent", 'topic "rent"'),
        ("I have no data of my own, so just show me tables about chess", 'topic "chess"'),
    ],
)
def test_who_has_no_table_asks_for_neither_union_nor_join(text: str, expected: str) -> None:
    found = parse(text)
    assert write_request(found) == expected
    assert found.unknown


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("no tables about tea. over 50 rows", 'not (topic "tea") and rows > 50'),
        ("nothing about tea. tables on coffee", 'not (topic "tea") and topic "coffee"'),
        ("I have no rows on ice. Find tables to append about ice", 'union: topic "ice"'),
    ],
)
def test_what_is_refused_is_no_table_that_one_lacks(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected
    assert read_no_table_told(text, 0) == 0


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Here's my table of surgeons. Find tables to join over 9 rows", "join: rows > 9"),
        ("My sheet has the lifts I mend. Find tables on cars to append", 'union: topic "cars"'),
    ],
)
def test_what_only_names_it_is_not_told(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())


@pytest.mark.parametrize(
    "text",
    [
        "My table has no dates. Find tables to join with a date column",
        "This is our list of apes in Kenya. Find tables to append",
        "My table lists the wells, deep ones. Find tables to append",
        "This is my catalogue of price over sixty. Find unionable tables",
        "My list has all the words to be mentioned. Find tables to union",
        "Here's our register of lamps. Anything to append?",
    ],
)
def test_what_it_lacks_or_where_it_is_from_is_told(text: str) -> None:
    assert any(span.start == 0 and span.is_aside for span in parse(text).unknown)
