"""Whole numbers of any length stay what they are, from a condition's words to its written form."""

from __future__ import annotations

import pytest

from core.conditions import from_line, parse, to_line, write_condition


@pytest.mark.parametrize(
    "words",
    [
        "order_id is 9007199254741005",
        "order_id between 9007199254741005 and 9007199254741011",
        "order_id is not 12345678901234567890123",
    ],
)
def test_a_long_whole_number_keeps_its_digits(words: str) -> None:
    condition = parse(words).condition
    assert condition is not None
    number = next(word for word in words.split() if word[0].isdigit())
    assert number in write_condition(condition)
    assert from_line(to_line(condition)) == condition
