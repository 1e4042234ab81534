from __future__ import annotations

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import roc_auc_score

from core.benchmarks.overlaps.overlap_summary import (
    leak,
    pairs_in_bin,
    summarize,
    summary_frame,
)
from core.benchmarks.overlaps.pairs import PairKind
from core.benchmarks.overlaps.set_kinds import OverlapKind, SetKind, ValueType
from core.errors import InputError

POSITIVE, NEGATIVE, RANDOM = PairKind
NAMES = SetKind()


def frame(*rows):
    """Rows of (kind of pair, size of a, of b, shared); a size of None is of a table not there."""
    schema = {
        "query_table": pl.String, "candidate": pl.String, "pairs": pl.String,
        "kind": pl.String, "data_type": pl.String, "level": pl.String,
        "coefficient": pl.Float64, "size_a": pl.Int64, "size_b": pl.Int64, "shared": pl.Int64,
    }  # fmt: skip
    made = [
        ("q", f"{n:03}", kind.value, "names", "all", "exact",
         shared / min(a, b) if a and b else None, a, b, shared)
        for n, (kind, a, b, shared) in enumerate(rows)
    ]  # fmt: skip
    return pl.DataFrame(made, schema, orient="row")


def test_mean_and_share_leave_out_pairs_without_a_coefficient_and_count_them():
    pairs = frame(
        (POSITIVE, 4, 8, 4),
        (POSITIVE, 4, 8, 2),
        (POSITIVE, 4, 8, 0),
        (POSITIVE, 0, 8, 0),
        (POSITIVE, None, 8, None),
        (NEGATIVE, 2, 2, 2),
    )
    found = summarize(pairs, NAMES, POSITIVE)
    assert (found.total, found.n, found.undefined, found.unread) == (5, 3, 2, 1)
    assert (found.mean, found.half_share) == (0.5, 2 / 3)
    assert dict(found.quantiles)[0.5] == 0.5
    assert found.histogram == (1, 0, 0, 0, 0, 1, 0, 0, 0, 1)


def test_no_coefficient_at_all_has_no_mean():
    found = summarize(frame((POSITIVE, 0, 1, 0)), NAMES, POSITIVE)
    assert (found.mean, found.half_share, found.n, found.quantiles) == (None, None, 0, ())
    other = SetKind(OverlapKind.VALUES, ValueType.STRING)
    assert summarize(frame((POSITIVE, 1, 1, 0)), other, POSITIVE).total == 0


def test_a_bar_lists_its_pairs_and_its_lower_end_belongs_to_it():
    # 3 of 10 and 6 of 20 are 0.3, which the float64 edge 3 * 0.1 is above.
    pairs = frame((POSITIVE, 10, 10, 3), (POSITIVE, 20, 30, 6), (POSITIVE, 100, 100, 39))
    assert summarize(pairs, NAMES, POSITIVE).histogram[3] == 3
    assert pairs_in_bin(pairs, NAMES, POSITIVE, 3)["candidate"].to_list() == ["002", "000", "001"]
    assert pairs_in_bin(pairs, NAMES, POSITIVE, 2).height == 0
    with pytest.raises(InputError, match=r"from 0 to 9\. Got 10"):
        pairs_in_bin(pairs, NAMES, POSITIVE, 10)
    with pytest.raises(InputError, match=r"1 to 100 bars\. Got 0"):
        summarize(pairs, NAMES, POSITIVE, bins=0)


@st.composite
def some_pairs(draw):
    a, b = draw(st.integers(0, 12)), draw(st.integers(0, 12))
    kind = draw(st.sampled_from([POSITIVE, NEGATIVE]))
    return kind, a, b, draw(st.integers(0, min(a, b)))


@settings(max_examples=50, deadline=None)
@given(st.lists(some_pairs(), max_size=40), st.integers(1, 12))
def test_bars_hold_every_pair_once(rows, bins):
    pairs = frame(*rows)
    for kind in (POSITIVE, NEGATIVE):
        found = summarize(pairs, NAMES, kind, bins)
        listed = [pairs_in_bin(pairs, NAMES, kind, place, bins) for place in range(bins)]
        assert tuple(len(one) for one in listed) == found.histogram
        assert sum(found.histogram) == found.n
        assert found.n + found.undefined == found.total
        exact = [s / min(a, b) for k, a, b, s in rows if k is kind and min(a, b)]
        assert found.half == sum(2 * value >= 1 for value in exact)
        assert found.mean == (pytest.approx(sum(exact) / len(exact)) if exact else None)


@settings(max_examples=50, deadline=None)
@given(st.lists(some_pairs(), max_size=40))
def test_the_leak_is_the_chance_that_a_positive_pair_overlaps_more(rows):
    found = leak(frame(*rows), NAMES)
    defined = [(k is POSITIVE, s / min(a, b)) for k, a, b, s in rows if min(a, b)]
    if len({label for label, _ in defined}) < 2:
        assert found.auc is None
        return
    assert found.auc == pytest.approx(roc_auc_score(*zip(*defined, strict=True)))
    wins = [
        (p > n) + (p == n) / 2 for is_p, p in defined if is_p for is_n, n in defined if not is_n
    ]
    assert found.auc == pytest.approx(sum(wins) / len(wins))
    assert found.difference == pytest.approx(found.positive.mean - found.other.mean)


def test_the_sentence_names_both_denominators_or_says_what_is_lacking():
    pairs = frame((POSITIVE, 2, 2, 1), (POSITIVE, 4, 4, 1), (NEGATIVE, 2, 2, 0))
    assert leak(pairs, NAMES).sentence == (
        "50.0% of 2 positive pairs share half of their column names; of 1 negative 0.0%."
    )
    assert leak(pairs, NAMES, RANDOM).sentence == (
        "50.0% of 2 positive pairs share half of their column names; "
        "there are no random pairs to compare with."
    )
    lacking = leak(pairs, SetKind(OverlapKind.VALUES, ValueType.DATETIME)).sentence
    assert lacking == "No positive pair has date/time cell values on both sides to compare."


def test_a_row_a_summary():
    pairs = frame((POSITIVE, 2, 2, 1))
    table = summary_frame([summarize(pairs, NAMES, POSITIVE), summarize(pairs, NAMES, RANDOM)])
    assert table["mean"].to_list() == [0.5, None]
    assert table["q50"].to_list() == [0.5, None]
