"""Requests noted down in parts: with semicolons, bars, strokes, and a colon before a value."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    "text",
    [
        "tea prices; avg weight > 30; 50-80 rows",
        "tea prices | avg weight > 30 | 50-80 rows",
        "tea prices / avg weight > 30 / 50-80 rows",
    ],
)
def test_signs_part_what_is_asked_for(text: str) -> None:
    read = parse(text)
    expected = 'topic "tea prices" and average "weight" > 30 and rows between 50 and 80'
    assert (write_request(read), read.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("stack under mine; lift inspections; status=failed; over 9 rows",
         'union: topic "lift inspections" and "status" is "failed" and rows > 9'),
        ("dog licences for union, breed: beagle, over 9 rows",
         'union: topic "dog licences" and "breed" is "beagle" and rows > 9'),
        ("tea, origin: Kenya or Peru, over 9 rows",
         'topic "tea" and "origin" is "Kenya" | "Peru" and rows > 9'),
        ("about food/drink where price is above 5", 'topic "food/drink" and "price" > 5'),
    ],
)  # fmt: skip
def test_parts_are_read_by_themselves(text: str, expected: str) -> None:
    read = parse(text)
    assert (write_request(read), read.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("maps / 15 columns max", 'topic "maps" and columns <= 15'),
        ("maps / at least 300 rows", 'topic "maps" and rows >= 300'),
        ("food / drink with 50 rows", 'topic "food / drink" and rows = 50'),
    ],
)
def test_a_stroke_before_a_size_parts_it(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


def test_a_sentence_ends_before_a_size_and_behind_a_request() -> None:
    read = parse("more delivery runs to stack on mine. status delayed or failed. 1000+ rows")
    expected = 'union: topic "delivery runs" and "status" is "delayed" | "failed" and rows >= 1000'
    assert write_request(read) == expected


def test_a_name_with_a_bullet_inside_is_doubted() -> None:
    assert [span.text for span in parse("tea • price > 5 • 50+ rows").unknown] == ["tea • price"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Discipline: Astronomy. Country is Chile.",
            '"Discipline" is "Astronomy" and "Country" is "Chile"',
        ),
        ("Genre: Jazz. Year is after 2000.", '"Genre" is "Jazz" and "Year" after 2000'),
        (
            "Joinable tables. Genre: Jazz. Label: Blue Note.",
            'join: "Genre" is "Jazz" and "Label" is "Blue Note"',
        ),
        ("label is Sony. Artist contains Love", '"label" is "Sony" and "Artist" contains "Love"'),
        ("the artist is St. Vincent", '"artist" is "St. Vincent"'),
    ],
)
def test_a_sentence_for_each_column_ends_the_value_before(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())
