"""Patterns around words of a condition find what they find where they are always looked for."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.conditions.doubting.around import Around
from core.conditions.doubting.leaf_words import spelled

WORDS = st.lists(st.sampled_from(["tea", "Tea", "and", "want", "more rows", "{", ",", "  "]))


@given(WORDS, st.sampled_from(["tea", "more rows", "tea and", "{"]))
def test_own_words_are_a_condition_and_no_other_pattern(said: list[str], topic: str) -> None:
    text = " ".join(said)
    whole = re.compile(rf"(?<!\w){spelled(topic)},? and want{{0,1}}(?!\w)", re.IGNORECASE)
    around = Around(r"(?<!\w){},?", r" and want{0,1}", r"(?!\w)", re.IGNORECASE)
    assert [one.span() for one in around.finditer(text, topic)] == [
        one.span() for one in whole.finditer(text)
    ]


def test_words_of_a_condition_take_any_space_and_no_signs_of_patterns() -> None:
    on = Around("", r"\bon ", "{}")
    assert on.search("on gross  weight (kg)", "gross weight (kg)") is not None
    assert on.search("on gross weight kg", "gross weight (kg)") is None


def test_own_words_stand_by_themselves() -> None:
    with pytest.raises(re.error):
        Around("", r"(on ", "{})")
