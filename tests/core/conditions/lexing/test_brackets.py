"""Brackets around alternatives, and around a request with its conditions."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tables about chess (or about Go)", 'topic "chess" or topic "Go"'),
        (
            "about ferries or (about airports and over 400 rows)",
            'topic "ferries" or (topic "airports" and rows > 400)',
        ),
        (
            "tables about ferries OR (tables about airports AND count(*) < 400)",
            'topic "ferries" or (topic "airports" and rows < 400)',
        ),
        ("where country is France (or Spain)", '"country" is "France" | "Spain"'),
        ("where country is (France or Spain)", '"country" is "France" | "Spain"'),
        (
            "tables about (chess or tea) and over 5 rows",
            '(topic "chess" or topic "tea") and rows > 5',
        ),
        (
            "union: (tables about chess or price above 5) and over 5 rows",
            'union: (topic "chess" or "price" > 5) and rows > 5',
        ),
        (
            "(chess OR poker) AND price > 5",
            '(topic "chess" or topic "poker") and "price" > 5',
        ),
    ],
)
def test_brackets_stand_around_whole_conditions(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())


def test_a_bracket_that_is_not_closed_is_doubted() -> None:
    found = parse("tables about chess (or go")
    assert [span.text for span in found.unknown] == ["chess ("]


@pytest.mark.parametrize("text", ["()", "tables about ()", '"(("', "(("])
def test_signs_alone_are_no_topic(text: str) -> None:
    found = parse(text)
    assert found.condition is None
    assert "more than signs" in found.unknown[0].hint


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("beekeeping (at least 6 columns)", 'topic "beekeeping" and columns >= 6'),
        ("join tables on lambing losses (at most 12 columns)",
         'join: topic "lambing losses" and columns <= 12'),
        ("Which tables on pig farming (between 40 and 400 rows) have a breed other than Duroc?",
         'topic "pig farming" and rows between 40 and 400 and not ("breed" is "Duroc")'),
        ("about ferries (over 60 rows, at most 5 columns), append",
         'union: topic "ferries" and rows > 60 and columns <= 5'),
        ("price above 5 (max 12 cols)", '"price" > 5 and columns <= 12'),
    ],
)  # fmt: skip
def test_a_size_in_brackets_is_a_condition_of_its_own(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (expected, ())


@pytest.mark.parametrize(
    "text", ["about ferries (over 60 rows) or trams (under 5 rows)", "not about tea (over 60 rows)"]
)
def test_a_size_in_brackets_that_may_be_of_one_part_alone_is_doubted(text: str) -> None:
    assert parse(text).unknown


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tables where city is Oslo, Bergen (over 60 rows)", '"city" is "Oslo" and rows > 60'),
        ("tables where town is Cork, Galway (max 9 columns)", '"town" is "Cork" and columns <= 9'),
        ("about the 2020 census (over 60 rows)", 'topic "2020" and rows > 60'),
        ("about 20 censuses (over 60 rows)", 'topic "20" and rows > 60'),
    ],
)
def test_a_size_in_brackets_puts_no_doubt_aside(text: str, expected: str) -> None:
    read = parse(text)
    assert write_request(read) == expected
    assert read.unknown
