"""The commas of lists stand for "nor" and "or"."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        (
            "where the country is neither Kenya, Peru nor Chad",
            'not ("country" is "Kenya" | "Peru" | "Chad")',
        ),
        (
            "where the country is neither Kenya, Peru, nor Chad, over 9 rows",
            'not ("country" is "Kenya" | "Peru" | "Chad") and rows > 9',
        ),
        (
            "code is neither a1, b2, c3, d4, e5, f6 nor g7",
            'not ("code" is "a1" | "b2" | "c3" | "d4" | "e5" | "f6" | "g7")',
        ),
        (
            "tables that mention neither tea, milk nor rice",
            'not (contains "tea") and not (contains "milk") and not (contains "rice")',
        ),
        (
            "tables about neither tea, milk nor rice",
            'not (topic "tea") and not (topic "milk") and not (topic "rice")',
        ),
        (
            "tables with neither a rent column, a tax column nor a wage column",
            'not (column about "rent") and not (column about "tax") and not (column about "wage")',
        ),
    ],
)
def test_nothing_in_a_list_behind_neither_is_wanted(text: str, meaning: str) -> None:
    request = parse(text)
    assert (write_request(request), request.unknown) == (meaning, ())


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("country: Kenya, Peru, Chad", '"country" is "Kenya" | "Peru" | "Chad"'),
        (
            "tables about tea, country: Kenya, Peru, over 40 rows",
            'topic "tea" and "country" is "Kenya" | "Peru" and rows > 40',
        ),
    ],
)
def test_values_behind_a_colon_are_read_and_doubted(text: str, meaning: str) -> None:
    request = parse(text)
    assert write_request(request) == meaning
    assert [span.kept for span in request.unknown] == [True]
    repaired = text.replace(request.unknown[0].text, request.unknown[0].instead)
    assert (write_request(parse(repaired)), parse(repaired).unknown) == (meaning, ())


def test_what_is_compared_behind_a_list_is_no_value() -> None:
    request = parse("country: Kenya, price over 30")
    assert (write_request(request), request.unknown) == (
        '"country" is "Kenya" and "price" > 30',
        (),
    )


def test_an_or_at_the_end_of_a_list_leaves_no_doubt() -> None:
    request = parse("tables about tea, grade: A, B or C")
    meaning = 'topic "tea" and "grade" is "A" | "B" | "C"'
    assert (write_request(request), request.unknown) == (meaning, ())


def test_a_topic_that_lists_is_doubted() -> None:
    assert [one.text for one in parse("tables about cities: Rome, Oslo").unknown] == [
        "cities: Rome, Oslo"
    ]
