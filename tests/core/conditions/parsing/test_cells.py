"""What cells hold, in words that could be a topic or a column."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("joinable tables with a column that holds dates", "join: column of dates"),
        ("tables that have Lagos in some cell", 'contains "Lagos"'),
        ("any table that has Glasgow somewhere in its cells", 'contains "Glasgow"'),
        ("tables that have Rural / Remote as a value in some column", 'contains "Rural / Remote"'),
        ("with the string H5N1 anywhere in the data", 'contains "H5N1"'),
        ("the word rejected must not come up anywhere", 'not (contains "rejected")'),
        (
            "the paving year is either before 1960 or after 1998",
            '"paving year" before 1960 or "paving year" after 1998',
        ),
    ],
)
def test_what_cells_hold_is_no_topic(text: str, expected: str) -> None:
    request = parse(text)
    assert write_request(request) == expected
    assert request.unknown == ()


@pytest.mark.parametrize(
    ("text", "expression"),
    [
        ("tables whose title column has Nocturne in it", '"title" contains "Nocturne"'),
        ("tables whose title column has Nocturne", '"title" is "Nocturne"'),
        ("where the recorded date is from the 1930s", '"recorded date" between 1930 and 1939'),
        ("where the shift_date runs until 30/06/2022", '"shift_date" until 2022-06-30'),
    ],
)
def test_what_cells_hold_is_read_to_its_end(text: str, expression: str) -> None:
    assert write_request(parse(text)) == expression


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            'Look in the column called ingredients for "palm oil" and give me the tables.',
            '"ingredients" contains "palm oil"',
        ),
        (
            'in the remarks column for "rust", over 60 rows',
            '"remarks" contains "rust" and rows > 60',
        ),
        ('Look for "palm oil" in the column ingredients', '"ingredients" contains "palm oil"'),
    ],
)
def test_what_is_looked_for_stands_behind_its_column_too(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            'the species column should contain "Quercus" but not "robur"',
            '"species" contains "Quercus" and not ("species" contains "robur")',
        ),
        (
            'union, title contains "tea" or "rum", but not "gin", over 50 rows',
            'union: ("title" contains "tea" or "title" contains "rum") and '
            'not ("title" contains "gin") and rows > 50',
        ),
        ('contains "tea" but not "rum"', 'contains "tea" and not (contains "rum")'),
        (
            'Both "tariff" and "quota" must occur in the measure column',
            '"measure" contains "tariff" and "measure" contains "quota"',
        ),
        (
            'city is "Oslo" and "rum" must occur in the drink column',
            '"city" is "Oslo" and "drink" contains "rum"',
        ),
        (
            'topic "tea" and "rum" must occur in the drink column',
            'topic "tea" and "drink" contains "rum"',
        ),
    ],
)
def test_one_column_holds_and_lacks_words(text: str, expected: str) -> None:
    request = parse(text)
    assert (write_request(request), request.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            'title contains "tea" but not "beer", "wine"',
            '"title" contains "tea" and not ("title" contains "beer" or "title" contains "wine")',
        ),
        (
            'title contains "tea", "rum" but not "beer"',
            '("title" contains "tea" and "title" contains "rum") and not ("title" contains "beer")',
        ),
        (
            'title contains one of "tea", "rum" but not "beer"',
            '("title" contains "tea" or "title" contains "rum") and not ("title" contains "beer")',
        ),
    ],
)
def test_quotations_between_commas_are_several(text: str, expected: str) -> None:
    request = parse(text)
    assert (write_request(request), request.unknown) == (expected, ())
