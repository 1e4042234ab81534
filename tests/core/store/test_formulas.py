from __future__ import annotations

import csv
import io

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.search.export import csv_bytes
from core.store.formulas import mark_formula, unmark_formula

# What the rule looks at, and something else.
texts = st.text(st.sampled_from("=+-@＝＋－＠;'\t\r\n\x1f\u2003 .,eE%05a"), max_size=12)


@pytest.mark.parametrize(
    ("name", "marked"),
    [
        ("=1+1", "'=1+1"),
        (" =1+1", "' =1+1"),
        ("＝1+1", "'＝1+1"),
        ("a;=1+1", "a;'=1+1"),
        ("ann=2; =cmd|' /C calc'!A0=1", "ann=2; '=cmd|' /C calc'!A0=1"),
        ("'=1", "''=1"),
        ("a;'=1", "a;''=1"),
        ("-5", "-5"),
        ("a.csv", "a.csv"),
    ],
)
def test_a_name_is_marked_wherever_a_formula_would_begin(name: str, marked: str) -> None:
    assert mark_formula(name) == marked
    assert unmark_formula(marked) == name


@given(texts)
def test_every_name_comes_back(name: str) -> None:
    assert unmark_formula(mark_formula(name)) == name


@given(texts.filter(lambda text: "'" not in text))
def test_names_are_marked_as_cells_are(name: str) -> None:
    written = csv_bytes(pl.DataFrame({"x": [name]})).decode()
    _, (cell,) = csv.reader(io.StringIO(written, newline=""))
    assert mark_formula(name) == cell
