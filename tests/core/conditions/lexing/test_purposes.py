"""What tables are for tells what they are about, where nothing else does."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        (
            "For an analysis of drought losses I need tables whose soil is clay",
            'topic "drought losses" and "soil" is "clay"',
        ),
        ("for a study on bats we look for tables to join", 'join: topic "bats"'),
        (
            "For a school project about pets, please find tables with a column about breeds",
            'topic "pets" and column about "breeds"',
        ),
        ("For my thesis on drought I need tables about rain", 'topic "rain"'),
        ("For my thesis on Friday I need tables about rain", 'topic "rain"'),
        ("For an essay on the past we want tables about rain", 'topic "rain"'),
        ("for a talk on 5 May I need tables about rain", 'topic "rain"'),
        ("For a report on ageing I need tables about nursing homes", 'topic "nursing homes"'),
        (
            "For a report on local democracy I need more rows below mine, from tables about "
            "voter turnout",
            'union: topic "voter turnout"',
        ),
        ("For a book about whales I want tables on ships", 'topic "ships"'),
        ("For a memo on tea, coffee and cocoa, please find tables on rent", 'topic "rent"'),
        ("For a report on ageing I need tables over 50 rows", 'topic "ageing" and rows > 50'),
        (
            "For a report on prices I want tables with a column about rents",
            'topic "prices" and column about "rents"',
        ),
        (
            "For a report on ageing I need tables about twenty columns wide",
            'topic "ageing" and columns about 20',
        ),
        (
            "For a report on ageing I want tables with a column that is about homes",
            'topic "ageing" and column about "homes"',
        ),
        (
            "For the documentary on whales, I need tables covering at least 60 rows",
            'topic "whales" and rows >= 60',
        ),
    ],
)
def test_a_study_is_about_what_its_tables_are(text: str, meaning: str) -> None:
    request = parse(text)
    assert (write_request(request), request.unknown) == (meaning, ())


def test_what_may_ask_in_the_subject_of_a_study_is_told() -> None:
    request = parse("For a report on wages in Kenya, I need tables about tea")
    assert write_request(request) == 'topic "tea"'
    assert [span.text for span in request.unknown] == ["For a report on wages in Kenya"]


@pytest.mark.parametrize(
    ("text", "meaning", "told"),
    [
        (
            "For our table on exclusions I want extra rows from tables of fewer than 20 columns",
            "union: columns < 20",
            "For our table on exclusions",
        ),
        (
            "For my sheet about wind farms, find tables to append with a capacity over 50",
            'union: "capacity" > 50',
            "For my sheet about wind farms",
        ),
        (
            "For our table on exclusions I want extra rows from tables about suspensions",
            'union: topic "suspensions"',
            "For our table on exclusions",
        ),
    ],
)
def test_what_ones_own_table_is_about_is_no_topic(text: str, meaning: str, told: str) -> None:
    request = parse(text)
    assert (write_request(request), [span.text for span in request.unknown]) == (meaning, [told])


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("Under our table on exclusions I want rows from tables with over 50 rows", "exclusions"),
        ("I need more rows for my sheet about wind farms, capacity over 50", "wind farms"),
        (
            'For a story on old bridges, find rows to append with "year built" in the 1930s.',
            "old bridges",
        ),
        ("For an article on rents I want to add columns from tables of 9 columns", "rents"),
    ],
)
def test_a_topic_that_may_be_what_rows_are_for_is_not_sure(text: str, topic: str) -> None:
    assert (topic, True) in [(span.text, span.kept) for span in parse(text).unknown]


@pytest.mark.parametrize(
    "text",
    [
        "I'd like to add columns to my table from tables about research funding.",
        "I want to join my table with tables about tea",
    ],
)
def test_a_topic_of_other_tables_than_ones_own_is_sure(text: str) -> None:
    assert parse(text).unknown == ()
