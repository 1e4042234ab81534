"""What is said of words in cells: "contains A and contains B", "the value A appears in"."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            'bind rows from tables in which the column "side effects" mentions "rash" and '
            'mentions "fever"',
            'union: "side effects" contains "rash" and "side effects" contains "fever"',
        ),
        (
            "the description mentions rain and includes snow",
            '"description" contains "rain" and "description" contains "snow"',
        ),
        (
            "the title contains love, and mentions 'war' or 'peace'",
            '"title" contains "love" and ("title" contains "war" or "title" contains "peace")',
        ),
        (
            "The column remarks must contain 'a' and must contain 'b'.",
            '"remarks" contains "a" and "remarks" contains "b"',
        ),
        (
            "tables where title contains love but does not contain war",
            '"title" contains "love" and not ("title" contains "war")',
        ),
        (
            "tables where title contains love and mention Kenya",
            '"title" contains "love" and contains "Kenya"',
        ),
        (
            "tables whose title contains love and which mention Kenya",
            '"title" contains "love" and contains "Kenya"',
        ),
        (
            "title contains love and contains the word war anywhere",
            '"title" contains "love" and contains "war"',
        ),
        (
            "title contains love and contains the word war in any column",
            '"title" contains "love" and contains "war"',
        ),
        ("tables that contain fog and contain frost", 'contains "fog" and contains "frost"'),
    ],
)
def test_a_verb_of_the_same_form_goes_on_about_the_column(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())


@pytest.mark.parametrize(
    "text",
    [
        "a table whose title contains love and mentions Kenya",
        "tables whose titles contain love and mention Kenya",
    ],
)
def test_a_verb_that_tables_may_have_as_well_is_not_sure(text: str) -> None:
    assert [span.kept for span in parse(text).unknown] == [True]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "tables in which the value Rural or Urban appears in the column setting",
            '"setting" is "Rural" | "Urban"',
        ),
        (
            'join where in the column "setting" the value Rural occurs',
            'join: "setting" is "Rural"',
        ),
        ("tables where the value 5 appears in the column grade", '"grade" = 5'),
        (
            'tables where the word Rural appears in the column "setting"',
            '"setting" contains "Rural"',
        ),
        ("tables in which the value Rural appears", 'contains "Rural"'),
    ],
)
def test_a_value_that_appears_in_a_column_is_all_of_a_cell(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())


def test_a_refused_value_that_appears_is_all_of_a_cell() -> None:
    found = parse("the value Rural does not appear in the column setting")
    assert write_request(found) == 'not ("setting" is "Rural")'
