"""Reasons, purposes, and what "this subject" stands for."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected", "aside"),
    [
        (
            "tables with at most 14 variables, because our template needs to be short",
            "columns <= 14",
            "because our template needs to be short",
        ),
        (
            "tables whose reference year is from 2004 onwards, as the Dutch one is no longer used",
            '"reference year" since 2004',
            "as the Dutch one is no longer used",
        ),
        (
            "tables about rivers since we are writing about floods",
            'topic "rivers"',
            "since we are writing about floods",
        ),
        (
            "herd size of 55 or more, in tables to append (a vet asked).",
            'union: "herd size" >= 55',
            "(a vet asked)",
        ),
        (
            "Wider is better: tables to join, over 30 columns each",
            "join: columns > 30",
            "Wider is better",
        ),
        (
            "Since our system does not accept wide files, I would like tables about rivers",
            'topic "rivers"',
            "Since our system does not accept wide files",
        ),
        (
            "For my report on last year's work, I am searching for tables with a price above 5",
            '"price" > 5',
            "For my report on last year's work",
        ),
        (
            "For the note to the minister, kindly find tables on rent",
            'topic "rent"',
            "For the note to the minister",
        ),
    ],
)
def test_reasons_and_purposes_are_said_and_ask_for_nothing(
    text: str, expected: str, aside: str
) -> None:
    found = parse(text)
    assert write_request(found) == expected
    assert [span.text for span in found.unknown] == [aside]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tables with Oslo as the city", '"city" is "Oslo"'),
        ("tables whose founding year is since 1990", '"founding year" since 1990'),
        (
            "For the city of Kyoto, I need tables with over 50 rows",
            '"city" is "Kyoto" and rows > 50',
        ),
        (
            "tables about fires, given that the incident date must be 2018-01-01 or later",
            'topic "fires" and "incident date" since 2018-01-01',
        ),
    ],
)
def test_what_only_looks_like_a_reason_is_asked_for(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "I am writing a report on wages and my table is short; find tables on that same subject",
        "My thesis is on wages. Please find tables about the very same topic",
        "I am writing about wages; have you files on this very subject that are large?",
    ],
)
def test_this_subject_is_the_one_spoken_of_before(text: str) -> None:
    assert write_request(parse(text)) == 'topic "wages"'


def test_this_topic_without_one_is_not_understood() -> None:
    found = parse("I need tables on this topic")
    assert found.condition is None
    assert found.unknown


def test_what_is_said_twice_is_asked_once() -> None:
    found = parse("tables that offer a numeric variable, that is, a column of numbers")
    assert write_request(found) == "column of numbers"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "joinable, no column about patient names in it (ethics board...)",
            'join: not (column about "patient names")',
        ),
        ("tables on wage gaps (compliance...), over 50 rows", 'topic "wage gaps" and rows > 50'),
        ("join, a column about rent (legal insists…)", 'join: column about "rent"'),
    ],
)
def test_what_trails_off_in_brackets_is_said_aside(text: str, expected: str) -> None:
    found = parse(text)
    assert write_request(found) == expected
    assert [span.text for span in found.unknown] == [text[text.index("(") : text.index(")") + 1]]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("where the colour is one of (red, green...)", '"colour" is "red" | "green"'),
        ("where the colour is one of (red...)", '"colour" is "red"'),
        (
            "a column about shop types (bakery, butcher, grocer...)",
            'column about "shop types (bakery, butcher, grocer...)"',
        ),
        ("tables about languages (c, r, …)", 'topic "languages (c, r, …)"'),
    ],
)
def test_a_list_in_brackets_may_trail_off(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "My penguin counts stop at thirty lines; append tables about seabirds",
            'union: topic "seabirds"',
        ),
        (
            "My bird sightings end after 40 records; append tables about finches",
            'union: topic "finches"',
        ),
    ],
)
def test_where_ones_own_rows_end_is_no_size(text: str, expected: str) -> None:
    found = parse(text)
    assert write_request(found) == expected
    assert found.unknown
