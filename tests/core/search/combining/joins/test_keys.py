from __future__ import annotations

import polars as pl
from hypothesis import given, settings
from hypothesis import strategies as st

from core.features.folding import ALL, fold
from core.search.combining.joins.keys import (
    LONGEST_KEY,
    ColumnFolding,
    packed,
    packed_key,
    unpacked,
)

texts = st.text(alphabet="a1:…é ", min_size=1, max_size=4)
dates = st.sampled_from(["05/03/2020", "31/01/2020", "12/31/2020", "5 May 2020", "x", "1,000"])

blanks_and_widths = [" 31/01/2020\t", "１２/31/2020", "31/０1/2020", "5\u00a0\u00a0May 2020"]
odd_dates = st.sampled_from(["05/03/2020", "N/A", "x", *blanks_and_widths])
firsts = [f"01/{month:02}/{year}" for year in (2019, 2020) for month in (1, 4, 7, 10)]
pieces = st.sampled_from([firsts, firsts[:4], ["01/05/2020"], ["03/03/2020"], ["3.5.2020"], ["x"]])
numbers = st.sampled_from(["1,000", "1000.0", "3.10", "3.1", "1e3"])


@given(st.lists(st.tuples(texts, texts), max_size=6))
def test_packed_keys_are_equal_where_the_keys_are(keys: list[tuple[str, str]]) -> None:
    frame = pl.DataFrame(keys, schema={"0": pl.String, "1": pl.String}, orient="row")
    whole = packed(frame).to_list()
    assert [unpacked(text, 2) for text in whole] == keys
    assert [packed_key(key) for key in keys] == whole


def test_long_keys_are_told_apart_by_a_hash() -> None:
    long = pl.Series(["x" * LONGEST_KEY, "x" * (LONGEST_KEY + 1), "x" * LONGEST_KEY + "y"])
    kept = packed(pl.DataFrame({"key": long}))
    assert kept[0] == long[0]
    assert kept.n_unique() == 3
    assert kept.str.len_chars().max() == LONGEST_KEY
    assert [unpacked(text, 1) for text in kept[1:]] == [None, None]


@settings(max_examples=100)
@given(
    st.one_of(
        st.lists(st.lists(some | st.none(), max_size=3), min_size=1, max_size=4)
        for some in (dates, numbers, dates | numbers, odd_dates)
    )
)
def test_a_column_is_folded_in_batches_as_it_is_at_once(batches: list[list[str | None]]) -> None:
    series = [pl.Series(batch, dtype=pl.String) for batch in batches]
    folding = ColumnFolding.of(series, ALL)
    folded = [value for batch in series for value in folding.fold(batch)]
    assert folded == fold(pl.concat(series)).to_list()


@settings(max_examples=50)
@given(st.lists(pieces, max_size=4))
def test_a_column_whose_batches_tell_the_order_of_days_is_folded_as_a_whole(
    batches: list[list[str]],
) -> None:
    series = [pl.Series(batch, dtype=pl.String) for batch in batches]
    folding = ColumnFolding.of(series, ALL)
    folded = [value for batch in series for value in folding.fold(batch)]
    assert folded == fold([value for batch in batches for value in batch]).to_list()


def test_a_date_that_decides_for_other_batches_may_have_blanks_and_full_width_digits() -> None:
    day_first = ColumnFolding.of([pl.Series(["31/12/2020 "]), pl.Series(["05/03/2020"])], ALL)
    assert day_first.fold(pl.Series(["05/03/2020"])).to_list() == ["2020-03-05"]
    month_first = ColumnFolding.of([pl.Series(["１２/31/2020"]), pl.Series(["05/03/2020"])], ALL)
    assert month_first.fold(pl.Series(["05/03/2020"])).to_list() == ["2020-05-03"]
