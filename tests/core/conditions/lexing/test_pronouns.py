"""What a pronoun stands for."""

from __future__ import annotations

import pytest

from core.conditions import parse, write_request


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a column about wages, and this column must contain numbers", "numbers"),
        ("a column about wages; that column must have no blanks", "complete"),
        ("a column about wages and it has no blanks", "complete"),
    ],
)
def test_a_pronoun_stands_for_the_column_before_it(text: str, expected: str) -> None:
    found = parse(text)
    assert (write_request(found), found.unknown) == (f'column about "wages" of {expected}', ())
