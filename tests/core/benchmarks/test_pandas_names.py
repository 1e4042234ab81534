"""Columns are called what pandas calls them."""

from __future__ import annotations

import csv
import io

import pandas as pd
from hypothesis import example, given
from hypothesis import strategies as st

from core.benchmarks.pandas_names import pandas_names

NAMES = st.sampled_from(["", "a", "A", "a.1", "a.1.1", "a.2", " a", "Unnamed: 1", "Unnamed: 1.1"])


@given(st.lists(NAMES, min_size=1, max_size=9))
@example(["a", "a.1", "a", "a.1", "a"])
@example(["", "", "Unnamed: 1", "Unnamed: 1"])
def test_columns_are_named_as_pandas_names_them(headers: list[str]) -> None:
    out = io.StringIO()
    csv.writer(out, quoting=csv.QUOTE_ALL).writerows([headers, ["1"] * len(headers)])
    read = pd.read_csv(io.StringIO(out.getvalue()))
    assert pandas_names(headers) == list(read.columns)
