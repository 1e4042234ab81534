"""Names before "as the join key" are keys, however it is said."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("joinable tables, X_id should be the join key", 'join: join on "X_id"'),
        ("My patient number column should serve as the join key.",
         'join: join on "patient number"'),
        ('joinable: "pid" shall act as the key', 'join: join on "pid"'),
        ("patient number is to be the key of the join", 'join: join on "patient number"'),
        ('With "ticker" and "fiscal year" as the join key, merge tables about media companies',
         'join: join on "ticker", "fiscal year" and topic "media companies"'),
        ("join with tables about lakes, on either station code or basin as the key",
         'join: topic "lakes" and (join on "station code" or join on "basin")'),
        ("tables to join, on district or on postcode as the join key, over 9 rows",
         'join: (join on "district" or join on "postcode") and rows > 9'),
        ('I want to merge using the columns "plot" and "date" as keys',
         'join: join on "plot", "date"'),
        ("Using municipality and year as the keys, I would like to join tables about waste fees.",
         'join: join on "municipality", "year" and topic "waste fees"'),
        ("I would like to join tables about waste fees, using plot, year and month as the keys",
         'join: topic "waste fees" and join on "plot", "year", "month"'),
        ("Using patient number as our key, please find joinable tables about allergies",
         'join: join on "patient number" and topic "allergies"'),
        ("join tables about soil and plot as the key", 'join: topic "soil" and join on "plot"'),
        ("join my table on city as the key", 'join: join on "city"'),
    ],
)  # fmt: skip
def test_they_are_keys(text: str, expected: str) -> None:
    read = parse(text)
    assert (write_request(read), read.unknown) == (expected, ())


def test_a_value_of_that_name_is_none() -> None:
    assert write_request(parse("tables where status is the key")) == '"status" is "key"'


@pytest.mark.second_reader
@pytest.mark.parametrize(
    "form",
    [
        "using {} and {} as the keys, join tables about {}",
        "join tables about {2}, using {0} and {1} as the keys",
        "Using {} and {} as the keys, please find joinable tables about {}.",
    ],
)
@pytest.mark.parametrize("keys", [("isbn", "title"), ("country", "year"), ("name", "date")])
@pytest.mark.parametrize("topic", ["books", "waste fees"])
def test_keys_said_to_be_such_are_kept_by_both_readers(
    form: str, keys: tuple[str, str], topic: str
) -> None:
    written = write_request(parse(form.format(*keys, topic)))
    assert 'join on "{}", "{}"'.format(*keys) in written
    assert f'topic "{topic}"' in written
