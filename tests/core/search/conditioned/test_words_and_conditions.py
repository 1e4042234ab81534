"""What of a text is looked for, and what is a condition."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_condition
from core.search.conditioned import condition_in_keywords, words_of_condition


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("mpg over 30", '"mpg" > 30'),
        ("hotels, price below 90", 'topic "hotels" and "price" < 90'),
        ("films released after 2010", 'topic "films" and "released" after 2010'),
    ],
)
def test_a_comparison_among_keywords_is_told_as_a_condition(text: str, condition: str) -> None:
    found = condition_in_keywords(parse(text))
    assert found is not None
    assert write_condition(found) == condition


@pytest.mark.parametrize(
    "text",
    [
        "coffee exports 2014",
        "who scored over 30 points?",
        "which clubs won more than 5 cups",
        "the lowest attendance of a game was 11624",
        "tables with mpg over 30",  # a condition already
        "mpg over 30 blorp 7",  # with words that are not understood
    ],
)
def test_keywords_and_questions_are_left_alone(text: str) -> None:
    assert condition_in_keywords(parse(text)) is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("at least 3 beds and the city is Sacramento", "beds city Sacramento"),
        ("city is Oslo, country is not Norway, a column about rent", "city Oslo rent"),
        ("more than 500 rows", ""),
    ],
)
def test_names_and_values_of_a_condition_are_words_to_look_for(text: str, words: str) -> None:
    assert words_of_condition(parse(text).condition) == words
