"""Conditions in front of the column that they are of."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Exactly 4 is the value of cylinders I want.", '"cylinders" = 4'),
        (
            'Tenor should be the value of the column "voice part" in the tables added at the '
            "bottom of mine.",
            'union: "voice part" is "Tenor"',
        ),
        ("At least 20 is the price we need in tables to append.", 'union: "price" >= 20'),
        ("Above 30 should wind_speed be in the tables to append.", 'union: "wind_speed" > 30'),
        ("Between 5 and 9 must the rating be in tables to join.", 'join: "rating" between 5 and 9'),
        (
            "No earlier than 1 April 2020 should paid_on be in the tables to append.",
            'union: "paid_on" since 2020-04-01',
        ),
        (
            "Between 5 May 2014 and 9 June 2014 is when the sampling_day must fall in tables I "
            "union with mine.",
            'union: "sampling_day" between 2014-05-05 and 2014-06-09',
        ),
        (
            "No earlier than October 2020: this is the condition for contract_start in tables to "
            "be added beneath mine.",
            'union: "contract_start" since 2020-10',
        ),
        (
            "From 2008 to 2012, so the column `term_start` should be in tables for the union.",
            'union: "term_start" between 2008 and 2012',
        ),
        ("From 2008 to 2012 should the column term_start be", '"term_start" between 2008 and 2012'),
        ("Between 5 and 9: that is what the price should be.", '"price" between 5 and 9'),
        ("At least 30: this is the requirement for wind_speed.", '"wind_speed" >= 30'),
        (
            'Half a million or more as the "view count": such tables should be concatenated with '
            "mine.",
            'union: "view count" >= 500000',
        ),
        ("tables about tea, over 30 as the age, to append", 'union: topic "tea" and "age" > 30'),
        ("Between 5 and 9 as the depth", '"depth" between 5 and 9'),
        ("In March 2019 is when opened must fall, tables to append.", 'union: "opened" in 2019-03'),
    ],
)
def test_a_condition_in_front_is_of_the_column_behind_it(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Over 90 rows is what I want in tables to append.", "union: rows > 90"),
        ("Above 30, wind_speed must be open.", '"wind_speed" is "open"'),
        ("For joining I can only handle tables of less than 12 columns", "join: columns < 12"),
        ("over 500 rows as the size", "rows > 500"),
        ("price over 30 as the minimum", '"price" > 30'),
        ("Before 1950, the price should be above 5", '"price" > 5'),
        (
            "In 2019 is when we began collecting; find tables to append about tea.",
            'union: topic "tea"',
        ),
    ],
)
def test_sizes_and_what_was_done_at_a_time_are_of_no_column(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("over 60 as the lower limit", "over"),
        ("over 60 as agreed for the union", "over"),
        ("over 60 as the condition", "over"),
        ("over 5: the rule of thumb", "over 5"),
        ("since 2010, bound for glory", "since 2010"),
        ("after 2015: the limit for fishing for the union", "after 2015"),
    ],
)
def test_what_an_amount_is_or_a_title_says_is_no_column_in_silence(text: str, told: str) -> None:
    assert told in [span.text for span in parse(text).unknown]


def test_the_requirement_for_a_column_needs_no_this_is() -> None:
    found = parse("above 30, the requirement for age")
    assert (write_request(found), found.unknown) == ('"age" > 30', ())
