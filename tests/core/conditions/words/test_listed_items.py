from __future__ import annotations

import pytest

from core.conditions import parse, write_request
from core.conditions.words.listed_items import item_marks

THREE = 'topic "tea" and rows > 50 and "price" < 9'


@pytest.mark.parametrize(
    "text",
    [
        "Looking for: - tables on tea - over 50 rows - price below 9",
        "- topic tea - over 50 rows - price below 9",
        "Tables: • about tea • over 50 rows • price below 9",
        "About tea: * over 50 rows * price below 9",
        "Needed: 1) about tea, 2) over 50 rows, 3) price below 9",
        "tables (1) about tea, (2) of over 50 rows and (3) with price below 9",
        "Need: a) tables on tea, b) over 50 rows, c) price below 9",
        "i) about tea ii) over 50 rows iii) price below 9",
        "1. topic tea 2. over 50 rows 3. price below 9",
        "Criteria\n1. topic tea\n2. over 50 rows\n3. price below 9",
        "topic: tea\nmore than 50 rows\nprice below 9",
        "Tables on tea\n* over 50 rows\n* price below 9",
        "Theme: tea - has over 50 rows - price below 9",
        "1. About tea. 2. Over 50 rows. 3. Price below 9.",
        "Topic: tea\nRows: over 50\nprice below 9",
        "* topic tea * over 50 rows * price below 9",
    ],
)
def test_each_item_of_a_list_is_a_condition(text: str) -> None:
    found = parse(text)
    said = write_request(found).replace('"Price"', '"price"')
    assert (said, found.unknown) == (THREE, ())


@pytest.mark.parametrize(
    "text",
    [
        "Criteria: topic tea; over 50 rows; price below 9",
        "My requirements are: topic tea; over 50 rows; price below 9",
        "I need tables.\nConditions:\n- topic tea\n- over 50 rows\n- price below 9",
    ],
)
def test_a_heading_asks_for_nothing(text: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (THREE, ())


def test_a_column_is_no_heading() -> None:
    assert write_request(parse("conditions: rainy or sunny, over 50 rows")) == (
        '"conditions" is "rainy" | "sunny" and rows > 50'
    )


def test_alternatives_stay_in_their_item() -> None:
    found = parse("Tables: - about tea - country is Kenya or Peru - over 50 rows")
    assert write_request(found) == ('topic "tea" and "country" is "Kenya" | "Peru" and rows > 50')


def test_items_with_or_between_them_are_alternatives() -> None:
    assert write_request(parse("either (a) topic tea or (b) topic coffee, over 50 rows")) == (
        '(topic "tea" or topic "coffee") and rows > 50'
    )


def test_names_and_topics_of_items_keep_words_that_mean_something_elsewhere() -> None:
    found = parse("topic tide tables - feature contains export - harbor is Brest or Roscoff")
    assert write_request(found) == (
        'topic "tide tables" and "feature" contains "export" and "harbor" is "Brest" | "Roscoff"'
    )


def test_one_of_a_list_may_be_enough() -> None:
    found = parse("One of:\n- topic tea\n- topic coffee\nover 50 rows")
    assert write_request(found) == '(topic "tea" or topic "coffee") and rows > 50'


def test_what_no_item_can_be_is_said() -> None:
    found = parse("Must not have: - a column about milk - Draft status")
    assert write_request(found) == 'not (column about "milk")'
    assert [span.text for span in found.unknown] == ["Draft status"]


@pytest.mark.parametrize(
    "text",
    [
        "depth is between 5 - 10",
        "route is north - south and depth above 5",
        "tables about counter-attacks - at least 5 rows",
        'title contains "first - second - third"',
        "status is (1) or (2)",
        "the grade (part 1) and the grade (part 2)",
        "grades above 1. 2 columns",
    ],
)
def test_what_stands_in_ranges_names_and_quotations_is_no_mark(text: str) -> None:
    assert item_marks(text) == []


def test_a_line_that_was_broken_in_a_sentence_goes_on() -> None:
    text = (
        "I need tables about coffee where the price per kilo is above 5 and the\n"
        "country of origin is Kenya, with more than\n500 rows"
    )
    assert write_request(parse(text)) == (
        'topic "coffee" and "price per kilo" > 5 and "country of origin" is "Kenya" and rows > 500'
    )


def test_names_of_the_query_hold_no_marks() -> None:
    text = "from - to is Oslo"
    assert item_marks(text, [(0, len("from - to"))]) == []


def test_that_one_of_several_is_enough_is_said_where_it_is_not_understood() -> None:
    found = parse("one of these two: (1) over 9 rows together with topic tea, (2) topic coffee")
    assert "one of these two: " in [span.text for span in found.unknown]
