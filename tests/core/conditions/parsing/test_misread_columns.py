"""Sentences on columns that tables have, once read otherwise without a word."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "append tables whose cause of delay column includes the text signal failure",
            'union: "cause of delay" contains "signal failure"',
        ),
        ("attach tables with a column where every value's unique", "join: column of unique"),
        (
            "its column called pass number contains no value twice",
            'column named "pass number" of unique',
        ),
        (
            "join: rugby, a tries column, over 9 rows",
            'join: topic "rugby" and column about "tries" and rows > 9',
        ),
        (
            "a column about canopy cover and about 50 rows",
            'column about "canopy cover" and rows about 50',
        ),
        ("has a column teamID and over 9 rows", 'column named "teamID" and rows > 9'),
        (
            "join any table except one with over 35 columns or one concerning tests",
            'join: not (columns > 35 or topic "tests")',
        ),
        ("join tables having a column of texts", "join: column of text"),
        (
            "join tables with a text column on the subject of diagnosis",
            'join: column about "diagnosis" of text',
        ),
        ("a text column and about cheese", 'column of text and topic "cheese"'),
        (
            "join, has a column about rain, provided that column is numeric",
            'join: column about "rain" of numbers',
        ),
        ("price above 9, and a column of texts is present", '"price" > 9 and column of text'),
        ("no gaps in the column named gauge", 'column named "gauge" of complete'),
        ("the column gauge has no blanks", 'column named "gauge" of complete'),
        ("the gauge column has no blanks", 'column about "gauge" of complete'),
        ("join, one column is wholly free of blanks", "join: column of complete"),
        ("No column of dates may appear in the tables to join.", "join: not (column of dates)"),
        (
            "join it if among its columns is one to do with rent",
            'join: column about "rent"',
        ),
        (
            "tables with a gender column and a race column",
            'column about "gender" and column about "race"',
        ),
        (
            "tables with columns latitude and longitude",
            'column about "latitude" and column about "longitude"',
        ),
        (
            "where year > 2015 and there is a rent column",
            '"year" after 2015 and column about "rent"',
        ),
        ("columns called lat and lon", 'column named "lat" and column named "lon"'),
        ("a column named rock and roll", 'column named "rock and roll"'),
        ("discount is not empty", 'not ("discount" is missing)'),
        ("no missing values in the price column", 'column about "price" of complete'),
        ("a column about home runs", 'column about "home runs"'),
        ("a table with the attribute 'zip code'", 'column named "zip code"'),
        (
            "coffee exports over 40 rows with a column about price",
            'topic "coffee exports" and rows > 40 and column about "price"',
        ),
        ("road accidents with a price column", 'topic "road accidents" and column about "price"'),
        ("tables with a candidate column", 'column about "candidate"'),
        ("salary column with no missing values", 'column about "salary" of complete'),
        ("join, a column in which all values are unique", "join: column of unique"),
        ('join, columns named "a" and "b"', 'join: column named "a" and column named "b"'),
        ("join, features a numeric column", "join: column of numbers"),
        ("The columns I add through a join should relate to sleep", 'join: column about "sleep"'),
        ("joinable tables with a michelin_stars column", 'join: column named "michelin_stars"'),
        (
            "tables to join that have both a 'latitude' and a 'longitude' column",
            'join: column named "latitude" and column named "longitude"',
        ),
        ("join tables so as to obtain a numeric column", "join: column of numbers"),
        (
            "Our station list lacks a column about access, point me to tables to join",
            'join: column about "access"',
        ),
        (
            "join, a column about nutrition and a date column as well",
            'join: column about "nutrition" and column of dates',
        ),
        (
            "I'd quite like to enrich my table with columns about parking",
            'join: column about "parking"',
        ),
        ("joinable, those with a rent column", 'join: column about "rent"'),
        ("joinable tables with information on rents", 'join: column about "rents"'),
        (
            "joinable tables with a date column but no text columns",
            "join: column of dates and not (column of text)",
        ),
        ("a column of booleans, over 4 rows", "column of booleans and rows > 4"),
        (
            "a column about crust, with topping = anchovy",
            'column about "crust" and "topping" is "anchovy"',
        ),
    ],
)
def test_what_was_misread_without_a_word_is_read(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())
