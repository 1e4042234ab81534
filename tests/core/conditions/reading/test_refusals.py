"""How far it reaches that something is not wanted."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "tables about dog licences, unless the breed is poodle",
            'topic "dog licences" and not ("breed" is "poodle")',
        ),
        (
            "tables about speeds, unless they mention satellite",
            'topic "speeds" and not (contains "satellite")',
        ),
        (
            "tables about rivers unless there's a column about floods or a column about dams",
            'topic "rivers" and not (column about "floods" or column about "dams")',
        ),
        (
            "origin is Eritrea or Syria, unless they have under 60 rows",
            '"origin" is "Eritrea" | "Syria" and rows >= 60',
        ),
        ("Unless the price exceeds 5, any table about tea", 'not ("price" > 5) and topic "tea"'),
        (
            "about tea, but not if they mention sugar or if the price is below 5",
            'topic "tea" and not (contains "sugar" or "price" < 5)',
        ),
        ("tables on milk except if the fat is over 5", 'topic "milk" and not ("fat" > 5)'),
        ("Don't show joinable tables unless they have more than 12 columns.", "join: columns > 12"),
        (
            "join tables about tea unless they have under 50 rows or lack a column about price",
            'join: topic "tea" and not (rows < 50 or not (column about "price"))',
        ),
        (
            "tables about tea, but not if they have over 30 columns or no column about price",
            'topic "tea" and not (columns > 30 or not (column about "price"))',
        ),
    ],
)
def test_unless_refuses_what_follows(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected", "left"),
    [
        (
            "about rivers unless the country is Spain and the length is below 50",
            'topic "rivers" and not ("country" is "Spain") and "length" < 50',
            ["length is below 50"],
        ),
        (
            "tables about rivers unless otherwise stated",
            'topic "rivers"',
            ["unless otherwise stated"],
        ),
        (
            "about measles, whether or not they mention flu",
            'topic "measles" and contains "flu"',
            ["whether or not", "flu"],
        ),
    ],
)
def test_what_unless_leaves_open_is_said(text: str, expected: str, left: list[str]) -> None:
    found = parse(text)
    assert write_request(found) == expected
    assert [span.text for span in found.unknown] == left


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "leave out anything about dentistry or about optometry",
            'not (topic "dentistry" or topic "optometry")',
        ),
        (
            "leave out those about poetry and those about stamps",
            'not (topic "poetry" or topic "stamps")',
        ),
        (
            "drop tables that mention flu and any about measles",
            'not (contains "flu" or topic "measles")',
        ),
        (
            "filter out those about flu or about measles",
            'not (topic "flu" or topic "measles")',
        ),
        ("rejecting any about flu or with under 50 rows", 'not (topic "flu" or rows < 50)'),
        ("skip those about flu or with under 50 rows", 'not (topic "flu" or rows < 50)'),
        (
            "exclude tables that mention Rome or have fewer than 5 columns",
            'not (contains "Rome" or columns < 5)',
        ),
        (
            "no column about rents or about fees",
            'not (column about "rents" or column about "fees")',
        ),
        ("not about rivers or about lakes", 'not (topic "rivers" or topic "lakes")'),
        (
            "tables that don't mention red or mention blue",
            'not (contains "red" or contains "blue")',
        ),
        (
            "no tables of over 30 columns or with a column about price",
            'not (columns > 30 or column about "price")',
        ),
        ("no tables that mention red or that mention blue",
         'not (contains "red" or contains "blue")'),
        ("don't give me tables about tea or coffee or with over 9 rows",
         'not (topic "tea" or topic "coffee" or rows > 9)'),
        ("nothing on tea, or on coffee", 'not (topic "tea" or topic "coffee")'),
    ],
)  # fmt: skip
def test_alternatives_of_what_is_refused_are_refused(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "tables that don't mention red or that mention blue",
            'not (contains "red") or contains "blue"',
        ),
        ("nothing about tea, or tables with over 9 rows", 'not (topic "tea") or rows > 9'),
        (
            'a column of numbers but no column of text, or else one with a "unit" of kWh',
            '(column of numbers and not (column of text)) or "unit" is "kWh"',
        ),
        ("either not about rivers or with over 9 rows", 'not (topic "rivers") or rows > 9'),
        (
            "skip tables about poetry and keep the ones about stamps",
            'not (topic "poetry") and topic "stamps"',
        ),
    ],
)
def test_what_stands_by_itself_is_not_refused(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("skip tables with over 30 columns or without a column about price",
         'not (columns > 30 or not (column about "price"))'),
        ("unionable tables, but none about tea or lacking a price column",
         'union: not (topic "tea" or not (column about "price"))'),
        ("nothing with over 30 columns or no column about price",
         'not (columns > 30 or not (column about "price"))'),
    ],
)  # fmt: skip
def test_a_lack_that_is_refused_is_wanted(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected", "doubted"),
    [
        ("tables not about rivers or over 9 rows", 'not (topic "rivers") or rows > 9',
         "over 9 rows"),
        ("tables not about tea, or about coffee", 'not (topic "tea") or topic "coffee"',
         "about coffee"),
        ("tables that aren't about tea or don't mention milk",
         'not (topic "tea") or not (contains "milk")', "don't mention milk"),
    ],
)  # fmt: skip
def test_alternatives_that_may_be_refused_as_well_are_doubted(
    text: str, expected: str, doubted: str
) -> None:
    found = parse(text)
    assert write_request(found) == expected
    assert [(span.text, span.kept) for span in found.unknown] == [(doubted, True)]
