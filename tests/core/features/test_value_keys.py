from __future__ import annotations

import tracemalloc

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.features import value_keys as module
from core.features.value_keys import value_keys

_MASK = 2**64 - 1


def _mixed(number: int) -> int:
    number = (number ^ (number >> 30)) * 0xBF58476D1CE4E5B9 & _MASK
    number = (number ^ (number >> 27)) * 0x94D049BB133111EB & _MASK
    return number ^ (number >> 31)


def by_hand(text: str) -> list[int]:
    keys = []
    for seed in (0x9E3779B97F4A7C15, 0xD1B54A32D192ED03):
        factors = (_mixed(seed * (place + 1) & _MASK) for place in range(len(text.encode())))
        total = sum(
            (byte + 1) * factor for byte, factor in zip(text.encode(), factors, strict=True)
        )
        keys.append(_mixed(total & _MASK) if text else 0)
    return keys


@given(st.lists(st.text(max_size=9), max_size=9), st.integers(1, 20), st.integers(1, 20))
def test_keys_are_those_of_each_text_alone_however_many_go_together(texts, at_once, long):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_BYTES_AT_ONCE", at_once)
        patch.setattr(module, "_LONG", long)
        found = value_keys(pl.Series(texts, dtype=pl.String))
    assert found.T.tolist() == [by_hand(text) for text in texts]


def test_texts_longer_than_a_piece_have_the_keys_of_all_their_bytes():
    texts = ["a", "long " * 30_000, "", "x" * 65_536, "x" * 65_537, "b"]
    assert value_keys(pl.Series(texts)).T.tolist() == [by_hand(text) for text in texts]


def test_one_long_text_takes_little_memory_and_keeps_none():
    value_keys(pl.Series(["a"]))  # what is imported and made once
    texts = pl.Series(["a", "x" * 8_000_000, "b"])
    tracemalloc.start()
    try:
        value_keys(texts)
        kept, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 4e6
    assert kept < 1e5


def test_a_slice_of_a_column_has_the_keys_of_its_texts():
    texts = pl.Series(["a", "bb", "ccc", "é" * 3000, ""])
    assert (value_keys(texts)[:, 2:] == value_keys(texts[2:])).all()


def test_texts_that_differ_a_little_have_other_keys():
    texts = [f"{a}{b}" for a in "abcdefghij" for b in range(1000)] + [
        "a" * n for n in range(1, 500)
    ]
    found = value_keys(pl.Series(sorted(set(texts))))
    assert len(np.unique(found[0])) == len(np.unique(found[1])) == len(set(texts))
