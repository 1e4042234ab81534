from __future__ import annotations

import csv
import io
import re

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.search.export import csv_bytes
from core.store.formulas import mark_formula, unmark_formula

# What the rule looks at, and something else.
texts = st.text(
    st.sampled_from("=+-@＝＋－＠;'\t\r\n\x1f\u2003\ufeff\u200b\u200f\u2060 .,eE%05a"), max_size=12
)


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
        ("\ufeff=1+1", "'\ufeff=1+1"),
        ("\u200b=1+1", "'\u200b=1+1"),
        ("\u200e \u2060+1+1", "'\u200e \u2060+1+1"),
        ("a;\ufeff=1+1", "a;\ufeff'=1+1"),
        ("\ufeffa.csv", "'\ufeffa.csv"),
        ("\u200ba.csv", "\u200ba.csv"),
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


@given(texts.filter(bool))
def test_a_first_header_is_not_taken_for_the_files_own_mark(name: str) -> None:
    written = csv_bytes(pl.DataFrame({name: ["1"]}))
    header = next(csv.reader(io.StringIO(written.decode("utf-8-sig"), newline="")))
    assert header == next(csv.reader(io.StringIO(written.decode(), newline="")))
    begins = header[0].lstrip("\ufeff\u200b\u200f\u2060 \u2003\x1f")
    assert not re.match("[=@＝＠]", begins)
    if "'" not in name:
        assert unmark_formula(header[0]) == name
