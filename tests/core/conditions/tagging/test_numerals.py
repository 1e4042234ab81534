from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.conditions.tagging.numerals import numerals


@pytest.mark.parametrize(
    ("text", "number"),
    [("over 1,500 rows", 1500), ("1.500", 1500), ("1.5", 1.5), ("2 000 000", 2e6), ("10k", 1e4),
     ("3 million", 3e6), ("30%", 0.3), ("30 percent", 30), ("Five", 5), ("1'000", 1000),
     ("two hundred and fifty", 250), ("three quarters", 0.75), ("half of them", 0.5),
     ("two thirds", 2 / 3), ("a dozen", 12), ("a couple of hundred", 200), ("half a dozen", 6),
     ("couple thousand", 2000), ("a couple of hundred thousand", 2e5), ("half a million", 5e5),
     ("twenty-one thousand five hundred", 21_500)],
)  # fmt: skip
def test_a_number_is_found_as_it_may_be_meant(text: str, number: float) -> None:
    (found,) = numerals(text)
    assert found.says(number)
    assert not found.says(number + 1)


def test_a_point_parts_thousands_only_before_three_digits() -> None:
    (found,) = numerals("1.2 million")
    assert found.may_be == {1.2, 1.2e6}


def test_numbers_inside_names_are_none() -> None:
    assert numerals("pm25 and x_5 and someone") == []


@given(st.text(max_size=60))
def test_numerals_stand_in_the_text_in_order(text: str) -> None:
    found = numerals(text)
    assert all(0 <= one.start < one.end <= len(text) and one.may_be for one in found)
    assert [one.start for one in found] == sorted(one.start for one in found)
