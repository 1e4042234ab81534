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
    ],
)
def test_a_study_is_about_what_its_tables_are(text: str, meaning: str) -> None:
    request = parse(text)
    assert (write_request(request), request.unknown) == (meaning, ())
