"""What is refused at its end: "tables about gambling must be left out of the join"."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A table is too short for me to stack under mine if it has fewer than 40 rows.",
         "union: rows >= 40"),
        ("A table is too wide to be joined with mine if it has over 40 columns.",
         "join: columns <= 40"),
        ("Tables with under 40 rows are too short to be stacked under mine.", "union: rows >= 40"),
        ("Fewer than 40 rows is too short for a table to stack under mine.", "union: rows >= 40"),
        ("If a table has fewer than 40 rows, it is too short for me to stack under mine.",
         "union: rows >= 40"),
        ("If a table has fewer than 40 rows, it can't be stacked under mine.",
         "union: rows >= 40"),
        ("Tables with under 40 rows can't be stacked under mine.", "union: rows >= 40"),
        ("A table is too short to stack if it has under 40 rows and too wide if it has over 20 "
         "columns.", "union: rows >= 40 and columns <= 20"),
        ("Tables are too small for the union when they have fewer than 40 rows or fewer than 3 "
         "columns.", "union: rows >= 40 and columns >= 3"),
        ("A table can't be joined if it has under 40 rows or over 20 columns.",
         "join: rows >= 40 and columns <= 20"),
        ("Tables with a column about gambling are not to be joined with mine.",
         'join: not (column about "gambling")'),
        ("Tables about gambling must be left out of those to be joined with mine.",
         'join: not (topic "gambling")'),
        ("Tables about gambling should be excluded from the union.",
         'union: not (topic "gambling")'),
        ("Tables about gambling ought to be ruled out when joining.",
         'join: not (topic "gambling")'),
        ("I want tables about betting to union, but tables about gambling must be left out.",
         'union: topic "betting" and not (topic "gambling")'),
    ],
)  # fmt: skip
def test_what_is_refused_behind_is_not_wanted(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A table isn't too short to be stacked under mine if it has at least 40 rows.",
         "union: rows >= 40"),
        ("My table is too short, so add rows from tables with over 40 rows.", "union: rows > 40"),
        ("Tables about how weeds must be left out", 'topic "how weeds must be left out"'),
        ("A table can be stacked under mine if it has over 40 rows", "union: rows > 40"),
        ("Tables with over 40 rows must be joined with mine", "join: rows > 40"),
    ],
)  # fmt: skip
def test_what_is_wanted_stays_wanted(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "A table is too odd to join if it has under 40 rows and over 20 columns.",
        "Tables about tea with under 40 rows and over 9 columns are too odd to join.",
    ],
)
def test_what_is_refused_together_is_told(text: str) -> None:
    assert any("too odd" in span.text for span in parse(text).unknown)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("an interview_date in 2020 is not wanted", 'not ("interview_date" in 2020)'),
        ("a price above 50 is unwelcome", 'not ("price" > 50)'),
        ("a date column is not allowed", "not (column of dates)"),
        ("a column about rent is not wanted", 'not (column about "rent")'),
        ("For the join, tables about coffee are unwelcome.", 'join: not (topic "coffee")'),
        (
            "over 5 rows, and a hire_date in 2020 is not wanted",
            'rows > 5 and not ("hire_date" in 2020)',
        ),
    ],
)
def test_what_is_not_wanted_is_refused(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tables in which pets are not allowed", 'not ("pets" is "allowed")'),
        ("tables where drugs are forbidden", '"drugs" is "forbidden"'),
        ("tables about pets are not wanted", 'not (topic "pets")'),
    ],
)
def test_what_cells_say_of_a_thing_is_no_wish(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


def test_what_may_be_a_value_or_unwanted_is_doubted() -> None:
    (span,) = parse("status is not wanted").unknown
    assert span.kept
    assert span.text == "status is not wanted"
