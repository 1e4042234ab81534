from __future__ import annotations

import pytest

from core.conditions import parse
from pages.conditions.results import condition_text


@pytest.mark.parametrize(
    ("words", "chip"),
    [
        ("a column called day that has no blanks", "column named day without gaps"),
        ("email is not empty", "email is not missing"),
        ("at least 90% of the prices are filled in", "share ≤ 0.1 of (prices is missing)"),
        ("a column with unique values", "column with unique values"),
        ("a column about price of numbers", "column about price of numbers"),
        ('title is "column of complete"', "title is column of complete"),
    ],
)
def test_a_chip_says_what_holds_of_cells_as_people_do(words: str, chip: str) -> None:
    condition = parse(words).condition
    assert condition is not None
    assert condition_text(condition) == chip
