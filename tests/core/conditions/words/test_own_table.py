"""One's own table by its name: it is what a union or a join is made with, and no condition."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expression"),
    [
        ("joinable with the ward table, fewer than 75 rows", "join: rows < 75"),
        ("tables I can append to the staff register with over 9 rows", "union: rows > 9"),
        ("rows to stack below my table of library branches", "union"),
        ("more rows to the court calendar, over 9 columns", "union: columns > 9"),
        ("what could be joined to the cost centre list that mentions tax", 'join: contains "tax"'),
        ("tables to be appended to the complaints file must mention fog", 'union: contains "fog"'),
        ("Append to route plan: between 300 and 800 rows.", "union: rows between 300 and 800"),
        ("Appendable to the tax roll: municipality is Gent", 'union: "municipality" is "Gent"'),
        (
            "For a join onto the staff register: tables with fewer than 3,000 rows",
            "join: rows < 3000",
        ),
        (
            "Join candidates for the patient index with over 5 columns",
            "join: columns > 5",
        ),
        (
            "I've got a spreadsheet of oil spills and want tables that add more rows to it, "
            "over 50 rows",
            "union: rows > 50",
        ),
    ],
)
def test_ones_own_table_is_no_topic(text: str, expression: str) -> None:
    assert write_request(parse(text)) == expression


@pytest.mark.parametrize(
    ("text", "expression"),
    [
        ("join with tables about the land register", 'join: topic "land register"'),
        ("tables related to the price list", 'topic "price list"'),
        ("unionable tables on the city budget", 'union: topic "city budget"'),
        ("tables to append on the census", 'union: topic "census"'),
    ],
)
def test_what_tables_are_about_may_sound_like_a_table(text: str, expression: str) -> None:
    assert write_request(parse(text)) == expression


def test_what_is_said_of_ones_own_table_asks_for_nothing() -> None:
    found = parse(
        "My spreadsheet has no dates in it. Which tables that I can join have a date column?"
    )

    assert write_request(found) == "join: column of dates"


@pytest.mark.parametrize(
    ("text", "expression"),
    [
        ("Append tables with over 70 rows to the emergency calls.", "union: rows > 70"),
        ('Join tables to the survey, where "sex" is F', 'join: "sex" is "F"'),
        ("Could tables on salaries be joined onto the one we are using?", 'join: topic "salaries"'),
        ("What can I join to the surgeon roster in order to get a column about pay?",
         'join: column about "pay"'),
        ("My table of trials ought to be joined with tables about funding.",
         'join: topic "funding"'),
        ("Attach to my pharmacies a table concerning opening hours.",
         'join: topic "opening hours"'),
    ],
)  # fmt: skip
def test_what_is_added_to_is_ones_own_table(text: str, expression: str) -> None:
    read = parse(text)
    assert (write_request(read), read.told) == (expression, ())


@pytest.mark.parametrize(
    ("text", "expression"),
    [
        ("join tables relating to the survey.", 'join: topic "survey"'),
        ("append tables about roads to the sea, over 9 rows",
         'union: topic "roads to the sea" and rows > 9'),
        ("append tables where access is limited to the staff, over 9 rows",
         'union: "access" is "staff" and rows > 9'),
        ("append tables with rows close to the river.", "union"),
    ],
)  # fmt: skip
def test_what_else_stands_behind_to_the_is_kept(text: str, expression: str) -> None:
    assert write_request(parse(text)) == expression
