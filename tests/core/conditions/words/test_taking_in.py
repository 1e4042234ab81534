"""What is said of what one's own table takes in."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    "text",
    [
        "Merge in rows from tables about maps",
        "We intend to merge rows from tables about maps",
        "Kindly merge in additional rows; the tables should be about maps",
        "I'd like to merge in, as new rows, whatever tables deal with maps",
        "Merge in as new rows the tables about maps",
        "I wish to merge in the rows of tables about maps",
        "Merge further rows into this inventory from tables about maps",
        "Merge rows into the audit from tables about maps",
        "With tables about maps I would like to make a row-wise merge",
        "vertical merge with tables on maps",
        "row-wise merging of tables about maps with mine",
        "A merge of rows from tables about maps",
        "merge mine row-wise with tables about maps",
        "merge mine with tables about maps, row-wise",
        "merge my table with rows from tables about maps",
        "further rows to merge in from tables about maps",
        "tack on tables about maps",
        "can u tack on tables about maps",
        "tack on stuff about maps",
        "put more records below mine, from tables about maps",
    ],
)
def test_who_takes_in_rows_unites(text: str) -> None:
    found = parse(text)
    assert write_request(found) == 'union: topic "maps"'
    assert found.unknown == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Kindly merge in, as additional columns, tables about maps", 'topic "maps"'),
        ("Merge with mine, as new columns, tables about maps", 'topic "maps"'),
        ("merge in cols from a table about maps", 'topic "maps"'),
        ("column-wise merge, tables on maps", 'topic "maps"'),
        ("merge mine with tables about maps, column-wise", 'topic "maps"'),
        ("hook up a table about maps", 'topic "maps"'),
        ("can i hook on a table about maps", 'topic "maps"'),
        ("I'd link in tables about maps", 'topic "maps"'),
        ("tack on a column about maps", 'column about "maps"'),
        ("I'd tack on a column about maps", 'column about "maps"'),
        ("pull in tables about maps, as a join", 'topic "maps"'),
        (
            "Tables about maps, to be added as new columns beside those I already have.",
            'topic "maps"',
        ),
    ],
)
def test_who_takes_in_columns_joins(text: str, expected: str) -> None:
    found = parse(text)
    assert write_request(found) == f"join: {expected}"
    assert found.unknown == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("merge rows on a key with tables about maps", 'join: topic "maps"'),
        ("tables about vertical merge conflicts", 'topic "vertical merge conflicts"'),
        ("topic: link in bio tables", 'topic "link in bio"'),
        (
            "tables on companies after a vertical merge of banks",
            'topic "companies after a vertical merge of banks"',
        ),
        ("tables about hook up culture", 'topic "hook up culture"'),
        ("Merge in tables about maps", 'join: topic "maps"'),
        (
            "merge my table with tables about maps and over 50 rows",
            'join: topic "maps" and rows > 50',
        ),
        ("merge mine with tables about row-wise planting", 'join: topic "row-wise planting"'),
    ],
)
def test_what_looks_alike_takes_in_nothing_so(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "merge the rows of mine on isbn with tables about books",
            'join: join on "isbn" and topic "books"',
        ),
        ("merge rows horizontally from tables about tea", 'join: topic "tea"'),
        ("merge new rows matching on id", 'join: join on "id"'),
        ("merge rows from tables about tea", 'union: topic "tea"'),
    ],
)
def test_rows_that_are_merged_on_a_key_or_side_by_side_are_joined(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected
