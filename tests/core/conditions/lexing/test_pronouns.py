"""What a pronoun stands for."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Air quality: can any table about it be joined to mine?", 'join: topic "Air quality"'),
        ("Cinema chains: tables on this I'd join, over 9 rows",
         'join: topic "Cinema chains" and rows > 9'),
        ("Platform lengths: which tables on that could I join to mine?",
         'join: topic "Platform lengths"'),
    ],
)  # fmt: skip
def test_a_pronoun_stands_for_the_subject_before_it(text: str, expected: str) -> None:
    assert write_request(parse(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a column about wages, and this column must contain numbers", "numbers"),
        ("a column about wages; that column must have no blanks", "complete"),
        ("a column about wages? Must be a numeric column.", "numbers"),
        ("a column about wages and it has no blanks", "complete"),
        ("let there be a column about wages, and let that column be numeric", "numbers"),
    ],
)
def test_a_pronoun_stands_for_the_column_before_it(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (f'column about "wages" of {expected}', ())
