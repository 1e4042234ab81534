from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("any subject will do, bar cosmetic surgery", 'not (topic "cosmetic surgery")'),
        (
            "For the join any subject will do, bar cosmetic surgery.",
            'join: not (topic "cosmetic surgery")',
        ),
        ("any topic but tea", 'not (topic "tea")'),
        ("all topics bar tea; over 50 rows", 'not (topic "tea") and rows > 50'),
        ("any theme goes, excluding war crimes", 'not (topic "war crimes")'),
        ("Any topic is fine, but not mining, 5+ columns", 'not (topic "mining") and columns >= 5'),
        ("everything bar football, joinable", 'join: not (topic "football")'),
        ("Everything but parking fines can be stacked", 'union: not (topic "parking fines")'),
        ("everything but the date column", "not (column of dates)"),
        ("everything but tables about tea", 'not (topic "tea")'),
    ],
)
def test_all_subjects_but_one_refuse_that(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tables about bar stools", 'topic "bar stools"'),
        ("country can be anything but Kenya", 'not ("country" is "Kenya")'),
        ("country is anything bar Kenya", 'not ("country" is "Kenya")'),
        ("everything but it must have over 50 rows", "rows > 50"),
        ("any subject will do, but with over 5 columns", "columns > 5"),
        ("everything but with over 50 rows", "rows > 50"),
    ],
)
def test_what_is_no_refused_subject_stays(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


def test_what_more_is_said_of_it_is_no_subject() -> None:
    assert "topic" not in write_request(parse("any subject will do, not just tea"))


@pytest.mark.parametrize(
    "text", ["any topic but tea, coffee and milk", "everything but duplicates"]
)
def test_several_subjects_and_none_are_told(text: str) -> None:
    read = parse(text)
    assert (read.condition, bool(read.unknown)) == (None, True)
