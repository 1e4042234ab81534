"""Phrases that are said before their column and have words with a meaning."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("with the phrase out of order in the column notes", '"notes" contains "out of order"'),
        ("mention the words on hold in the status column", '"status" contains "on hold"'),
        ("with the text no show in the column notes", '"notes" contains "no show"'),
        (
            "with the term black ice in the remarks column and over 5 rows",
            '"remarks" contains "black ice" and rows > 5',
        ),
        ("with text columns and the word fog", 'column of text and contains "fog"'),
        ("with the phrase net zero and over 5 columns", 'contains "net zero" and columns > 5'),
    ],
)
def test_a_phrase_before_its_column_is_one(text: str, expected: str) -> None:
    assert write_request(parse(f"tables {text}")) == expected
