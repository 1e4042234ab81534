"""A verb without a subject is of the column before it: "contains A and contains B"."""

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
