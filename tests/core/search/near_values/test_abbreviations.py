from __future__ import annotations

import pytest

from core.search.near_values.abbreviations import cut_short


@pytest.mark.parametrize(
    ("short", "whole"),
    [
        ("n. york", "new york"),
        ("j. r. r. tolkien", "john ronald reuel tolkien"),
        ("assoc.", "association"),
        ("nor", "norway"),
        ("u.s.", "united states"),
        ("us", "united states"),
        ("dep. of state", "department of state"),
    ],
)
def test_a_value_cut_short_is_found_from_either_side(short, whole):
    assert cut_short([short], [whole]) == [(0, 0)]
    assert cut_short([whole], [short]) == [(0, 0)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("norway", "norway"),
        ("no", "norway"),
        ("s. york", "new york"),
        ("new york", "new york city"),
        ("deu", "germany"),
        ("a", "apple"),
        ("", "apple"),
    ],
)
def test_other_values_are_not(one, other):
    assert cut_short([one], [other]) == cut_short([other], [one]) == []
