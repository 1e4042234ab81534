"""Months of one year that is said once: "in March or April 2020"."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "tables where the date is in March or April 2020",
            '"date" in 2020-03 or "date" in 2020-04',
        ),
        (
            "joinable tables with delivery_date in November or December 2021",
            'join: "delivery_date" in 2021-11 or "delivery_date" in 2021-12',
        ),
        (
            "unionable tables, sold in January or February 1999, over 60 rows",
            'union: ("sold" in 1999-01 or "sold" in 1999-02) and rows > 60',
        ),
        (
            "where the order date is June, July or August 2019",
            '"order date" in 2019-06 or "order date" in 2019-07 or "order date" in 2019-08',
        ),
        ("hired between March and May 2020", '"hired" between 2020-03 and 2020-05'),
        ("hired from March to May 2020", '"hired" between 2020-03 and 2020-05'),
    ],
)
def test_a_month_beside_one_with_its_year_is_of_that_year(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected", "told"),
    [
        (
            "tables about Fredric March or April 2020",
            'topic "Fredric March" or topic "April 2020"',
            [],
        ),
        ("where month is March or April 2020", '"month" is "March" | "April 2020"', ["March"]),
        ("the surname is May or June 2019", '"surname" is "May" | "June 2019"', ["May"]),
        ("the hotel is March 2020 or April 2020", '"hotel" is "March 2020" | "April 2020"', []),
    ],
)
def test_a_month_that_is_a_value_is_told_and_one_of_a_name_kept(
    text: str, expected: str, told: list[str]
) -> None:
    found = parse(text)
    assert (write_request(found), [span.text for span in found.unknown]) == (expected, told)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "the order date has to come after Christmas Day, December 25, 2020",
            '"order date" after 2020-12-25',
        ),
        (
            "hired before Monday, January 4, 2021, over 60 rows",
            '"hired" before 2021-01-04 and rows > 60',
        ),
        (
            "tables about storms on Christmas Day, December 25, 2020",
            'topic "storms on Christmas Day, December 25, 2020"',
        ),
        (
            "tables on Christmas Day, December 25, 2020",
            'topic "Christmas Day, December 25, 2020"',
        ),
    ],
)
def test_the_name_of_a_day_before_its_date_asks_for_nothing(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())
