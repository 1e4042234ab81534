"""What tables are about behind a colon, or called so with a column beside it."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "tables to append: rent prices, at least 350 rows",
            'union: topic "rent prices" and rows >= 350',
        ),
        (
            "Tables to append to mine: rent prices or eviction notices, over 9 rows",
            'union: (topic "rent prices" or topic "eviction notices") and rows > 9',
        ),
        (
            "Rows to append, please: olive oil or sardines, year after 2005",
            'union: (topic "olive oil" or topic "sardines") and "year" after 2005',
        ),
        (
            "tables to union: hospital admissions, year since 2011, not about dentistry",
            'union: topic "hospital admissions" and "year" since 2011 and not (topic "dentistry")',
        ),
        (
            "stackable tables, position: goalkeeper, over 9 rows",
            'union: "position" is "goalkeeper" and rows > 9',
        ),
        ("tables to join: price above 5, over 9 rows", 'join: "price" > 5 and rows > 9'),
    ],
)
def test_bare_words_behind_a_colon_are_the_topic(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "topic volcanoes, alert level red or orange, over 9 rows",
            'topic "volcanoes" and "alert level" is "red" | "orange" and rows > 9',
        ),
        (
            "topic oysters, mussels or clams, over 9 rows",
            '(topic "oysters" or topic "mussels" or topic "clams") and rows > 9',
        ),
        (
            "about oysters, sea urchins or clams",
            'topic "oysters" or topic "sea urchins" or topic "clams"',
        ),
    ],
)
def test_values_beside_a_topic_are_no_topics(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())


@pytest.mark.parametrize(
    ("text", "expected", "left"),
    [
        (
            "topic volcanoes, alert red or orange, over 9 rows",
            '(topic "volcanoes" or topic "alert red" or topic "orange") and rows > 9',
            ["volcanoes, alert red or orange"],
        ),
        (
            "topic volcanoes, alert level red, over 9 rows",
            'topic "volcanoes, alert level red" and rows > 9',
            ["volcanoes, alert level red"],
        ),
        (
            "tables to join: colour red or blue, over 9 rows",
            'join: (topic "colour red" or topic "blue") and rows > 9',
            ["colour red or blue"],
        ),
        ("tables I need: my boss waits, over 9 rows", "rows > 9", ["boss waits"]),
    ],
)
def test_what_may_be_a_value_is_said(text: str, expected: str, left: list[str]) -> None:
    found = parse(text)
    assert write_request(found) == expected
    assert [span.text for span in found.unknown] == left
