from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tables of 50 rows that I can merge with mine on a shared key", "join: rows = 50"),
        ("joinable with mine on a matching column, over 50 rows", "join: rows > 50"),
        ("join on a column they share with mine, about tea", 'join: topic "tea"'),
        ("tables to join on whatever they have in common", "join"),
        ("append rows to mine, matched on a common key", "union"),
    ],
)
def test_a_key_without_a_name_is_no_column(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())


def test_a_key_without_a_name_tells_of_a_join_where_nothing_else_does() -> None:
    assert write_request(parse("tables that go with mine on a shared key")) == "join"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("join on a shared key called isbn", 'join: join on "isbn"'),
        ("join on the shared key isbn", 'join: join on "isbn"'),
        ('join on a common column named "isbn"', 'join: join on "isbn"'),
        ("joinable on the common key: isbn", 'join: join on "isbn"'),
    ],
)
def test_a_shared_key_with_a_name_is_that_column(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


def test_a_shared_column_about_something_is_asked_for() -> None:
    assert write_request(parse("join on a shared column about rent")) == (
        'join: column about "rent"'
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "by key: topic meteor showers, column of unique values",
            'join: topic "meteor showers" and column of unique',
        ),
        ("tables by key, about chess", 'join: topic "chess"'),
        ("union by key: topic chess", 'union: topic "chess"'),
        ("tables about songs by key", 'topic "songs by key"'),
        ("so link by key a table with a column about judges", 'join: column about "judges"'),
    ],
)
def test_a_note_that_begins_with_a_key_asks_for_a_join(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("On key: topic chess, over 40 rows", 'join: topic "chess" and rows > 40'),
        ("on key: isbn, over 40 rows", 'join: join on "isbn" and rows > 40'),
        ("tables on key workers", 'topic "key workers"'),
    ],
)
def test_a_note_on_a_key_asks_for_a_join(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected
