"""What "about a number" takes in: both ends, of which doubles may be a little beside."""

from __future__ import annotations

from fractions import Fraction

import duckdb
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from core.conditions.counting.predicates import predicate
from core.conditions.types import Comparison, Number, Quantity


def is_counted(quantity: Quantity, number: float) -> bool:
    """Ask the database of a row with a number."""
    asked = predicate(Number("x", quantity), 0)
    sql = f"SELECT {asked.sql} FROM (SELECT $given::DOUBLE AS n0)"
    (row,) = duckdb.execute(sql, {**asked.values, "given": number}).fetchall()
    return bool(row and row[0])


@pytest.mark.parametrize(
    ("value", "number", "is_about"),
    [
        *((0.3, share, True) for share in (0.27, 0.30, 0.33)),
        *((0.3, share, False) for share in (0.26, 0.2699, 0.3301, 0.34)),
        *((30, number, True) for number in (27, 30, 33)),
        *((30, number, False) for number in (26, 34)),
        *((-0.3, number, True) for number in (-0.27, -0.33)),
        (0, 0, True),
        (0, 0.001, False),
    ],
)
def test_about_reaches_a_tenth_either_way(value, number, is_about):
    quantity = Quantity(Comparison.ABOUT, value)
    assert quantity.holds(number) is is_about
    assert is_counted(quantity, number) is is_about


@settings(max_examples=400)
@given(st.integers(-2_000, 2_000), st.integers(-2_200, 2_200), st.sampled_from([1, 10, 100, 1_000]))
@example(30, 33, 100)
def test_about_is_what_exact_fractions_say(value, number, of):
    exactly = abs(Fraction(number, of) - Fraction(value, of)) <= abs(Fraction(value, of)) / 10
    quantity = Quantity(Comparison.ABOUT, value / of)
    assert quantity.holds(number / of) is exactly
    assert is_counted(quantity, number / of) is exactly


@settings(max_examples=400)
@given(st.integers(1, 200), st.sampled_from([-1, 0, 1]), st.sampled_from([100, 1_000, 7, 3]))
def test_the_ends_are_taken_in_and_what_is_just_beyond_is_not(tens, beyond, of):
    for end in (9, 11):
        number = end * tens + beyond
        exactly = abs(number - 10 * tens) <= tens
        quantity = Quantity(Comparison.ABOUT, 10 * tens / of)
        assert quantity.holds(number / of) is exactly
        assert is_counted(quantity, number / of) is exactly
