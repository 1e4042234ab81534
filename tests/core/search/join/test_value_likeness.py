from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.search.join.value_likeness import COMPARED, COMPARED_WITH, KeyValues, alike
from core.search.near_values.abbreviations import cut_short
from core.search.near_values.near import LEAST_LIKENESS, text_likeness

texts = st.text("abcd ", min_size=1, max_size=9)
some = st.sets(texts, min_size=1, max_size=COMPARED).map(sorted)


@given(some, some)
def test_a_few_values_are_all_compared(own: list[str], others: list[str]) -> None:
    places = {text: place for place, text in enumerate(others)}
    key = KeyValues(
        pl.Series(own, dtype=pl.String), np.array([places.get(text, -1) for text in own])
    )
    found = alike(key, np.arange(len(others)), pl.Series(others, dtype=pl.String))
    nearest = text_likeness(own, others).max(axis=1)
    brute = np.where(nearest >= LEAST_LIKENESS, nearest, 0)
    np.testing.assert_allclose(found.share, brute.mean(), rtol=1e-6)
    assert not {pair.query_value for pair in found.pairs} & set(others)


def test_equal_values_count_even_where_their_texts_are_not_read() -> None:
    key = KeyValues(pl.Series(["a", "b", "c", "d"]), np.array([4, 7, -1, 9]))
    found = alike(key, np.array([4, 9]), pl.Series([], dtype=pl.String))
    assert (found.share, found.pairs) == (0.5, ())
    assert alike(key, np.array([], dtype=np.int64), pl.Series(["xyz"])).share == 0.0


def test_partners_are_found_wherever_they_stand_in_a_large_column() -> None:
    rng = np.random.default_rng(0)
    letters = np.array(list("abcdefghijklmnopqrstuvwxyz"))
    names = ["".join(word) for word in letters[rng.integers(0, 26, (20 * COMPARED_WITH, 12))]]
    own = sorted(names[:: len(names) // COMPARED])[:COMPARED]
    key = KeyValues(pl.Series(own), np.full(len(own), -1))
    none = np.array([], dtype=np.int64)
    for changed in ((f"{name} ltd" for name in names), (f"my {name}" for name in names)):
        assert alike(key, none, pl.Series(changed)).share > LEAST_LIKENESS


def test_values_whose_digits_differ_are_not_alike_though_one_begins_the_other() -> None:
    none = np.array([], dtype=np.int64)
    key = KeyValues(pl.Series(["room 1", "street 6"]), np.array([-1, -1]))
    assert alike(key, none, pl.Series(["room 10", "street 66"])).share == 0.0
    key = KeyValues(pl.Series(["assoc. 4"]), np.array([-1]))
    assert alike(key, none, pl.Series(["association 4"])).share >= LEAST_LIKENESS


def test_names_turned_round_count_less_than_equal_ones_and_are_shown() -> None:
    key = KeyValues(pl.Series(["john smith", "mary jones"]), np.array([-1, -1]))
    found = alike(key, np.array([], dtype=np.int64), pl.Series(["smith, john", "jones, mary"]))
    assert found.share == pytest.approx(0.95)
    assert [(pair.query_value, pair.value, pair.score) for pair in found.pairs] == [
        ("john smith", "smith, john", 0.95),
        ("mary jones", "jones, mary", 0.95),
    ]


def test_words_of_other_vowel_signs_are_not_the_same_words() -> None:
    assert text_likeness(["दिन"], ["दान"])[0, 0] < LEAST_LIKENESS
    assert text_likeness(["नाम दिन"], ["दिन नाम"])[0, 0] == np.float32(0.95)
    assert cut_short(["दू नाम"], ["दूना नाम"]) == [(0, 0)]
    assert cut_short(["दू नाम"], ["दिना नाम"]) == []
