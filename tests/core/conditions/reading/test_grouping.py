"""What belongs together where "and" and "or" stand side by side."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.conditions import And, Condition, Extent, Or, Size, Topic, parse, write_request
from core.conditions.reading.grouping import Joint, grouped
from core.conditions.types import Comparison, Number, Quantity, leaves


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "either a table about tea with under 20 rows or a table about rum with a boolean "
            "column, to be joined to mine on site_code",
            'join: ((topic "tea" and rows < 20) or (topic "rum" and column of booleans)) '
            'and join on "site_code"',
        ),
        (
            "tables that are either about school trips with fewer than 200 rows or have a risk "
            "level equal to High; over 9 columns",
            '((topic "school trips" and rows < 200) or "risk level" is "High") and columns > 9',
        ),
        (
            "tables either with over 90 rows and price below 5 or with a column about sugar",
            '(rows > 90 and "price" < 5) or column about "sugar"',
        ),
        (
            "tables either about tea or about rum, over 9 rows",
            '(topic "tea" or topic "rum") and rows > 9',
        ),
        (
            "about coffee where country is Kenya or country is Peru, over 100 rows",
            'topic "coffee" and ("country" is "Kenya" or "country" is "Peru") and rows > 100',
        ),
        (
            "tables about moorings that either mention the word pontoon and have over six columns, "
            "or else have fewer than 20 rows",
            'topic "moorings" and ((contains "pontoon" and columns > 6) or rows < 20)',
        ),
        (
            "tables about cheese, tables about butter or tables about ketchup, if the calories are "
            "below 450 and there are at least 15 rows",
            '(topic "cheese" or topic "butter" or topic "ketchup") and "calories" < 450 and '
            "rows >= 15",
        ),
        (
            "tables that have either a weekly rent above 180 or a hall that is Bellamy",
            '"weekly rent" > 180 or "hall" is "Bellamy"',
        ),
        (
            "grade above 90 or price below 5 and more than 500 rows",
            '("grade" > 90 or "price" < 5) and rows > 500',
        ),
        (
            "more than 500 rows and grade above 90 or price below 5",
            'rows > 500 and ("grade" > 90 or "price" < 5)',
        ),
        (
            "hired before March 5, 2010 or status is one of open, closed; between 4 and 9 columns",
            '("hired" before 2010-03-05 or "status" is "open" | "closed") and '
            "columns between 4 and 9",
        ),
        (
            "country is Spain or price is below 5, and age is below 20 or stock is over 9",
            '("country" is "Spain" or "price" < 5) and ("age" < 20 or "stock" > 9)',
        ),
        (
            "tables about coffee with over 100 rows or about tea with over 50 rows",
            '(topic "coffee" and rows > 100) or (topic "tea" and rows > 50)',
        ),
        (
            "tables about coffee with over 100 rows, or tables about tea",
            '(topic "coffee" and rows > 100) or topic "tea"',
        ),
        (
            "over 100 rows or over 10 columns and about coffee or about tea",
            '(rows > 100 or columns > 10) and (topic "coffee" or topic "tea")',
        ),
        (
            "joinable on city, with a column about rent or a column about wages, over 50 rows",
            'join: join on "city" and (column about "rent" or column about "wages") and rows > 50',
        ),
        (
            "country is Kenya, price below 5 or price above 100",
            '"country" is "Kenya" and ("price" < 5 or "price" > 100)',
        ),
    ],
)
def test_what_a_comma_parts_or_is_of_another_kind_is_no_alternative(
    text: str, expected: str
) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "grade above 90 and price below 5 or rating above 4",
            '("grade" > 90 and "price" < 5) or "rating" > 4',
        ),
        (
            "grade above 90, price below 5 or rating above 4",
            '"grade" > 90 or "price" < 5 or "rating" > 4',
        ),
        (
            "country is Kenya and price below 5 or price above 100",
            '"country" is "Kenya" and ("price" < 5 or "price" > 100)',
        ),
        (
            "either tables about tea with over 200 rows or tables that mention rum, but in no case "
            "with more than 50 columns",
            '((topic "tea" and rows > 200) or contains "rum") and columns <= 50',
        ),
        (
            "tables about tea with over 5 rows, or tables about rum, but not over 10 columns",
            '((topic "tea" and rows > 5) or topic "rum") and columns <= 10',
        ),
    ],
)
def test_what_may_be_joined_otherwise_is_said(text: str, expected: str) -> None:
    found = parse(text)
    assert write_request(found) == expected
    (doubt,) = found.unknown
    assert (doubt.text, doubt.kept, doubt.may_be_name) == ("or", True, False)
    assert expected in doubt.hint and "brackets" in doubt.hint
    bracketed = parse("(grade above 90 and price below 5) or rating above 4")
    assert bracketed.unknown == ()


def test_tables_on_a_subject_that_mention_a_word_have_no_column_of_that_name() -> None:
    found = parse("joinable tables on wages that mention Kenya, over 30 rows")
    assert write_request(found) == 'join: topic "wages" and contains "Kenya" and rows > 30'


_UNITS = st.sampled_from(
    [
        Topic("coffee"),
        Topic("tea"),
        Size(Extent.ROWS, Quantity(Comparison.GREATER, 5)),
        Size(Extent.COLUMNS, Quantity(Comparison.GREATER, 5)),
        Number("price", Quantity(Comparison.GREATER, 5)),
        Number("price", Quantity(Comparison.LESS, 3)),
        Number("grade", Quantity(Comparison.LESS, 3)),
    ]
)
_JOINTS = st.builds(Joint, st.booleans(), st.integers(0, 2), st.booleans())


@given(st.data(), st.lists(_UNITS, min_size=1, max_size=7))
def test_every_condition_is_kept_once_in_its_order(
    data: st.DataObject, units: list[Condition]
) -> None:
    joints = data.draw(st.lists(_JOINTS, min_size=len(units) - 1, max_size=len(units) - 1))
    assert list(leaves(grouped(units, joints).condition)) == units


@given(st.lists(_UNITS, min_size=2, max_size=7), st.booleans())
def test_one_kind_of_joint_is_joined_at_once(units: list[Condition], alternative: bool) -> None:
    found = grouped(units, [Joint(alternative)] * (len(units) - 1))
    assert found.condition == (Or if alternative else And)(tuple(units))
    assert not found.doubtful
