"""Words that ask for nothing by themselves, and those that look like them."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "rail freight, no mention of passengers whatsoever",
            'topic "rail freight" and not (contains "passengers")',
        ),
        (
            "about kayaks or about canoes, no matter which, over 9 rows",
            '(topic "kayaks" or topic "canoes") and rows > 9',
        ),
        (
            "Between 150 and 400 rows, that is the size of table I would like to union with mine",
            "union: rows between 150 and 400",
        ),
        (
            "About cemeteries or about chapels, that's what I want tables on, over 9 rows",
            '(topic "cemeteries" or topic "chapels") and rows > 9',
        ),
        ("Crop rotation, that's the topic, over 60 rows", 'topic "Crop rotation" and rows > 60'),
        (
            "about ferries and over 60 rows, that's how the tables should be",
            'topic "ferries" and rows > 60',
        ),
        (
            "Not exactly seven columns, please, but otherwise anything goes for the append.",
            "union: not (columns = 7)",
        ),
        ("Retrieval of unionable tables where span is above 100", 'union: "span" > 100'),
        ("Search for tables on ferries as a source of additional rows", 'union: topic "ferries"'),
        ("I want tables about ferries as a source of extra columns", 'join: topic "ferries"'),
        ("tables about retrieval of sunken ships", 'topic "retrieval of sunken ships"'),
        ("Pick any tables to join: over 4 columns", "join: columns > 4"),
        ("tables which flaunt a life expectancy above 70", '"life expectancy" > 70'),
        ("For the union, take nothing shorter than 1,200 rows.", "union: rows >= 1200"),
        ("I hereby request the identification of all tables about law", 'topic "law"'),
        ("tables where pick is below 5", '"pick" < 5'),
        (
            "three quarters or more of the rows have a population under 20,000",
            'share >= 0.75 of ("population" < 20000)',
        ),
        ("tables whose issue date is in or before May 2005", '"issue date" until 2005-05'),
        ("Append job: any table having 9 columns or more", "union: columns >= 9"),
        (
            "appendable tables, energy class among {A, B, C}",
            'union: "energy class" is "A" | "B" | "C"',
        ),
        (
            "Among the unionable tables, keep those with magnitude greater than 6.5",
            'union: "magnitude" > 6.5',
        ),
        (
            "tables to be appended so that I gain records with a vehicle class of SUV or pickup",
            'union: "vehicle class" is "SUV" | "pickup"',
        ),
        ("no columns at all about fish", 'not (column about "fish")'),
        ("no mention at all of Rhine", 'not (contains "Rhine")'),
        ("is there any table at all in which the word lockout appears?", 'contains "lockout"'),
        (
            "the mooring is Skipton; besides that, over 9 rows",
            '"mooring" is "Skipton" and rows > 9',
        ),
        ("no column about religion in this one, please", 'not (column about "religion")'),
        (
            "the price is under £7 or the status is free, and I don't mind which of those two",
            '"price" < 7 or "status" is "free"',
        ),
        ("over 40 rows or over 5 columns, either is small enough", "rows > 40 or columns > 5"),
        ("I'm keen on a table to join with mine that mentions tariffs", 'join: contains "tariffs"'),
        ("about three hundred rows would be right", "rows about 300"),
        ("about tea, eighty rows would be the minimum", 'topic "tea" and rows >= 80'),
        ("the fee is the minimum", '"fee" is "minimum"'),
        ("80 rows is the limit, about tea", 'rows <= 80 and topic "tea"'),
    ],
)
def test_they_are_passed_over(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "whether it's about lynx or wolverines, over 9 rows",
            '(topic "lynx" or topic "wolverines") and rows > 9',
        ),
        (
            "rows to append, whether from tables about lynx or about wolverines",
            'union: topic "lynx" or topic "wolverines"',
        ),
    ],
)
def test_alternatives_behind_whether(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected", "left"),
    [
        (
            "tables about opera, over 9 rows, whether staged or not",
            'topic "opera" and rows > 9',
            ["whether staged or not"],
        ),
    ],
)
def test_whether_is_no_word_of_a_topic(text: str, expected: str, left: list[str]) -> None:
    found = parse(text)
    assert write_request(found) == expected
    assert [span.text for span in found.unknown] == left


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "about vaccines, skipping those that mention flu",
            'topic "vaccines" and not (contains "flu")',
        ),
        (
            "tables about tea, rejecting any that mention sugar",
            'topic "tea" and not (contains "sugar")',
        ),
        ("tables about tea, weed out those with fewer than 5 rows", 'topic "tea" and rows >= 5'),
        ("tables on rope skipping with over 40 rows", 'topic "rope skipping" and rows > 40'),
    ],
)
def test_tables_are_left_out(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tables where the title is That's How", '"title" is "That\'s How"'),
        ("tables that mention that's how", 'contains "that\'s how"'),
        ("tables about songs like That's How", 'topic "songs like That\'s How"'),
    ],
)
def test_that_is_how_is_passed_over_in_front_of_a_part_alone(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "If the title mentions tea, go ahead and append it to mine.",
            'union: "title" contains "tea"',
        ),
        ("I'm interested in seeing tables about tea", 'topic "tea"'),
        (
            "Grab me appendable tables on quilting, over 9 rows",
            'union: topic "quilting" and rows > 9',
        ),
        ("status is go ahead, over 6 rows", '"status" is "go ahead" and rows > 6'),
    ],
)
def test_what_tells_to_choose_or_to_go_ahead_is_passed_over(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())
